package describe

import (
	"strings"

	"github.com/wslite/wslite/host/text"
)

// Kind says how a line reads, and whose words it holds.
type Kind int

const (
	// Words is a sentence of ours.
	Words Kind = iota
	// Title stands above what follows; it is ours.
	Title
	// Fact is a label and a text that both are ours.
	Fact
	// Alert is a sentence of ours that a reader must not miss.
	Alert
	// Value is a label, which is ours, and a text from outside. Without a label
	// it goes on with the value above it.
	Value
	// Warning is a Value that a reader must not miss.
	Warning
	// Quote is text from outside.
	Quote
	// Blank is an empty line.
	Blank
)

// Bar stands before everything that comes from outside, on each line of it,
// however it is wrapped. Nothing of ours stands right of it.
const Bar = "│"

// LabelWidth is how many cells the labels of a listing take; a longer one takes
// what it needs.
const LabelWidth = 14

// Line is one line of a description. Text is clean (no control, bidirectional
// or invisible character), without a line break, and as long as it is: whoever
// shows it wraps it and never cuts it.
type Line struct {
	Kind  Kind
	Label string
	Text  string
}

// Outside says that Text comes from outside and belongs behind the bar.
func (l Line) Outside() bool { return l.Kind == Value || l.Kind == Warning || l.Kind == Quote }

// Lead is what stands before Text, the bar included: once as it is before the
// first row of the line, and blank but for the bar before further rows. Text
// that is ours and has no label has none.
func (l Line) Lead() (first, further string) {
	switch l.Kind {
	case Value, Warning:
		pad := strings.Repeat(" ", max(LabelWidth-text.Width(l.Label), 1))
		return l.Label + pad + Bar + " ", strings.Repeat(" ", LabelWidth) + Bar + " "
	case Quote:
		return "  " + Bar + " ", "  " + Bar + " "
	case Fact:
		pad := strings.Repeat(" ", max(LabelWidth-text.Width(l.Label), 1))
		return l.Label + pad, strings.Repeat(" ", LabelWidth)
	case Alert:
		return "! ", "  "
	}
	return "", ""
}

// String is the line as a plain listing shows it, unwrapped.
func (l Line) String() string {
	first, _ := l.Lead()
	return strings.TrimRight(first+l.Text, " ")
}

// Rows is the line as a listing of a given width in cells shows it: on as many
// rows as it takes, the bar before each of what comes from outside. A label that
// leaves no room for its text stands as it is.
func (l Line) Rows(width int) []string {
	lead, further := l.Lead()
	rows, off := []string{}, 0
	for {
		to, next := text.Fit(l.Text, off, max(width-text.Width(lead), leastRow))
		rows = append(rows, strings.TrimRight(lead+l.Text[off:to], " "))
		if lead, off = further, next; off >= len(l.Text) {
			return rows
		}
	}
}

// leastRow is how many cells of a text stand in a row at least.
const leastRow = 16
