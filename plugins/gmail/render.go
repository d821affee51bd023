package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes mails, drafts and settings as text, and says what a tool did.
// Lists are the host's tables; so is an answer of a shape that is not known
// here.
func render(a *plugin.Answer) (string, error) {
	d := a.Data
	switch a.Tool {
	case table.Batch:
		return actions.RenderBatch(a, outcome), nil
	case "gmail_profile":
		return after("Mailbox of ", d.Get("email"), ".\n") + text.Details(
			text.Line{Label: "Messages", Text: show.Scalar(d.Get("messagesTotal"))},
			text.Line{Label: "Conversations", Text: show.Scalar(d.Get("threadsTotal"))},
		), nil
	case "gmail_get_message":
		return renderMessage(d.Get("message")), nil
	case "gmail_get_thread":
		return renderThread(d), nil
	case "gmail_get_attachment":
		return renderAttachment(d), nil
	case "gmail_list_labels":
		return renderLabels(d), nil
	case "gmail_get_draft", "gmail_create_draft", "gmail_create_draft_reply", "gmail_create_draft_reply_all", "gmail_update_draft":
		return renderDraft(a), nil
	case "gmail_get_filter", "gmail_create_filter":
		return renderFilter(a.Tool, d.Get("filter")) + after("Created the label ", value.String(words(d.Get("createdLabels"))), ".\n"), nil
	case "gmail_get_vacation_responder", "gmail_update_vacation_responder":
		return renderVacation(a.Tool, d.Get("vacation"), isFalse(d.Get("changed"))), nil
	case "gmail_batch_modify":
		return renderModified(d), nil
	}
	return done(a.Tool, d), nil
}

// after is a sentence around a text, "" where there is none.
func after(before string, v value.Value, behind string) string {
	if s := v.Text(); s != "" {
		return before + s + behind
	}
	return ""
}

func isFalse(v value.Value) bool { b, ok := v.AsBool(); return ok && !b }

// outcome is the one thing about an operation's data that the next step is
// likely to need.
func outcome(d value.Value) string {
	if d.Kind() == value.KindArray {
		return text.Count(d.Len(), "item", "items")
	}
	if m := d.Get("message"); m.Has("id") {
		return m.Get("subject").Text() + " (" + m.Get("id").Text() + ")"
	}
	if t := d.Get("thread"); t.Has("id") {
		return t.Get("firstMessageSubject").Text() + " (" + t.Get("id").Text() + ")"
	}
	for _, key := range [...]string{"draft", "filter"} {
		if o := d.Get(key); o.Has("id") {
			return key + " " + o.Get("id").Text()
		}
	}
	if v := d.Get("vacation"); v.Exists() {
		return "automatic answers " + onOff(v.Get("enableAutoReply"))
	}
	if n, ok := d.Get("modified").AsInt(); ok {
		return text.Count(int(n), "message", "messages")
	}
	if email := d.Get("email").Text(); email != "" {
		return email
	}
	for i := range sentences {
		if s := sentences[i].say(d); s != "" {
			return s[:len(s)-1] // without its full stop: more may follow on the line
		}
	}
	return ""
}
