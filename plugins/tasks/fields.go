package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
)

// Bounds of the arguments. Title and page size are the API's own limits
// (Discovery, tasks v1); the others are those of the proxies.
const (
	maxTitle  = 1024
	maxNotes  = 10000 // what the schema takes; the API's own limit is apiNotes
	apiNotes  = 8192
	maxPage   = 100
	maxID     = 256
	maxETag   = 256
	maxToken  = 500
	idPattern = `^[a-zA-Z0-9_@.-]+$`
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
		google.PageSize("maxResults", what, schema.Integer(), maxPage, maxPage),
		google.PageToken(schema.String().Length(1, maxToken)),
	}
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
