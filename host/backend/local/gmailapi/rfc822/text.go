package rfc822

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxText is how much of a mail's text is read for search, in bytes.
const MaxText = 1 << 20

// Text gives the words of a mail for search: all its text parts, HTML without
// markup.
func Text(raw []byte, root *Part) string {
	var b strings.Builder
	root.Walk(func(p *Part) bool {
		if p.Inline() {
			b.WriteString(p.text(raw))
			b.WriteByte('\n')
		}
		return b.Len() < MaxText
	})
	return cut(b.String(), MaxText)
}

// Preview gives the text that a mail is shown with, blanks folded: the first
// text part that says something, plain ones first, at most n characters.
func Preview(raw []byte, root *Part, n int) string {
	var plain, marked string
	root.Walk(func(p *Part) bool {
		switch {
		case p.Type == "message/rfc822":
			return plain == "" // what was forwarded is not what the mail says
		case !p.Inline():
		case p.Type == "text/html":
			if marked == "" {
				marked = fold(p.text(raw))
			}
		default:
			plain = fold(p.text(raw))
		}
		return plain == ""
	})
	if plain == "" {
		plain = marked
	}
	if runes := []rune(plain); len(runes) > n {
		plain = strings.TrimSpace(string(runes[:n]))
	}
	return plain
}

func (p *Part) text(raw []byte) string {
	data := raw[p.Start:p.End]
	if len(data) > 2*MaxText {
		data = data[:2*MaxText]
	}
	text := toUTF8(Decode(data, p.Encoding), p.Charset)
	if p.Type == "text/html" {
		text = stripHTML(text)
	}
	return strings.ReplaceAll(text, "\x00", "")
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// silent are elements whose text nobody sees.
var silent = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Title: true, atom.Head: true, atom.Template: true}

// inlineElements don't end a word.
var inlineElements = map[atom.Atom]bool{
	atom.A: true, atom.B: true, atom.I: true, atom.Em: true, atom.Strong: true, atom.Span: true, atom.U: true,
	atom.Font: true, atom.Small: true, atom.Big: true, atom.Code: true, atom.Sub: true, atom.Sup: true, atom.Wbr: true,
}

// stripHTML gives the words of a page.
func stripHTML(page string) string {
	var b strings.Builder
	z := html.NewTokenizer(bytes.NewReader([]byte(page)))
	hidden := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return b.String()
		}
		if kind == html.TextToken {
			if hidden == 0 {
				b.Write(z.Text())
			}
			continue
		}
		name, _ := z.TagName()
		tag := atom.Lookup(name)
		switch {
		case silent[tag] && kind == html.StartTagToken:
			hidden++
		case silent[tag] && kind == html.EndTagToken && hidden > 0:
			hidden--
		case tag == atom.Body:
			hidden = 0 // a head that was never closed hides no mail
		}
		if !inlineElements[tag] {
			b.WriteByte(' ')
		}
	}
}
