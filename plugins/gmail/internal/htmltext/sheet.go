package htmltext

import (
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/text"
)

// maxRules bounds what is read of style elements, maxWork what applying the
// rules and closing elements may cost: without it a few rules times many
// elements, or many end tags times many open elements, would be the input's
// length squared. A mail of 100,000 characters with a hundred rules needs a
// fifth of it.
const (
	maxRules = 500
	maxWork  = 2_000_000
)

// sheet is what style elements say. Only simple rules are read: a tag, a class,
// an id or a mix of them. What is for some screens only does not count.
type sheet struct {
	rules []rule
	// unsure says that a rule which was not read sets a colour: then only those
	// are known that stand at an element.
	unsure bool
	work   int
}

// spent tells whether applying the rules took too long to go on.
func (s *sheet) spent() bool { return s.work > maxWork }

// rule is a simple selector, all of whose parts must fit, and declarations.
type rule struct{ tag, class, id, css string }

func (s *sheet) read(css string) {
	css = clean(css)
	for css != "" && len(s.rules) < maxRules {
		var selectors, body string
		if selectors, css = cut(css, '{'); css == "" {
			return
		}
		if i := lastIndex(selectors, ';'); i >= 0 {
			selectors = selectors[i+1:] // @import and the like
		}
		selectors = trim(selectors)
		if text.HasPrefix(selectors, "<!--") {
			selectors = trim(selectors[len("<!--"):])
		}
		if text.HasPrefix(selectors, "@") {
			css = pastBlock(css)
			continue
		}
		body, css = cut(css, '}')
		for selectors != "" {
			var selector string
			selector, selectors = cut(selectors, ',')
			s.add(trim(selector), body)
		}
	}
	s.unsure = s.unsure || css != ""
}

// pastBlock gives what follows a block that may hold blocks.
func pastBlock(css string) string {
	depth := 1
	for i := range len(css) {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return css[i+1:]
			}
		}
	}
	return ""
}

func (s *sheet) add(selector, css string) {
	r := rule{css: css}
	part := &r.tag
	for i := range len(selector) {
		switch c := selector[i]; {
		case c == '.' && r.class == "":
			part = &r.class
		case c == '#' && r.id == "":
			part = &r.id
		case text.IsLetter(c) || text.IsDigit(c) || c == '-' || c == '_' || c >= utf8.RuneSelf:
			*part += selector[i : i+1]
		default:
			s.unsure = s.unsure || text.Index(css, "background") >= 0 || text.Index(css, "color") >= 0
			return
		}
	}
	if r.tag+r.class+r.id != "" && len(s.rules) < maxRules {
		s.rules = append(s.rules, r)
	}
}

// apply lays the rules that fit an element over its look.
func (s *sheet) apply(t *token, l *look, b *box) {
	if len(s.rules) == 0 {
		return
	}
	class, id := text.Lower(t.class), text.Lower(t.id)
	for _, r := range s.rules {
		if s.work++; s.spent() {
			return
		}
		if r.tag != "" && r.tag != t.name || r.id != "" && r.id != id {
			continue
		}
		if r.class != "" {
			if s.work += len(class); !holdsWord(class, r.class) {
				continue
			}
		}
		s.work += 4 * len(r.css)
		l.apply(r.css, b)
	}
}

func holdsWord(list, word string) bool {
	for list != "" {
		end := 0
		for end < len(list) && !isSpace(list[end]) {
			end++
		}
		if list[:end] == word {
			return true
		}
		list = list[min(end+1, len(list)):]
	}
	return false
}

// clean takes comments and escapes out of CSS and makes it lower case, so that
// no spelling hides a declaration.
func clean(css string) string {
	b := make([]byte, 0, len(css))
	for i := 0; i < len(css); i++ {
		switch c := css[i]; {
		case c == '/' && text.HasPrefix(css[i:], "/*"):
			end := text.Index(css[i+2:], "*/")
			if end < 0 {
				return string(b)
			}
			i += 2 + end + 1
		case c == '\\':
			r, n := rune(0), 0
			for n < 6 && i+1+n < len(css) && digit(css[i+1+n]) >= 0 {
				r = 16*r + digit(css[i+1+n])
				n++
			}
			i += n
			if n > 0 && i+1 < len(css) && isSpace(css[i+1]) {
				i++
			}
			if n > 0 && r < utf8.RuneSelf {
				b = append(b, text.Lower(string(r))...)
			}
		case c == '\n' || c == '\r' || c == '\t' || c == '\f':
			b = append(b, ' ')
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

func lastIndex(s string, mark byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == mark {
			return i
		}
	}
	return -1
}
