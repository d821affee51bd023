package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes what a tool did, and the one object that it is about. Lists
// are the host's tables; so is an answer of a shape that is not known here.
func render(a *plugin.Answer) (string, error) {
	switch {
	case a.Tool == table.Batch:
		return actions.RenderBatch(a, outcome), nil
	case a.Data.Get("task").Has("id"):
		return did(a.Tool) + renderTask(a.Data.Get("task")), nil
	case a.Data.Get("tasklist").Has("id"):
		return did(a.Tool) + renderTasklist(a.Data.Get("tasklist")), nil
	case a.Data.Get("deleted").IsTrue() && a.Data.Has("taskId"):
		return "Deleted the task " + a.Data.Get("taskId").Text() + ".\n", nil
	case a.Data.Get("deleted").IsTrue() && a.Data.Has("tasklistId"):
		return "Deleted the task list " + a.Data.Get("tasklistId").Text() + " and its tasks.\n", nil
	case a.Data.Get("clearedCompleted").IsTrue():
		return renderCleared(a.Data), nil
	}
	return "", nil
}

// did says what happened to the object that follows; nothing for a read.
func did(tool string) string {
	switch tool {
	case "tasks_create_task", "tasks_create_tasklist":
		return "Created: "
	case "tasks_update_task":
		return "Changed: "
	case "tasks_update_tasklist":
		return "Renamed to: "
	case "tasks_move_task":
		return "Moved: "
	}
	return ""
}

func renderTask(t value.Value) string {
	state := ""
	switch t.Get("status").Text() {
	case "needsAction":
		state = "open"
	case "completed":
		state = "completed " + show.Moment(t.Get("completed"))
	}
	return titled(t) + "\n" + text.Details(
		text.Line{Label: "Status", Text: text.Trim(state) + flags(t)},
		text.Line{Label: "Due", Text: day(t.Get("due"))},
		text.Line{Label: "Parent", Text: t.Get("parent").Text()},
		text.Line{Label: "Updated", Text: show.Moment(t.Get("updated"))},
		text.Line{Label: "Assigned", Text: t.Get("assignmentInfo").Get("linkToTask").Text()},
		text.Line{Label: "Id", Text: t.Get("id").Text()},
		text.Line{Label: "Open", Text: t.Get("webViewLink").Text()},
		text.Line{Label: "Links", Text: links(t.Get("links"))},
		text.Line{Label: "Notes", Text: t.Get("notes").Text()},
	)
}

// flags tells what keeps the task out of an ordinary list.
func flags(t value.Value) string {
	out := ""
	if t.Get("hidden").IsTrue() {
		out += ", hidden"
	}
	if t.Get("deleted").IsTrue() {
		out += ", deleted"
	}
	return out
}

func links(v value.Value) string {
	return show.Join(v, "\n", func(l value.Value) string {
		out := l.Get("link").Text()
		if d := l.Get("description").Text(); d != "" {
			out += " (" + d + ")"
		}
		return out
	})
}

func renderTasklist(l value.Value) string {
	standard := ""
	if l.Get("isDefault").IsTrue() {
		standard = "yes"
	}
	return titled(l) + "\n" + text.Details(
		text.Line{Label: "Default", Text: standard},
		text.Line{Label: "Updated", Text: show.Moment(l.Get("updated"))},
		text.Line{Label: "Id", Text: l.Get("id").Text()},
	)
}

func renderCleared(d value.Value) string {
	what := "the completed tasks"
	if n, ok := d.Get("clearedCount").AsInt(); ok {
		what = text.Count(int(n), "completed task", "completed tasks")
	}
	return "Hid " + what + " of the list " + d.Get("tasklistId").Text() + ". showHidden still lists them.\n"
}

// day shows a due date. It is a day and no instant, so no zone changes it.
func day(v value.Value) string {
	if t, ok := date.Parse(v.Text()); ok {
		return t.Date.String()
	}
	return v.Text()
}

// titled is a title on one line: a second one could pass for a line of ours.
func titled(v value.Value) string { return text.Or(text.OneLine(v.Get("title").Text()), "(untitled)") }
