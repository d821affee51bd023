package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// setTrashed moves the item that the call names into the trash or out of it. A
// shortcut goes alone: the file that it stands for stays where it is.
func setTrashed(id string, trashed bool) plugin.Request {
	return everywhere(plugin.To(routeUpdate).Path("fileId", id)).
		Body(value.Object(value.M("trashed", value.Bool(trashed)))).
		Keep("id,trashed")
}

// trashing sends the change and holds Drive to it: an item that is in the trash
// with its folder does not come out alone.
func trashing(s *plugin.Step, trashed bool, data value.Value) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("changed", setTrashed(s.Params.Get("fileId").Text(), trashed)), nil
	}
	f, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	switch now := f.Get("trashed").IsTrue(); {
	case trashed && !now:
		return nil, plugin.Fail(plugin.Conflict, "Drive took the request and left the file where it is. Look at it with drive_get_file.")
	case !trashed && now:
		return nil, plugin.Fail(plugin.Conflict, "The file is still in the trash: it lies in a folder that is there. Restore the folder.")
	}
	return plugin.Done(data), nil
}

func planFileTrash(s *plugin.Step) (*plugin.Next, error) {
	return trashing(s, true, value.Object(
		value.M("trashed", value.Bool(true)), value.M("fileId", s.Params.Get("fileId"))))
}

func planFileUntrash(s *plugin.Step) (*plugin.Next, error) {
	return trashing(s, false, value.Object(
		value.M("untrashed", value.Bool(true)), value.M("fileId", s.Params.Get("fileId"))))
}

// planFileDelete moves to the trash. Removing for good is not to be had here.
func planFileDelete(s *plugin.Step) (*plugin.Next, error) {
	return trashing(s, true, value.Object(
		value.M("deleted", value.Bool(true)),
		value.M("fileId", s.Params.Get("fileId")),
		value.M("note", value.String("The file was moved to the trash, not removed for good. drive_untrash_file brings it back.")),
		value.M("permanent", value.Bool(false)),
	))
}
