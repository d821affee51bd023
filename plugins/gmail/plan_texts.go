package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// maxTexts is how many long texts are fetched for one answer: a thread's own
// messages are up to a hundred requests, and the host allows 120.
const maxTexts = 15

// wanted is a text that the service keeps apart, and the message it is of.
type wanted struct {
	message int
	leaf
}

// wantedTexts lists the texts that the messages lack, in order.
func wantedTexts(messages []value.Value) []wanted {
	var list []wanted
	for i, m := range messages {
		p := partsOf(m.Get("payload"))
		for _, l := range append(append([]leaf{}, p.plain...), p.html...) {
			// The host gives what has a file's name as a file, readable or not, and
			// what has no type as well.
			if l.isMissing() && l.Get("filename").Text() == "" && l.kind() != "" && len(list) < maxTexts {
				list = append(list, wanted{i, l})
			}
		}
	}
	return list
}

// fetchTexts asks for the texts that are missing and keeps the messages, with
// what else the next step needs; nil where nothing is missing.
func fetchTexts(s *plugin.Step, messages []value.Value, extra value.Value, maxText int) *plugin.Next {
	requests := textRequests(messages, maxText)
	if requests == nil {
		return nil
	}
	return s.Ask("texts", requests...).Keep(value.Object(
		value.M("messages", value.Array(messages...)),
		value.M("extra", extra),
	))
}

// textRequests asks for the texts that are missing; nil where none are. A
// maxText of 0 does not cut.
func textRequests(messages []value.Value, maxText int) []plugin.Request {
	list := wantedTexts(messages)
	if list == nil {
		return nil
	}
	requests := make([]plugin.Request, len(list))
	for i, w := range list {
		requests[i] = getAttachmentOf(messages[w.message].Get("id").Text(), w.attachmentID()).
			DecodeText(typeOf(w.leaf)).Keep("text,textUnits").Tolerate(400, notFound)
		if maxText > 0 {
			requests[i] = requests[i].MaxText(maxText)
		}
	}
	return requests
}

// getAttachmentOf asks for the bytes of a part.
func getAttachmentOf(message, attachment string) plugin.Request {
	return one(routeAttachment, attachment).Path("messageId", message)
}

// fetchedTexts puts the texts that came into their messages. One that is gone
// stays away, and counts as cut.
func fetchedTexts(s *plugin.Step) (messages []value.Value, extra value.Value) {
	messages = append(messages, s.State.Get("messages").Items()...)
	for i, w := range wantedTexts(messages) {
		if i >= len(s.Responses) || s.Responses[i].Error != nil {
			continue
		}
		body := w.body()
		body.Set("text", s.Responses[i].Body.Get("text"))
		body.Set("textUnits", s.Responses[i].Body.Get("textUnits"))
		m := messages[w.message]
		m.Set("payload", withBody(m.Get("payload"), w.partID(), body, maxDepth))
		messages[w.message] = m
	}
	return messages, s.State.Get("extra")
}

// withBody gives a payload in which the part with this id has this body.
func withBody(part value.Value, id string, body value.Value, depth int) value.Value {
	children := part.Get("parts").Items()
	if len(children) == 0 {
		if part.Kind() == value.KindObject && part.Get("partId").Text() == id {
			part.Set("body", body)
		}
		return part
	}
	if depth > 0 {
		part.Set("parts", part.Get("parts").Map(func(c value.Value) value.Value { return withBody(c, id, body, depth-1) }))
	}
	return part
}
