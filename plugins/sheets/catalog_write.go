package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func writeRange() abi.Tool {
	t := tool("rangeWrite", "write", "Write cells",
		"Writes rows of values over a range, up to 10,000 cells; what was there is lost. Give the upper left cell and values spread from it; "+
			"a larger range is filled completely, its other cells emptied. Formulas need sheets_set_formula; to add rows use sheets_append_rows.",
		rangeWords, spreadsheetID(), onSheet(),
		inRange("The upper left cell, as B2, or the whole range, as 'My Sheet'!B2:D5."),
		cells("Rows of cells: text (read as if typed), numbers, true, false; null empties. '007 stays text; -5 and +49 30 12345 pass."))
	t.Examples = []string{
		`wslite sheets write-range 1AbC B2 --values '[["day","km"],["2031-05-04",12.5]]'`,
		`wslite sheets write-range 1AbC 'Log!A1' --values @rows.json`,
	}
	return t
}

func appendRows() abi.Tool {
	t := tool("rowsAppend", "write", "Append rows",
		"Adds rows below the last used row of a sheet, from column A. It overwrites nothing; a second call adds them again. "+
			"Prefer it to sheets_write_range for logs and lists. Formulas are refused: use sheets_set_formula.",
		fileWord, spreadsheetID(), theSheet(),
		cells("Rows of cells: text (read as if typed), numbers, true, false or null. '007 stays text; -5 and +49 30 12345 pass."))
	t.Examples = []string{`wslite sheets append-rows 1AbC --sheet-name Log --values '[["2031-05-04",12.5]]'`}
	return t
}

func clearRange() abi.Tool {
	return tool("rangeClear", "manage", "Clear cells",
		"Empties the cells of a range, or of the whole sheet where no range is given. Formats, notes and validation stay. Needs confirmation. "+
			"To remove rows themselves use sheets_delete_rows.",
		rangeWords, spreadsheetID(), onSheet(),
		maybeRange("The cells, as A1:C10, A:C or 'My Sheet'!A1:C10. Without it: every cell of the sheet."),
		google.Confirm())
}

func replaceText() abi.Tool {
	return tool("textReplace", "write", "Replace text",
		"Replaces a text wherever it stands in range, else in the sheet, else in the whole file, and returns how often. "+
			"10,000 cells at most. Look first with sheets_find_text and the same options: there is no undo here.",
		[]string{"spreadsheetId", "findText", "replaceText"},
		append([]schema.Field{
			spreadsheetID(), searchSheet(), maybeRange("The cells to change, as A1:C10 or 'My Sheet'!A:C."),
			schema.Required("findText", schema.String().Length(1, maxFind).Describe("What to find, up to 500 characters.")),
			schema.Required("replaceText", schema.String().Length(0, maxReplace).Format(schema.NoFormulaPrefix).
				Describe("What to put there, \"\" to delete; it can't begin with = + - or @. Up to 5000 characters.")),
		}, searchFlags()...)...)
}

func setFormula() abi.Tool {
	t := tool("formulaSet", "write", "Set a formula",
		"Puts one formula into every cell of a range, replacing what is there. Every cell gets the same text: "+
			"references do not shift from row to row, so give each row its own call, or use ARRAYFORMULA. Values are written with sheets_write_range.",
		rangeWords, spreadsheetID(), onSheet(),
		inRange("The cell or cells, as D1 or 'My Sheet'!D1:D10."),
		schema.Required("formula", schema.String().Format(schema.Formula).Describe("The formula with its equals sign, as =SUM(A1:A10).")))
	t.Examples = []string{`wslite sheets set-formula 1AbC D11 --formula '=SUM(D1:D10)'`}
	return t
}

func setNote() abi.Tool {
	return tool("noteSet", "write", "Set a note",
		"Puts the same note on every cell of a range, or removes the notes where note is empty. "+
			"A note is a small text on a cell, not a comment that people answer.",
		rangeWords, spreadsheetID(), onSheet(),
		inRange("The cells, as B2 or 'My Sheet'!B2:B5."),
		schema.Required("note", schema.String().Describe("The note's text; \"\" removes notes.")))
}

func sortRange() abi.Tool {
	return tool("rangeSort", "write", "Sort rows",
		"Sorts the rows of a range by one of its columns, in place. Leave header rows out of the range. "+
			"Through a proxy the column is counted from column A of the sheet, so let the range begin in A there.",
		rangeWords, spreadsheetID(), onSheet(),
		inRange("The cells to sort, as A2:D50."),
		schema.Required("sortColumn", count(1, google.MaxSafeInt, "The column to sort by, counted from 1, the first of the range.")),
		sortOrder())
}
