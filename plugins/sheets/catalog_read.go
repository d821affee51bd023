package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

const usedRange = `The cells, as A1:C10, A:C or 'My Sheet'!A1:C10. Without it: all that is used.`

func readRange() abi.Tool {
	t := tool("rangeRead", "read", "Read cells",
		"Reads the values of a range, up to 10,000 cells, as rows of equal length: numbers, text, true or false; an empty cell is \"\". "+
			"Prefer sheets_batch_get for several ranges, sheets_read_formulas for formulas, sheets_find_text to look for something.",
		rangeWords, spreadsheetID(), onSheet(), maybeRange(usedRange))
	t.Examples = []string{
		"wslite sheets read-range 1AbC",
		"wslite sheets read-range 1AbC A1:C10 --sheet-name 'Q1 Report'",
		"wslite sheets read-range 1AbC 'Log!A:C'",
	}
	return t
}

func readFormulas() abi.Tool {
	return tool("rangeGetFormulas", "read", "Read formulas",
		"Reads a range three ways, up to 10,000 cells: values, formulas (\"\" where a cell has none) and the text as shown. "+
			"For values alone sheets_read_range returns a third of the data.",
		rangeWords, spreadsheetID(), onSheet(), maybeRange(usedRange))
}

func getNotes() abi.Tool {
	return tool("rangeGetNotes", "read", "Read notes",
		"Reads the notes of a range, up to 10,000 cells, as rows of text; \"\" is no note. "+
			"Through a proxy the default range ends with the data, so name a range to see notes on empty cells. Comments are no notes.",
		rangeWords, spreadsheetID(), onSheet(), maybeRange(usedRange))
}

func batchGet() abi.Tool {
	t := tool("valuesBatchGet", "read", "Read several ranges",
		"Reads up to 10 ranges of a spreadsheet in one call, 10,000 cells in all, as the text that cells show. "+
			"Empty cells at the end of a row and empty rows at the end are left out. For typed values use sheets_read_range.",
		fileWord, spreadsheetID(),
		schema.Required("ranges", schema.Array(schema.String()).Items(1, 10).
			Describe(`The ranges, such as ["A1:C10","'My Sheet'!A:A"]. One without a sheet is on the first.`)))
	t.Examples = []string{`wslite sheets batch-get 1AbC --ranges '["Log!A1:C3","Plan!B2"]'`}
	return t
}

func findText() abi.Tool {
	t := tool("textFind", "write", "Find text",
		"Finds cells by their text and returns sheet, cell, value and formula of each. It changes nothing. "+
			"It looks in range, else in the sheet, else in the whole file; 10,000 cells at most. "+
			"Prefer it to reading a large range and searching yourself.",
		[]string{"spreadsheetId", "findText"},
		append([]schema.Field{
			spreadsheetID(), searchSheet(), maybeRange("The cells to look in, as A1:C10 or 'My Sheet'!A:C."),
			schema.Required("findText", schema.String().Length(1, maxFind).Describe("What to find, up to 500 characters.")),
			schema.Optional("maxResults", count(1, maxFind, "How many matches to return at most, 1 to 500.").Default(value.Int(100))),
		}, searchFlags()...)...)
	t.Examples = []string{"wslite sheets find-text 1AbC overdue --sheet-name Invoices"}
	return t
}

func searchSheet() schema.Field {
	return schema.Optional("sheetName", schema.String().Describe("The sheet to look in, by its exact name. Without it and range: all sheets."))
}

func getConditionalFormatting() abi.Tool {
	return tool("conditionalFormatGet", "read", "Show conditional formatting",
		"Lists a sheet's conditional format rules in order: their ranges, the condition with its values, and colours. "+
			"It can't change them, and it tells nothing of fixed formats.",
		fileWord, spreadsheetID(), theSheet())
}
