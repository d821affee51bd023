package review

import (
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
	to, next := text.Fit(l.Text, p.off, p.width-text.Width(p.lead(l, p.off == 0)))
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
