package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// change is an action that is one request: what it asks for, and what it says.
func change(ask func(*plugin.Step) plugin.Request, say func(*plugin.Step) value.Value) func(*plugin.Step) (*plugin.Next, error) {
	return func(s *plugin.Step) (*plugin.Next, error) {
		switch s.Name {
		case "":
			return s.Ask("done", ask(s)), nil
		case "done":
			return plugin.Done(say(s)), nil
		}
		return s.Stray()
	}
}

// mark adds or takes off one system label of one message.
func mark(flag string, add, remove []string) func(*plugin.Step) (*plugin.Next, error) {
	return change(
		func(s *plugin.Step) plugin.Request {
			return theOne(s, routeModify, "messageId").Body(labelBody(add, remove)).Keep("id")
		},
		func(s *plugin.Step) value.Value { return did(flag, s, "messageId") },
	)
}

func planMarkRead(s *plugin.Step) (*plugin.Next, error) {
	return mark("markedRead", nil, []string{"UNREAD"})(s)
}

func planMarkUnread(s *plugin.Step) (*plugin.Next, error) {
	return mark("markedUnread", []string{"UNREAD"}, nil)(s)
}

func planStar(s *plugin.Step) (*plugin.Next, error) {
	return mark("starred", []string{"STARRED"}, nil)(s)
}

func planUnstar(s *plugin.Step) (*plugin.Next, error) {
	return mark("unstarred", nil, []string{"STARRED"})(s)
}

func planTrashMessage(s *plugin.Step) (*plugin.Next, error) {
	return change(trashed, func(s *plugin.Step) value.Value { return did("trashed", s, "messageId") })(s)
}

func planTrashThread(s *plugin.Step) (*plugin.Next, error) {
	return change(
		func(s *plugin.Step) plugin.Request {
			return theOne(s, routeThreadTrash, "threadId").Keep("id")
		},
		func(s *plugin.Step) value.Value { return did("trashed", s, "threadId") },
	)(s)
}

// planDeleteMessage trashes: nothing here deletes mail for good.
func planDeleteMessage(s *plugin.Step) (*plugin.Next, error) {
	return change(trashed, func(s *plugin.Step) value.Value {
		return value.Object(
			value.M("deleted", value.Bool(true)),
			value.M("permanent", value.Bool(false)),
			value.M("trashed", value.Bool(true)),
			value.M("messageId", s.Params.Get("messageId")),
			value.M("note", value.String("The message is in the trash, where Gmail deletes it after 30 days. gmail_untrash_message brings it back.")),
		)
	})(s)
}

func trashed(s *plugin.Step) plugin.Request {
	return theOne(s, routeTrash, "messageId").Keep("id")
}

const notFound = 404

// planArchive takes the whole conversation out of the inbox. People give a
// conversation's id too, which need not be that of a message that is still there.
func planArchive(s *plugin.Step) (*plugin.Next, error) {
	id := param(s, "messageId")
	alone := param(s, "scope") == "message"
	outOfInbox := labelBody(nil, []string{"INBOX"})
	switch s.Name {
	case "":
		if alone {
			return s.Ask("archived", theOne(s, routeModify, "messageId").Body(outOfInbox).Keep("id,threadId")), nil
		}
		return s.Ask("found", format(theOne(s, routeMessage, "messageId"), "minimal").Keep("threadId")), nil
	case "found":
		if s.Responses[0].Is(badRequest) {
			return nil, noSuch(s, "messageId")
		}
		thread := s.Responses[0].Body.Get("threadId").Text()
		if s.Responses[0].Is(notFound) {
			return s.Ask("archived", theOne(s, routeThreadModify, "messageId").Body(outOfInbox).Keep("id")).Keep(value.String(id)), nil
		}
		if thread == "" {
			return nil, plugin.Fail(plugin.Malformed, "Gmail did not say which conversation the message is in. Nothing was archived.")
		}
		return s.Ask("archived", one(routeThreadModify, thread).Body(outOfInbox).Keep("id")).Keep(value.String(thread)), nil
	case "archived":
		data, scope, thread := did("archived", s, "messageId"), "thread", s.State
		if alone {
			scope, thread = "message", s.Responses[0].Body.Get("threadId")
		}
		data.Set("threadId", thread)
		data.Set("scope", value.String(scope))
		return plugin.Done(data), nil
	}
	return s.Stray()
}
