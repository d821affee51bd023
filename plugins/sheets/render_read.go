package main

import (
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderRange(d value.Value) string {
	values := d.Get("values")
	if widest(values) == 0 {
		return d.Get("sheetName").Text() + " has no values there.\n"
	}
	return place(d) + ", " + size(values.Len(), widest(values)) + ".\n" + grid(d.Get("range").Text(), values)
}

func renderValueRanges(d value.Value) string {
	out := text.Count(d.Get("valueRanges").Len(), "range", "ranges") + ".\n"
	for _, r := range d.Get("valueRanges").Items() {
		body := grid(r.Get("range").Text(), r.Get("values"))
		if body == "" {
			body = "no values\n"
		}
		out += "\n" + r.Get("range").Text() + "\n" + body
	}
	return out
}

// renderFormulas shows what the cells show, and below it the formulas.
func renderFormulas(d value.Value) string {
	shown := d.Get("displayValues")
	if widest(shown) == 0 {
		shown = d.Get("values")
	}
	if widest(shown) == 0 {
		return d.Get("sheetName").Text() + " has no values there.\n"
	}
	found := filled(d.Get("range").Text(), d.Get("formulas"))
	out := place(d) + ", " + size(shown.Len(), widest(shown)) + ", " + text.Count(len(found), "formula", "formulas") + ".\n" +
		grid(d.Get("range").Text(), shown)
	if len(found) > 0 {
		out += "\n" + text.Table(found)
	}
	return out
}

func renderNotes(d value.Value) string {
	found := filled(d.Get("range").Text(), d.Get("notes"))
	return place(d) + ": " + text.Count(len(found), "note", "notes") + ".\n" + text.Table(found)
}

// filled lists the cells that hold a text, each with its name.
func filled(from string, rows value.Value) (lines [][]text.Cell) {
	origin, err := a1.Parse(from)
	if err != nil {
		origin = a1.Range{}
	}
	for i, row := range rows.Items() {
		for j, v := range row.Items() {
			if v.Text() != "" {
				name := a1.Cell(max(origin.FromColumn, 1)+j, max(origin.FromRow, 1)+i)
				lines = append(lines, []text.Cell{{Text: name}, {Text: oneLine(v.Text())}})
			}
		}
	}
	return lines
}

func renderMatches(d value.Value) string {
	out := numbered(d.Get("totalMatches"), "match", "matches") + ", " + numbered(d.Get("totalCellsSearched"), "cell", "cells") + " searched"
	if d.Get("truncated").IsTrue() {
		out += "; the first " + cellText(d.Get("returnedMatches")) + " are shown, maxResults shows more"
	}
	out += ".\n"
	table := [][]text.Cell{{{Text: "Sheet"}, {Text: "Cell"}, {Text: "Shown"}, {Text: "Formula"}}}
	for _, m := range d.Get("matches").Items() {
		shown := m.Get("displayValue")
		if !shown.Exists() {
			shown = m.Get("value")
		}
		table = append(table, []text.Cell{
			{Text: oneLine(m.Get("sheetName").Text())}, {Text: m.Get("range").Text()}, {Text: cellText(shown)}, {Text: oneLine(m.Get("formula").Text())},
		})
	}
	if len(table) == 1 {
		return out
	}
	return out + text.Table(table)
}

func renderRules(d value.Value) string {
	rules := d.Get("rules").Items()
	lines := make([]string, 0, len(rules))
	for _, r := range rules {
		line := show.Join(r.Get("ranges"), ", ", cellText) + ": "
		if c := r.Get("booleanCondition"); c.Exists() {
			line += condition(c)
		}
		if g := r.Get("gradientCondition"); g.Exists() {
			line += "colours from " + gradientEnd(g, "min") + " to " + gradientEnd(g, "max")
		}
		lines = append(lines, line)
	}
	return d.Get("sheetName").Text() + ": " + text.Count(len(lines), "rule", "rules") + ".\n" + text.Bullets(lines)
}

func condition(c value.Value) string {
	out := c.Get("type").Text()
	if values := show.Join(c.Get("values"), ", ", cellText); values != "" {
		out += " " + values
	}
	if s := c.Get("background").Text(); s != "" {
		out += ", background " + s
	}
	if s := c.Get("fontColor").Text(); s != "" {
		out += ", text " + s
	}
	return out
}

// gradientEnd is one end of a colour scale: type, value and colour.
func gradientEnd(g value.Value, end string) string {
	out := g.Get(end + "Type").Text()
	for _, key := range [...]string{end + "Value", end + "Color"} {
		if s := cellText(g.Get(key)); s != "" {
			out += " " + s
		}
	}
	return out
}
