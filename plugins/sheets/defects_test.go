package main

import (
	"strings"
	"testing"
)

// The numbers are those of the peer's defects in its sheets service. Only the
// server can mend these: 6 (an existing sheet protection is changed), 12 (a
// merge loses values), 14 (dates as UTC instants), 15 (NOT_FOUND hides missing
// permission), 17 (notes outside of the data) and 18 (no idempotency); 22
// (failures not flagged, text cut) is the host's. Of 9, 11 and 13 the part that
// arguments decide is tested here.

// 1: the sides of borders are mixed up at the proxy, and others are erased.
func TestSheetsDefect01BordersAreWarnedOf(t *testing.T) {
	const warning = "An Apps Script proxy draws borderBottom on the left and borderLeft below, draws a border that is false too, and erases those that are not given."
	for _, borders := range []string{`"borderBottom":true`, `"borderTop":true,"borderLeft":false`} {
		args := `{"spreadsheetId":"s","range":"A1",` + borders + `}`
		sends(t, "sheets_format_range", args, "rangeFormat", args, warning)
	}
	all := `{"spreadsheetId":"s","range":"A1","borderTop":true,"borderBottom":true,"borderLeft":true,"borderRight":true,"borderColor":"red"}`
	sends(t, "sheets_format_range", all, "rangeFormat", all)
}

// 2: sortColumn is documented as relative to the range and used as absolute.
func TestSheetsDefect02SortColumnHasTwoMeanings(t *testing.T) {
	same := `{"spreadsheetId":"s","range":"A2:D5","sortColumn":4}`
	sends(t, "sheets_sort_range", same, "rangeSort", same)
	differs := `{"spreadsheetId":"s","range":"B2:D5","sortColumn":3}`
	sends(t, "sheets_sort_range", differs, "rangeSort", differs,
		"An Apps Script proxy counts sortColumn from column A of the sheet and not from the range's first: there 3 is column C.")
	refused(t, "sheets_sort_range", `{"spreadsheetId":"s","range":"A2:D5","sortColumn":5}`, "BAD_REQUEST", "sortColumn", "has 4 columns")
	refused(t, "sheets_sort_range", `{"spreadsheetId":"s","range":"2:5","sortColumn":18279}`, "BAD_REQUEST", "sortColumn", "18278 at most")
}

// 3: a write drops and blanks cells without a word.
func TestSheetsDefect03WriteTellsWhatDoesNotFit(t *testing.T) {
	args := func(cells, values string) string {
		return `{"spreadsheetId":"s","range":"` + cells + `","values":` + values + `}`
	}
	for _, c := range []struct {
		cells, values string
		warnings      []string
	}{
		{"B2", `[[1,2],[3,4]]`, nil},
		{"A1:B2", `[[1,2],[3,4]]`, nil},
		{"A1:B1", `[[1,2],[3,4]]`, []string{"values are 2 rows by 2 columns and A1:B1 is 1 row by 2 columns: what does not fit is not written. Give the upper left cell alone to write all of it."}},
		{"A1:A3", `[[1,2]]`, []string{
			"values are 1 row by 2 columns and A1:A3 is 3 rows by 1 column: what does not fit is not written. Give the upper left cell alone to write all of it.",
			"2 cells of A1:A3 that values do not fill are emptied."}},
		{"A1:C2", `[[1,2,3],[4,5,6]]`, nil},
		{"A1:C4", `[[1,2]]`, []string{"10 cells of A1:C4 that values do not fill are emptied."}},
		{"A:B", `[[1,2]]`, []string{"All cells of A:B that values do not fill are emptied."}},
		{"1:1", `[[1],[2]]`, []string{
			"values are 2 rows by 1 column and 1:1 is 1 row: what does not fit is not written. Give the upper left cell alone to write all of it.",
			"All cells of 1:1 that values do not fill are emptied."}},
	} {
		sends(t, "sheets_write_range", args(c.cells, c.values), "rangeWrite", args(c.cells, c.values), c.warnings...)
	}
	// The width was that of the first row.
	sends(t, "sheets_write_range", args("B2", `[[1],[2,3]]`), "rangeWrite", args("B2", `[[1,""],[2,3]]`))
}

