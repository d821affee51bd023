package describe

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// document is what an HTML text says.
type document struct {
	// text is what it says, with the targets of links and the sources of
	// pictures; words is without those.
	text, words string
	// targets says that it leads or looks somewhere else: a link whose target
	// is not what stands there, a picture, a form.
	targets bool
}

// breaks are the elements that begin a line.
var breaks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Br: true, atom.Li: true, atom.Ul: true, atom.Ol: true, atom.Tr: true, atom.Table: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Blockquote: true,
	atom.Pre: true, atom.Hr: true, atom.Section: true, atom.Article: true, atom.Header: true, atom.Footer: true, atom.Title: true,
}

// readHTML tells what an HTML text says. Nothing is left out for being hidden
// by a style; scripts and styles themselves, which no mail program shows, are.
func readHTML(doc string) document {
	var d document
	var shown, bare strings.Builder
	href, inLink := "", ""
	z := html.NewTokenizer(strings.NewReader(doc))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			d.text, d.words = tidy(shown.String()), bare.String()
			return d
		}
		t := z.Token()
		switch kind {
		case html.TextToken:
			s := strings.Join(strings.Fields(t.Data), " ")
			if s == "" {
				shown.WriteByte(' ')
				bare.WriteByte(' ')
				continue
			}
			s = edge(t.Data, s)
			shown.WriteString(s)
			bare.WriteString(s)
			inLink += s
		case html.StartTagToken, html.SelfClosingTagToken:
			switch t.DataAtom {
			case atom.Script, atom.Style:
				if kind == html.StartTagToken {
					z.Next() // its text
				}
			case atom.A, atom.Area:
				href, inLink = attr(t, "href"), ""
			case atom.Td, atom.Th:
				shown.WriteByte(' ')
				bare.WriteByte(' ')
			default:
				if breaks[t.DataAtom] {
					shown.WriteByte('\n')
					bare.WriteByte('\n')
				}
				d.source(t, &shown)
			}
		case html.EndTagToken:
			switch {
			case t.DataAtom == atom.A && href != "":
				if strings.TrimSpace(inLink) != href && "mailto:"+strings.TrimSpace(inLink) != href {
					shown.WriteString(" <" + href + ">")
					d.targets = true
				}
				href = ""
			case breaks[t.DataAtom]:
				shown.WriteByte('\n')
				bare.WriteByte('\n')
			}
		}
	}
}

// source notes what an element loads or where it sends what is typed.
func (d *document) source(t html.Token, shown *strings.Builder) {
	for _, name := range []string{"src", "background", "action", "formaction", "srcset", "data", "poster"} {
		if s := attr(t, name); s != "" {
			shown.WriteString("<" + t.Data + ": " + s + ">")
			d.targets = true
		}
	}
	if alt := attr(t, "alt"); alt != "" {
		shown.WriteString(" " + alt + " ")
		d.targets = true
	}
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
