package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// planTasksDelete looks first: the API answers a delete of a task that is gone
// with success, and "deleted" would then be false news.
func planTasksDelete(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("looked", onTask(routeGet, s.Params).Keep("id,deleted,assignmentInfo(surfaceType)")), nil
	case "looked":
		found, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if found.Get("deleted").IsTrue() {
			return nil, &plugin.Error{Code: plugin.NotFound, Field: "taskId", Message: "The task has already been deleted."}
		}
		if found.Has("assignmentInfo") && !s.Params.Get("includeAssigned").IsTrue() {
			return nil, assignedStay("The task is assigned from Google Docs or Chat. ")
		}
		return s.Ask("deleted", onTask(routeDelete, s.Params)).Keep(assignedMark(found)), nil
	case "deleted":
		next := plugin.Done(value.Object(
			value.M("deleted", value.Bool(true)),
			value.M("tasklistId", s.Params.Get("tasklistId")),
			value.M("taskId", s.Params.Get("taskId")),
		))
		if s.State.IsTrue() {
			next = next.Warn("The task was assigned from Google Docs or Chat: its original there was deleted too.")
		}
		return next, nil
	}
	return s.Stray()
}

// assignedMark is the state after the look: true where the task was assigned.
func assignedMark(task value.Value) value.Value {
	return value.Bool(task.Has("assignmentInfo"))
}

// planTasksClear counts what it is about to hide, since the API's clear tells
// nothing. A list of more than one page is not counted: the number is a
// courtesy and not worth more requests.
func planTasksClear(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("counted", inList(routeList, s.Params).
			Query("maxResults", value.Int(maxPage)).
			Query("showCompleted", value.Bool(true)).
			Query("showHidden", value.Bool(false)).
			Query("showAssigned", value.Bool(true)).
			Keep("items(status),nextPageToken")), nil
	case "counted":
		return s.Ask("cleared", inList(routeClear, s.Params)).Keep(completedIn(s.Responses[0].Body)), nil
	case "cleared":
		return plugin.Done(value.Object(
			value.M("clearedCompleted", value.Bool(true)),
			value.M("tasklistId", s.Params.Get("tasklistId")),
			value.M("clearedCount", s.State),
		)), nil
	}
	return s.Stray()
}

// completedIn counts the completed tasks; absent where there are more pages.
func completedIn(body value.Value) value.Value {
	if body.Get("nextPageToken").Text() != "" {
		return value.Value{}
	}
	n := int64(0)
	for _, t := range body.Get("items").Items() {
		if t.Get("status").Text() == "completed" {
			n++
		}
	}
	return value.Int(n)
}