// 4: appending ragged rows failed.
func TestSheetsDefect04RaggedRowsArePadded(t *testing.T) {
	sends(t, "sheets_append_rows", `{"spreadsheetId":"s","values":[["a"],["b",null,true],[]]}`,
		"rowsAppend", `{"spreadsheetId":"s","values":[["a","",""],["b",null,true],["","",""]]}`)
	for _, values := range []string{`[]`, `[[]]`, `[[],[]]`} {
		refused(t, "sheets_append_rows", `{"spreadsheetId":"s","values":`+values+`}`, "BAD_REQUEST", "values", "at least one row")
	}
	// Padding must not be what fills the memory: a table that is too large is
	// left as it is and refused.
	large := `[[` + strings.Repeat(`0,`, 4999) + `0]` + strings.Repeat(`,[]`, 5000) + `]`
	if v := tidyValues(mustParse(t, large)); v.Items()[5000].Len() != 0 {
		t.Error("a table that is refused was padded")
	}
	refused(t, "sheets_append_rows", `{"spreadsheetId":"s","values":`+large+`}`,
		"LIMIT_EXCEEDED", "values", "values have 25005000 cells")
}

// 5: a protection without editors protects from nobody.
func TestSheetsDefect05ProtectionTellsWhoMayEdit(t *testing.T) {
	const open = "Through an Apps Script proxy everyone who may edit the file may still edit this: look at the editors in the answer."
	for _, tool := range [][2]string{{"sheets_protect_range", "rangeProtect"}, {"sheets_protect_sheet", "sheetProtect"}} {
		args := `{"spreadsheetId":"s","range":"A1","editors":["a@example.com"]}`
		sends(t, tool[0], args, tool[1], args, open)
		args = `{"spreadsheetId":"s","range":"A1","warningOnly":true}`
		sends(t, tool[0], args, tool[1], args)
		args = `{"spreadsheetId":"s","range":"A1","warningOnly":true,"editors":["a@example.com"]}`
		sends(t, tool[0], args, tool[1], args, "With warningOnly nobody is kept from editing, so editors and domainEdit are of no effect.")
	}
	shows(t, "sheets_protect_range", `{"protection":{"type":"RANGE","sheetName":"Log","range":"A1","warningOnly":false,"editors":["a@example.com","b@example.com"]},"applied":[]}`,
		"Protected Log, A1.\n  Who may edit  a@example.com, b@example.com\n")
}

// 7: removing works on an index that moves.
func TestSheetsDefect07RemovalShowsWhatWasRemoved(t *testing.T) {
	refused(t, "sheets_remove_protection", `{"spreadsheetId":"s","type":"RANGE","index":10001}`, "BAD_REQUEST", "index", "10000 at most")
	shows(t, "sheets_remove_protection", `{"removed":{"index":0,"type":"RANGE","sheetName":"Log","range":"A1","description":"head"},"remainingMatchesBeforeRemoval":1}`,
		"Removed the protection of Log, A1.\n  Description  head\n  Index        0\n1 other protection fits the filters; indexes have moved.\n")
}

// 8: the guard against formulas could be walked around.
func TestSheetsDefect08ReplacementCanMakeNoFormula(t *testing.T) {
	for _, s := range []string{"=1", " =1", `\u200b=1`, `\ufeff\u2060+1`, `\uff1d1`, `\uff201`, `\u00a0@x`} {
		refused(t, "sheets_replace_text", `{"spreadsheetId":"s","findText":"x","replaceText":"`+s+`"}`, "BAD_REQUEST", "replaceText", "must not begin")
	}
	group := `{"spreadsheetId":"s","findText":"x(.*)","replaceText":"$1","useRegularExpression":true}`
	sends(t, "sheets_replace_text", group, "textReplace", group, "replaceText begins with a group of the match: where that begins with =, the cell becomes a formula.")
	formulas := `{"spreadsheetId":"s","findText":"x","replaceText":"","matchFormulaText":true}`
	sends(t, "sheets_replace_text", formulas, "textReplace", formulas, "matchFormulaText rewrites formulas too, not only text.")
}

