package htmltext

import "github.com/wslite/wslite/sdk/text"

// scanner takes HTML apart into texts and tags.
type scanner struct {
	s  string
	at int
}

type kind uint8

const (
	end kind = iota
	textToken
	startTag
	endTag
)

// token is a piece of the input. Names are in lower case.
type token struct {
	kind kind
	// text is a text as written, entities and all.
	text string
	name string
	attrs
}

// attrs are the attributes that matter, as written.
type attrs struct {
	style, class, id, href, alt, color, bgcolor, width, height string
	// hasPicture says that a picture lies behind the element.
	hidden, ariaHidden, hasPicture bool
}

// next gives the next text or tag; comments and declarations are skipped.
func (z *scanner) next() token {
	for z.at < len(z.s) {
		if z.s[z.at] != '<' || !z.atMarkup() {
			start := z.at
			for z.at++; z.at < len(z.s) && (z.s[z.at] != '<' || !z.atMarkup()); z.at++ {
			}
			return token{kind: textToken, text: z.s[start:z.at]}
		}
		switch c := z.s[z.at+1]; {
		case c == '!' || c == '?':
			z.declaration()
		case c == '/' && !text.IsLetter(z.s[z.at+2]):
			z.skipPast(">")
		case c == '/':
			z.at += 2
			t := token{kind: endTag, name: z.name()}
			z.attributes(&t.attrs)
			return t
		default:
			z.at++
			t := token{kind: startTag, name: z.name()}
			z.attributes(&t.attrs)
			return t
		}
	}
	return token{}
}

// atMarkup tells whether the < here begins something; "a < b" does not.
func (z *scanner) atMarkup() bool {
	rest := z.s[z.at+1:]
	if rest == "" {
		return false
	}
	return text.IsLetter(rest[0]) || rest[0] == '!' || rest[0] == '?' || rest[0] == '/' && len(rest) > 1
}

// declaration skips a comment or what browsers treat as one.
func (z *scanner) declaration() {
	rest := z.s[z.at:]
	switch {
	case text.HasPrefix(rest, "<!-->"), text.HasPrefix(rest, "<!--->"):
		z.skipPast(">")
	case text.HasPrefix(rest, "<!--"):
		z.at += len("<!--")
		z.skipPast("-->")
	default:
		z.skipPast(">")
	}
}

// skipPast moves behind the next occurrence of mark, or to the end.
func (z *scanner) skipPast(mark string) {
	for ; z.at < len(z.s); z.at++ {
		if text.HasPrefix(z.s[z.at:], mark) {
			z.at += len(mark)
			return
		}
	}
}

// raw gives everything up to the end tag of the name, as a style element's
// content, and moves behind the tag.
func (z *scanner) raw(name string) string {
	start := z.at
	for ; z.at < len(z.s); z.at++ {
		if z.s[z.at] != '<' || !text.HasPrefix(z.s[z.at+1:], "/") {
			continue
		}
		rest := z.s[z.at+2:]
		if len(rest) >= len(name) && text.Lower(rest[:len(name)]) == name && (len(rest) == len(name) || !text.IsLetter(rest[len(name)])) {
			content := z.s[start:z.at]
			z.skipPast(">")
			return content
		}
	}
	return z.s[start:]
}

func (z *scanner) name() string {
	start := z.at
	for z.at < len(z.s) && !isSpace(z.s[z.at]) && z.s[z.at] != '>' && z.s[z.at] != '/' {
		z.at++
	}
	return text.Lower(z.s[start:z.at])
}

// attributes reads up to the end of the tag. Of two attributes with one name
// the first counts, as in browsers.
func (z *scanner) attributes(a *attrs) {
	for z.at < len(z.s) {
		switch c := z.s[z.at]; {
		case c == '>':
			z.at++
			return
		case isSpace(c) || c == '/' || c == '=':
			z.at++
		default:
			start := z.at
			for z.at < len(z.s) && !isSpace(z.s[z.at]) && z.s[z.at] != '>' && z.s[z.at] != '=' && z.s[z.at] != '/' {
				z.at++
			}
			name := text.Lower(z.s[start:z.at])
			a.set(name, z.value())
		}
	}
}

// value reads "= value" where there is one.
func (z *scanner) value() string {
	at := z.at
	for at < len(z.s) && isSpace(z.s[at]) {
		at++
	}
	if at >= len(z.s) || z.s[at] != '=' {
		return ""
	}
	for at++; at < len(z.s) && isSpace(z.s[at]); at++ {
	}
	z.at = at
	if at >= len(z.s) {
		return ""
	}
	if quote := z.s[at]; quote == '"' || quote == '\'' {
		z.at++
		for start := z.at; z.at < len(z.s); z.at++ {
			if z.s[z.at] == quote {
				z.at++
				return z.s[start : z.at-1]
			}
		}
		return z.s[at+1:]
	}
	for z.at < len(z.s) && !isSpace(z.s[z.at]) && z.s[z.at] != '>' {
		z.at++
	}
	return z.s[at:z.at]
}

func (a *attrs) set(name, value string) {
	var field *string
	switch name {
	case "style":
		field = &a.style
	case "class":
		field = &a.class
	case "id":
		field = &a.id
	case "href":
		field = &a.href
	case "alt":
		field = &a.alt
	case "color":
		field = &a.color
	case "bgcolor":
		field = &a.bgcolor
	case "width":
		field = &a.width
	case "height":
		field = &a.height
	case "background":
		a.hasPicture = a.hasPicture || value != ""
	case "hidden":
		a.hidden = true
	case "aria-hidden":
		a.ariaHidden = text.Lower(value) == "true"
	}
	if field != nil && *field == "" {
		*field = value
	}
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
