package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

func planSearchMessages(s *plugin.Step) (*plugin.Next, error) {
	l := listing{route: routeMessages, key: "messages", noun: "message", plural: "messages", query: searchQuery(s.Params),
		look: func(id string) plugin.Request {
			return withHeaders(one(routeMessage, id), "From", "To", "Subject", "Date").Keep(keepMessage)
		}}
	next, p, err := l.step(s)
	if p == nil {
		return next, err
	}
	rows := make([]value.Value, 0, len(p.items))
	for _, m := range p.items {
		if fits(l.query, m) {
			rows = append(rows, messageBrief(m))
		}
	}
	return l.end(p, value.Array(rows...)), nil
}

// keepThread is what a list needs of a conversation's messages.
const keepThread = "id,messages(id,labelIds,internalDate,payload)"

// planListThreads looks at each conversation, and once at the labels: those of
// the user are shown by name.
func planListThreads(s *plugin.Step) (*plugin.Next, error) {
	names := allLabels()
	l := listing{route: routeThreads, key: "threads", noun: "conversation", plural: "conversations", query: searchQuery(s.Params),
		beside: &names,
		look: func(id string) plugin.Request {
			return withHeaders(one(routeThread, id), "Subject").Keep(keepThread)
		}}
	next, p, err := l.step(s)
	if p == nil {
		return next, err
	}
	rows := make([]value.Value, 0, len(p.items))
	for _, t := range p.items {
		messages := t.Get("messages").Items()
		for _, m := range messages {
			if fits(l.query, m) {
				rows = append(rows, threadOf(t.Get("id"), messages, p.also))
				break
			}
		}
	}
	return l.end(p, value.Array(rows...)), nil
}

func allLabels() plugin.Request { return mine(routeLabels).Keep(keepLabels) }

// threadOf is a conversation without its messages. labels is the answer that
// lists them.
func threadOf(id value.Value, messages []value.Value, labels value.Value) value.Value {
	subject := ""
	if len(messages) > 0 {
		subject = header(messages[0], "Subject")
	}
	last := value.Value{}
	newest := int64(-1)
	for _, m := range messages {
		if at, ok := millisOf(m); ok && at > newest {
			newest, last = at, isoOf(m)
		}
	}
	any := func(label string) value.Value {
		for _, m := range messages {
			if has(m.Get("labelIds"), label) {
				return value.Bool(true)
			}
		}
		return value.Bool(false)
	}
	return value.Object(
		value.M("id", id),
		value.M("firstMessageSubject", value.String(subject)),
		value.M("messageCount", value.Int(int64(len(messages)))),
		value.M("lastUpdated", last),
		value.M("labels", userLabels(messages, labels)),
		value.M("hasStarredMessages", any("STARRED")),
		value.M("isUnread", any("UNREAD")),
		value.M("isInInbox", any("INBOX")),
		value.M("isInTrash", any("TRASH")),
	)
}

// userLabels are the names of the user's own labels on any of the messages.
func userLabels(messages []value.Value, labels value.Value) value.Value {
	names := []value.Value{}
	for _, l := range labels.Get("labels").Items() {
		if l.Get("type").Text() != "user" {
			continue
		}
		for _, m := range messages {
			if has(m.Get("labelIds"), l.Get("id").Text()) {
				names = append(names, l.Get("name"))
				break
			}
		}
	}
	return value.Array(names...)
}
