package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/wslite/wslite/host/size"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// cellWidth bounds a cell on a terminal, in cells; in a pipe nothing is cut, but
// columns are aligned up to pipeWidth only: one long text should not fill all
// other rows with blanks. A column that is cut to fit a terminal keeps leastWidth.
const (
	cellWidth  = 60
	pipeWidth  = 120
	leastWidth = 12
	gap        = 2
)

// printTable writes one row per item, columns aligned by display width. On a
// terminal, wide columns are shown as far as there is room for them, and texts
// are cut until a row fits; an id, which is there to be copied, never is.
func (a *App) printTable(columns []abi.Column, items []any) {
	fmt.Fprint(a.Out, a.renderTable(columns, items))
}

func (a *App) renderTable(columns []abi.Column, items []any) string {
	if len(columns) == 0 {
		columns = []abi.Column{{Key: "", Title: "item"}}
	}
	var shown []tableColumn
	for _, c := range columns {
		shown = append(shown, a.tableColumn(c, items))
	}
	shown = a.withRoom(shown)
	if a.OutTTY && a.Width > 0 {
		cutToFit(shown, a.Width)
	}
	var b strings.Builder
	for row := -1; row < len(items); row++ {
		line := ""
		for i, c := range shown {
			cell := c.title
			if row >= 0 {
				cell = c.cells[row]
				if a.OutTTY {
					cell = text.Cut(cell, c.width)
				}
			}
			pad := strings.Repeat(" ", max(0, c.width-text.Width(cell)))
			if row < 0 {
				cell = a.bold(cell)
			}
			line += cell
			if i < len(shown)-1 {
				line += pad + strings.Repeat(" ", gap)
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// tableColumn is a column with its cells, each on one line, and its width.
type tableColumn struct {
	abi.Column
	title string
	cells []string
	width int
}

func (a *App) tableColumn(c abi.Column, items []any) tableColumn {
	t := tableColumn{Column: c, title: strings.ToUpper(text.Line(c.Title))}
	t.width = text.Width(t.title)
	for _, it := range items {
		s := cell(a.shown(c, valueAt(it, c.Key)))
		t.cells = append(t.cells, s)
		t.width = max(t.width, text.Width(s))
	}
	switch {
	case !a.OutTTY:
		t.width = min(t.width, pipeWidth)
	case t.cuttable():
		t.width = max(text.Width(t.title), min(t.width, cellWidth))
	}
	return t
}

// cuttable says whether a cell is still of use without its end.
func (c tableColumn) cuttable() bool {
	return c.Kind == "" && c.Key != "id" && !strings.HasSuffix(c.Key, "Id") && !strings.HasSuffix(c.Key, ".id")
}

// withRoom leaves out the wide columns that the terminal has no room for. In a
// pipe, where nobody knows the width, there are none.
func (a *App) withRoom(all []tableColumn) []tableColumn {
	keep := make([]bool, len(all))
	used := -gap
	for i, c := range all {
		if !c.Wide {
			keep[i] = true
			used += c.width + gap
		}
	}
	for i, c := range all {
		if c.Wide && used+c.width+gap <= a.Width {
			keep[i] = true
			used += c.width + gap
		}
	}
	if a.OutTTY && a.Width > 0 {
		dropLast(all, keep, a.Width)
	}
	var out []tableColumn
	for i, c := range all {
		if keep[i] {
			out = append(out, c)
		}
	}
	return out
}

// dropLast gives up texts from the right, though never the first column, while
// even cut to the least they do not fit: a table whose rows break reads worse.
func dropLast(all []tableColumn, keep []bool, room int) {
	least := -gap
	for i, c := range all {
		if keep[i] {
			least += c.least() + gap
		}
	}
	for i := len(all) - 1; i > 0 && least > room; i-- {
		if keep[i] && all[i].cuttable() {
			keep[i] = false
			least -= all[i].least() + gap
		}
	}
}

// least is the width that a column keeps whatever the terminal.
func (c tableColumn) least() int {
	if !c.cuttable() {
		return c.width
	}
	return min(c.width, max(leastWidth, text.Width(c.title)))
}

// cutToFit takes cells from the widest texts until a row fits, or no text has
// any to give.
func cutToFit(columns []tableColumn, room int) {
	total := -gap
	for _, c := range columns {
		total += c.width + gap
	}
	for ; total > room; total-- {
		widest := -1
		for i, c := range columns {
			if c.width > c.least() && (widest < 0 || c.width > columns[widest].width) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		columns[widest].width--
	}
}

func (a *App) bold(s string) string {
	if !a.Color {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// shown is a value as its column wants it. What is no time (a day without a
// time, say) stays as it is: no zone may move a calendar day.
func (a *App) shown(c abi.Column, v any) any {
	if n, ok := v.(json.Number); ok && c.Kind == "size" {
		if bytes, err := n.Float64(); err == nil && bytes >= 0 {
			return size.Text(bytes)
		}
	}
	s, ok := v.(string)
	if !ok || c.Kind == "" {
		return v
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return v
	}
	switch c.Kind {
	case "date":
		return t.Format(time.DateOnly)
	case "time":
		return t.In(a.zone()).Format("2006-01-02 15:04")
	}
	return v
}

// cell is one value on one line.
func cell(v any) string {
	var s string
	switch x := v.(type) {
	case nil:
		return ""
	case string:
		s = x
	case bool:
		s = fmt.Sprint(x)
	case json.Number:
		s = x.String()
	case []any:
		var parts []string
		for _, item := range x {
			parts = append(parts, cell(item))
		}
		return strings.Join(parts, ", ")
	default:
		b, err := json.Marshal(x)
		if err != nil {
			return ""
		}
		s = string(b)
	}
	return text.Line(s)
}

// valueAt follows a dotted path; an empty path is the item itself.
func valueAt(item any, path string) any {
	if path == "" {
		return item
	}
	for _, key := range strings.Split(path, ".") {
		m, ok := item.(map[string]any)
		if !ok {
			return nil
		}
		item = m[key]
	}
	return item
}
