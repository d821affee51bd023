package query

import "strings"

// token is a word, a quoted text, an operator sign, or the end ("").
type token struct {
	text   string
	quoted bool
}

// is compares a token that is no quoted text; keywords may have capitals.
func (t token) is(word string) bool { return !t.quoted && strings.EqualFold(t.text, word) }

func (t token) end() bool { return t.text == "" && !t.quoted }

// next takes the next token off the text.
func (p *parser) next() (token, error) {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	if p.rest == "" {
		return token{}, nil
	}
	switch c := p.rest[0]; {
	case c == '\'':
		return p.literal()
	case strings.IndexByte("(){}", c) >= 0:
		return p.take(1), nil
	case strings.IndexByte("<>!=", c) >= 0:
		if len(p.rest) > 1 && p.rest[1] == '=' && c != '=' {
			return p.take(2), nil
		}
		return p.take(1), nil
	}
	n := strings.IndexAny(p.rest, " \t\r\n'(){}<>!=")
	if n < 0 {
		n = len(p.rest)
	}
	return p.take(n), nil
}

func (p *parser) take(n int) token {
	t := token{text: p.rest[:n]}
	p.rest = p.rest[n:]
	return t
}

// literal reads a quoted text. A backslash makes the quote or backslash after
// it a character; before anything else it is one itself.
func (p *parser) literal() (token, error) {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		c := p.rest[i]
		if c == '\'' {
			p.rest = p.rest[i+1:]
			return token{text: b.String(), quoted: true}, nil
		}
		if c == '\\' && i+1 < len(p.rest) && (p.rest[i+1] == '\'' || p.rest[i+1] == '\\') {
			i++
			c = p.rest[i]
		}
		b.WriteByte(c)
	}
	return token{}, bad("a quoted text has no end")
}
