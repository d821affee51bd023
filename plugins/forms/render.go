package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes what a tool did, and the form, item or response that it is
// about. Lists are the host's tables, but for responses with their answers,
// which no table holds. An answer of a shape that is not known here is left to
// the host.
func render(a *plugin.Answer) (string, error) {
	d := a.Data
	switch {
	case a.Tool == "forms_batch":
		return actions.RenderBatch(a, outcome), nil
	case a.Tool == "forms_list_responses":
		return renderResponses(a), nil
	case d.Get("form").Has("id"):
		return did(a) + renderForm(d.Get("form")), nil
	case d.Get("item").Has("itemId"):
		return did(a) + renderItem(d.Get("item")), nil
	case d.Get("response").Has("responseId"):
		return renderResponse(d.Get("response")), nil
	case d.Get("deleted").IsTrue():
		return deleted(d), nil
	}
	return "", nil
}

// did says what happened to the object that follows; nothing for a read.
func did(a *plugin.Answer) string {
	switch a.Tool {
	case "forms_create_form":
		return "Created: "
	case "forms_update_form", "forms_update_item":
		return "Changed: "
	case "forms_set_accepting_responses":
		if a.Args.Get("acceptingResponses").IsTrue() {
			return "Opened for responses: "
		}
		return "Closed for responses: "
	case "forms_set_response_destination":
		return "Linked to the spreadsheet: "
	case "forms_remove_response_destination":
		if removed, known := a.Data.Get("destinationRemoved").AsBool(); known && !removed {
			return "There was no spreadsheet to unlink: "
		}
		return "Unlinked from its spreadsheet: "
	case "forms_add_item":
		return "Added: "
	case "forms_move_item":
		return "Moved: "
	}
	return ""
}

func deleted(d value.Value) string {
	switch {
	case d.Has("deletedCount"):
		return "Deleted " + show.Count(d.Get("deletedCount"), "response", "responses") + ".\n"
	case d.Has("itemId"):
		return "Deleted the item " + show.Scalar(d.Get("itemId")) + text.After(" at index ", show.Scalar(d.Get("previousIndex"))) + ".\n"
	case d.Has("responseId"):
		return "Deleted the response " + d.Get("responseId").Text() + ".\n"
	}
	return ""
}

// outcome is an operation's result in a batch, where the action's name stands
// before it.
func outcome(d value.Value) string {
	switch {
	case d.Get("form").Has("id"):
		return titled(d.Get("form")) + " (" + d.Get("form").Get("id").Text() + ")"
	case d.Get("item").Has("itemId"):
		i := d.Get("item")
		return titled(i) + " (" + show.Scalar(i.Get("itemId")) + ") at index " + show.Scalar(i.Get("index"))
	case d.Get("response").Has("responseId"):
		return heading(d.Get("response"))
	case d.Has("deletedCount"):
		return show.Count(d.Get("deletedCount"), "response", "responses") + " deleted"
	case d.Get("deleted").IsTrue():
		return "deleted"
	case d.Get("items").Kind() == value.KindArray:
		return text.Count(d.Get("items").Len(), "item", "items")
	}
	return ""
}
