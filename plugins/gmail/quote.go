package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// quoteBelow puts the original below the answer, as mail programs do: marked in
// plain text, in a block in HTML. HTML is only written where the answer has some.
func (l *letter) quoteBelow(original value.Value) {
	p := partsOf(original.Get("payload"))
	t := p.texts()
	who := "On " + header(original, "Date") + ", " + header(original, "From") + " wrote:"
	l.Text += "\n\n" + who + "\n" + marked(t.plain)
	if l.HTML != "" {
		l.HTML += `<br><div class="gmail_quote">` + escape(who) +
			`<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">` +
			text.Or(t.html, asHTML(t.plain)) + `</blockquote></div>`
	}
}

// marked puts a mark before each line.
func marked(s string) string {
	s = text.Trim(unixLines(s))
	out := []byte("> ")
	for i := range len(s) {
		out = append(out, s[i])
		if s[i] == '\n' {
			out = append(out, "> "...)
		}
	}
	return string(out)
}

// forwardBelow puts the original below the user's own words.
func (l *letter) forwardBelow(original value.Value, t texts) {
	head, html := "---------- Forwarded message ----------\n", `<div class="gmail_quote">---------- Forwarded message ----------<br>`
	for _, name := range [...]string{"From", "Date", "Subject", "To", "Cc"} {
		if v := header(original, name); v != "" {
			head += name + ": " + v + "\n"
			html += name + ": " + escape(v) + "<br>"
		}
	}
	own := l.Text
	l.Text = text.Join(l.Text, "\n\n", head+"\n"+t.plain)
	if l.HTML != "" || t.html != "" {
		l.HTML = text.Join(text.Or(l.HTML, asHTML(own)), "<br><br>", html+"<br>"+text.Or(t.html, asHTML(t.plain))+"</div>")
	}
}

// escape makes a text safe within HTML.
func escape(s string) string {
	out := make([]byte, 0, len(s)+len(s)/16)
	for i := range len(s) {
		switch s[i] {
		case '<':
			out = append(out, "&lt;"...)
		case '>':
			out = append(out, "&gt;"...)
		case '&':
			out = append(out, "&amp;"...)
		case '"':
			out = append(out, "&quot;"...)
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

// asHTML is a text in HTML, its lines kept.
func asHTML(s string) string {
	if s == "" {
		return ""
	}
	return `<div style="white-space:pre-wrap">` + escape(unixLines(s)) + `</div>`
}
