package htmltext

import (
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/text"
)

// imply closes what the start of an element ends without a tag of its own: a
// paragraph, a list's item, a table's row and cell.
func (c *converter) imply(name string) {
	switch name {
	case "li":
		c.closeIn("li", "ul", "ol")
	case "dt", "dd":
		c.closeIn("dt", "dl")
		c.closeIn("dd", "dl")
	case "td", "th":
		c.closeIn("td", "tr", "table")
		c.closeIn("th", "tr", "table")
	case "tr":
		c.closeIn("tr", "table")
	case "tbody", "thead", "tfoot":
		c.closeIn("tbody", "table")
		c.closeIn("thead", "table")
		c.closeIn("tfoot", "table")
	case "a":
		c.closeIn("a")
	}
	if breaksAround(name) > 0 && !isTable(name) || name == "table" {
		c.closeIn("p")
	}
}

// closeIn closes the innermost element of the name, unless a bound or a table's
// cell stands between.
func (c *converter) closeIn(name string, bounds ...string) {
	for i := len(c.open) - 1; i > 0; i-- {
		c.css.work += stepWork
		open := c.open[i].name
		if open == name {
			for len(c.open) > i {
				c.pop()
			}
			return
		}
		if open == "table" || isCell(open) && name != "tr" && !isSection(name) {
			return
		}
		for _, b := range bounds {
			if open == b {
				return
			}
		}
	}
}

func isVoid(name string) bool {
	switch name {
	case "br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "embed", "source", "track", "param":
		return true
	}
	return false
}

func isCell(name string) bool { return name == "td" || name == "th" || name == "caption" }

func isSection(name string) bool { return name == "tbody" || name == "thead" || name == "tfoot" }

// isTable tells whether an element is a part of tables, whose tags close cells.
func isTable(name string) bool {
	return name == "table" || name == "tr" || isCell(name) || isSection(name)
}

// breaksAround is how many line ends stand before and behind an element's
// text.
func breaksAround(name string) int {
	switch name {
	case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "dl":
		return 2
	case "div", "ul", "ol", "li", "table", "tr", "caption", "section", "article", "header", "footer", "main", "nav", "aside",
		"address", "center", "form", "fieldset", "dt", "dd", "figure", "figcaption", "details", "summary", "body", "option":
		return 1
	}
	return 0
}

// breaks is breaksAround, but a list that is in no other stands apart.
func breaks(name, prefix string) int {
	if (name == "ul" || name == "ol") && prefix == "" {
		return 2
	}
	return breaksAround(name)
}

// layOut begins a visible element.
func (c *converter) layOut(t *token, f *frame) {
	c.w.block(breaks(t.name, c.w.prefix))
	switch t.name {
	case "a":
		f.href, f.from = link(t.href), len(c.w.out)
	case "pre":
		f.pre = true
	case "blockquote":
		c.w.indent("> ")
	case "li":
		c.marker()
	case "table", "tr":
		c.cells = false
	case "td", "th":
		if c.cells && !c.w.atStart() {
			c.w.text(" | ")
		}
		c.cells = true
	}
}

// marker begins a list's item.
func (c *converter) marker() {
	c.w.marker = "- "
	for i := len(c.open) - 1; i > 0; i-- {
		if c.open[i].name == "ul" {
			break
		}
		if c.open[i].name == "ol" {
			c.open[i].item++
			c.w.marker = text.Int(c.open[i].item) + ". "
			break
		}
	}
	c.w.indent("          "[:min(len(c.w.marker), 10)])
}

// void writes an element without content.
func (c *converter) void(t *token) {
	switch t.name {
	case "br":
		if c.w.breaks == 0 && len(c.w.out) > 0 {
			c.w.block(1)
		} else if c.w.breaks == 1 {
			c.w.block(2)
		}
	case "hr":
		c.w.block(1)
		c.w.text("----")
		c.w.block(1)
	case "img":
		c.image(t)
	}
}

// image shows what a picture is said to show. Pictures that only count readers
// say nothing.
func (c *converter) image(t *token) {
	if t.width == "0" || t.width == "1" || t.height == "0" || t.height == "1" {
		return
	}
	for i := range c.open {
		c.open[i].picture = true
	}
	if alt := trim(decode(t.alt)); alt != "" {
		c.w.text("[image: " + alt + "]")
	}
}

// link is where a link leads, "" where it leads nowhere else. It is one word,
// so that it can't look like text of the mail.
func link(href string) string {
	href = trim(decode(href))
	if href == "" || href[0] == '#' {
		return ""
	}
	b := make([]byte, 0, len(href))
	for _, r := range href {
		switch {
		case r <= ' ' || r == 0x7f || r == 0xa0 || filler(r):
			continue
		case r == '(' || r == ')':
			b = append(b, '%', '2', "89"[r-'('])
		default:
			b = utf8.AppendRune(b, r)
		}
		if len(b) > maxTarget {
			return string(b) + "…"
		}
	}
	return string(b)
}

// same tells whether a link's text is its target, as people write it.
func same(shown, href string) bool {
	for _, scheme := range [...]string{"mailto:", "tel:"} {
		if text.HasPrefix(href, scheme) {
			href = href[len(scheme):]
		}
	}
	return shown == href || shown+"/" == href || shown == href+"/"
}