// 9: wrong operands of a validation and wrong ranges failed without a reason.
func TestSheetsDefect09ValidationNeedsItsOperands(t *testing.T) {
	call := func(rule, operands string) string {
		return `{"spreadsheetId":"s","range":"A1","validationType":"` + rule + `"` + operands + `}`
	}
	for _, o := range operands {
		for _, key := range o.keys {
			given := ""
			for _, other := range o.keys {
				if other != key {
					given += `,"` + other + `":1`
				}
			}
			refused(t, "sheets_set_data_validation", call(o.rule, given), "BAD_REQUEST", key, o.rule+" needs "+key)
		}
	}
	for _, c := range [][4]string{
		{"NUMBER_BETWEEN", `,"min":2,"max":1.5`, "max", "less than min"},
		{"TEXT_CONTAINS", `,"text":"=x"`, "text", "formula"},
		{"TEXT_EQUAL_TO", `,"text":" "`, "text", "empty"},
		{"DATE_BEFORE", `,"date":"2031-02-30"`, "date", "exists"},
		{"DATE_AFTER", `,"date":""`, "date", "empty"},
		{"VALUE_IN_LIST", `,"values":[]`, "values", "at least one"},
		{"VALUE_IN_LIST", `,"values":["a","+b"]`, "values.1", "formula"},
		{"CUSTOM_FORMULA", `,"formula":" "`, "formula", "empty"},
	} {
		refused(t, "sheets_set_data_validation", call(c[0], c[1]), "BAD_REQUEST", c[2], c[3])
	}
	for _, c := range [][2]string{
		{"NUMBER_BETWEEN", `,"min":-1.50,"max":-1.5`}, {"CHECKBOX", ``}, {"DATE_EQUAL_TO", `,"date":"2031-05-04"`},
		{"CUSTOM_FORMULA", `,"formula":"=A1>1"`}, {"VALUE_IN_LIST", `,"values":["a"]`}, {"TEXT_IS_VALID_EMAIL", `,"text":"=unused"`},
	} {
		sends(t, "sheets_set_data_validation", call(c[0], c[1]), "dataValidationSet", call(c[0], c[1]))
	}
	for _, tool := range []string{"sheets_set_note", "sheets_set_data_validation", "sheets_read_range", "sheets_read_formulas", "sheets_get_notes"} {
		refused(t, tool, `{"spreadsheetId":"s","range":"A0","note":"x"}`, "BAD_REQUEST", "range", "rows count from 1")
		refused(t, tool, `{"spreadsheetId":"s","range":"C3:A1","note":"x"}`, "BAD_REQUEST", "range", "upper left one comes first")
	}
}

// 10: a formula over a range is the same text in each cell.
func TestSheetsDefect10FormulaDoesNotShift(t *testing.T) {
	const warning = "Every cell of D1:D10 gets this very formula: its references do not shift from cell to cell."
	call := func(cells, formula string) string {
		return `{"spreadsheetId":"s","range":"` + cells + `","formula":"` + formula + `"}`
	}
	for _, formula := range []string{"=A1*2", "=$A1", "=A$1", "=SUM(Log!B2:B3)", "='A1 or so'!C3"} {
		sends(t, "sheets_set_formula", call("D1:D10", formula), "formulaSet", call("D1:D10", formula), warning)
	}
	for _, formula := range []string{"=1+1", "=$A$1", `=\"A1\"`, "=LOG10(5)", "='A1'!$B$2", "=A1_rate", "=TODAY()", "=1E5"} {
		sends(t, "sheets_set_formula", call("D1:D10", formula), "formulaSet", call("D1:D10", formula))
	}
	sends(t, "sheets_set_formula", call("D1", "=A1"), "formulaSet", call("D1", "=A1"))
}

