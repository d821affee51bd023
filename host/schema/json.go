package schema

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds how deep JSON may nest. Arguments need about ten levels; the
// bound keeps a hostile text from using up the stack.
const maxDepth = 128

// ParseJSON reads exactly one JSON value. Objects are map[string]any, lists
// []any, numbers json.Number with every digit kept (see number.go for the
// spelling). A byte order mark in front and CRLF are accepted. Refused, with
// line and column: what is not JSON, a key that stands twice, text that is not
// UTF-8, half of a surrogate pair, nesting deeper than 128, and a number that no
// program could read.
//
// encoding/json would take the last of two equal keys and put U+FFFD for broken
// text: the call that was looked at would not be the call that is made.
func ParseJSON(data []byte) (any, error) {
	v, err := parseJSON(data, false)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// object is a JSON object that remembers the order of its keys; only schemas
// are read that way.
type object []member

type member struct {
	key   string
	value any
}

var bom = []byte("\ufeff")

func parseJSON(data []byte, ordered bool) (any, error) {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return nil, errors.New("the text is UTF-16; save it as UTF-8")
	}
	p := &parser{src: bytes.TrimPrefix(data, bom), ordered: ordered}
	p.space()
	v, err := p.value(0)
	if err == nil {
		p.space()
		if p.at < len(p.src) {
			err = p.fail("something follows the end of the JSON value")
		}
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

type parser struct {
	src     []byte
	at      int
	ordered bool
}

// fail says where the text is wrong. It shows none of it: the text may hold a
// secret.
func (p *parser) fail(format string, args ...any) error {
	at := min(p.at, len(p.src))
	line := 1 + bytes.Count(p.src[:at], []byte("\n"))
	col := 1 + utf8.RuneCount(p.src[bytes.LastIndexByte(p.src[:at], '\n')+1:at])
	return fmt.Errorf("line %d, column %d: %s", line, col, fmt.Sprintf(format, args...))
}

func (p *parser) space() {
	for p.at < len(p.src) {
		switch p.src[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// peek gives the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.src) {
		return p.src[p.at]
	}
	return 0
}

func (p *parser) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, p.fail("the value nests deeper than %d levels", maxDepth)
	}
	switch c := p.peek(); {
	case p.at >= len(p.src):
		return nil, p.fail("the text ends where a value should stand")
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.list(depth)
	case c == '"':
		return p.text()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case p.word("true"):
		return true, nil
	case p.word("false"):
		return false, nil
	case p.word("null"):
		return nil, nil
	}
	return nil, p.fail("this is no JSON value")
}

// word takes a literal if it stands here as a whole word.
func (p *parser) word(w string) bool {
	rest := p.src[p.at:]
	if !bytes.HasPrefix(rest, []byte(w)) || len(rest) > len(w) && isWordByte(rest[len(w)]) {
		return false
	}
	p.at += len(w)
	return true
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func (p *parser) list(depth int) (any, error) {
	p.at++
	items := []any{}
	p.space()
	if p.peek() == ']' {
		p.at++
		return items, nil
	}
	for {
		p.space()
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
		p.space()
		switch p.peek() {
		case ',':
			p.at++
		case ']':
			p.at++
			return items, nil
		default:
			return nil, p.fail("a comma or ] is missing")
		}
	}
}

func (p *parser) object(depth int) (any, error) {
	p.at++
	var ordered object
	seen := map[string]any{}
	done := func() (any, error) {
		p.at++
		if p.ordered {
			return ordered, nil
		}
		return seen, nil
	}
	p.space()
	if p.peek() == '}' {
		return done()
	}
	for {
		p.space()
		key, err := p.key(seen)
		if err != nil {
			return nil, err
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		seen[key] = v
		if p.ordered {
			ordered = append(ordered, member{key, v})
		}
		p.space()
		switch p.peek() {
		case ',':
			p.at++
		case '}':
			return done()
		default:
			return nil, p.fail("a comma or } is missing")
		}
	}
}

// key reads a key that the object has not had yet, and the colon behind it.
func (p *parser) key(seen map[string]any) (string, error) {
	if p.peek() != '"' {
		return "", p.fail("a key in double quotes is missing")
	}
	start := p.at
	key, err := p.text()
	if err != nil {
		return "", err
	}
	if _, twice := seen[key]; twice {
		p.at = start
		return "", p.fail("the key stands twice in this object")
	}
	p.space()
	if p.peek() != ':' {
		return "", p.fail("a colon is missing behind the key")
	}
	p.at++
	p.space()
	return key, nil
}

func (p *parser) number() (any, error) {
	start := p.at
	for p.at < len(p.src) && strings.IndexByte("+-.eE0123456789", p.src[p.at]) >= 0 {
		p.at++
	}
	lit := string(p.src[start:p.at])
	if !isJSONNumber(lit) || p.at < len(p.src) && isWordByte(p.src[p.at]) {
		p.at = start
		return nil, p.fail("this is no JSON number")
	}
	n, err := canonical(lit)
	if err != nil {
		p.at = start
		return nil, p.fail("%v", err)
	}
	return n, nil
}

func (p *parser) text() (string, error) {
	p.at++
	start := p.at
	for p.at < len(p.src) {
		switch c := p.src[p.at]; {
		case c == '"':
			s := string(p.src[start:p.at])
			p.at++
			return s, nil
		case c == '\\' || c < ' ' || c >= utf8.RuneSelf:
			return p.slowText(start)
		}
		p.at++
	}
	return "", p.fail("the closing quote is missing")
}

// slowText goes on where text met the first character that is not plain.
func (p *parser) slowText(start int) (string, error) {
	b := append([]byte(nil), p.src[start:p.at]...)
	for p.at < len(p.src) {
		c := p.src[p.at]
		switch {
		case c == '"':
			p.at++
			return string(b), nil
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			b = utf8.AppendRune(b, r)
		case c < ' ':
			return "", p.fail("a control character must be written as an escape")
		case c < utf8.RuneSelf:
			b = append(b, c)
			p.at++
		default:
			r, n := utf8.DecodeRune(p.src[p.at:])
			if r == utf8.RuneError && n < 2 {
				return "", p.fail("the text is not UTF-8")
			}
			b = append(b, p.src[p.at:p.at+n]...)
			p.at += n
		}
	}
	return "", p.fail("the closing quote is missing")
}

func (p *parser) escape() (rune, error) {
	p.at++
	c := p.peek()
	if c == 'u' {
		return p.unicode()
	}
	if i := strings.IndexByte(`"\/bfnrt`, c); c != 0 && i >= 0 {
		p.at++
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	return 0, p.fail("no such escape")
}

// unicode reads \uXXXX, and both halves of a surrogate pair.
func (p *parser) unicode() (rune, error) {
	hi, ok := p.hex4(p.at + 1)
	if !ok {
		return 0, p.fail("\\u wants four hexadecimal digits")
	}
	if !utf16.IsSurrogate(hi) {
		p.at += 5
		return hi, nil
	}
	if bytes.HasPrefix(p.src[p.at+5:], []byte(`\u`)) {
		if lo, ok := p.hex4(p.at + 7); ok {
			if r := utf16.DecodeRune(hi, lo); r != utf8.RuneError {
				p.at += 11
				return r, nil
			}
		}
	}
	return 0, p.fail("half of a surrogate pair stands alone")
}

func (p *parser) hex4(at int) (rune, bool) {
	if at+4 > len(p.src) {
		return 0, false
	}
	var r rune
	for _, c := range p.src[at : at+4] {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if d < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}
