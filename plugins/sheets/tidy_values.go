package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// tidyValues makes rows of equal length and lets the texts through that look
// like a formula and can't be one. A proxy takes the width of the first row: it
// drops what is longer and fails on what is shorter. Lists of anything but rows
// stay as they are, and so does a table that is refused for its size.
func tidyValues(rows value.Value) value.Value {
	width := widest(rows)
	if rows.Len()*width > maxCells {
		return rows
	}
	return rows.Map(func(row value.Value) value.Value {
		if row.Kind() != value.KindArray {
			return row
		}
		cells := make([]value.Value, 0, width)
		for _, cell := range row.Items() {
			cells = append(cells, literal(cell))
		}
		for len(cells) < width {
			cells = append(cells, value.String(""))
		}
		return value.Array(cells...)
	})
}

// widest is the length of the longest row.
func widest(rows value.Value) int {
	width := 0
	for _, row := range rows.Items() {
		width = max(width, len(row.Items()))
	}
	return width
}

// literal is the way through for two kinds of text that the formula guard of a
// proxy refuses: a negative number becomes the number that it would become when
// typed, and a telephone number keeps its sign behind the apostrophe that marks
// text.
func literal(cell value.Value) value.Value {
	s := text.Trim(cell.Text())
	switch {
	case s == "":
	case s[0] == '-':
		if n, err := value.Parse(s); err == nil && n.Kind() == value.KindNumber {
			return n
		}
	case isPhone(s):
		return value.String("'" + s)
	}
	return cell
}

// isPhone is the form of an international number: a plus sign, then 7 to 15
// digits (E.164) with the signs that people put between them.
func isPhone(s string) bool {
	if len(s) < 2 || s[0] != '+' || !text.IsDigit(s[1]) {
		return false
	}
	digits := 0
	for i := 1; i < len(s); i++ {
		switch {
		case text.IsDigit(s[i]):
			digits++
		case s[i] == ' ', s[i] == '-', s[i] == '.', s[i] == '/', s[i] == '(', s[i] == ')':
		default:
			return false
		}
	}
	return digits >= 7 && digits <= 15
}

// mayBeFormula tells whether a sheet, or a file that is exported from it and
// opened elsewhere, may take the text for a formula: whether its first
// character is = + - or @ in the usual or the full-width form, behind white
// space and characters without width.
func mayBeFormula(s string) bool {
	for _, r := range text.Trim(s) {
		switch {
		case r == '=', r == '+', r == '-', r == '@', r == 0xff1d, r == 0xff0b, r == 0xff0d, r == 0xff20:
			return true
		case r >= 0x200b && r <= 0x200d, r == 0x2060, r == 0xfeff:
		case text.Blank(string(r)):
		default:
			return false
		}
	}
	return false
}
