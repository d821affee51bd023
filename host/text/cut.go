package text

import (
	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

// ellipsis marks what Cut left out; it takes one cell.
const ellipsis = "…"

// Width gives the number of terminal cells that s takes in one line. Letters
// of ambiguous width count one cell, whatever the locale, so that output is
// the same everywhere.
func Width(s string) int {
	n := 0
	for g := graphemes.FromString(s); g.Next(); {
		n += clusterWidth(g.Value())
	}
	return n
}

// Cut shortens s to at most width cells; where it leaves something out the
// last cell is an ellipsis. It cuts between grapheme clusters: never inside a
// letter with its accents, a flag or a family emoji. A width below 1 gives "".
func Cut(s string, width int) string {
	if width < 1 {
		return ""
	}
	if len(s) <= width { // a cluster of n bytes never takes more than n cells
		return s
	}
	cells, fits := 0, 0 // fits: bytes that leave a cell for the ellipsis
	g := graphemes.FromString(s)
	for g.Next() {
		cells += clusterWidth(g.Value())
		if cells > width {
			return s[:fits] + ellipsis
		}
		if cells <= width-1 {
			fits = g.End()
		}
	}
	return s
}

// narrow measures without the package's own state, which follows the locale.
var narrow = runewidth.Condition{StrictEmojiNeutral: true}

func clusterWidth(c string) int { return narrow.StringWidth(c) }
