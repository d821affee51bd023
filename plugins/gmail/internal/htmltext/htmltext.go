package htmltext

import (
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/text"
)

const (
	// maxDepth bounds the open elements; what is nested deeper is left out.
	maxDepth = 256
	// maxTarget bounds a link's target as it is shown, in bytes.
	maxTarget = 1000
	// stepWork is the work of looking at one open element; see maxWork.
	stepWork = 4
)

// Result is a mail's text.
type Result struct {
	// Text has lines with \n between them and none at its ends.
	Text string
	// Links is how many links with a target the text shows.
	Links int
	// Hidden says that text was left out because the mail hides it.
	Hidden bool
	// Cut says that the text was longer than what is given.
	Cut bool
}

// Convert turns HTML into text. Input that is no HTML is text. It never fails.
func Convert(html string) Result {
	c := converter{z: scanner{s: html}}
	c.open = append(c.open, frame{look: look{text: hex("000000"), back: hex("ffffff")}})
	c.run()
	return Result{Text: string(c.w.out), Links: c.links, Hidden: c.hidden, Cut: c.w.full || c.lost}
}

type converter struct {
	z      scanner
	w      writer
	css    sheet
	open   []frame
	links  int
	hidden bool
	// cells says that the table's line has a cell before this one.
	cells bool
	// deep is how many elements are open beyond maxDepth, lost that they held
	// text.
	deep int
	lost bool
}

// frame is an open element.
type frame struct {
	name string
	look
	// prefix is the writer's where the element began.
	prefix string
	// from is where a link's text begins in the output; picture, that it holds
	// an image.
	href    string
	from    int
	picture bool
	// item counts the items of a list with numbers.
	item int
	// pre keeps white space.
	pre bool
}

func (c *converter) top() *frame { return &c.open[len(c.open)-1] }

func (c *converter) run() {
	for !c.css.spent() {
		switch t := c.z.next(); t.kind {
		case end:
			c.closeAll()
			return
		case textToken:
			c.text(t.text)
		case startTag:
			c.start(&t)
		case endTag:
			c.end(t.name)
		}
	}
	c.lost = true
	c.closeAll()
}

func (c *converter) closeAll() {
	for len(c.open) > 1 {
		c.pop()
	}
}

// text writes a text with its entities, or notes that it is hidden.
func (c *converter) text(s string) {
	if c.deep > 0 {
		c.lost = c.lost || trim(s) != ""
		return
	}
	f := c.top()
	unseen := f.invisible()
	if unseen && c.hidden {
		return
	}
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r == '&' {
			if named, size := entity(s); size > 0 {
				r, n = named, size
			}
		}
		s = s[n:]
		if !unseen {
			c.w.rune(r, f.pre)
		} else if !filler(r) {
			c.hidden = true
			return
		}
	}
}

// filler tells whether a character shows nothing, as those that newsletters
// put behind the line that mail lists preview.
func filler(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\f', 0xa0, 0xad, 0x34f, 0x61c, 0xfeff, 0x2007, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200f || r >= 0x2028 && r <= 0x202f || r >= 0x205f && r <= 0x206f
}

func (c *converter) start(t *token) {
	switch t.name {
	case "style":
		c.css.read(c.z.raw("style"))
		if c.css.unsure {
			for i := range c.open {
				c.open[i].text, c.open[i].back = colour{}, colour{}
			}
		}
		return
	case "script", "title", "iframe", "noembed", "noframes", "xmp", "plaintext":
		c.z.raw(t.name)
		return
	}
	if c.deep == 0 {
		c.imply(t.name)
	}
	void := isVoid(t.name)
	if !void && len(c.open) == maxDepth {
		c.deep++
	}
	if c.deep > 0 {
		return
	}
	l := c.look(t)
	if void {
		if !l.invisible() {
			c.void(t)
		}
		return
	}
	f := frame{name: t.name, look: l, prefix: c.w.prefix, pre: c.top().pre}
	if !l.hidden {
		c.layOut(t, &f)
	}
	c.open = append(c.open, f)
}

// look is an element's look, from what it stands in, what the mail's style
// sheet says and what stands at it.
func (c *converter) look(t *token) look {
	l := c.top().look
	var b box
	if t.name == "a" && t.href != "" {
		l.text = hex("0000ee")
	}
	if t.hasPicture {
		l.back = colour{}
	} else if t.bgcolor != "" {
		l.background(text.Lower(decode(t.bgcolor)))
	}
	if t.name == "font" && t.color != "" {
		l.text = parseColour(text.Lower(decode(t.color)))
	}
	c.css.apply(t, &l, &b)
	if t.style != "" {
		l.apply(clean(decode(t.style)), &b)
	}
	l.hidden = l.hidden || b.hides() || t.hidden || t.ariaHidden || t.name == "template" || t.name == "datalist"
	return l
}

// end closes the element and those that are open in it. A tag that closes
// nothing is skipped; one inside a table's cell closes nothing around it.
func (c *converter) end(name string) {
	if c.deep > 0 {
		c.deep--
		return
	}
	if name == "p" {
		c.w.block(2)
	}
	for i := len(c.open) - 1; i > 0; i-- {
		c.css.work += stepWork
		if c.open[i].name == name {
			for len(c.open) > i {
				c.pop()
			}
			return
		}
		if isCell(c.open[i].name) && !isTable(name) {
			return
		}
	}
}

// pop closes the innermost element.
func (c *converter) pop() {
	f := c.open[len(c.open)-1]
	c.open = c.open[:len(c.open)-1]
	if f.hidden {
		return
	}
	if f.href != "" {
		c.target(f)
	}
	if f.name == "li" {
		c.w.marker = ""
	}
	c.w.block(breaks(f.name, f.prefix))
	c.w.prefix = f.prefix
}

// target writes a link's target behind its text, unless the text is the target.
func (c *converter) target(f frame) {
	shown := trim(string(c.w.out[f.from:]))
	if shown == "" {
		if !f.picture {
			return
		}
		c.w.text("[image]")
	}
	c.links++
	if same(shown, f.href) {
		return
	}
	c.w.behind("(" + f.href + ")")
}
