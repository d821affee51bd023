package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// listResponses counts pages, and its answers give the next one's number as a
// token: on the command line --page-token is the same as --page.
func listResponses() abi.Tool {
	t := tool("responsesList", "list", "List a form's responses",
		"Lists the responses to a form, with time, id, e-mail address where it is collected, and how many answers each has; "+
			"with includeAnswers the answers too. A proxy gives the oldest first. For one response use forms_get_response.",
		formID(),
		google.PageSize("maxResults", "responses", schema.Integer(), maxPage, defaultPage),
		schema.Optional("page", google.Index().Default(value.Int(0)).
			Describe("Which page, counted from 0: the nextPageToken of the answer before this one, with the same maxResults.")),
		google.Flag("includeAnswers", "True to return the answers themselves."))
	t.CLI.Aliases = map[string]string{"page-token": "page"}
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "items", Noun: "response", Plural: "responses",
		Columns: []abi.Column{
			{Key: "timestamp", Title: "Time", Kind: "time"}, {Key: "answerCount", Title: "Answers"},
			{Key: "respondentEmail", Title: "From"}, {Key: "responseId", Title: "Id"},
		},
		Hint: "Give a response's id to forms_get_response to read its answers.",
	}
	return examples(t, "wslite forms list-responses 1AbCdEfGh --max-results 100")
}

func getResponse() abi.Tool {
	return tool("responseGet", "read", "Show a response",
		"Shows one response: when it came, from whom where that is collected, and each question with its answer.",
		formID(), responseID())
}

func deleteResponse() abi.Tool {
	return tool("responseDelete", "manage", "Delete a response",
		"Deletes one response from a form for good; a row in a linked spreadsheet stays. Needs confirmation.",
		formID(), responseID(), google.Confirm())
}

func deleteAllResponses() abi.Tool {
	return tool("responsesDeleteAll", "manage", "Delete all responses",
		"Deletes every response to a form for good and returns how many there were; rows in a linked spreadsheet stay. Needs confirmation. "+
			"To delete one use forms_delete_response.",
		formID(), google.Confirm())
}
