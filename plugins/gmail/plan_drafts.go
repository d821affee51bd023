package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

const (
	keepDraft = "id,message(" + keepMessage + ")"
	// listUnits is how much of a body a list of drafts gives, in UTF-16 units: a
	// hundred drafts must stay below what the host hands to a plan.
	listUnits = 2000
)

// draftJSON is a draft. Gmail dates the message of a draft anew with each
// change, so its date is when the draft was changed.
func draftJSON(d value.Value) value.Value {
	m := d.Get("message")
	p := partsOf(m.Get("payload"))
	t := p.texts()
	return value.Object(
		value.M("id", d.Get("id")),
		value.M("message", value.Object(
			value.M("id", m.Get("id")),
			value.M("threadId", m.Get("threadId")),
			value.M("from", headerValue(m, "From")),
			value.M("to", headerValue(m, "To")),
			value.M("cc", headerValue(m, "Cc")),
			value.M("bcc", headerValue(m, "Bcc")),
			value.M("subject", headerValue(m, "Subject")),
			value.M("body", value.String(t.plain)),
			value.M("bodyTruncated", value.Bool(t.plainCut)),
			value.M("htmlBody", value.String(t.html)),
			value.M("htmlBodyTruncated", value.Bool(t.htmlCut)),
			value.M("attachments", attachmentsOf(p.files)),
		)),
		value.M("updated", isoOf(m)),
	)
}

func wholeDraft(draft plugin.Request) plugin.Request {
	return format(draft, "full").Keep(keepDraft).DecodeMail()
}

func planListDrafts(s *plugin.Step) (*plugin.Next, error) {
	l := listing{route: routeDrafts, key: "drafts", noun: "draft", plural: "drafts", silentEnd: true,
		look: func(id string) plugin.Request { return wholeDraft(one(routeDraft, id)).MaxText(listUnits) }}
	next, p, err := l.step(s)
	if p == nil {
		return next, err
	}
	rows := make([]value.Value, 0, len(p.items))
	for _, d := range p.items {
		rows = append(rows, draftJSON(d))
	}
	return l.end(p, value.Array(rows...)), nil
}

// planGetDraft reads a draft with its texts whole.
func planGetDraft(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("got", wholeDraft(theOne(s, routeDraft, "draftId")).MaxText(maxBodyUnits)), nil
	case "got", "texts":
		return readDraft(s)
	}
	return s.Stray()
}

// readDraft ends with the draft that was asked for in the step before, and asks
// for long texts first.
func readDraft(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "texts" {
		messages, d := fetchedTexts(s)
		d.Set("message", messages[0])
		return plugin.Done(value.Object(value.M("draft", draftJSON(d)))), nil
	}
	d, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	if next := fetchTexts(s, []value.Value{d.Get("message")}, d.Without("message"), maxBodyUnits); next != nil {
		return next, nil
	}
	return plugin.Done(value.Object(value.M("draft", draftJSON(d)))), nil
}

// draftHead asks for what a person knows a draft by.
func draftHead(s *plugin.Step) plugin.Request {
	return format(theOne(s, routeDraft, "draftId"), "metadata").Keep("id,message(id,threadId,payload)")
}

// planDeleteDraft reads the draft first: the answer says what is gone.
func planDeleteDraft(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("got", draftHead(s)), nil
	case "got":
		m := s.Responses[0].Body.Get("message")
		return s.Ask("deleted", one(routeDraftDelete, param(s, "draftId"))).Keep(value.Object(
			value.M("subject", headerValue(m, "Subject")),
			value.M("to", headerValue(m, "To")),
		)), nil
	case "deleted":
		data := did("deleted", s, "draftId")
		data.Set("subject", s.State.Get("subject"))
		data.Set("to", s.State.Get("to"))
		return plugin.Done(data), nil
	}
	return s.Stray()
}

// planSendDraft sends the draft by its id alone, as it is with the service. One
// without recipients is refused here: Gmail's own refusal does not say why.
func planSendDraft(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("got", draftHead(s)), nil
	case "got":
		m := s.Responses[0].Body.Get("message")
		head := value.Object()
		recipients := 0
		for _, k := range [...]struct{ key, name string }{{"to", "To"}, {"cc", "Cc"}, {"bcc", "Bcc"}} {
			recipients += len(listOf(m, k.name))
			head.Set(k.key, optionalHeader(m, k.name))
		}
		if recipients == 0 {
			return nil, plugin.Invalid("draftId", "The draft has no recipient, so it was not sent. Add one with gmail_update_draft.")
		}
		head.Set("subject", headerValue(m, "Subject"))
		return s.Ask("sent", mine(routeDraftSend).Body(value.Object(value.M("id", s.Params.Get("draftId")))).Keep(keepIDs)).Keep(head), nil
	case "sent":
		data := did("sent", s, "draftId")
		sent := s.Responses[0].Body
		data.Set("id", sent.Get("id"))
		data.Set("messageId", sent.Get("id"))
		data.Set("threadId", sent.Get("threadId"))
		for _, m := range s.State.Members() {
			data.Set(m.Key, m.Value)
		}
		return plugin.Done(data), nil
	}
	return s.Stray()
}
