package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// wroteDraft asks for the draft that has just been written.
func wroteDraft(s *plugin.Step, sent value.Value) (*plugin.Next, error) {
	d, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	sent.Set("id", d.Get("id"))
	sent.Set("messageId", d.Get("message").Get("id"))
	sent.Set("threadId", d.Get("message").Get("threadId"))
	if apart := strayed(sent, d.Get("message")); apart != "" {
		sent.Set("warnings", value.Strings(append(stringsOf(sent.Get("warnings")), apart)))
	}
	return s.Ask("reread", wholeDraft(one(routeDraft, d.Get("id").Text())).MaxText(maxBodyUnits).
		Tolerate(403, notFound, 429, 500, 502, 503, 504)).Keep(sent), nil
}

// rereadDraft ends with the draft. It is written whatever came of reading it, so
// a failure of that is a warning.
func rereadDraft(s *plugin.Step) (*plugin.Next, error) {
	extra := s.State
	if s.Name == "rereadTexts" {
		extra = s.State.Get("extra")
	}
	warnings := stringsOf(extra.Get("warnings"))
	if s.Name == "reread" && s.Responses[0].Error != nil {
		return plugin.Done(value.Object(value.M("draft", value.Object(
			value.M("id", extra.Get("id")),
			value.M("message", value.Object(
				value.M("id", extra.Get("messageId")),
				value.M("threadId", extra.Get("threadId")),
				value.M("subject", extra.Get("subject")),
				value.M("to", extra.Get("to")),
				value.M("cc", extra.Get("cc")),
				value.M("bcc", extra.Get("bcc")),
			)),
		)))).Warn(warnings...).Warn("The draft is written, but it could not be read again: gmail_get_draft shows it."), nil
	}
	messages, d := []value.Value(nil), value.Value{}
	if s.Name == "rereadTexts" {
		messages, _ = fetchedTexts(s)
		d = extra.Get("draft")
		d.Set("message", messages[0])
	} else {
		var err error
		if d, err = s.Responses[0].Object(); err != nil {
			return nil, err
		}
		extra.Set("draft", d.Without("message"))
		if requests := textRequests([]value.Value{d.Get("message")}, maxBodyUnits); requests != nil {
			return s.Ask("rereadTexts", requests...).Keep(value.Object(
				value.M("messages", value.Array(d.Get("message"))),
				value.M("extra", extra),
			)), nil
		}
	}
	return plugin.Done(value.Object(value.M("draft", draftJSON(d)))).Warn(warnings...), nil
}