// 11: a position with dollar signs fell back to A1; caps did not exist.
func TestSheetsDefect11ChartStandsWhereItIsPut(t *testing.T) {
	call := func(position string) string {
		return `{"spreadsheetId":"s","sheetName":"Log","range":"A1:C9","chartType":"LINE","position":"` + position + `"}`
	}
	for _, p := range []string{"$D$1", "D1", "Log!D1", "'Log'!$D$1"} {
		sends(t, "sheets_create_chart", call(p), "chartCreate", call("D1"))
	}
	for _, p := range []string{"D1:E2", "'Plan'!D1"} {
		sends(t, "sheets_create_chart", call(p), "chartCreate", call(p), "An Apps Script proxy puts the chart at A1 where position is anything but one cell of the chart's sheet, as E2.")
	}
	refused(t, "sheets_create_chart", call("D:E"), "BAD_REQUEST", "position", "must be a cell")
	refused(t, "sheets_create_chart", `{"spreadsheetId":"s","range":"A1:K1000","chartType":"LINE"}`, "LIMIT_EXCEEDED", "range", "11000 cells")
	ignored := `{"spreadsheetId":"s","range":"A1:B9","chartType":"PIE","xAxisTitle":"x","stacked":true,"legendPosition":"LABELED"}`
	sends(t, "sheets_create_chart", ignored, "chartCreate", ignored,
		"A PIE has no axes: xAxisTitle and yAxisTitle are not shown.", "stacked is for AREA, BAR and COLUMN: elsewhere it is ignored.")
}

// 13: a bad destination was found out after the copy.
func TestSheetsDefect13CopyChecksItsDestination(t *testing.T) {
	refused(t, "sheets_copy_sheet", `{"spreadsheetId":"s","sheetName":"Log","destSpreadsheetId":"not/checked"}`, "BAD_REQUEST", "destSpreadsheetId", "id")
	refused(t, "sheets_copy_sheet", `{"spreadsheetId":"s","sheetName":"Log","destSpreadsheetId":""}`, "BAD_REQUEST", "destSpreadsheetId", "id")
	refused(t, "sheets_copy_sheet", `{"spreadsheetId":"s","sheetName":"Log","newName":" "}`, "BAD_REQUEST", "newName", "empty")
	long := strings.Repeat("n", maxTitle+1)
	for _, c := range [][2]string{{"sheets_copy_sheet", "newName"}, {"sheets_rename_sheet", "newName"}, {"sheets_add_sheet", "sheetName"}} {
		args := `{"spreadsheetId":"s","oldName":"o","sheetName":"Log","` + c[1] + `":"` + long + `"}`
		args = strings.Replace(args, `"sheetName":"Log","sheetName"`, `"sheetName"`, 1)
		refused(t, c[0], args, "LIMIT_EXCEEDED", c[1], "100 characters")
	}
}

// 16: cells of several ranges were counted after the download.
func TestSheetsDefect16CellsAreCountedFirst(t *testing.T) {
	refused(t, "sheets_batch_get", `{"spreadsheetId":"s","ranges":["A1:A5000","B1:B5000","C1"]}`, "LIMIT_EXCEEDED", "ranges.2", "10000 cells together")
	fits := `{"spreadsheetId":"s","ranges":["A1:A5000","B1:B5000"]}`
	sends(t, "sheets_batch_get", fits, "valuesBatchGet", fits)
	refused(t, "sheets_batch_get", `{"spreadsheetId":"s","ranges":["A1","not a range"]}`, "BAD_REQUEST", "ranges.1", "can't be read")
}

// 19: names of sheets with a quote, and ranges on two sheets at once. What the
// schema keeps out (lower case, A5:B, 'It”s'!A1 as range) has its way through
// sheetName, and passes in sheets_batch_get.
func TestSheetsDefect19RangeAndSheetAgree(t *testing.T) {
	sends(t, "sheets_write_range", `{"spreadsheetId":"s","range":"Log!A1","values":[[1]]}`, "rangeWrite", `{"spreadsheetId":"s","sheetName":"Log","range":"A1","values":[[1]]}`)
	sends(t, "sheets_read_range", `{"spreadsheetId":"s","sheetName":"Jon's Data","range":"A1:B2"}`, "rangeRead", `{"spreadsheetId":"s","sheetName":"Jon's Data","range":"A1:B2"}`)
	sends(t, "sheets_batch_get", `{"spreadsheetId":"s","ranges":["'It''s'!a5:b","Ünicode!$A$1"]}`, "valuesBatchGet", `{"spreadsheetId":"s","ranges":["'It''s'!A5:B","'Ünicode'!A1"]}`)
	sends(t, "sheets_read_range", `{"spreadsheetId":"s","sheetName":"Log","range":"Plan!A1"}`, "rangeRead", `{"spreadsheetId":"s","sheetName":"Log","range":"'Plan'!A1"}`,
		"range names the sheet 'Plan' and sheetName another one. Which of them counts differs from tool to tool: give one.")
	sends(t, "sheets_protect_sheet", `{"spreadsheetId":"s","sheetName":"Log","warningOnly":true,"unprotectedRanges":["Log!A1:B2","$C$3"]}`,
		"sheetProtect", `{"spreadsheetId":"s","sheetName":"Log","warningOnly":true,"unprotectedRanges":["A1:B2","C3"]}`)
	refused(t, "sheets_read_range", `{"spreadsheetId":"s","sheetName":""}`, "BAD_REQUEST", "sheetName", "empty")
}

