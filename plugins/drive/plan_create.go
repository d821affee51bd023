package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func nativeTarget() *plugin.Error {
	return plugin.Invalid("mimeType", "A Google document can't be made from content. Use docs_create_document, "+
		"sheets_create_spreadsheet, slides_create_presentation or drive_create_folder.")
}

func planFolderCreate(s *plugin.Step) (*plugin.Next, error) {
	body := value.Object(
		value.M("name", value.String(text.Trim(s.Params.Get("name").Text()))),
		value.M("mimeType", value.String(typeFolder)),
		value.M("parents", parentsOf(s.Params.Get("parentId"))),
	)
	return one(s, everywhere(plugin.To(routeCreate)).Body(body).Keep(keepFolder), theFolderJSON)
}

// planFileCopy names the copy itself: Drive would call it "Copy of" the
// original, in the language of the account.
func planFileCopy(s *plugin.Step) (*plugin.Next, error) {
	id := s.Params.Get("fileId").Text()
	switch s.Name {
	case "":
		return s.Ask("looked", item(id, "id,name,mimeType")), nil
	case "looked":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if isFolder(f) {
			return nil, plugin.Invalid("fileId", "Drive can't copy folders. Make one with drive_create_folder and copy the files into it.")
		}
		name := f.Get("name")
		if given := text.Trim(s.Params.Get("name").Text()); given != "" {
			name = value.String(given)
		}
		body := value.Object(value.M("name", name), value.M("parents", parentsOf(s.Params.Get("destFolderId"))))
		return s.Ask("copied", everywhere(plugin.To(routeCopy).Path("fileId", id)).Body(body).Keep(keepFile)), nil
	case "copied":
		body, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		return plugin.Done(theFileJSON(body)), nil
	}
	return s.Stray()
}

// planFileUpdateMeta sends what was given and nothing else, so that nothing
// else changes.
func planFileUpdateMeta(s *plugin.Step) (*plugin.Next, error) {
	body := value.Object()
	if s.Params.Has("name") {
		body.Set("name", value.String(text.Trim(s.Params.Get("name").Text())))
	}
	body.Set("description", s.Params.Get("description"))
	if body.Len() == 0 {
		return nil, plugin.Fail(plugin.BadRequest, "There is nothing to change: give name, description or both.")
	}
	return one(s, update(s.Params.Get("fileId").Text()).Body(body), theFileJSON)
}
