package main

import (
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// Bounds of the arguments. Title and page size are the API's own limits
// (Discovery, tasks v1); the others are those of the proxies.
const (
	maxTitle    = 1024
	maxNotes    = 10000 // what the schema takes; the API's own limit is apiNotes
	apiNotes    = 8192
	maxPage     = 100
	maxID       = 256
	maxETag     = 256
	maxToken    = 500
	maxIdemKey  = 128
	idPattern   = `^[a-zA-Z0-9_@.-]+$`
	idemPattern = `^[a-zA-Z0-9._:-]+$`
)

func id(text string) schema.Schema {
	return schema.String().Length(1, maxID).Pattern(idPattern).Describe(text)
}

func tasklistID() schema.Field {
	return schema.Required("tasklistId", id(
		"The task list: an id from tasks_list_tasklists, or @default for the user's default list."))
}

func taskID() schema.Field {
	return schema.Required("taskId", id("The task: an id from tasks_list_tasks."))
}

func listTitle() schema.Field {
	return schema.Required("title", schema.String().Length(1, maxTitle).Describe("The list's name, up to 1024 characters."))
}

func page(what string) []schema.Field {
	return []schema.Field{
		schema.Optional("maxResults", schema.Integer().Range(1, maxPage).Default(value.Int(maxPage)).
			Describe("How many "+what+" to return at most, 1 to 100.")),
		schema.Optional("pageToken", schema.String().Length(1, maxToken).
			Describe("The nextPageToken of the answer before this one, with all other arguments unchanged.")),
	}
}

func boolean(name, text string) schema.Field {
	return schema.Optional(name, schema.Boolean().Describe(text))
}

func bound(name, text string) schema.Field {
	return schema.Optional(name, schema.String().Format(schema.ISODateTime).Describe(text+
		" A date such as 2031-05-04 means its first moment in UTC; a date-time should state its offset."))
}

func notes(text string) schema.Field {
	return schema.Optional("notes", schema.String().Length(0, maxNotes).Describe(text))
}

func status() schema.Field {
	return schema.Optional("status", schema.Enum("needsAction", "completed").
		Describe("needsAction for an open task, completed for a done one."))
}

func parent(text string) schema.Field {
	return schema.Optional("parent", id(text))
}

func previous(text string) schema.Field {
	return schema.Optional("previous", id(text))
}

func idempotencyKey() schema.Field {
	return schema.Optional("idempotencyKey", schema.String().Length(1, maxIdemKey).Pattern(idemPattern).
		Describe("A word of your own for this creation, so that a repeat of the call with the same word does not create a second one."))
}

// confirm stands in the schema because clients may send it; the host takes it
// out of the arguments and decides itself.
func confirm() schema.Field {
	return boolean("confirm", "True once a person has agreed to this very call.")
}
