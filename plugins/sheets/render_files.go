package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderCreated(d value.Value) string { return "Created: " + spreadsheet(d.Get("spreadsheet")) }

func spreadsheet(s value.Value) string {
	out := text.OneLine(s.Get("name").Text()) + "\n" + text.Details(
		text.Line{Label: "Id", Text: s.Get("id").Text()},
		text.Line{Label: "Open", Text: s.Get("url").Text()},
		text.Line{Label: "Zone", Text: s.Get("timeZone").Text()},
	)
	sheets := s.Get("sheets").Items()
	if len(sheets) == 0 {
		return out
	}
	table := [][]text.Cell{{{Text: "Sheet"}, {Text: "Position"}, {Text: "Rows"}, {Text: "Columns"}, {Text: "Id"}}}
	for _, sheet := range sheets {
		table = append(table, []text.Cell{{Text: oneLine(sheet.Get("name").Text())}, numeric(sheet, "index"), numeric(sheet, "numRows"), numeric(sheet, "numCols"), numeric(sheet, "sheetId")})
	}
	return out + "\n" + text.Table(table)
}

func numeric(v value.Value, key string) text.Cell {
	return text.Cell{Text: cellText(v.Get(key)), Right: true}
}

func renderAdded(d value.Value) string {
	s := d.Get("sheet")
	return "Added the sheet " + text.OneLine(s.Get("name").Text()) + ".\n" + text.Details(
		text.Line{Label: "Position", Text: cellText(s.Get("index"))},
		text.Line{Label: "Id", Text: cellText(s.Get("sheetId"))},
	)
}

func renderCopied(d value.Value) string {
	return "Copied to the sheet " + text.OneLine(d.Get("name").Text()) + " (id " + cellText(d.Get("sheetId")) + ").\n"
}

func renderSheetDeleted(d value.Value) string {
	return "Deleted the sheet " + d.Get("deleted").Text() + ".\n"
}

func renderRenamed(d value.Value) string {
	return "Renamed the sheet " + d.Get("oldName").Text() + " to " + d.Get("newName").Text() + ".\n"
}

func renderRowsInserted(d value.Value) string { return "Inserted " + rowsAt(d, "in") }
func renderRowsDeleted(d value.Value) string  { return "Deleted " + rowsAt(d, "of") }

func rowsAt(d value.Value, in string) string {
	return numbered(d.Get("howMany"), "row", "rows") + " " + in + " " + d.Get("sheetName").Text() + ", beginning with row " + cellText(d.Get("startPosition")) + ".\n"
}