// 20: an invalid late value left earlier formats in place; underline was
// dropped.
func TestSheetsDefect20FormatIsCheckedAsAWhole(t *testing.T) {
	for _, colour := range []string{"#12345", "#1234567", "#ffee", "#ffcc0080", "bleu", "transparent", "#ggg"} {
		for _, key := range []string{"background", "fontColor", "borderColor"} {
			refused(t, "sheets_format_range", `{"spreadsheetId":"s","range":"A1","bold":true,"`+key+`":"`+colour+`"}`, "BAD_REQUEST", key, "CSS name")
		}
	}
	for _, colour := range []string{"teal", "RebeccaPurple", "yellowgreen", "aliceblue", "#fff", "#FFCC00", "#123f", "#abcdefFF"} {
		args := `{"spreadsheetId":"s","range":"A1","background":"` + colour + `"}`
		sends(t, "sheets_format_range", args, "rangeFormat", args)
	}
	both := `{"spreadsheetId":"s","range":"A1","underline":true,"strikethrough":true}`
	sends(t, "sheets_format_range", both, "rangeFormat", both, "An Apps Script proxy can't do both: it strikes through and does not underline.")
	none := `{"spreadsheetId":"s","range":"A1","borderStyle":"SOLID","borderColor":"red"}`
	sends(t, "sheets_format_range", none, "rangeFormat", none, "No format was given, so nothing changes.",
		"borderColor is of no use without a border: set borderTop, borderBottom, borderLeft or borderRight.")
}

// 21: an example named an action that does not exist; warnings of operations
// were lost; operations could name another file.
func TestSheetsDefect21BatchKeepsWarnings(t *testing.T) {
	if batch := inputOf(t, "sheets_batch"); strings.Count(batch, `"spreadsheetId"`) != 2 {
		t.Errorf("the batch names its file once, as a property and as required: %s", batch)
	}
	refused(t, "sheets_batch", `{"spreadsheetId":"s","operations":[{"action":"setColumnWidth","params":{"column":1,"width":20}}]}`,
		"BATCH_ACTION_NOT_ALLOWED", "operations.0.action", "setColumnWidth")
	args := `{"spreadsheetId":"s","operations":[{"action":"columnWidth","params":{"column":1,"width":20}},{"action":"rangeSort","params":{"range":"B1:C2","sortColumn":1}}]}`
	sends(t, "sheets_batch", args, "batch", args,
		"Operation 1: An Apps Script proxy counts sortColumn from column A of the sheet and not from the range's first: there 1 is column A.")
}

// 23: numbers out of range reached the service.
func TestSheetsDefect23NumbersAreBounded(t *testing.T) {
	refused(t, "sheets_set_column_width", `{"spreadsheetId":"s","column":18279,"width":20}`, "BAD_REQUEST", "column", "18278 at most")
	refused(t, "sheets_freeze_rows", `{"spreadsheetId":"s","numRows":10001}`, "BAD_REQUEST", "numRows", "10000 at most")
	for _, name := range []string{"sheets_insert_rows", "sheets_delete_rows"} {
		input := inputOf(t, name)
		if !strings.Contains(input, `"startPosition":{"type":"integer","minimum":1,`) || !strings.Contains(input, `"howMany":{"type":"integer","minimum":1,"maximum":5000,`) {
			t.Errorf("%s does not bound its numbers: %s", name, input)
		}
	}
}

func inputOf(t *testing.T, name string) string {
	t.Helper()
	for _, tool := range catalog().Tools {
		if tool.Name == name {
			return string(tool.Input)
		}
	}
	t.Fatalf("there is no tool %s", name)
	return ""
}
