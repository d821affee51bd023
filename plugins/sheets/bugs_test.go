package main

import (
	"regexp"
	"strings"
	"testing"
)

// Faults that users of similar tools reported, as far as arguments and texts
// decide them; what a backend must do is tested there.

// B53: names of sheets with spaces, quotes or other signs could not be read.
func TestB53AnySheetNameCanBeRead(t *testing.T) {
	for written, name := range map[string]string{
		"'Q1 Report'": "Q1 Report", "Q1 Report": "Q1 Report", "'📊 Zahlen'": "📊 Zahlen", "'a!b'": "a!b", "'中文的'": "中文的", "2026-01": "2026-01", "'Jon''s Data'": "Jon's Data",
	} {
		sends(t, "sheets_read_range", `{"spreadsheetId":"s","range":"`+written+`!A1:B2"}`, "rangeRead", `{"spreadsheetId":"s","sheetName":"`+name+`","range":"A1:B2"}`)
		// Always quoted, and what is quoted already not once more.
		quoted := "'" + strings.ReplaceAll(name, "'", "''") + "'!A1"
		sends(t, "sheets_batch_get", `{"spreadsheetId":"s","ranges":["`+written+`!A1","`+quoted+`"]}`, "valuesBatchGet", `{"spreadsheetId":"s","ranges":["`+quoted+`","`+quoted+`"]}`)
	}
}

// B54: shells put a backslash before the exclamation mark.
func TestB54BackslashOfAShell(t *testing.T) {
	pattern := regexp.MustCompile(rangePattern)
	for _, text := range []string{`Sheet1\!A1:B2`, `'My Sheet'\!A1`} {
		if !pattern.MatchString(text) {
			t.Errorf("the schema refuses %s", text)
		}
	}
	for _, text := range []string{`Sheet1\\!A1`, `\A1`, `Sheet1!\A1`} {
		if pattern.MatchString(text) {
			t.Errorf("the schema takes %s", text)
		}
	}
	sends(t, "sheets_read_range", `{"spreadsheetId":"s","range":"Sheet1\\!A1:B2"}`, "rangeRead", `{"spreadsheetId":"s","sheetName":"Sheet1","range":"A1:B2"}`)
	sends(t, "sheets_batch_get", `{"spreadsheetId":"s","ranges":["'My Sheet'\\!A1"]}`, "valuesBatchGet", `{"spreadsheetId":"s","ranges":["'My Sheet'!A1"]}`)
	quoted := 0
	for _, tool := range catalog().Tools {
		for _, example := range tool.Examples {
			if i := strings.IndexByte(example, '!'); i >= 0 {
				quoted++
				if strings.Count(example[:i], "'")%2 == 0 {
					t.Errorf("a shell expands the example %s", example)
				}
			}
		}
	}
	if quoted == 0 {
		t.Error("no example names a sheet")
	}
}

// B55: rows without their trailing empty cells shifted columns.
func TestB55RaggedRowsKeepTheirColumns(t *testing.T) {
	const rows = `[["a","b","c","d","e","f"],["x1","","","x4"],[],["y1"]]`
	const want = "   A   B  C  D   E  F\n1  a   b  c  d   e  f\n2  x1        x4\n3\n4  y1\n"
	shows(t, "sheets_read_range", `{"sheetName":"Log","range":"A1:F4","values":`+rows+`}`, "Log, A1:F4, 4 rows by 6 columns.\n"+want)
	shows(t, "sheets_batch_get", `{"valueRanges":[{"range":"Log!A1:F4","values":`+rows+`},{"range":"Log!Z9"}]}`,
		"2 ranges.\n\nLog!A1:F4\n"+want+"\nLog!Z9\nno values\n")
	shows(t, "sheets_read_range", `{"sheetName":"Log","range":"A1","values":[]}`, "Log has no values there.\n")
	shows(t, "sheets_read_range", `{"sheetName":"Log","range":"A1:B2","values":[[],[]]}`, "Log has no values there.\n")
}

// B56: negative numbers and telephone numbers were refused; everything else
// that is typed is sent as it is, and stays text behind an apostrophe.
func TestB56TypedValuesHaveAWayThrough(t *testing.T) {
	sends(t, "sheets_write_range",
		`{"spreadsheetId":"s","range":"A1","values":[["7/2/2020","007","'007","+49 30 1234567","1E5","-5"," -2.50 ","-1e3","TRUE",true,-5,"'=1+1","+1 (555) 010-9999"]]}`,
		"rangeWrite",
		`{"spreadsheetId":"s","range":"A1","values":[["7/2/2020","007","'007","'+49 30 1234567","1E5",-5,-2.50,-1e3,"TRUE",true,-5,"'=1+1","'+1 (555) 010-9999"]]}`)
	for _, text := range []string{"=1+1", " =1+1", "+1", "+12345", "-5%", "-x", "-", "@home", "+1234567890123456", "+123456a7", "--5", "-05", `\u200b=1`, `\uff1d1`, `\n=1`} {
		refused(t, "sheets_append_rows", `{"spreadsheetId":"s","values":[["ok"],["`+text+`"]]}`, "BAD_REQUEST", "values.1.0", "apostrophe")
	}
	refused(t, "sheets_append_rows", `{"spreadsheetId":"s","values":[["`+strings.Repeat("x", maxContent+1)+`"]]}`, "LIMIT_EXCEEDED", "values.0.0", "a cell holds 50000")
}

// B57: several rows became one, and went to the first sheet.
func TestB57RowsAreAppendedAsRows(t *testing.T) {
	args := `{"spreadsheetId":"s","sheetName":"Log","values":[[1,2],[3,4]]}`
	sends(t, "sheets_append_rows", args, "rowsAppend", args)
	shows(t, "sheets_append_rows", `{"sheetName":"Log","rowsAppended":2,"range":"A5:B6"}`, "Appended 2 rows to Log, A5:B6.\n")
}

// B58: an id or index of 0 is one that was given.
func TestB58ZeroIsGiven(t *testing.T) {
	args := `{"spreadsheetId":"s","type":"RANGE","index":0}`
	sends(t, "sheets_remove_protection", args, "protectionRemove", args)
	args = `{"spreadsheetId":"s","numRows":0}`
	sends(t, "sheets_freeze_rows", args, "freezeRows", args)
	shows(t, "sheets_add_sheet", `{"sheet":{"name":"Log","sheetId":0,"index":0}}`, "Added the sheet Log.\n  Position  0\n  Id        0\n")
	refused(t, "sheets_delete_sheet", `{"spreadsheetId":"s"}`, "BAD_REQUEST", "sheetName", "empty")
}
