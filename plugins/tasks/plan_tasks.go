package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// task adds dueDate, the day alone: the API writes it as an instant that a
// reader west of Greenwich would take for the day before.
func task(v value.Value) value.Value {
	if due, ok := date.Parse(v.Get("due").Text()); ok {
		v.Set("dueDate", value.String(due.Date.String()))
	}
	return v
}

// oneTask sends one request whose answer is the task.
func oneTask(s *plugin.Step, r plugin.Request) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("done", r.Keep(keepTask)), nil
	}
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return plugin.Done(value.Object(value.M("task", task(body)))), nil
}

func planTasksGet(s *plugin.Step) (*plugin.Next, error) {
	return oneTask(s, onTask(routeGet, s.Params))
}

func planTasksList(s *plugin.Step) (*plugin.Next, error) {
	warnings, request := listRequest(s.Params)
	if s.Name == "" {
		return s.Ask("listed", request), nil
	}
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	data := value.Object(
		value.M("tasklistId", s.Params.Get("tasklistId")),
		value.M("items", items(body, task)),
	)
	return plugin.Done(data).Page(body.Get("nextPageToken").Text()).Warn(warnings...), nil
}

// listRequest sends every filter on every page: a page token stands for a
// place, not for a question.
func listRequest(p value.Value) (warnings []string, r plugin.Request) {
	r = pageOf(inList(routeList, p), p).Keep("items(" + keepTask + "),nextPageToken")
	for _, key := range []string{"showCompleted", "showDeleted", "showHidden", "showAssigned"} {
		r = r.Query(key, p.Get(key))
	}
	for _, key := range []string{"completedMin", "completedMax", "dueMin", "dueMax", "updatedMin"} {
		t, ok := date.Parse(p.Get(key).Text())
		if !ok {
			continue // transform has refused what can't be read
		}
		if t.HasClock && !t.HasOffset {
			warnings = append(warnings, key+" has no offset from UTC and was read as UTC.")
		}
		r = r.Query(key, value.String(t.RFC3339()))
	}
	// Said here rather than in transform: over a proxy the answer stays what
	// workspace-lite's scripts know.
	if p.Get("showCompleted").IsTrue() && !p.Has("showHidden") {
		warnings = append(warnings, "Tasks completed in Google's own apps are hidden: set showHidden too to see them all.")
	}
	return warnings, r
}

func planTasksCreate(s *plugin.Step) (*plugin.Next, error) {
	return oneTask(s, inList(routeInsert, s.Params).
		Query("parent", s.Params.Get("parent")).
		Query("previous", s.Params.Get("previous")).
		Body(taskBody(s.Params)))
}

// taskBody holds the given keys only: a patch must not touch the others.
func taskBody(p value.Value) value.Value {
	body := value.Object()
	if p.Has("title") {
		body.Set("title", value.String(text.Trim(p.Get("title").Text())))
	}
	body.Set("notes", p.Get("notes"))
	body.Set("due", dueBody(p.Get("due")))
	body.Set("status", p.Get("status"))
	return body
}

// dueBody is the day as it was written, at midnight UTC. The API drops the
// time of day after it has converted to UTC, so any other time could make it
// the next day or the one before.
func dueBody(due value.Value) value.Value {
	if !due.Exists() || clears(due) {
		return nullIf(due.Exists())
	}
	t, ok := date.Parse(due.Text())
	if !ok {
		return due // transform has refused what can't be read
	}
	return value.String(t.Date.String() + "T00:00:00.000Z")
}

func nullIf(clear bool) value.Value {
	if clear {
		return value.Null()
	}
	return value.Value{}
}

// planTasksUpdate patches what is given and no more, in one call: reading the
// task and writing it back whole would undo what someone else changed in
// between.
func planTasksUpdate(s *plugin.Step) (*plugin.Next, error) {
	body := taskBody(s.Params)
	if body.Len() == 0 {
		return nil, plugin.Fail(plugin.BadRequest,
			"There is nothing to change: give at least one of title, notes, due and status.")
	}
	if body.Get("status").Text() == "needsAction" {
		// A task that is opened again must lose its date of completion.
		body.Set("completed", value.Null())
	}
	return oneTask(s, onTask(routePatch, s.Params).
		IfMatch(s.Params.Get("ifMatch").Text()).
		Body(body))
}

func planTasksMove(s *plugin.Step) (*plugin.Next, error) {
	return oneTask(s, onTask(routeMove, s.Params).
		Query("parent", s.Params.Get("parent")).
		Query("previous", s.Params.Get("previous")).
		Query("destinationTasklist", s.Params.Get("destinationTasklistId")))
}
