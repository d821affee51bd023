package main

import (
	"github.com/wslite/wslite/plugins/sheets/internal/a1"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderProtections(d value.Value) string {
	all := d.Get("protections").Items()
	out := text.Count(len(all), "protection", "protections") + ".\n"
	if len(all) == 0 {
		return out
	}
	table := [][]text.Cell{{{Text: "Index"}, {Text: "Type"}, {Text: "Where"}, {Text: "Description"}, {Text: "Who may edit"}, {Text: "Open ranges"}}}
	for _, p := range all {
		table = append(table, []text.Cell{
			numeric(p, "index"), {Text: p.Get("type").Text()}, {Text: oneLine(protectedPlace(p))},
			{Text: oneLine(p.Get("description").Text())}, {Text: whoMayEdit(p)}, {Text: show.Join(p.Get("unprotectedRanges"), ", ", cellText)},
		})
	}
	return out + text.Table(table)
}

func renderProtected(d value.Value) string {
	return "Protected " + protection(d.Get("protection"))
}

func renderProtectionRemoved(d value.Value) string {
	out := "Removed the protection of " + protection(d.Get("removed"))
	if n, ok := d.Get("remainingMatchesBeforeRemoval").AsInt(); ok && n > 0 {
		out += text.Count(int(n), "other protection fits", "other protections fit") + " the filters; indexes have moved.\n"
	}
	return out
}

func protection(p value.Value) string {
	return protectedPlace(p) + ".\n" + text.Details(
		text.Line{Label: "Description", Text: p.Get("description").Text()},
		text.Line{Label: "Named range", Text: p.Get("rangeName").Text()},
		text.Line{Label: "Who may edit", Text: whoMayEdit(p)},
		text.Line{Label: "Open ranges", Text: show.Join(p.Get("unprotectedRanges"), ", ", cellText)},
		text.Line{Label: "Index", Text: cellText(p.Get("index"))},
	)
}

// protectedPlace is the range, or the sheet as a whole.
func protectedPlace(p value.Value) string {
	if p.Get("type").Text() == "SHEET" {
		return "the sheet " + p.Get("sheetName").Text()
	}
	return place(p)
}

func whoMayEdit(p value.Value) string {
	if p.Get("warningOnly").IsTrue() {
		return "everyone, after a warning"
	}
	out := show.Join(p.Get("editors"), ", ", cellText)
	if p.Get("domainEdit").IsTrue() {
		if out != "" {
			out += ", "
		}
		out += "the owner's domain"
	}
	return out
}

func columnName(n int64) string {
	if n < 1 || n > a1.MaxColumn {
		return text.Int(int(n))
	}
	return a1.Column(int(n))
}
