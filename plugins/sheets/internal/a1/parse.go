package a1

import "github.com/wslite/wslite/sdk/text"

// Fault says what is wrong with a text that names no range: a clause such as
// "rows count from 1".
type Fault string

func (f Fault) Error() string { return string(f) }

const (
	notARange    Fault = "it is no range such as A1, A1:C10, A:C, 1:3 or 'My Sheet'!A1:C10"
	openQuote    Fault = "the sheet's name has no closing quote; a quote within a name is doubled: 'Jon''s data'!A1"
	noSheet      Fault = "the name of the sheet before the ! is empty"
	rowZero      Fault = "rows count from 1"
	tooFar       Fault = "columns end at ZZZ and rows at 9999999"
	reversed     Fault = "its corners are the wrong way round: the upper left one comes first"
	twoSheets    Fault = "only the first corner may name the sheet: 'My Sheet'!A1:B2"
	mixedCorners Fault = "both corners must be cells, columns or rows; only A5:B, which ends where the sheet ends, may differ"
)

// Parse reads A1 notation. The error is a [Fault].
func Parse(s string) (Range, error) {
	var r Range
	cells, err := r.takeSheet(text.Trim(s))
	if err != nil {
		return Range{}, err
	}
	if err := r.takeCells(cells); err != nil {
		return Range{}, err
	}
	return r, nil
}

// takeSheet reads the name before the last "!" that stands outside of quotes,
// and gives the rest.
func (r *Range) takeSheet(s string) (rest string, err error) {
	if s != "" && s[0] == '\'' {
		return r.takeQuoted(s[1:])
	}
	at := -1
	for i := range len(s) {
		if s[i] == '!' {
			at = i
		}
	}
	if at < 0 {
		return s, nil
	}
	name, rest := unescaped(s[:at]), s[at+1:]
	if text.Blank(name) {
		return "", noSheet
	}
	// "Sheet1!A1:Sheet1!B2": the last "!" is in the second corner.
	if cut(name, ':') >= 0 && cut(name, '!') >= 0 {
		return "", twoSheets
	}
	r.Sheet, r.HasSheet = name, true
	return rest, nil
}

// takeQuoted reads a name in quotes, of which the first has been read.
func (r *Range) takeQuoted(s string) (rest string, err error) {
	var name []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\'' {
			name = append(name, s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			name = append(name, '\'')
			i++
			continue
		}
		rest = s[i+1:]
		if rest != "" && rest[0] == '\\' {
			rest = rest[1:]
		}
		if rest == "" || rest[0] != '!' {
			return "", openQuote
		}
		if text.Blank(string(name)) {
			return "", noSheet
		}
		r.Sheet, r.HasSheet = string(name), true
		return rest[1:], nil
	}
	return "", openQuote
}

// unescaped drops the backslash that interactive shells leave before an
// exclamation mark: in double quotes "Sheet1\!A1" keeps it.
func unescaped(name string) string {
	if name != "" && name[len(name)-1] == '\\' {
		return name[:len(name)-1]
	}
	return name
}

// cut is the place of the first c in s, -1 where there is none.
func cut(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func (r *Range) takeCells(s string) error {
	at := cut(s, ':')
	if at < 0 {
		column, row, err := takeCorner(s)
		if err == nil && (column == 0 || row == 0) {
			err = notARange
		}
		r.FromColumn, r.FromRow, r.ToColumn, r.ToRow = column, row, column, row
		return err
	}
	var err error
	if r.FromColumn, r.FromRow, err = takeCorner(s[:at]); err != nil {
		return err
	}
	if cut(s[at+1:], '!') >= 0 {
		return twoSheets
	}
	if r.ToColumn, r.ToRow, err = takeCorner(s[at+1:]); err != nil {
		return err
	}
	switch {
	case (r.FromColumn == 0) != (r.ToColumn == 0), r.FromRow == 0 && r.ToRow != 0, r.FromColumn == 0 && r.ToRow == 0:
		return mixedCorners
	case r.ToColumn < r.FromColumn, r.ToRow != 0 && r.ToRow < r.FromRow:
		return reversed
	}
	return nil
}

// takeCorner reads B5, B or 5, with dollar signs or without; a part that is
// missing is 0.
func takeCorner(s string) (column, row int, err error) {
	i := 0
	dollar := func() {
		if i < len(s) && s[i] == '$' {
			i++
		}
	}
	dollar()
	letters := i
	for ; i < len(s) && letter(s[i]) > 0; i++ {
		if column = column*26 + letter(s[i]); column > MaxColumn {
			return 0, 0, tooFar
		}
	}
	if i > letters && i < len(s) {
		dollar()
	}
	digits := i
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		if row = row*10 + int(s[i]-'0'); row > MaxRow {
			return 0, 0, tooFar
		}
	}
	switch {
	case i < len(s) || i == letters:
		return 0, 0, notARange
	case i > digits && row == 0:
		return 0, 0, rowZero
	}
	return column, row, nil
}

// letter is the place of an ASCII letter in the alphabet, from 1.
func letter(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 1
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 1
	}
	return 0
}
