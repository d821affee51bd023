package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

// batchAt is the place of the batch among the tools, which stand in the order
// of their names.
const batchAt = 2

func catalog() abi.Catalog {
	tools := []abi.Tool{
		addSheet(), appendRows(), batchGet(), clearRange(), copySheet(), createChart(), createSpreadsheet(),
		deleteRows(), deleteSheet(), findText(), formatRange(), freezeRows(), getConditionalFormatting(),
		getNotes(), getSpreadsheet(), insertRows(), listProtections(), mergeCells(), protectRange(),
		protectSheet(), readFormulas(), readRange(), removeProtection(), renameSheet(), replaceText(),
		setColumnWidth(), setDataValidation(), setFormula(), setNote(), sortRange(), unmergeCells(), writeRange(),
	}
	batch := google.BatchTool(&table, tools, google.Batch{
		What:    "one spreadsheet",
		When:    "Choose it for several changes of a file that belong together; choose the single tool for one.",
		Confirm: "delete, clear or remove a protection",
		Outer:   []schema.Field{spreadsheetID()},
		Examples: []string{
			`wslite sheets batch --params-json '{"spreadsheetId":"1AbC","operations":[{"action":"sheetAdd","params":{"sheetName":"Log"}},{"action":"rowsAppend","params":{"sheetName":"Log","values":[["day","km"]]}}]}'`,
		},
	})
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "sheets",
		Title:    "Google Sheets",
		Provider: "google",
		Version:  "1.0.0",
		Tools:    google.Insert(tools, batchAt, batch),
	}
}

// tool is google.Tool with the words that fill arguments without a flag.
func tool(action, group, title, description string, words []string, input ...schema.Field) abi.Tool {
	return google.Words(google.Tool(&table, action, group, title, description, input...), words...)
}

// The arguments that plain words on the command line fill, in order.
var (
	fileWord   = []string{"spreadsheetId"}
	rangeWords = []string{"spreadsheetId", "range"}
	sheetWords = []string{"spreadsheetId", "sheetName"}
)
