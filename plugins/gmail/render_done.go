package main

import (
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// sentence says what a tool did: flag is the key that the answer has as true,
// id the key of what it was done to.
type sentence struct{ tool, flag, before, id, behind string }

// sentences stand so that the first one whose flag and id an answer has is
// right even where the tool is not known, as in a batch: "trashed" stands beside
// "deleted".
var sentences = [...]sentence{
	{"gmail_mark_read", "markedRead", "Marked the message ", "messageId", " as read."},
	{"gmail_mark_unread", "markedUnread", "Marked the message ", "messageId", " as unread."},
	{"gmail_star", "starred", "Starred the message ", "messageId", "."},
	{"gmail_unstar", "unstarred", "Took the star off the message ", "messageId", "."},
	{"gmail_archive", "archived", "Archived the conversation of the message ", "messageId", "."},
	{"gmail_add_label", "labelAdded", "Added a label to the conversation of the message ", "messageId", "."},
	{"gmail_remove_label", "labelRemoved", "Took a label off the conversation of the message ", "messageId", "."},
	{"gmail_delete_message", "deleted", "Moved the message ", "messageId", " to the trash; nothing is deleted for good yet."},
	{"gmail_trash_message", "trashed", "Moved the message ", "messageId", " to the trash."},
	{"gmail_trash_thread", "trashed", "Moved the conversation ", "threadId", " to the trash."},
	{"gmail_untrash_message", "untrashed", "Brought the message ", "messageId", " back from the trash."},
	{"gmail_untrash_thread", "untrashed", "Brought the conversation ", "threadId", " back from the trash."},
	{"gmail_delete_draft", "deleted", "Deleted the draft ", "draftId", " for good."},
	{"gmail_delete_filter", "deleted", "Deleted the filter ", "filterId", " for good."},
	{"gmail_send_draft", "sent", "Sent the draft ", "draftId", "."},
	{"gmail_send", "sent", "Sent a mail to ", "to", "."},
	{"gmail_reply", "replied", "Answered the message ", "messageId", "."},
	{"gmail_reply_all", "repliedAll", "Answered the message ", "messageId", " to all."},
	{"gmail_forward", "forwarded", "Forwarded the message ", "messageId", "."},
}

// say is the sentence, "" where the answer is another one.
func (s *sentence) say(d value.Value) string {
	if !d.Get(s.flag).IsTrue() {
		return ""
	}
	switch {
	case s.flag == "labelRemoved" && isFalse(d.Get("changed")):
		return after("There is no such label, so nothing was taken off the message ", d.Get(s.id), ".")
	case s.flag == "archived" && d.Get("scope").Text() == "message":
		return after("Archived the message ", d.Get(s.id), ".")
	}
	return after(s.before, d.Get(s.id), s.behind)
}

// done says what a tool did, and adds what the answer tells beyond the
// arguments.
func done(tool string, d value.Value) string {
	for i := range sentences {
		if sentences[i].tool != tool {
			continue
		}
		s := sentences[i].say(d)
		if s == "" {
			return ""
		}
		to := d.Get("to").Text()
		if tool == "gmail_send" {
			to = ""
		}
		sent := d.Get("sentMessageId").Text()
		if sent == "" && sentences[i].flag == "sent" {
			sent = d.Get("id").Text()
		}
		return s + "\n" + text.Details(
			text.Line{Label: "To", Text: recipientList(to)},
			text.Line{Label: "Cc", Text: recipientList(d.Get("cc").Text())},
			text.Line{Label: "Bcc", Text: recipientList(d.Get("bcc").Text())},
			text.Line{Label: "Subject", Text: d.Get("subject").Text()},
			text.Line{Label: "Label", Text: labelled(d)},
			text.Line{Label: "Sent as", Text: sent},
		)
	}
	return ""
}

// labelled is the label that an answer is about. A new one may be a slip of the pen,
// so it is told.
func labelled(d value.Value) string {
	name := d.Get("label").Text()
	if d.Get("created").IsTrue() {
		name += " (new)"
	}
	return name
}

func renderModified(d value.Value) string {
	n, ok := d.Get("modified").AsInt()
	if !ok {
		return ""
	}
	return "Changed the labels of " + text.Count(int(n), "message", "messages") + "; whether each of them exists is not known.\n" + text.Details(
		text.Line{Label: "Added", Text: words(d.Get("addedLabels"))},
		text.Line{Label: "Taken off", Text: words(d.Get("removedLabels"))},
		text.Line{Label: "Created", Text: words(d.Get("createdLabels"))},
	)
}

// words joins the texts of a list.
func words(v value.Value) string { return show.Join(v, ", ", value.Value.Text) }
