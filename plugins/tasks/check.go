package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/value"
)

func checkTitle(p *actions.Params) {
	p.NotBlank("title")
	p.Bound("title", maxTitle)
}

func checkCreate(p *actions.Params) {
	checkTitle(p)
	p.Bound("notes", apiNotes)
	checkDue(p)
	checkPlace(p)
}

// checkUpdate lets an update without a change pass: proxies refuse it
// themselves, and so does its plan. Over REST "" and null remove the date; a
// proxy refuses them, so nothing is dropped in silence.
func checkUpdate(p *actions.Params) {
	checkTitle(p)
	p.Bound("notes", apiNotes)
	if !clears(p.Get("due")) {
		checkDue(p)
	}
}

// clears tells whether a due date is to be removed.
func clears(due value.Value) bool {
	s, isText := due.AsString()
	return due.IsNull() || isText && s == ""
}

func checkDue(p *actions.Params) {
	v := p.Get("due")
	if !v.Exists() {
		return
	}
	due, ok := date.Parse(v.Text())
	if !ok {
		p.Invalid("due", "due must be a date that exists, such as 2031-05-04.")
		return
	}
	if due.Midnight() && due.Offset == 0 {
		return
	}
	p.Warn("Google Tasks stores no time of day: the task is due on " + due.Date.String() + ".")
	if utc := due.UTCDate(); utc != due.Date {
		p.WarnProxy("An Apps Script proxy takes the day in UTC, which is " + utc.String() + ": give the date alone to be sure.")
	}
}

// checkPlace is about where a task goes: it can't be its own neighbour, and a
// sibling is not a parent.
func checkPlace(p *actions.Params) {
	task, parent, previous := p.Get("taskId").Text(), p.Get("parent").Text(), p.Get("previous").Text()
	switch {
	case parent != "" && parent == task:
		p.Invalid("parent", "A task can't be its own parent.")
	case previous != "" && previous == task:
		p.Invalid("previous", "A task can't come after itself.")
	case parent != "" && parent == previous:
		p.Invalid("previous", "previous must be a task under parent, not the parent itself.")
	}
}

// checkFilters reads the bounds as the plan will send them.
func checkFilters(p *actions.Params) {
	p.Interval("completedMin", "completedMax")
	p.Interval("dueMin", "dueMax")
	p.Date("updatedMin")
	completed := p.Get("showCompleted")
	if completed.Exists() && !completed.IsTrue() && (p.Has("completedMin") || p.Has("completedMax")) {
		p.Warn("completedMin and completedMax find nothing while showCompleted is false.")
	}
}
