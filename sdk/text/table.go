package text

// maxPad is the width up to which a column is padded. A longer cell is written
// whole and pushes what follows to the right: nothing is cut.
const maxPad = 48

// Cell is one cell of [Table]; numbers stand at the right.
type Cell struct {
	Text  string
	Right bool
}

// Table writes rows of cells below each other, two spaces between columns. Rows
// may be short, and a cell must be one line. An empty first column indents the
// rest.
//
//go:noinline
func Table(rows [][]Cell) string {
	var widths []int
	for _, row := range rows {
		for j, c := range row {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], min(Width(c.Text), maxPad))
		}
	}
	var out []byte
	for _, row := range rows {
		gap := 0 // spaces that are due before the next text
		for j, c := range row {
			pad := max(widths[j]-Width(c.Text), 0)
			if c.Text == "" {
				gap += pad
			} else {
				if c.Right {
					gap, pad = gap+pad, 0
				}
				for range gap {
					out = append(out, ' ')
				}
				out = append(out, c.Text...)
				gap = pad
			}
			gap += 2
		}
		out = append(out, '\n')
	}
	return string(out)
}

// Width is how many columns of a terminal a text takes: two for East Asian wide
// characters and pictographs, none for combining marks and joiners.
func Width(s string) int {
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
