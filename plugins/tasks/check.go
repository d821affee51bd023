package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// params are one action's parameters under check. The first fault stays in
// err.
type params struct {
	value.Value
	// at stands before a key in an error's field: "operations.0.params.".
	at       string
	warnings []string
	err      *plugin.Error
}

func (p *params) fail(code, key, message string) {
	if p.err == nil {
		p.err = &plugin.Error{Code: code, Field: p.at + key, Message: message}
	}
}

func (p *params) warn(sentence string) { p.warnings = append(p.warnings, sentence) }

func (p *params) run(row *action) {
	for _, key := range row.required {
		if text.Blank(p.Get(key).Text()) {
			p.fail(plugin.BadRequest, key, key+" must not be empty.")
		}
	}
	if row.check != nil {
		row.check(p)
	}
}

func checkTitle(p *params) {
	title := p.Get("title")
	if !title.Exists() {
		return
	}
	trimmed := text.Trim(title.Text())
	if trimmed == "" {
		p.fail(plugin.BadRequest, "title", "title must not be empty.")
	}
	p.bound("title", trimmed, maxTitle)
}

func (p *params) bound(key, s string, max int) {
	if n := text.Units(s); n > max {
		p.fail(plugin.LimitExceeded, key, key+" may have "+text.Int(max)+" characters and has "+text.Int(n)+". Shorten it.")
	}
}

func checkCreate(p *params) {
	checkTitle(p)
	p.bound("notes", p.Get("notes").Text(), apiNotes)
	if due := p.Get("due"); due.Exists() {
		p.due(due)
	}
	checkPlace(p)
}

// checkUpdate lets an update without a change pass: proxies refuse it
// themselves, and so does its plan. Over REST "" and null remove the date; a
// proxy refuses them, so nothing is dropped in silence.
func checkUpdate(p *params) {
	checkTitle(p)
	p.bound("notes", p.Get("notes").Text(), apiNotes)
	if due := p.Get("due"); due.Exists() && !clears(due) {
		p.due(due)
	}
}

// clears tells whether a due date is to be removed.
func clears(due value.Value) bool {
	s, isText := due.AsString()
	return due.IsNull() || isText && s == ""
}

func (p *params) due(v value.Value) {
	due, ok := date.Parse(v.Text())
	if !ok {
		p.fail(plugin.BadRequest, "due", "due must be a date that exists, such as 2031-05-04.")
		return
	}
	if due.Midnight() && due.Offset == 0 {
		return
	}
	sentence := "Google Tasks stores no time of day: the task is due on " + due.Date.String() + "."
	if utc := due.UTCDate(); utc != due.Date {
		sentence += " An Apps Script proxy takes the day in UTC, which is " + utc.String() + ": give the date alone to be sure."
	}
	p.warn(sentence)
}

// checkPlace is about where a task goes: it can't be its own neighbour, and a
// sibling is not a parent.
func checkPlace(p *params) {
	task, parent, previous := p.Get("taskId").Text(), p.Get("parent").Text(), p.Get("previous").Text()
	switch {
	case parent != "" && parent == task:
		p.fail(plugin.BadRequest, "parent", "A task can't be its own parent.")
	case previous != "" && previous == task:
		p.fail(plugin.BadRequest, "previous", "A task can't come after itself.")
	case parent != "" && parent == previous:
		p.fail(plugin.BadRequest, "previous", "previous must be a task under parent, not the parent itself.")
	}
}

// checkFilters reads the bounds as the plan will send them.
func checkFilters(p *params) {
	p.interval("completedMin", "completedMax")
	p.interval("dueMin", "dueMax")
	p.filter("updatedMin")
	completed := p.Get("showCompleted")
	if completed.Exists() && !completed.IsTrue() && (p.Has("completedMin") || p.Has("completedMax")) {
		p.warn("completedMin and completedMax find nothing while showCompleted is false.")
	}
}

func (p *params) interval(minKey, maxKey string) {
	low, hasLow := p.filter(minKey)
	high, hasHigh := p.filter(maxKey)
	if hasLow && hasHigh && high.Before(low) {
		p.fail(plugin.BadRequest, maxKey, maxKey+" must not be earlier than "+minKey+".")
	}
}

func (p *params) filter(key string) (t date.Time, ok bool) {
	v := p.Get(key)
	if !v.Exists() {
		return t, false
	}
	if t, ok = date.Parse(v.Text()); !ok {
		p.fail(plugin.BadRequest, key, key+" must be a date (2031-05-04) or a date-time (2031-05-04T09:00:00Z) that exists.")
	}
	return t, ok
}
