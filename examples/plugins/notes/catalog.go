package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// The actions. Each tool has one.
const (
	actionList   = "list"
	actionGet    = "get"
	actionCreate = "create"
	actionDelete = "delete"
)

// The routes, one per method of the service.
const (
	routeList   = "notes.notes.list"
	routeGet    = "notes.notes.get"
	routeCreate = "notes.notes.create"
	routeDelete = "notes.notes.delete"
)

const (
	host     = "notes.example.com"
	maxTitle = 200
	maxPage  = 100
)

func catalog() abi.Catalog {
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "notes",
		Title:    "Notes",
		Provider: "Example Org",
		Version:  "1.0.0",
		Tools:    []abi.Tool{listTool(), getTool(), createTool(), deleteTool()},
		Requests: requests(),
	}
}

// requests is what the operator is asked to grant: for each action a class and
// the routes that it needs. Ask for no more than that: an action can reach its
// own routes only, and a read may have no route that changes anything.
func requests() []abi.ActionRequest {
	route := func(id, method, path string) abi.Route {
		return abi.Route{ID: id, Method: method, Host: host, Path: path}
	}
	list := route(routeList, "GET", "/v1/notes")
	list.Query = []abi.QueryParam{{Name: "limit", Type: "integer"}, {Name: "cursor", Type: "string"}}
	create := route(routeCreate, "POST", "/v1/notes")
	create.Body = true
	return []abi.ActionRequest{
		{Action: actionList, Class: "read", Routes: []abi.Route{list}},
		{Action: actionGet, Class: "read", Routes: []abi.Route{route(routeGet, "GET", "/v1/notes/{noteId}")}},
		{Action: actionCreate, Class: "write", Routes: []abi.Route{create}},
		{Action: actionDelete, Class: "destructive", Routes: []abi.Route{route(routeDelete, "DELETE", "/v1/notes/{noteId}")}},
	}
}

func tool(name, action, group, title, description string, input ...schema.Field) abi.Tool {
	return abi.Tool{
		Name: name, Title: title, Description: description,
		Action: action, Actions: []string{action},
		Input: schema.Object(input...).Raw(),
		Group: group, Output: &abi.Output{Kind: "text"},
	}
}

func noteID() schema.Field {
	return schema.Required("noteId", schema.String().Length(1, 64).Describe("The note: an id from notes_list."))
}

func listTool() abi.Tool {
	t := tool("notes_list", actionList, "list", "List notes",
		"Lists notes, the newest first, with their ids and titles. Returns a page and, where there are more notes, a nextPageToken.",
		schema.Optional("limit", schema.Integer().Range(1, maxPage).Default(value.Int(20)).Describe("How many notes a page has.")),
		schema.Optional("pageToken", schema.String().Length(1, 500).Describe("The nextPageToken of the page before.")),
	)
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "notes", Noun: "note",
		Columns: []abi.Column{{Key: "title", Title: "Title"}, {Key: "id", Title: "Id"}, {Key: "updated", Title: "Updated"}},
		Hint:    "Give a note's id as noteId to read it.",
	}
	return t
}

func getTool() abi.Tool {
	return tool("notes_get", actionGet, "read", "Read a note",
		"Reads one note with its text.", noteID())
}

func createTool() abi.Tool {
	return tool("notes_create", actionCreate, "write", "Create a note",
		"Creates a note and returns it with its id.",
		schema.Required("title", schema.String().Length(1, maxTitle).Describe("The note's title, one line.")),
		schema.Optional("text", schema.String().Length(0, 20000).Describe("The note's text.")),
	)
}

func deleteTool() abi.Tool {
	return tool("notes_delete", actionDelete, "manage", "Delete a note",
		"Deletes a note for good. Needs confirmation.", noteID())
}
