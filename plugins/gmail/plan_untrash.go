package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// belongsInInbox tells whether a message that is out of the trash is missing in
// the inbox. What the user wrote never was there.
func belongsInInbox(labels value.Value) bool {
	return !has(labels, "INBOX") && !has(labels, "SENT") && !has(labels, "DRAFT") && !has(labels, "CHAT")
}

// planUntrashMessage brings a message back. Gmail keeps its labels in the trash,
// so as a rule it is in the inbox again by itself.
func planUntrashMessage(s *plugin.Step) (*plugin.Next, error) {
	id := param(s, "messageId")
	switch s.Name {
	case "":
		return s.Ask("untrashed", theOne(s, routeUntrash, "messageId").Keep(keepIDs)), nil
	case "untrashed":
		m, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		// A message without labels comes without the list of them.
		if belongsInInbox(m.Get("labelIds")) {
			return s.Ask("moved", one(routeModify, id).Body(labelBody([]string{"INBOX"}, nil)).Keep(keepIDs)), nil
		}
		return plugin.Done(broughtBack(s, m)), nil
	case "moved":
		return plugin.Done(broughtBack(s, s.Responses[0].Body)), nil
	}
	return s.Stray()
}

func broughtBack(s *plugin.Step, m value.Value) value.Value {
	data := did("untrashed", s, "messageId")
	data.Set("threadId", m.Get("threadId"))
	data.Set("labelIds", m.Get("labelIds"))
	return data
}

const keepThreadLabels = "id,messages(id,labelIds)"

// planUntrashThread brings a conversation back, and puts the messages that
// others sent into the inbox where none of them is there.
func planUntrashThread(s *plugin.Step) (*plugin.Next, error) {
	id := param(s, "threadId")
	switch s.Name {
	case "":
		return s.Ask("untrashed", theOne(s, routeThreadUntrash, "threadId").Keep(keepThreadLabels)), nil
	case "untrashed", "looked":
		messages := s.Responses[0].Body.Get("messages").Items()
		if len(messages) == 0 && s.Name == "untrashed" {
			return s.Ask("looked", format(one(routeThread, id), "minimal").Keep(keepThreadLabels)), nil
		}
		var ids []string
		for _, m := range messages {
			if has(m.Get("labelIds"), "INBOX") {
				ids = nil
				break
			}
			if belongsInInbox(m.Get("labelIds")) && !has(m.Get("labelIds"), "TRASH") {
				ids = append(ids, m.Get("id").Text())
			}
		}
		if ids == nil {
			return plugin.Done(did("untrashed", s, "threadId")), nil
		}
		body := labelBody([]string{"INBOX"}, nil)
		body.Set("ids", value.Strings(ids))
		return s.Ask("moved", mine(routeBatchModify).Body(body)), nil
	case "moved":
		return plugin.Done(did("untrashed", s, "threadId")), nil
	}
	return s.Stray()
}
