package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// folderNow asks for a folder that something is to be put into. Its answer
// gives the real id where the call has an alias.
func folderNow(id string) plugin.Request {
	return item(id, "id,mimeType,driveId,shortcutDetails(targetId)")
}

// destination reads the answer to folderNow; field is the argument.
func destination(r plugin.Response, field string) (value.Value, error) {
	f, err := r.Object()
	switch {
	case err != nil:
		return f, err
	case isShortcut(f):
		return f, plugin.Invalid(field, field+" names a shortcut. If it stands for a folder, give that folder's id"+
			text.After(": ", f.Get("shortcutDetails").Get("targetId").Text())+".")
	case !isFolder(f):
		return f, plugin.Invalid(field, field+" names a file. It must be the id of a folder.")
	}
	return f, nil
}

// planFileMove is one change: into the folder and out of all others. It leaves
// nothing half done, so the list of what it could not be taken out of is empty.
func planFileMove(s *plugin.Step) (*plugin.Next, error) {
	id := s.Params.Get("fileId").Text()
	switch s.Name {
	case "":
		return s.Ask("looked", item(id, keepFile), folderNow(s.Params.Get("destFolderId").Text())), nil
	case "looked":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		to, err := destination(s.Responses[1], "destFolderId")
		if err != nil {
			return nil, err
		}
		dest := to.Get("id").Text()
		if dest == f.Get("id").Text() {
			return nil, plugin.Invalid("destFolderId", "destFolderId names the file itself. It must be the id of another folder.")
		}
		others, there := "", false
		for _, p := range f.Get("parents").Items() {
			if p.Text() == dest {
				there = true
				continue
			}
			if others != "" {
				others += ","
			}
			others += p.Text()
		}
		if there && others == "" {
			return moved(f, dest, value.Value{}).Warn("The file was in this folder already."), nil
		}
		r := update(id).Body(value.Object())
		if !there {
			r = r.Query("addParents", value.String(dest))
		}
		return s.Ask("moved", r.Query("removeParents", notEmpty(value.String(others)))).
			Keep(value.Object(value.M("dest", to.Get("id")), value.M("driveId", value.OrNull(f.Get("driveId"))))), nil
	case "moved":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		was, next := s.State.Get("driveId"), moved(f, s.State.Get("dest").Text(), s.State.Get("driveId"))
		if was.Text() != f.Get("driveId").Text() {
			next.Warn("The file went into or out of a shared drive: who may see it may have changed.")
		}
		return next, nil
	}
	return s.Stray()
}

func moved(f value.Value, dest string, driveBefore value.Value) *plugin.Next {
	data := theFileJSON(f)
	data.Set("destinationFolderId", value.String(dest))
	data.Set("failedParentRemovals", value.Array())
	data.Set("previousDriveId", driveBefore)
	return plugin.Done(data)
}

// planFileAddParent puts a shortcut into the folder: Drive keeps one real place
// for each file. A file without any place gets this one.
func planFileAddParent(s *plugin.Step) (*plugin.Next, error) {
	id := s.Params.Get("fileId").Text()
	switch s.Name {
	case "":
		return s.Ask("looked", item(id, keepFile), folderNow(s.Params.Get("folderId").Text())), nil
	case "looked":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		into, err := destination(s.Responses[1], "folderId")
		if err != nil {
			return nil, err
		}
		switch {
		case into.Get("id").Equal(f.Get("id")):
			return nil, plugin.Invalid("folderId", "folderId names the file itself. It must be the id of another folder.")
		case isIn(f, into.Get("id").Text()):
			return plugin.Done(theFileJSON(f)).Warn("The file was in this folder already."), nil
		case f.Get("parents").Len() == 0:
			return s.Ask("placed", update(id).Body(value.Object()).Query("addParents", into.Get("id"))), nil
		}
		return s.Ask("searched", shortcutsIn(into.Get("id").Text(), f)).
			Keep(value.Object(value.M("file", f), value.M("folder", into.Get("id")))), nil
	case "placed":
		return one(s, plugin.Request{}, theFileJSON)
	case "searched":
		// A second shortcut would be one too many, and stay when the file is taken
		// out of the folder again.
		for _, link := range s.Responses[0].Body.Get("files").Items() {
			return plugin.Done(linked(s.State.Get("file"), link)).Warn("A shortcut to the file was in this folder already."), nil
		}
		f := s.State.Get("file")
		return s.Ask("linked", shortcutTo(f, s.State.Get("folder"))).Keep(f), nil
	case "linked":
		link, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		return plugin.Done(linked(s.State, link)).Warn("Drive keeps a file in one folder only: a shortcut to it was put into the other."), nil
	}
	return s.Stray()
}

