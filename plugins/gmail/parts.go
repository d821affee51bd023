package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/htmltext"
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxDepth bounds how deep the parts of a mail are followed.
const maxDepth = 20

// leaf is a part of a mail that has content of its own.
type leaf struct{ value.Value }

// parts are the leaves of a mail by what they are for.
type parts struct {
	plain, html []leaf
	// files are attachments and inline images, in order.
	files []leaf
}

// partsOf sorts the leaves below a payload. Of alternatives the first of each
// kind counts; texts that stand beside each other all count, since some
// programs put a picture between two of them.
func partsOf(payload value.Value) parts {
	var p parts
	p.take(payload, maxDepth, false)
	return p
}

func (p *parts) take(v value.Value, depth int, alternative bool) {
	l := leaf{v}
	kind := l.kind()
	children := v.Get("parts").Items()
	if l.isFile() {
		p.files = append(p.files, l)
		return // a mail that is attached has parts, which are its own
	}
	if len(children) > 0 || text.HasPrefix(kind, "multipart/") {
		if depth == 0 {
			return
		}
		for _, child := range children {
			p.take(child, depth-1, alternative || kind == "multipart/alternative")
		}
		return
	}
	switch {
	case kind == "text/html":
		p.html = addText(p.html, l, alternative)
	case kind == "text/plain" || kind == "":
		p.plain = addText(p.plain, l, alternative)
	case l.size() > 0 || l.attachmentID() != "" || l.blob().Exists():
		p.files = append(p.files, l)
	}
}

// addText adds a text. Two of one kind below an alternative are versions of one
// text, of which the first is enough.
func addText(list []leaf, l leaf, alternative bool) []leaf {
	if alternative && len(list) > 0 {
		return list
	}
	return append(list, l)
}

// kind is the part's type without parameters, in small letters.
func (l leaf) kind() string {
	s := text.Lower(l.Get("mimeType").Text())
	for i := range len(s) {
		if s[i] == ';' {
			return text.Trim(s[:i])
		}
	}
	return text.Trim(s)
}

// contentType is the part's type with its parameters.
func (l leaf) contentType() string {
	return text.Or(headerOf(l.Value, "Content-Type"), l.Get("mimeType").Text())
}

// isFile tells whether the part is a file: it has a name, or says so.
func (l leaf) isFile() bool {
	return l.name() != "" || text.HasPrefix(l.disposition(), "attachment")
}

func (l leaf) name() string { return mail.DecodeWords(l.Get("filename").Text()) }

func (l leaf) disposition() string {
	return text.Lower(text.Trim(headerOf(l.Value, "Content-Disposition")))
}

func (l leaf) contentID() string {
	return mail.ID(text.Or(headerOf(l.Value, "Content-ID"), headerOf(l.Value, "X-Attachment-Id")))
}

// isInline tells whether the part is to be shown in the mail.
func (l leaf) isInline() bool {
	return text.HasPrefix(l.disposition(), "inline") || l.contentID() != "" && !text.HasPrefix(l.disposition(), "attachment")
}

func (l leaf) body() value.Value    { return l.Get("body") }
func (l leaf) blob() value.Value    { return l.body().Get("blob") }
func (l leaf) partID() string       { return l.Get("partId").Text() }
func (l leaf) attachmentID() string { return l.body().Get("attachmentId").Text() }

func (l leaf) size() int {
	n, _ := l.body().Get("size").AsInt()
	return int(n)
}

// text is a text part's content, cut where the host cut it.
func (l leaf) text() (s string, cut bool) {
	s, given := l.body().Get("text").AsString()
	units, _ := l.body().Get("textUnits").AsInt()
	return s, !given && l.size() > 0 || int(units) > text.Units(s)
}

// isMissing tells whether the text stands with the service: long texts do.
func (l leaf) isMissing() bool {
	return !l.body().Has("text") && l.attachmentID() != ""
}

// join puts the texts of parts below each other.
func join(list []leaf) (s string, cut bool) {
	for i, l := range list {
		one, c := l.text()
		if i > 0 && one != "" && s != "" && s[len(s)-1] != '\n' {
			s += "\n"
		}
		s, cut = s+one, cut || c
	}
	return s, cut
}

// headerOf finds a header of a part or of a payload, whatever the case of its
// name.
func headerOf(part value.Value, name string) string {
	for _, h := range part.Get("headers").Items() {
		if text.Lower(h.Get("name").Text()) == text.Lower(name) {
			return h.Get("value").Text()
		}
	}
	return ""
}

// texts are what a mail says, in both versions.
type texts struct {
	plain, html       string
	plainCut, htmlCut bool
	// part is where the plain text comes from: text/plain, text/html or "".
	part string
}

// texts reads the texts. A mail of HTML alone has its text as plain; one of plain
// text alone has no HTML: nothing is made up for it.
func (p *parts) texts() texts {
	var t texts
	t.plain, t.plainCut = join(p.plain)
	t.html, t.htmlCut = join(p.html)
	switch {
	case !text.Blank(t.plain):
		t.part = "text/plain"
	case t.html != "":
		r := htmltext.Convert(t.html)
		t.plain, t.plainCut, t.part = r.Text, r.Cut || t.htmlCut, "text/html"
	}
	return t
}
