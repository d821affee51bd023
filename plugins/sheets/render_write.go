package main

import (
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderWritten(d value.Value) string {
	return "Wrote " + numbered(d.Get("rowsWritten"), "row", "rows") + " by " + numbered(d.Get("colsWritten"), "column", "columns") + " to " + place(d) + ".\n"
}

// renderAppended tells where the rows went, which a proxy does not say.
func renderAppended(d value.Value) string {
	return "Appended " + numbered(d.Get("rowsAppended"), "row", "rows") + " to " + place(d) + ".\n"
}

func renderCleared(d value.Value) string {
	sheet := d.Get("sheetName").Text()
	switch cleared := d.Get("cleared").Text(); cleared {
	case "(empty)":
		return sheet + " was empty: nothing changed.\n"
	case "(all)":
		return "Emptied all cells of " + sheet + ".\n"
	default:
		return "Emptied " + sheet + ", " + cleared + ".\n"
	}
}

func renderReplaced(d value.Value) string {
	return numbered(d.Get("replacements"), "replacement", "replacements") + ", " + numbered(d.Get("totalCellsSearched"), "cell", "cells") + " searched.\n" + text.Details(
		text.Line{Label: "Found", Text: d.Get("findText").Text()},
		text.Line{Label: "Now", Text: d.Get("replaceText").Text()},
	)
}

func renderFormulaSet(d value.Value) string {
	return "Set the formula of " + place(d) + ".\n" + text.Indent(d.Get("formula").Text(), "  ") + "\n"
}

func renderNoteSet(d value.Value) string {
	if d.Get("cleared").IsTrue() {
		return "Removed the notes of " + place(d) + ".\n"
	}
	return "Set the note of " + place(d) + ".\n" + text.Indent(d.Get("note").Text(), "  ") + "\n"
}

func renderFormatted(d value.Value) string {
	if d.Get("applied").Len() == 0 {
		return "Nothing was applied to " + place(d) + ".\n"
	}
	return "Formatted " + place(d) + ": " + show.Join(d.Get("applied"), ", ", cellText) + ".\n"
}

func renderWidth(d value.Value) string {
	column := cellText(d.Get("column"))
	if n, ok := d.Get("column").AsInt(); ok {
		column = columnName(n)
	}
	return "Column " + column + " of " + d.Get("sheetName").Text() + " is " + cellText(d.Get("width")) + " pixels wide.\n"
}

func renderFrozen(d value.Value) string {
	return numbered(d.Get("frozenRows"), "row", "rows") + " of " + d.Get("sheetName").Text() + " frozen.\n"
}

func renderSorted(d value.Value) string {
	order := "ascending"
	if up, ok := d.Get("ascending").AsBool(); ok && !up {
		order = "descending"
	}
	return "Sorted " + place(d) + " by column " + cellText(d.Get("sortColumn")) + ", " + order + ".\n"
}

func renderChart(d value.Value) string {
	out := "Created a " + d.Get("chartType").Text() + " chart at " + d.Get("position").Text() + ", " +
		cellText(d.Get("width")) + " by " + cellText(d.Get("height")) + " pixels.\n"
	return out + text.Details(text.Line{Label: "Id", Text: cellText(d.Get("chartId"))})
}

func renderValidation(d value.Value) string {
	return place(d) + " has the rule " + d.Get("validationType").Text() + ".\n"
}