// linked is the file, and the shortcut that stands for it in another folder.
func linked(f, link value.Value) value.Value {
	data := theFileJSON(f)
	data.Set("shortcut", value.Object(
		value.M("id", link.Get("id")), value.M("name", link.Get("name")), value.M("parents", link.Get("parents").Map(asIs))))
	return data
}

// shortcutTo makes a shortcut that stands for the file.
func shortcutTo(f, folder value.Value) plugin.Request {
	return everywhere(plugin.To(routeCreate)).Body(value.Object(
		value.M("name", f.Get("name")),
		value.M("mimeType", value.String(typeShortcut)),
		value.M("parents", value.Array(folder)),
		value.M("shortcutDetails", value.Object(value.M("targetId", targetOf(f)))),
	)).Keep(keepLink)
}

// shortcutsIn asks for a shortcut in the folder that stands for the file.
func shortcutsIn(folder string, f value.Value) plugin.Request {
	q := childrenOf(folder) + " and mimeType = '" + typeShortcut + "' and shortcutDetails.targetId = " +
		quoteText(targetOf(f).Text()) + " and trashed = false"
	return listOf(q, value.Value{}).Query("pageSize", value.Int(1)).Keep("files(" + keepLink + ")")
}

// keepLink is what is kept of a shortcut that stands for the file of the call.
const keepLink = "id,name,parents"

// targetOf is the file, or what it stands for where it is a shortcut: Drive
// makes none to a shortcut.
func targetOf(f value.Value) value.Value {
	if isShortcut(f) {
		return f.Get("shortcutDetails").Get("targetId")
	}
	return f.Get("id")
}

func isIn(f value.Value, folder string) bool {
	for _, p := range f.Get("parents").Items() {
		if p.Text() == folder {
			return true
		}
	}
	return false
}

// planFileRemoveParent takes the file out of the folder, or moves the shortcut
// that stands for it there to the trash: that is what drive_add_parent put
// there.
func planFileRemoveParent(s *plugin.Step) (*plugin.Next, error) {
	id, folder := s.Params.Get("fileId").Text(), s.Params.Get("folderId").Text()
	switch s.Name {
	case "":
		requests := []plugin.Request{item(id, keepFile)}
		if folder == root {
			requests = append(requests, item(root, "id"))
		}
		return s.Ask("looked", requests...), nil
	case "looked":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if len(s.Responses) > 1 {
			folder = s.Responses[1].Body.Get("id").Text()
		}
		if isIn(f, folder) {
			return s.Ask("removed", update(id).Body(value.Object()).Query("removeParents", value.String(folder))).
				Keep(value.Bool(f.Get("parents").Len() == 1)), nil
		}
		return s.Ask("searched", shortcutsIn(folder, f)).Keep(f), nil
	case "searched":
		for _, link := range s.Responses[0].Body.Get("files").Items() {
			return s.Ask("unlinked", setTrashed(link.Get("id").Text(), true)).
				Keep(value.Object(value.M("file", s.State), value.M("shortcut", link.Get("id")))), nil
		}
		return nil, &plugin.Error{Code: plugin.NotFound, Field: "folderId",
			Message: "The file is not in this folder, and neither is a shortcut to it. drive_get_folder_path shows where it is."}
	case "removed":
		next, err := one(s, plugin.Request{}, theFileJSON)
		if err == nil && s.State.IsTrue() {
			next.Warn("That was the file's only folder: Drive puts it at the top of its owner's My Drive.")
		}
		return next, err
	case "unlinked":
		data := theFileJSON(s.State.Get("file"))
		data.Set("trashedShortcutId", s.State.Get("shortcut"))
		return plugin.Done(data).Warn("The shortcut to the file in this folder was moved to the trash; the file itself stays where it is."), nil
	}
	return s.Stray()
}
