package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func createForm() abi.Tool {
	return examples(tool("formCreate", "write", "Create a form",
		"Creates a form without questions and returns it with its id, the address to edit it and the address to answer it. "+
			"Add questions with forms_add_item, several at once with forms_batch. People can answer only once it is published.",
		schema.Required("title", schema.String().Length(1, maxTitle).Describe("The form's title, up to 1024 characters.")),
		google.Line("description", maxText, "The text below the title, up to 10 000 characters."),
		google.Flag("isPublished", "True to publish it, false not to. Say which if it matters: the default is Google's."),
		google.IdempotencyKey()),
		`wslite forms create-form "Lunch survey" --is-published=false`)
}

func getForm() abi.Tool {
	return examples(tool("formGet", "read", "Show a form",
		"Shows a form: title, addresses, settings, how many items and responses it has, where responses go. "+
			"With includeItems it also lists the first 200 items; forms_list_items lists the items alone.",
		formID(),
		google.Flag("includeItems", "True to list the form's items too.")),
		"wslite forms get-form 1AbCdEfGh --include-items")
}

func updateForm() abi.Tool {
	return examples(tool("formUpdate", "write", "Change a form",
		"Changes a form's title, texts and settings and returns the form; what is not given stays as it is. "+
			"It does not rename the file in Drive. To open or close a form for responses use forms_set_accepting_responses.",
		formID(),
		schema.Optional("title", schema.String().Length(1, maxTitle).Describe("The new title, up to 1024 characters.")),
		google.Line("description", maxText, "The text below the title. An empty text removes it."),
		google.Line("confirmationMessage", maxText, "What people read after they have answered."),
		google.Line("customClosedFormMessage", maxText, "What people read when the form is closed."),
		google.Flag("collectEmail", "True to ask for each respondent's e-mail address."),
		google.Flag("allowResponseEdits", "True to let people change their answers later."),
		google.Flag("limitOneResponsePerUser", "True to take one response a person; they must then sign in."),
		google.Flag("publishingSummary", "True to show respondents a summary of all responses."),
		google.Flag("isPublished", "True to publish the form; false to take it back, which closes it for responses."),
		google.Flag("showLinkToRespondAgain", "True to offer another response after the first."),
		google.Flag("requireLogin", "True to let only people of your organisation answer."),
		google.Flag("progressBar", "True to show how much of the form is done."),
		google.Flag("quiz", "True to make it a quiz. False deletes all points and answer keys.")),
		`wslite forms update-form 1AbCdEfGh --title "Lunch survey 2" --collect-email`)
}

func setAcceptingResponses() abi.Tool {
	return examples(tool("formSetAcceptingResponses", "settings", "Open or close a form",
		"Opens a form for responses or closes it, and returns the form. Responses that are there stay. An unpublished form can't be opened: publish it with forms_update_form.",
		formID(),
		schema.Required("acceptingResponses", schema.Boolean().Describe("True to take responses, false to take none.")),
		google.Line("customClosedFormMessage", maxText, "What people read when the form is closed.")),
		"wslite forms set-accepting-responses 1AbCdEfGh false")
}

func setDestination() abi.Tool {
	return tool("formSetDestination", "settings", "Send responses to a spreadsheet",
		"Makes a form write its responses to a spreadsheet, in a sheet of their own, and returns the form. "+
			"Everyone who can open the spreadsheet then sees them. To only read responses use forms_list_responses.",
		formID(),
		schema.Required("spreadsheetId", google.ID("The spreadsheet: the part of its address between /d/ and /edit.")))
}

func removeDestination() abi.Tool {
	return tool("formRemoveDestination", "manage", "Stop sending responses to a spreadsheet",
		"Unlinks a form from its spreadsheet and returns the form; rows that were written stay, and the form keeps its responses. Needs confirmation.",
		formID(), google.Confirm())
}
