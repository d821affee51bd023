package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// planCommentsUpdate changes the text by an update, and the state by a reply:
// resolved can't be written, a reply's action sets it.
//
// The state is looked at first, so that a comment that is resolved already
// gets no second reply that says so.
func planCommentsUpdate(s *plugin.Step) (*plugin.Next, error) {
	p := s.Params
	switch s.Name {
	case "":
		switch {
		case p.Has("content"):
			return s.Ask("updated", onComment(routeCommentsUpdate, p).Body(contentBody(p)).Keep(keepThread)), nil
		case p.Has("resolved"):
			return s.Ask("looked", commentNow(p)), nil
		}
		return nil, plugin.Fail(plugin.BadRequest, "There is nothing to change: give content, resolved or both.")
	case "updated", "looked":
		return afterLook(s)
	case "resolved":
		if s.Responses[0].Error != nil {
			return nil, failed(s.Responses[0], "The text was changed, but the comment could not be "+resolvedWord(p)+".")
		}
		return s.Ask("shown", commentNow(p)), nil
	case "shown":
		return changedComment(s)
	}
	return s.Stray()
}

func commentNow(p value.Value) plugin.Request { return onComment(routeCommentsGet, p).Keep(keepThread) }

func afterLook(s *plugin.Step) (*plugin.Next, error) {
	now, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	want, given := s.Params.Get("resolved").AsBool()
	if !given || now.Get("resolved").IsTrue() == want {
		return changedComment(s)
	}
	action := "reopen"
	if want {
		action = "resolve"
	}
	reply := onComment(routeRepliesCreate, s.Params).
		Body(value.Object(value.M("action", value.String(action)))).Keep("id")
	if s.Name == "updated" {
		// The new text is there already: a refusal must not hide that.
		reply = reply.Tolerate(400, 403, 404)
	}
	return s.Ask("resolved", reply), nil
}

func changedComment(s *plugin.Step) (*plugin.Next, error) {
	now, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return plugin.Done(withFile(s.Params, value.M("comment", commentThread(now)))), nil
}

func resolvedWord(p value.Value) string {
	if p.Get("resolved").IsTrue() {
		return "resolved"
	}
	return "reopened"
}
