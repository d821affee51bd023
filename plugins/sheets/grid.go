package main

import (
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxPad is the width up to which a column is padded. A longer cell is written
// whole and pushes what follows to the right: nothing is cut.
const maxPad = 48

// grid writes rows of cells as a table with the columns' letters above and the
// rows' numbers before, as the sheet has them. from is the text of the range;
// where it can't be read the table begins at A1. Rows shorter than the longest
// are padded.
func grid(from string, rows value.Value) string {
	origin, err := a1.Parse(from)
	firstColumn, firstRow := max(origin.FromColumn, 1), max(origin.FromRow, 1)
	if err != nil {
		firstColumn, firstRow = 1, 1
	}
	columns := widest(rows)
	if columns == 0 {
		return ""
	}
	table := make([][]cell, 0, rows.Len()+1)
	head := []cell{{}}
	for j := range columns {
		head = append(head, cell{text: a1.Column(firstColumn + j)})
	}
	table = append(table, head)
	for i, row := range rows.Items() {
		line := []cell{{text: text.Int(firstRow + i), right: true}}
		for _, v := range row.Items() {
			line = append(line, cell{text: cellText(v), right: v.Kind() == value.KindNumber})
		}
		table = append(table, line)
	}
	return align(table)
}

// cell is one cell of a table; numbers stand at the right.
type cell struct {
	text  string
	right bool
}

// align writes lines of cells below each other, two spaces between columns.
// Lines may be short.
func align(table [][]cell) string {
	var widths []int
	for _, line := range table {
		for j, c := range line {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], min(width(c.text), maxPad))
		}
	}
	var out []byte
	for _, line := range table {
		gap := 0 // spaces that are due before the next text
		for j, c := range line {
			pad := max(widths[j]-width(c.text), 0)
			if c.text == "" {
				gap += pad
			} else {
				if c.right {
					gap, pad = gap+pad, 0
				}
				for range gap {
					out = append(out, ' ')
				}
				out = append(out, c.text...)
				gap = pad
			}
			gap += 2
		}
		out = append(out, '\n')
	}
	return string(out)
}

// cellText is a value as a sheet shows it, on one line.
func cellText(v value.Value) string {
	switch v.Kind() {
	case value.KindBool:
		if v.IsTrue() {
			return "TRUE"
		}
		return "FALSE"
	case value.KindNumber:
		return v.Number()
	}
	return oneLine(v.Text())
}

// oneLine shows line breaks as a sign, so that a table keeps its rows.
func oneLine(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case s[i] == '\n' || s[i] == '\r':
			out = append(out, " ↵ "...)
		case s[i] == '\t':
			out = append(out, ' ')
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

// width is how many columns of a terminal a text takes: two for East Asian wide
// characters and pictographs, none for combining marks and joiners.
func width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r >= 0x300 && r <= 0x36f, r >= 0x200b && r <= 0x200f, r >= 0xfe00 && r <= 0xfe0f, r == 0x2060, r == 0xfeff:
		case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
			r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
			n += 2
		default:
			n++
		}
	}
	return n
}
