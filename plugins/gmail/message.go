package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxBodyUnits is how much of a body is given, in UTF-16 units: as much as a
// proxy gives.
const maxBodyUnits = 100_000

// header is a header of a message, on one line and readable; "" where it has
// none.
func header(message value.Value, name string) string {
	return mail.DecodeWords(headerOf(message.Get("payload"), name))
}

func headerValue(message value.Value, name string) value.Value {
	return value.String(header(message, name))
}

// isoOf is internalDate, milliseconds since 1970, as an instant; absent where
// there is none.
func isoOf(message value.Value) value.Value {
	ms, ok := millisOf(message)
	if !ok {
		return value.Value{}
	}
	return value.String(iso(ms))
}

func millisOf(message value.Value) (ms int64, ok bool) {
	return text.Digits(message.Get("internalDate").Text())
}

// iso writes milliseconds since 1970 as RFC 3339 in UTC, with three digits
// behind the point.
func iso(ms int64) string {
	t := date.Unix(ms / 1000)
	t.Fraction = text.Int(int(1000 + ms%1000))[1:]
	return t.RFC3339()
}

// flag tells whether a message has a label.
func flag(message value.Value, label string) value.Value {
	return value.Bool(has(message.Get("labelIds"), label))
}

// messageBrief is a row of a list.
func messageBrief(m value.Value) value.Value {
	return value.Object(
		value.M("id", m.Get("id")),
		value.M("threadId", m.Get("threadId")),
		value.M("subject", headerValue(m, "Subject")),
		value.M("from", headerValue(m, "From")),
		value.M("to", headerValue(m, "To")),
		value.M("date", isoOf(m)),
		value.M("isUnread", flag(m, "UNREAD")),
		value.M("labelIds", m.Get("labelIds")),
		value.M("snippet", snippet(m)),
	)
}

const maxSnippet = 100

// snippet is the beginning of a message. The API writes it for HTML.
func snippet(m value.Value) value.Value {
	s, _ := cutAt(unescape(m.Get("snippet").Text()), maxSnippet)
	return value.String(s)
}

// entities are those that the API uses in snippets.
var entities = [...]struct{ name, is string }{
	{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&#39;", "'"}, {"&amp;", "&"},
}

func unescape(s string) string {
	out := make([]byte, 0, len(s))
next:
	for i := 0; i < len(s); {
		if s[i] == '&' {
			for _, e := range entities {
				if text.HasPrefix(s[i:], e.name) {
					out = append(out, e.is...)
					i += len(e.name)
					continue next
				}
			}
		}
		out = append(out, s[i])
		i++
	}
	return string(out)
}

// messageFull is all of a message.
func messageFull(m value.Value) value.Value {
	p := partsOf(m.Get("payload"))
	t := p.texts()
	return value.Object(
		value.M("id", m.Get("id")),
		value.M("threadId", m.Get("threadId")),
		value.M("subject", headerValue(m, "Subject")),
		value.M("from", headerValue(m, "From")),
		value.M("to", headerValue(m, "To")),
		value.M("cc", headerValue(m, "Cc")),
		value.M("bcc", headerValue(m, "Bcc")),
		value.M("replyTo", optionalHeader(m, "Reply-To")),
		value.M("date", isoOf(m)),
		value.M("isUnread", flag(m, "UNREAD")),
		value.M("isStarred", flag(m, "STARRED")),
		value.M("isDraft", flag(m, "DRAFT")),
		value.M("isInInbox", flag(m, "INBOX")),
		value.M("isInTrash", flag(m, "TRASH")),
		value.M("labelIds", m.Get("labelIds")),
		value.M("messageIdHeader", optionalHeader(m, "Message-ID")),
		value.M("body", value.String(t.plain)),
		value.M("bodyTruncated", value.Bool(t.plainCut)),
		value.M("bodyPart", optionalText(t.part)),
		value.M("htmlBody", value.String(t.html)),
		value.M("htmlBodyTruncated", value.Bool(t.htmlCut)),
		value.M("attachments", attachmentsOf(p.files)),
	)
}

func optionalText(s string) value.Value {
	if s == "" {
		return value.Value{}
	}
	return value.String(s)
}

func optionalHeader(m value.Value, name string) value.Value { return optionalText(header(m, name)) }

// attachmentsOf lists files. What the message holds itself has no attachment
// id, so its part's id stands for it: gmail_get_attachment takes both.
func attachmentsOf(files []leaf) value.Value {
	out := make([]value.Value, len(files))
	for i, l := range files {
		kind := l.kind()
		out[i] = value.Object(
			value.M("name", value.String(text.Or(l.name(), unnamed(kind)))),
			value.M("size", value.Int(int64(l.size()))),
			value.M("mimeType", value.String(kind)),
			value.M("attachmentId", value.String(text.Or(l.attachmentID(), l.partID()))),
			value.M("partId", value.String(l.partID())),
			value.M("inline", value.Bool(l.isInline())),
			value.M("contentId", optionalText(l.contentID())),
		)
	}
	return value.Array(out...)
}

// unnamed is the name of a file that has none.
func unnamed(kind string) string {
	if kind == "message/rfc822" {
		return "message.eml"
	}
	return "attachment"
}
