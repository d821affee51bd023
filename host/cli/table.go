package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	gotext "github.com/jedib0t/go-pretty/v6/text"

	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// cellWidth bounds a cell on a terminal, in cells; in a pipe nothing is cut.
const cellWidth = 60

// printTable writes one row per item, columns aligned by display width. Wide
// columns are shown only on a terminal that has room for them.
func (a *App) printTable(columns []abi.Column, items []any) {
	out := a.renderTable(columns, items)
	if slices.ContainsFunc(columns, func(c abi.Column) bool { return c.Wide }) && !a.hasRoomFor(out) {
		narrow := slices.DeleteFunc(slices.Clone(columns), func(c abi.Column) bool { return c.Wide })
		out = a.renderTable(narrow, items)
	}
	fmt.Fprintln(a.Out, out)
}

// hasRoomFor says whether no line of a table is wider than the terminal.
func (a *App) hasRoomFor(table string) bool {
	if a.Width == 0 {
		return false
	}
	for line := range strings.SplitSeq(table, "\n") {
		if text.Width(line) > a.Width {
			return false
		}
	}
	return true
}

func (a *App) renderTable(columns []abi.Column, items []any) string {
	if len(columns) == 0 {
		columns = []abi.Column{{Key: "", Title: "item"}}
	}
	w := a.newTable()
	head := table.Row{}
	for _, c := range columns {
		head = append(head, a.bold(strings.ToUpper(text.Line(c.Title))))
	}
	w.AppendHeader(head)
	for _, it := range items {
		row := table.Row{}
		for _, c := range columns {
			row = append(row, a.cell(a.shown(c, valueAt(it, c.Key))))
		}
		w.AppendRow(row)
	}
	return trimLines(w.Render())
}

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

func (a *App) bold(s string) string {
	if !a.Color {
		return s
	}
	return gotext.Bold.Sprint(s)
}

// shown is a value as its column wants it. What is no time (a day without a
// time, say) stays as it is: no zone may move a calendar day.
func (a *App) shown(c abi.Column, v any) any {
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
func (a *App) cell(v any) string {
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
	default:
		b, err := json.Marshal(x)
		if err != nil {
			return ""
		}
		s = string(b)
	}
	s = text.Line(s)
	if a.OutTTY {
		s = text.Cut(s, cellWidth)
	}
	return s
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
