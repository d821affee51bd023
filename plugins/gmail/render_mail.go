package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderMessage(m value.Value) string {
	if !field(m, "id").Exists() {
		return ""
	}
	return writeMail("Message", m, wholeBody)
}

// renderThread writes the messages below each other. The bodies of the mail
// stand indented, so that none can look like the head of the next message.
func renderThread(d value.Value) string {
	t := d.Get("thread")
	messages := t.Get("messages")
	if !messages.Exists() {
		messages = d.Get("messages")
	}
	if !t.Has("id") {
		return ""
	}
	n := messages.Len()
	if count, ok := t.Get("messageCount").AsInt(); ok && n == 0 {
		n = int(count)
	}
	shown := ""
	if omitted := whole(t.Get("messagesOmitted")); omitted > 0 {
		shown = text.Int(n) + " of them"
	}
	out := "Conversation of " + text.Count(n+whole(t.Get("messagesOmitted")), "message", "messages") + "\n" + text.Details(
		text.Line{Label: "Shown", Text: shown},
		text.Line{Label: "Subject", Text: t.Get("firstMessageSubject").Text()},
		text.Line{Label: "Last", Text: show.Moment(t.Get("lastUpdated"))},
		text.Line{Label: "Labels", Text: states(t)},
		text.Line{Label: "Id", Text: t.Get("id").Text()},
	)
	first := 0
	if offset, ok := t.Get("offset").AsInt(); ok && t.Has("messagesOmitted") {
		first, n = int(offset), n+whole(t.Get("messagesOmitted"))
	}
	for i, m := range messages.Items() {
		out += "\n" + writeMail("Message "+text.Int(first+i+1)+" of "+text.Int(n), m, shortBody)
	}
	return out
}

// whole is a number without a fraction, 0 where there is none.
func whole(v value.Value) int {
	n, _ := v.AsInt()
	return int(n)
}

// writeMail writes a mail: its head, its text, its attachments.
func writeMail(title string, m value.Value, limit int) string {
	b := bodyOf(m)
	id := field(m, "id").Text()
	attachments := field(m, "attachments")
	if n := attachments.Len(); n > 0 {
		title += " with " + text.Count(n, "attachment", "attachments")
	}
	shown, rest := cutAt(b.text, limit)
	out := title + "\n" + text.Details(
		text.Line{Label: "From", Text: field(m, "from").Text()},
		text.Line{Label: "To", Text: recipientList(field(m, "to").Text())},
		text.Line{Label: "Cc", Text: recipientList(field(m, "cc").Text())},
		text.Line{Label: "Bcc", Text: recipientList(field(m, "bcc").Text())},
		text.Line{Label: "Subject", Text: field(m, "subject").Text()},
		text.Line{Label: "Date", Text: show.Moment(field(m, "date"))},
		text.Line{Label: "Id", Text: id},
		text.Line{Label: "Thread", Text: field(m, "threadId").Text()},
		text.Line{Label: "Labels", Text: states(m)},
		text.Line{Label: "Part", Text: b.part},
	) + indented(shown)
	below := ""
	if rest > 0 {
		below = "  [" + text.Int(rest) + " more characters: gmail_get_message " + id + " shows them.]\n"
	}
	return apart(out, below+b.notes()+attachmentList(attachments))
}

// apart puts a blank line between a mail's text and what is said below it.
func apart(mail, below string) string {
	if below == "" {
		return mail
	}
	return mail + "\n" + below
}

// renderDraft writes a draft, and says that nothing was sent where one was
// written.
func renderDraft(a *plugin.Answer) string {
	d := a.Data.Get("draft")
	if !d.Has("id") {
		return ""
	}
	id := d.Get("id").Text()
	title := "Draft " + id
	switch a.Tool {
	case "gmail_create_draft":
		title = "Wrote the draft " + id + "; nothing was sent."
	case "gmail_create_draft_reply", "gmail_create_draft_reply_all":
		title = "Wrote the draft " + id + " of an answer; nothing was sent."
	case "gmail_update_draft":
		title = "Changed the draft " + id + "."
		if old := a.Args.Get("draftId").Text(); old != "" && old != id {
			title = "Changed the draft " + old + ": it is now the draft " + id + "."
		}
		if a.Data.Get("rollbackFailed").IsTrue() {
			title += " The old one, " + a.Data.Get("originalDraftId").Text() + ", is still there: delete it with gmail_delete_draft."
		}
	}
	m := d.Get("message")
	b := bodyOf(m)
	out := title + "\n" + text.Details(
		text.Line{Label: "From", Text: field(m, "from").Text()},
		text.Line{Label: "To", Text: recipientList(field(m, "to").Text())},
		text.Line{Label: "Cc", Text: recipientList(field(m, "cc").Text())},
		text.Line{Label: "Bcc", Text: recipientList(field(m, "bcc").Text())},
		text.Line{Label: "Subject", Text: field(m, "subject").Text()},
		text.Line{Label: "Changed", Text: show.Moment(d.Get("updated"))},
		text.Line{Label: "Part", Text: b.part},
	)
	return apart(out+indented(b.text), b.notes()+attachmentList(field(m, "attachments")))
}

// attachmentList lists a mail's files; "" where it has none.
func attachmentList(list value.Value) string {
	out := ""
	for i, a := range list.Items() {
		if i == 0 {
			out = "  Attachments\n"
		}
		out += "    " + attachment(a) + "\n"
	}
	return out
}

func renderAttachment(d value.Value) string {
	size := show.Bytes(d.Get("size"))
	if size == "" {
		return ""
	}
	title := text.OneLine(d.Get("name").Text())
	title = text.Or(title, "Attachment") + " of the message " + d.Get("messageId").Text() + ", " + size
	if content := d.Get("text"); content.Exists() {
		return title + "\n" + indented(content.Text())
	}
	if !d.Has("base64") {
		return title + "\n"
	}
	return title + "\n  Its content is no text: --json has it as base64.\n"
}

func attachment(a value.Value) string {
	return text.Or(text.OneLine(a.Get("name").Text()), "(no name)") +
		" (" + text.Join(text.OneLine(a.Get("mimeType").Text()), ", ", show.Bytes(a.Get("size"))) + ")" +
		after(" ", a.Get("attachmentId"), "")
}

// field finds a member of a mail by a name in any case: the names of headers
// have none of their own.
func field(m value.Value, name string) value.Value {
	if v := m.Get(name); v.Exists() {
		return v
	}
	for _, member := range m.Members() {
		if text.Upper(member.Key) == text.Upper(name) {
			return member.Value
		}
	}
	return value.Value{}
}

// states are a mail's or a conversation's flags and the names of its labels.
func states(m value.Value) string {
	out := ""
	for _, f := range [...]struct{ key, word string }{
		{"isUnread", "unread"}, {"isStarred", "starred"}, {"hasStarredMessages", "starred"}, {"isDraft", "draft"},
		{"isInInbox", "inbox"}, {"isInTrash", "trash"},
	} {
		if m.Get(f.key).IsTrue() {
			out = text.Join(out, ", ", f.word)
		}
	}
	return text.Join(out, ", ", words(m.Get("labels")))
}
