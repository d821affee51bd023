package describe

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// document is what an HTML text says.
type document struct {
	// text is what it says, with the targets of links and the sources of
	// pictures; words is without those.
	text, words string
	// more says that a reader may see something else than the words: a link
	// whose target is not what stands there, a picture, a form, a style.
	more bool
}

// breaks are the elements that begin a line.
var breaks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Br: true, atom.Li: true, atom.Ul: true, atom.Ol: true, atom.Tr: true, atom.Table: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Blockquote: true,
	atom.Pre: true, atom.Hr: true, atom.Section: true, atom.Article: true, atom.Header: true, atom.Footer: true, atom.Title: true,
}

// readHTML tells what an HTML text says. Nothing is left out for being hidden
// by a style; scripts and styles themselves are counted, not shown.
func readHTML(doc string) document {
	r := reader{z: html.NewTokenizer(strings.NewReader(doc))}
	for {
		kind := r.z.Next()
		if kind == html.ErrorToken {
			break
		}
		t := r.z.Token()
		switch kind {
		case html.TextToken:
			r.text(t.Data)
		case html.StartTagToken, html.SelfClosingTagToken:
			r.start(t, kind == html.StartTagToken)
		case html.EndTagToken:
			if t.DataAtom == atom.A {
				r.endLink()
			}
			r.newline(t)
		}
	}
	r.endLink()
	r.d.text, r.d.words = tidy(r.shown.String()), r.bare.String()
	return r.d
}

// reader reads one HTML text.
type reader struct {
	z           *html.Tokenizer
	d           document
	shown, bare strings.Builder
	// href is the target of the link that is open, link what stands in it.
	href string
	link strings.Builder
}

func (r *reader) both(s string) {
	r.shown.WriteString(s)
	r.bare.WriteString(s)
}

func (r *reader) newline(t html.Token) {
	if breaks[t.DataAtom] {
		r.both("\n")
	}
}

func (r *reader) text(data string) {
	s := strings.Join(strings.Fields(data), " ")
	if s == "" {
		r.both(" ")
		return
	}
	r.both(edge(data, s))
	r.link.WriteString(s)
}

func (r *reader) start(t html.Token, content bool) {
	switch t.DataAtom {
	case atom.Script, atom.Style:
		if content && r.z.Next() == html.TextToken {
			r.aside(t.Data, fmt.Sprintf("%d bytes", len(r.z.Raw())))
		}
		return
	case atom.A:
		r.endLink() // one that was never closed
		r.href = attr(t, "href")
		r.link.Reset()
	case atom.Td, atom.Th:
		r.both(" ")
	default:
		r.newline(t)
		r.source(t)
	}
	if attr(t, "style") != "" || attr(t, "class") != "" || attr(t, "hidden") != "" {
		r.d.more = true // it may hide what the words say
	}
}

// endLink shows where the open link leads, if that is not what stands there.
func (r *reader) endLink() {
	said := strings.TrimSpace(r.link.String())
	if r.href != "" && said != r.href && "mailto:"+said != r.href {
		r.aside("link", r.href)
	}
	r.href = ""
}

// source shows what an element loads, or where it leads and sends what is typed.
func (r *reader) source(t html.Token) {
	for _, name := range []string{"src", "href", "background", "action", "formaction", "srcset", "data", "poster", "content"} {
		if s := attr(t, name); s != "" {
			r.aside(t.Data, s)
		}
	}
	if alt := attr(t, "alt"); alt != "" {
		r.aside("alt", alt)
	}
}

func (r *reader) aside(what, s string) {
	r.d.more = true
	r.shown.WriteString(" <" + what + ": " + s + "> ")
}

// edge keeps a blank at either end of a text whose inner blanks were joined.
func edge(raw, joined string) string {
	const blanks = " \t\r\n\f"
	if strings.ContainsRune(blanks, rune(raw[0])) {
		joined = " " + joined
	}
	if strings.ContainsRune(blanks, rune(raw[len(raw)-1])) {
		joined += " "
	}
	return joined
}

// tidy joins blank lines and takes the blanks off the lines' ends.
func tidy(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func attr(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
