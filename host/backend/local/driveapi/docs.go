package driveapi

import (
	"bytes"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	markdown "github.com/JohannesKaufmann/html-to-markdown/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const byteOrderMark = "\uFEFF"

// exact marks a paragraph whose white space counts. Only plainToHTML writes it:
// cleanHTML keeps no style.
const exact = "white-space:pre-wrap"

// plainToHTML makes a paragraph of each line.
func plainToHTML(data []byte) ([]byte, error) {
	text := strings.TrimPrefix(strings.ToValidUTF8(string(data), "\uFFFD"), byteOrderMark)
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if text == "" {
		return nil, nil
	}
	var b bytes.Buffer
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		open := "<p>"
		if strings.Join(strings.Fields(line), " ") != line {
			open = `<p style="` + exact + `">`
		}
		b.WriteString(open + html.EscapeString(line) + "</p>\n")
	}
	return b.Bytes(), nil
}

// markdownToHTML reads CommonMark with tables and strikethrough. HTML within it
// is left out, which goldmark does by itself.
func markdownToHTML(data []byte) ([]byte, error) {
	var b bytes.Buffer
	err := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Convert(bytes.TrimPrefix(data, []byte(byteOrderMark)), &b)
	return b.Bytes(), err
}

// active are elements that no document keeps, with all that is in them.
var active = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Iframe: true, atom.Object: true, atom.Embed: true, atom.Template: true,
	atom.Noscript: true, atom.Form: true, atom.Link: true, atom.Meta: true, atom.Base: true, atom.Title: true}

// attributes are the ones that a document keeps.
var attributes = map[string]bool{"href": true, "src": true, "alt": true, "colspan": true, "rowspan": true, "start": true, "title": true}

// cleanHTML keeps the body of a page without what is active in it: a document
// in Docs runs nothing.
func cleanHTML(data []byte) ([]byte, error) {
	root, err := dom.Parse(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if body := find(root, atom.Body); body != nil {
		clean(body)
		for c := range body.ChildNodes() {
			if err := dom.Render(&b, c); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
}

func find(n *dom.Node, want atom.Atom) *dom.Node {
	for d := range n.Descendants() {
		if d.DataAtom == want {
			return d
		}
	}
	return nil
}

func clean(n *dom.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if active[c.DataAtom] || c.Type == dom.CommentNode || c.Namespace != "" {
			n.RemoveChild(c)
		} else {
			c.Attr = keepAttributes(c.Attr)
			clean(c)
		}
		c = next
	}
}

func keepAttributes(all []dom.Attribute) (kept []dom.Attribute) {
	for _, a := range all {
		scheme, _, ok := strings.Cut(strings.ToLower(strings.TrimSpace(a.Val)), ":")
		link := a.Key == "href" || a.Key == "src"
		if attributes[a.Key] && (!link || !ok || scheme == "http" || scheme == "https" || scheme == "mailto") {
			kept = append(kept, a)
		}
	}
	return kept
}

// htmlToPage makes the whole page that an export gives.
func htmlToPage(data []byte) ([]byte, error) {
	return []byte("<html><head><meta content=\"text/html; charset=UTF-8\" http-equiv=\"content-type\"></head><body>" + string(data) + "</body></html>"), nil
}

func htmlToMarkdown(data []byte) ([]byte, error) {
	if len(data) == 0 {
		return nil, nil
	}
	out, err := markdown.ConvertString(string(data))
	if out != "" {
		out += "\n"
	}
	return []byte(out), err
}

// blocks are elements that stand on lines of their own.
var blocks = map[atom.Atom]bool{atom.P: true, atom.Div: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Li: true, atom.Tr: true, atom.Pre: true, atom.Blockquote: true, atom.Ul: true, atom.Ol: true, atom.Table: true, atom.Hr: true}

// htmlToPlain writes a line per block, list items with a star. It starts with
// a byte-order mark and ends lines with CRLF, as Google's exports do.
func htmlToPlain(data []byte) ([]byte, error) {
	root, err := dom.Parse(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	w := &lines{}
	if body := find(root, atom.Body); body != nil {
		w.node(body, false)
	}
	w.end(false)
	return []byte(byteOrderMark + strings.Join(w.done, "\r\n")), nil
}

// lines collects the text of a page line by line.
type lines struct {
	done  []string
	open  strings.Builder
	used  bool // the open line has begun
	space bool // a space is due before the next word
}

// end closes the line; an empty one counts only where it is a block itself.
func (w *lines) end(empty bool) {
	if text := w.open.String(); text != "" || empty || w.used {
		w.done = append(w.done, text)
	}
	w.open.Reset()
	w.used, w.space = false, false
}

func (w *lines) node(n *dom.Node, verbatim bool) {
	switch {
	case n.Type == dom.TextNode:
		w.text(n.Data, verbatim)
		return
	case n.DataAtom == atom.Br:
		w.end(true)
		return
	case n.DataAtom == atom.Td || n.DataAtom == atom.Th:
		if w.open.Len() > 0 {
			w.open.WriteByte('\t')
			w.space = false
		}
	}
	block := blocks[n.DataAtom]
	if block {
		w.end(false)
	}
	if n.DataAtom == atom.Li {
		w.open.WriteString("* ")
	}
	before := len(w.done)
	for c := range n.ChildNodes() {
		w.node(c, verbatim || n.DataAtom == atom.Pre || len(n.Attr) == 1 && n.Attr[0].Key == "style" && n.Attr[0].Val == exact)
	}
	if block {
		w.end(n.DataAtom == atom.P && len(w.done) == before)
	}
}

func (w *lines) text(s string, verbatim bool) {
	if verbatim {
		for i, line := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
			if i > 0 {
				w.end(true)
			}
			w.open.WriteString(line)
			w.used = true
		}
		return
	}
	// White space of the source is layout: any amount of it is one space
	// between words, and none at the ends of lines and cells.
	words := strings.Fields(s)
	if len(words) == 0 {
		w.space = w.space || s != ""
		return
	}
	if first, _ := utf8.DecodeRuneInString(s); w.space || unicode.IsSpace(first) {
		if line := w.open.String(); line != "" && !strings.HasSuffix(line, " ") && !strings.HasSuffix(line, "\t") {
			w.open.WriteByte(' ')
		}
	}
	w.open.WriteString(strings.Join(words, " "))
	last, _ := utf8.DecodeLastRuneInString(s)
	w.space = unicode.IsSpace(last)
}
