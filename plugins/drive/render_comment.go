package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderComments(a *plugin.Answer) string {
	return list(a, "comments", "comment", "comments", thread)
}

func renderReplies(a *plugin.Answer) string { return list(a, "replies", "reply", "replies", thread) }

// thread writes comments or replies below each other. What people wrote stands
// indented below the line that names them, so it can't pass for another entry; for
// that reason the replies to a comment of a list are not indented.
func thread(entries value.Value) string { return text.Bullets(bullets(nil, entries, "")) }

func bullets(lines []string, entries value.Value, kind string) []string {
	for _, e := range entries.Items() {
		line := kind + who(e) + " (" + e.Get("id").Text() + ")"
		if quoted := quote(e); quoted != "" {
			line += "\n" + text.Indent(quoted, "> ")
		}
		if content := written(e); content != "" {
			line += "\n" + content
		}
		lines = bullets(append(lines, line), e.Get("replies"), "reply of ")
	}
	return lines
}

// renderComment shows a comment with its replies, or a reply.
func renderComment(c value.Value) string {
	return who(c) + "\n" + text.Details(
		text.Line{Label: "Updated", Text: changed(c)},
		text.Line{Label: "Id", Text: c.Get("id").Text()},
		text.Line{Label: "About", Text: quote(c)},
		text.Line{Label: "Text", Text: written(c)},
	) + thread(c.Get("replies"))
}

// who is the line above a text: author, time and what became of it.
func who(c value.Value) string {
	line := person(c.Get("author")) + text.After(", ", show.Moment(c.Get("createdTime")))
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
	return line
}

// quote is the words of the file that a comment is about.
func quote(c value.Value) string { return c.Get("quotedFileContent").Get("value").Text() }

func written(c value.Value) string {
	content := c.Get("content").Text()
	if content == "" && c.Get("deleted").IsTrue() {
		return "(deleted)"
	}
	return content
}

// changed is the time of a later change; "" where there was none.
func changed(c value.Value) string {
	if c.Get("modifiedTime").Equal(c.Get("createdTime")) {
		return ""
	}
	return show.Moment(c.Get("modifiedTime"))
}
