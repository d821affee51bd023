package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxAncestors bounds the way up: each folder is one step of the plan, and the
// host allows 32 of them. Drive itself allows deeper trees.
const maxAncestors = 30

// planFolderPath goes up from the file to the folder that has no parent: My
// Drive, or the top of a shared drive. The state holds the file and the path so
// far, the nearest folder first.
func planFolderPath(s *plugin.Step) (*plugin.Next, error) {
	const keep = "id,name,parents,driveId"
	switch s.Name {
	case "":
		return s.Ask("up", item(s.Params.Get("fileId").Text(), keep)), nil
	case "up":
		return goUp(s, keep)
	case "top":
		if name := s.Responses[0].Body.Get("name"); name.Exists() {
			path := s.State.Get("path").Items()
			top := path[len(path)-1]
			top.Set("name", name)
			all := append(append([]value.Value(nil), path[:len(path)-1]...), top)
			return wayTo(s.State.Get("file"), all, ""), nil
		}
		return wayTo(s.State.Get("file"), s.State.Get("path").Items(), ""), nil
	}
	return s.Stray()
}

func goUp(s *plugin.Step, keep string) (*plugin.Next, error) {
	file, path := s.State.Get("file"), append([]value.Value(nil), s.State.Get("path").Items()...)
	switch r := s.Responses[0]; {
	case limited(r):
		return nil, failed(r, "")
	case r.Error != nil:
		return wayTo(file, path, "A folder above is not visible to this account: the path begins below it."), nil
	}
	at, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	if !file.Exists() {
		file = at
	} else {
		path = append(path, value.Object(value.M("id", at.Get("id")), value.M("name", at.Get("name"))))
	}
	state := value.Object(value.M("file", file), value.M("path", value.Array(path...)))
	parent := parentOf(at)
	switch {
	case parent == "" && len(path) > 0 && at.Get("id").Text() == at.Get("driveId").Text():
		// The top folder of a shared drive is called "Drive"; people know it by the
		// drive's name.
		return s.Ask("top", plugin.To(routeDrivesGet).Path("driveId", at.Get("driveId").Text()).Keep("name").Tolerate(403, 404)).Keep(state), nil
	case parent == "":
		return wayTo(file, path, ""), nil
	case parent == file.Get("id").Text() || holds(path, parent):
		return wayTo(file, path, "The folders above form a circle: the path is not whole."), nil
	case len(path) == maxAncestors:
		return nil, &plugin.Error{Code: plugin.LimitExceeded, Field: "fileId",
			Message: "The file lies more than " + text.Int(maxAncestors) + " folders deep. The folder " +
				at.Get("id").Text() + " is so far above it: ask for its path."}
	}
	return s.Ask("up", item(parent, keep).Tolerate(403, 404)).Keep(state), nil
}

// parentOf is the folder that holds an item; "" at the top. Drive keeps one,
// and old items may have several.
func parentOf(f value.Value) string {
	for _, p := range f.Get("parents").Items() {
		return p.Text()
	}
	return ""
}

func holds(path []value.Value, id string) bool {
	for _, f := range path {
		if f.Get("id").Text() == id {
			return true
		}
	}
	return false
}

// wayTo turns the path around: the answer goes from the top down.
func wayTo(file value.Value, path []value.Value, warning string) *plugin.Next {
	down, names := make([]value.Value, len(path)), ""
	for i, f := range path {
		down[len(path)-1-i] = f
		names = text.Join(f.Get("name").Text(), " / ", names)
	}
	return plugin.Done(value.Object(
		value.M("fileId", file.Get("id")),
		value.M("fileName", file.Get("name")),
		value.M("path", value.Array(down...)),
		value.M("pathString", value.String(names)),
	)).Warn(warning)
}
