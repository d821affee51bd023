package review

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/text"
)

// narrowBelow is the width under which a label stands on a row of its own.
const narrowBelow = 56

// row is one row of the screen: a piece of a line.
type row struct {
	line     int
	from, to int // of the line's text
	label    bool
}

// page is a description wrapped to a width. It wraps no further than it is
// looked at: a text may have megabytes.
type page struct {
	lines []describe.Line
	width int
	rows  []row
	next  int // the line that is wrapped next
	off   int // how much of its text is
}

func newPage(lines []describe.Line, width int) page {
	return page{lines: lines, width: max(width, 8)}
}

// need wraps until there are n rows, or no more text. It says whether there are.
func (p *page) need(n int) bool {
	for len(p.rows) < n && p.next < len(p.lines) {
		p.wrapRow()
	}
	return len(p.rows) >= n
}

// wrapRow makes the next row.
func (p *page) wrapRow() {
	l := p.lines[p.next]
	if p.off == 0 && p.ownLabel(l) && !p.labelled() {
		p.rows = append(p.rows, row{line: p.next, label: true})
		return
	}
	to, next := fit(l.Text, p.off, p.width-text.Width(p.lead(l, p.off == 0)))
	p.rows = append(p.rows, row{line: p.next, from: p.off, to: to})
	p.off = next
	if p.off >= len(l.Text) {
		p.next, p.off = p.next+1, 0
	}
}

// ownLabel says that the line's label has a row of its own.
func (p *page) ownLabel(l describe.Line) bool { return p.width < narrowBelow && l.Label != "" }

// labelled says that the last row is the label of the line that is wrapped next.
func (p *page) labelled() bool {
	n := len(p.rows)
	return n > 0 && p.rows[n-1].label && p.rows[n-1].line == p.next
}

// lead is what stands before a row of a line.
func (p *page) lead(l describe.Line, first bool) string {
	if p.width < narrowBelow && l.Kind != describe.Alert {
		switch {
		case l.Outside():
			return "  " + describe.Bar + " "
		case l.Label != "":
			return "  "
		}
		return ""
	}
	lead, further := l.Lead()
	if first {
		return lead
	}
	return further
}

// at finds the row that holds a place, so that a page of another width can begin
// where the old one did.
func (p *page) at(line, off int) int {
	for i := 0; p.need(i + 1); i++ {
		r := p.rows[i]
		if r.line > line || r.line == line && !r.label && (r.to > off || off == 0) {
			return i
		}
	}
	return max(len(p.rows)-1, 0)
}

// fit gives the end of the longest piece of s from off on that takes at most
// width cells, and where the next piece begins. It breaks behind a blank where
// it can, and leaves out nothing but that blank.
func fit(s string, off, width int) (to, next int) {
	piece := s[off:]
	// Marks without end on one letter take no cell; a row has an end all the
	// same.
	if limit := 8*width + 64; len(piece) > limit {
		for limit > 0 && !utf8.RuneStart(piece[limit]) {
			limit--
		}
		piece = piece[:limit]
	}
	cells, end, blank := 0, 0, -1
	for g := graphemes.FromString(piece); g.Next(); {
		w := cellsOf(g.Value())
		if cells+w > width && end > 0 {
			switch {
			case g.Value() == " ":
				return off + end, off + end + 1
			case blank > 0 && strings.TrimSpace(piece[:blank]) != "":
				return off + blank, off + blank + 1
			}
			return off + end, off + end
		}
		if g.Value() == " " {
			blank = end
		}
		cells += w
		end += len(g.Value())
	}
	return off + end, off + end
}

// cellsOf is the most that a terminal may take for a piece of text: some draw the
// parts of an emoji one by one, and a row that is too long for them would lose
// its end.
func cellsOf(s string) int {
	if len(s) == 1 {
		return 1
	}
	apart := 0
	for _, r := range s {
		n := text.Width(string(r))
		switch {
		case r >= 0x1f000 && r < 0x20000: // emoji, halves of flags among them
			n = max(n, 2)
		case r == 0xfe0f: // the sign before it is drawn as an emoji
			n = 1
		}
		apart += n
	}
	return max(apart, text.Width(s))
}
