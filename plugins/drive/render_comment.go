package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderComments(a *plugin.Answer) string {
	comments := a.Data.Get("comments")
	if comments.Kind() != value.KindArray {
		return ""
	}
	lines := make([]string, 0, comments.Len())
	for _, c := range comments.Items() {
		lines = append(lines, said(c)+"\nId "+c.Get("id").Text())
	}
	return head(comments.Len(), "comment", "comments", a) + text.Bullets(lines)
}

func renderReplies(a *plugin.Answer) string {
	replies := a.Data.Get("replies")
	if replies.Kind() != value.KindArray {
		return ""
	}
	return head(replies.Len(), "reply", "replies", a) + text.Bullets(thread(replies))
}

func thread(replies value.Value) []string {
	lines := make([]string, 0, replies.Len())
	for _, r := range replies.Items() {
		lines = append(lines, said(r)+"\nId "+r.Get("id").Text())
	}
	return lines
}

func renderComment(c value.Value) string {
	return said(c) + "\n" + text.Details(
		text.Line{Label: "Updated", Text: changed(c)},
		text.Line{Label: "Id", Text: c.Get("id").Text()},
	) + text.Bullets(thread(c.Get("replies")))
}

func renderReply(r value.Value) string {
	return said(r) + "\n" + text.Details(
		text.Line{Label: "Updated", Text: changed(r)},
		text.Line{Label: "Id", Text: r.Get("id").Text()},
	)
}

// said is who wrote a comment or a reply and when, what became of it, the words
// that it is about, and its text.
func said(c value.Value) string {
	line := person(c.Get("author")) + comma(moment(c.Get("createdTime")))
	switch {
	case c.Get("action").Text() == "resolve":
		line += ", resolved the comment"
	case c.Get("action").Text() == "reopen":
		line += ", reopened the comment"
	case c.Get("resolved").IsTrue():
		line += ", resolved"
	}
	if n, ok := c.Get("repliesCount").AsInt(); ok && n > 0 {
		line += ", " + text.Count(int(n), "reply", "replies")
	}
	if quoted := c.Get("quotedFileContent").Get("value").Text(); quoted != "" {
		line += "\n" + text.Indent(quoted, "> ")
	}
	switch content := c.Get("content").Text(); {
	case content != "":
		line += "\n" + content
	case c.Get("deleted").IsTrue():
		line += "\n(deleted)"
	}
	return line
}

// changed is the time of a later change; "" where there was none.
func changed(c value.Value) string {
	if c.Get("modifiedTime").Equal(c.Get("createdTime")) {
		return ""
	}
	return moment(c.Get("modifiedTime"))
}
