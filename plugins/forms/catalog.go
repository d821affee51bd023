package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func catalog() abi.Catalog {
	tools := []abi.Tool{
		createForm(), getForm(), updateForm(), setAcceptingResponses(), setDestination(), removeDestination(),
		listItems(), addItem(), updateItem(), moveItem(), deleteItem(),
		listResponses(), getResponse(), deleteResponse(), deleteAllResponses(),
	}
	batch := google.BatchTool(&table, tools, google.Batch{
		What:    "forms, their items and responses",
		When:    "Choose it to build a form of several questions, and the single tool for one change.",
		Confirm: "delete, or unlink a spreadsheet,",
		Examples: []string{
			`wslite forms batch --params-json '{"operations":[{"action":"itemAdd","params":{"formId":"1AbCdEfGh","itemType":"TEXT","title":"Your name"}},{"action":"itemAdd","params":{"formId":"1AbCdEfGh","itemType":"SCALE","title":"How was it?"}}]}'`,
		},
	})
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "forms",
		Title:    "Google Forms",
		Provider: "google",
		Version:  "1.0.0",
		Tools:    append(tools, batch),
	}
}

// tool is one tool. Plain words of a command line fill the arguments that the
// action needs, ids first.
func tool(action, group, title, description string, input ...schema.Field) abi.Tool {
	row, _ := table.Row(action)
	return google.Words(google.Tool(&table, action, group, title, description, input...), row.Required...)
}

func examples(t abi.Tool, lines ...string) abi.Tool {
	t.Examples = lines
	return t
}
