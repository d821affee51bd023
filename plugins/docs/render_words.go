package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// integer writes a whole number; "" for anything else.
func integer(v value.Value) string {
	n, ok := v.AsInt()
	if !ok {
		return ""
	}
	return text.Int(int(n))
}

// names lists the things that changed, or says what stands for them.
func names(changes value.Value, otherwise string) string {
	return text.Or(show.Join(changes, ", ", value.Value.Text), otherwise)
}

// end says where something new went: append is true by default.
func end(a *plugin.Answer, known bool) string {
	switch v, given := a.Args.Get("append").AsBool(); {
	case !known:
		return ""
	case given && !v:
		return " at the start"
	}
	return " at the end"
}

func setTo(d value.Value, what string) string {
	if d.Get("text").Text() == "" {
		return "Emptied the " + what
	}
	return "Set the " + what
}

// tableSize is a table's size.
func tableSize(d value.Value) string {
	rows, cols := show.Count(d.Get("rows"), "row", "rows"), show.Count(d.Get("cols"), "column", "columns")
	if rows == "" || cols == "" {
		return ""
	}
	return rows + " and " + cols
}

// paragraph is what kind of paragraph was added, and where.
func paragraph(d value.Value) string {
	appended, known := d.Get("appended").AsBool()
	if !known {
		return ""
	}
	kind := "a paragraph"
	if n := level(d); n > 0 {
		kind = "a heading of level " + text.Int(n)
	}
	if appended {
		return kind + " at the end"
	}
	return kind + " at the start"
}

// level is a paragraph's heading level, 0 for plain text.
func level(p value.Value) int {
	if h := p.Get("heading").Text(); len(h) == len("HEADING1") && h[:len("HEADING")] == "HEADING" && '1' <= h[7] && h[7] <= '6' {
		return int(h[7] - '0')
	}
	return 0
}
