package cli

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	gotext "github.com/jedib0t/go-pretty/v6/text"
)

// newTable is a table without lines: columns apart by two spaces.
func (a *App) newTable() table.Writer {
	w := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Format.Header = gotext.FormatDefault
	w.SetStyle(style)
	return w
}

// trimLines takes off the padding of the last column.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
