package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
)

// render writes one note for a person. Lists are left to the host, which makes
// a table of the columns in the catalog.
func render(a *plugin.Answer) (string, error) {
	note := a.Data.Get("note")
	switch {
	case a.Data.Get("deleted").IsTrue():
		return "Deleted the note " + a.Data.Get("noteId").Text() + ".\n", nil
	case !note.Has("id"):
		return "", nil
	}
	return note.Get("title").Text() + "\n" + text.Details(
		text.Line{Label: "Id", Text: note.Get("id").Text()},
		text.Line{Label: "Updated", Text: note.Get("updated").Text()},
		text.Line{Label: "Text", Text: note.Get("text").Text()},
	), nil
}
