// Package a1 reads and writes A1 notation: the text that names a range of
// cells, such as B2, 'Q1 report'!A1:C10, A:C, 3:5 or A5:B.
//
// It reads more forms than the services take (lower case, the backslash that a
// shell leaves before "!", any sheet name) and writes one. It knows no sheet:
// whether a range lies on the grid is the service's to say. Start at [Parse].
package a1

import "github.com/wslite/wslite/sdk/text"

// The last column that has a name of three letters, ZZZ, and the last row that
// services take.
const (
	MaxColumn = 18278
	MaxRow    = 9999999
)

// Range is a rectangle of cells. Columns and rows count from 1; ends are
// included. A side that is open is 0: A:C has no rows, 3:5 no columns, A5:B no
// last row.
type Range struct {
	// Sheet is the name of the sheet, HasSheet whether one was written.
	Sheet    string
	HasSheet bool

	FromColumn, FromRow, ToColumn, ToRow int
}

// IsCell tells whether the range is one cell.
func (r Range) IsCell() bool {
	return r.FromColumn == r.ToColumn && r.FromRow == r.ToRow && r.FromColumn > 0 && r.FromRow > 0
}

// Rows is how many rows the range has, 0 where that depends on the sheet.
func (r Range) Rows() int { return span(r.FromRow, r.ToRow) }

// Columns is how many columns the range has, 0 where that depends on the sheet.
func (r Range) Columns() int { return span(r.FromColumn, r.ToColumn) }

func span(from, to int) int {
	if from == 0 || to == 0 {
		return 0
	}
	return to - from + 1
}

// Cells is how many cells the range has, 0 where that depends on the sheet.
func (r Range) Cells() int { return r.Rows() * r.Columns() }

// String writes the range without dollar signs, and the name of the sheet in
// quotes: every name is understood so.
func (r Range) String() string {
	if !r.HasSheet {
		return r.Local()
	}
	return Quote(r.Sheet) + "!" + r.Local()
}

// Local writes the range without its sheet.
func (r Range) Local() string {
	from := corner(r.FromColumn, r.FromRow)
	if r.IsCell() {
		return from
	}
	return from + ":" + corner(r.ToColumn, r.ToRow)
}

func corner(column, row int) string {
	out := ""
	if column > 0 {
		out = Column(column)
	}
	if row > 0 {
		out += text.Int(row)
	}
	return out
}

// Cell names one cell: Cell(2, 5) is B5.
func Cell(column, row int) string { return corner(column, row) }

// Column names a column by letters: 1 is A, 27 is AA.
func Column(n int) string {
	var b [8]byte
	at := len(b)
	for ; n > 0 && at > 0; n = (n - 1) / 26 {
		at--
		b[at] = byte('A' + (n-1)%26)
	}
	return string(b[at:])
}

// Quote puts the name of a sheet in quotes, those within it doubled.
func Quote(sheet string) string {
	b := []byte{'\''}
	for i := range len(sheet) {
		if sheet[i] == '\'' {
			b = append(b, '\'')
		}
		b = append(b, sheet[i])
	}
	return string(append(b, '\''))
}
