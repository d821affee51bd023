package main

import (
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

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
	table := make([][]text.Cell, 0, rows.Len()+1)
	head := []text.Cell{{}}
	for j := range columns {
		head = append(head, text.Cell{Text: a1.Column(firstColumn + j)})
	}
	table = append(table, head)
	for i, row := range rows.Items() {
		line := []text.Cell{{Text: text.Int(firstRow + i), Right: true}}
		for _, v := range row.Items() {
			line = append(line, text.Cell{Text: cellText(v), Right: v.Kind() == value.KindNumber})
		}
		table = append(table, line)
	}
	return text.Table(table)
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
