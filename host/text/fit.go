package text

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Fit gives the end of the longest piece of s from off on that takes at most
// width cells, and where the next piece begins. It breaks behind a blank where
// it can, and leaves out nothing but that blank.
func Fit(s string, off, width int) (to, next int) {
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
		w := MostCells(g.Value())
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

// MostCells is the most that a terminal may take for a piece of text: some draw the
// parts of an emoji one by one, and a row that is too long for them would lose
// its end.
func MostCells(s string) int {
	if len(s) == 1 {
		return 1
	}
	apart := 0
	for _, r := range s {
		n := Width(string(r))
		switch {
		case r >= 0x1f000 && r < 0x20000: // emoji, halves of flags among them
			n = max(n, 2)
		case r == 0xfe0f: // the sign before it is drawn as an emoji
			n = 1
		}
		apart += n
	}
	return max(apart, Width(s))
}
