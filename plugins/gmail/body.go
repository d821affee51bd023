package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/htmltext"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// wholeBody is more than a server gives of one body.
	wholeBody = 1 << 30
	// shortBody is how much of each message of a conversation is shown, in
	// characters: a hundred of them must stay readable.
	shortBody = 10_000
	// smallPart is how long a plain part may be to be shown below the HTML part
	// that it is no copy of.
	smallPart = 500
)

// body is the text of a mail that has up to two parts.
type body struct {
	text string
	// part says which part it is, as "HTML, as text".
	part string
	// plain is a plain part that says something else, where it is short.
	plain             string
	hidden, shortened bool
}

// bodyOf chooses what a reader of the mail would see. Mail programs show the
// HTML part, so the plain part counts only where there is no other or where
// both say the same: a plain part may be a stub ("View in browser"), or a
// footer, or what is meant for machines alone. Where both say the same the
// plain one keeps the writer's lines.
func bodyOf(m value.Value) body {
	plain := unixLines(field(m, "body").Text())
	plainCut := field(m, "bodyTruncated").IsTrue()
	html := field(m, "htmlBody").Text()
	if text.Blank(html) {
		return plainBody(plain, plainCut)
	}
	r := htmltext.Convert(html)
	switch {
	case r.Text == "" && !r.Hidden && !r.Cut, !r.Hidden && squash(plain) == squash(r.Text):
		return plainBody(plain, plainCut)
	}
	b := body{text: r.Text, part: "HTML, as text", hidden: r.Hidden, shortened: r.Cut || field(m, "htmlBodyTruncated").IsTrue()}
	if !r.Hidden && !text.Blank(plain) && len(plain) <= smallPart && text.Index(squash(r.Text), squash(plain)) < 0 {
		b.plain = plain
	}
	return b
}

func plainBody(s string, cut bool) body {
	b := body{text: s, shortened: cut}
	if !text.Blank(s) {
		b.part = "plain text"
	}
	return b
}

// notes says what the text leaves out.
func (b body) notes() string {
	out := ""
	if b.hidden {
		out += "  [Text that the mail hides from its readers is left out.]\n"
	}
	if b.shortened {
		out += "  [Cut: the mail is longer than what was given of it.]\n"
	}
	if b.plain != "" {
		out += "  [The plain text part says something else:]\n" + indented(b.plain) + "\n"
	}
	return out
}

// indented puts a blank line before a text and indents it, so that no line of
// it looks like a line of ours. Blank lines at its ends are left out.
func indented(s string) string {
	s = unixLines(s)
	for s != "" && (s[0] == '\n') {
		s = s[1:]
	}
	for s != "" && (s[len(s)-1] == '\n' || s[len(s)-1] == ' ') {
		s = s[:len(s)-1]
	}
	if s == "" {
		return ""
	}
	out := make([]byte, 0, len(s)+len(s)/8)
	out = append(out, '\n')
	for start := 0; start <= len(s); {
		end := start
		for end < len(s) && s[end] != '\n' {
			end++
		}
		if end > start {
			out = append(append(out, "    "...), s[start:end]...)
		}
		out = append(out, '\n')
		start = end + 1
	}
	return string(out)
}

// unixLines turns every line end into \n, those of Unicode too.
func unixLines(s string) string {
	plain := true
	for i := range len(s) {
		plain = plain && s[i] != '\r' && s[i] != 0xe2 && s[i] != 0xc2
	}
	if plain {
		return s
	}
	out := make([]byte, 0, len(s))
	for i, r := range s {
		switch {
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029:
			out = append(out, '\n')
		default:
			out = append(out, string(r)...)
		}
	}
	return string(out)
}

// squash leaves out what differs between a text and the same text in HTML:
// white space and the marks of quoting.
func squash(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		if r > ' ' && r != '>' && r != 0xa0 {
			out = append(out, string(r)...)
		}
	}
	return string(out)
}

// cutAt gives at most max characters of a text and how many there are more.
func cutAt(s string, max int) (shown string, more int) {
	n, at := 0, len(s)
	for i := range s {
		if n == max {
			at = i
		}
		n++
	}
	if n <= max {
		return s, 0
	}
	return s[:at], n - max
}
