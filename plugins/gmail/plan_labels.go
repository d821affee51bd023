package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// planListLabels asks for each label of the user's own, since the list has no
// numbers. Beyond a hundred labels only the first are counted: the host allows
// so many requests. Without numbers the list is one request.
func planListLabels(s *plugin.Step) (*plugin.Next, error) {
	system, counted := s.Params.Get("includeSystem").IsTrue(), !s.Params.Get("skipCounts").IsTrue()
	switch s.Name {
	case "":
		return s.Ask("listed", allLabels()), nil
	case "listed":
		var shown []value.Value
		var requests []plugin.Request
		for _, l := range labelsOf(s.Responses[0].Body) {
			if l.Get("type").Text() != "user" && !system {
				continue
			}
			shown = append(shown, l)
			if counted && len(requests) < maxCounted {
				requests = append(requests, one(routeLabel, l.Get("id").Text()).
					Keep("threadsUnread,messagesTotal,threadsTotal").Tolerate(notFound))
			}
		}
		if requests == nil {
			return plugin.Done(value.Array(shown...).Map(func(l value.Value) value.Value { return labelRow(l, value.Value{}) })), nil
		}
		return s.Ask("counted", requests...).Keep(value.Array(shown...)), nil
	case "counted":
		return countedLabels(s), nil
	}
	return s.Stray()
}

const maxCounted = 100

func countedLabels(s *plugin.Step) *plugin.Next {
	rows := []value.Value{}
	labels := s.State.Items()
	for i, l := range labels {
		counts := value.Value{}
		if i < len(s.Responses) {
			if s.Responses[i].Is(notFound) {
				continue // deleted meanwhile
			}
			counts = s.Responses[i].Body
		}
		rows = append(rows, labelRow(l, counts))
	}
	next := plugin.Done(value.Array(rows...))
	if len(labels) > maxCounted {
		next = next.Warn("Only the first " + text.Int(maxCounted) + " of " + text.Int(len(labels)) + " labels are counted.")
	}
	return next
}

// labelRow is a label of the list, with its numbers where there are any.
func labelRow(l, counts value.Value) value.Value {
	return value.Object(
		value.M("name", l.Get("name")),
		value.M("unreadCount", counts.Get("threadsUnread")),
		value.M("id", l.Get("id")),
		value.M("type", l.Get("type")),
		value.M("messagesTotal", counts.Get("messagesTotal")),
		value.M("threadsTotal", counts.Get("threadsTotal")),
	)
}

// planAddLabel looks at the message before it creates a label for it.
func planAddLabel(s *plugin.Step) (*plugin.Next, error) {
	name := text.Trim(param(s, "labelName"))
	switch s.Name {
	case "":
		return s.Ask("found", format(theOne(s, routeMessage, "messageId"), "minimal").Keep("threadId"), allLabels()), nil
	case "found":
		set := labelsOf(s.Responses[1].Body)
		r, err := set.resolve(value.Array(value.String(name)), "labelName", true)
		if err != nil {
			return nil, onLabelName(err)
		}
		thread := s.Responses[0].Body.Get("threadId")
		if len(r.ids) == 0 {
			return nil, plugin.Invalid("labelName", "labelName must not be empty.")
		}
		if thread.Text() == "" {
			return nil, plugin.Fail(plugin.Malformed, "Gmail did not say which conversation the message is in. Nothing was changed.")
		}
		if len(r.missing) > 0 {
			return s.Ask("created", createLabel(name)).Keep(thread), nil
		}
		return addLabelTo(s, thread, r.ids[0], false)
	case "created":
		if s.Responses[0].Is(conflict) {
			return s.Ask("listed", allLabels()).Keep(s.State), nil
		}
		return addLabelTo(s, s.State, s.Responses[0].Body.Get("id").Text(), true)
	case "listed":
		id, found := labelsOf(s.Responses[0].Body).find(name)
		if !found {
			return nil, nameTaken("labelName", name)
		}
		return addLabelTo(s, s.State, id, false)
	case "added":
		data := did("labelAdded", s, "messageId")
		data.Set("label", s.Params.Get("labelName"))
		for _, key := range [...]string{"labelId", "created", "threadId"} {
			data.Set(key, s.State.Get(key))
		}
		return plugin.Done(data), nil
	}
	return s.Stray()
}

// onLabelName names the one argument where the list was made of it.
func onLabelName(err error) error {
	if e, ok := err.(*plugin.Error); ok {
		e.Field = "labelName"
	}
	return err
}

// nameTaken: Gmail holds names that are not labels of the list, such as those of
// its own folders in other spellings.
func nameTaken(field, name string) *plugin.Error {
	return &plugin.Error{Code: plugin.Conflict, Field: field,
		Message: "Gmail does not take " + text.OneLine(name) + " as a label's name: it is taken, or one of Gmail's own. Choose another one."}
}

func addLabelTo(s *plugin.Step, thread value.Value, id string, created bool) (*plugin.Next, error) {
	if id == "" || thread.Text() == "" {
		return nil, plugin.Fail(plugin.Malformed, "Gmail's answer lacks the id of the label or of the conversation.")
	}
	if takesAway(id) {
		return nil, plugin.Invalid("labelName", "labelName can't be TRASH or SPAM: use gmail_trash_thread, which asks.")
	}
	return s.Ask("added", one(routeThreadModify, thread.Text()).Body(labelBody([]string{id}, nil)).Keep("id")).Keep(value.Object(
		value.M("labelId", value.String(id)),
		value.M("created", value.Bool(created)),
		value.M("threadId", thread),
	)), nil
}

// planRemoveLabel calls it no failure that there is no such label, as a proxy
// does, but says so.
func planRemoveLabel(s *plugin.Step) (*plugin.Next, error) {
	name := param(s, "labelName")
	data := did("labelRemoved", s, "messageId")
	data.Set("label", s.Params.Get("labelName"))
	switch s.Name {
	case "":
		return s.Ask("found", format(theOne(s, routeMessage, "messageId"), "minimal").Keep("threadId"), allLabels()), nil
	case "found":
		set := labelsOf(s.Responses[1].Body)
		thread := s.Responses[0].Body.Get("threadId")
		id, found := set.find(name)
		if !found {
			if set.ambiguous(name) {
				return nil, plugin.Invalid("labelName", "Several labels have this name in other cases."+set.near(name)+" Nothing was changed.")
			}
			data.Set("threadId", thread)
			data.Set("changed", value.Bool(false))
			return plugin.Done(data).Warn("There is no label " + text.OneLine(name) + ", so nothing was changed." + set.near(name)), nil
		}
		return s.Ask("removed", one(routeThreadModify, thread.Text()).Body(labelBody(nil, []string{id})).Keep("id")).Keep(value.Object(
			value.M("labelId", value.String(id)),
			value.M("threadId", thread),
		)), nil
	case "removed":
		data.Set("labelId", s.State.Get("labelId"))
		data.Set("threadId", s.State.Get("threadId"))
		data.Set("changed", value.Bool(true))
		return plugin.Done(data), nil
	}
	return s.Stray()
}
