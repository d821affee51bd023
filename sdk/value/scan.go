package value

import "unicode/utf8"

func (p *parser) digits() bool {
	start := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	return p.at > start
}

// number keeps the literal; it checks the grammar only.
func (p *parser) number() Value {
	start := p.at
	p.take('-')
	ok := p.take('0') || p.digits()
	if ok && p.take('.') {
		ok = p.digits()
	}
	if ok && (p.take('e') || p.take('E')) {
		if !p.take('+') {
			p.take('-')
		}
		ok = p.digits()
	}
	if !ok {
		p.fail("a number is malformed")
		return Value{}
	}
	return p.scalar(KindNumber, p.text[start:p.at])
}

// str reads a string. One without escapes, nearly all of them, shares the
// memory of the text.
func (p *parser) str() string {
	p.at++
	var buf []byte
	for p.err == nil {
		s := plain(p.text[p.at:])
		p.at += len(s)
		switch c := p.peek(); {
		case c == '"':
			p.at++
			if buf != nil {
				return string(append(buf, s...))
			}
			return s
		case c == '\\':
			buf = append(buf, s...)
			buf = p.escape(buf)
		case p.at == len(p.text):
			p.fail("a string has no end")
		default:
			p.fail("a control character in a string")
		}
	}
	return ""
}

// plain gives the start of s that stands for itself in a string, up to a quote,
// a backslash or a control character.
func plain(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			return s[:i]
		}
	}
	return s
}

// escape appends what the escape at p.at stands for, never nil.
func (p *parser) escape(buf []byte) []byte {
	p.at++
	c := p.peek()
	p.at++
	switch c {
	case '"', '\\', '/':
		return append(buf, c)
	case 'b':
		return append(buf, '\b')
	case 'f':
		return append(buf, '\f')
	case 'n':
		return append(buf, '\n')
	case 'r':
		return append(buf, '\r')
	case 't':
		return append(buf, '\t')
	case 'u':
		return p.unicode(buf)
	}
	p.at--
	p.fail("an unknown escape")
	return buf
}

func (p *parser) unicode(buf []byte) []byte {
	r, ok := p.hex4()
	switch {
	case !ok:
		p.fail("an escape \\u needs four hexadecimal digits")
	case r >= 0xdc00 && r < 0xe000:
		p.fail("half a surrogate pair")
	case r >= 0xd800 && r < 0xdc00:
		low := rune(0)
		if p.take('\\') && p.take('u') {
			low, ok = p.hex4()
		}
		if !ok || low < 0xdc00 || low >= 0xe000 {
			p.fail("half a surrogate pair")
			break
		}
		return utf8.AppendRune(buf, 0x10000+(r-0xd800)<<10+(low-0xdc00))
	default:
		return utf8.AppendRune(buf, r)
	}
	return buf
}

func (p *parser) hex4() (r rune, ok bool) {
	if len(p.text)-p.at < 4 {
		return 0, false
	}
	for _, c := range []byte(p.text[p.at : p.at+4]) {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	p.at += 4
	return r, true
}
