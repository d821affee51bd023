package describe

import "strings"

// Kind says how a line reads.
type Kind int

const (
	// Words is a sentence of ours; Text holds nothing from outside.
	Words Kind = iota
	// Title stands above what follows; Text is ours.
	Title
	// Value is Label, which is ours, and Text, which comes from outside.
	Value
	// Warning is Value that a reader must not miss.
	Warning
	// Quote is text from outside.
	Quote
	// Blank is an empty line.
	Blank
)

// Bar stands before everything that comes from outside, on each line of it,
// however it is wrapped. Nothing of ours stands right of it.
const Bar = "│"

// LabelWidth is how many cells the labels of a plain listing take.
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

// String is the line as a plain listing shows it.
func (l Line) String() string {
	switch l.Kind {
	case Value, Warning:
		return l.Label + strings.Repeat(" ", max(LabelWidth-len(l.Label), 1)) + Bar + " " + l.Text
	case Quote:
		return "  " + Bar + " " + l.Text
	case Blank:
		return ""
	}
	return l.Text
}
