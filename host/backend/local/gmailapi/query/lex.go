package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind int

const (
	end   kind = iota
	word       // text without blanks
	quote      // text in quotation marks
	op         // a known operator, without its colon
	open       // ( or {
	shut       // ) or }
	minus      // - before a term
	or
	and
	around
)

type token struct {
	kind kind
	text string
}

// lexer cuts a query into tokens.
type lexer struct{ rest string }

const special = `(){}"`

func (l *lexer) next() token {
	l.rest = strings.TrimLeftFunc(l.rest, unicode.IsSpace)
	if l.rest == "" {
		return token{}
	}
	switch c := l.rest[:1]; c {
	case "(", "{":
		l.rest = l.rest[1:]
		return token{open, c}
	case ")", "}":
		l.rest = l.rest[1:]
		return token{shut, c}
	case `"`:
		text, rest, _ := strings.Cut(l.rest[1:], `"`)
		l.rest = rest
		return token{quote, text}
	case "-":
		if l.negates() {
			l.rest = l.rest[1:]
			return token{minus, c}
		}
	case "+": // "exactly this word": words are matched whole anyway
		if l.negates() {
			l.rest = l.rest[1:]
			return l.next()
		}
	}
	return l.word()
}

// negates says whether the sign stands right before a term.
func (l *lexer) negates() bool {
	after := l.rest[1:]
	return after != "" && !unicode.IsSpace(first(after)) && !strings.HasPrefix(after, ")") && !strings.HasPrefix(after, "}")
}

func (l *lexer) word() token {
	stop := strings.IndexFunc(l.rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(special, r) })
	if stop < 0 {
		stop = len(l.rest)
	}
	text := l.rest[:stop]
	if name, _, ok := strings.Cut(text, ":"); ok && operators[strings.ToLower(name)] != nil {
		l.rest = l.rest[len(name)+1:]
		return token{op, strings.ToLower(name)}
	}
	l.rest = l.rest[stop:]
	switch text {
	case "OR", "|":
		return token{or, text}
	case "AND":
		return token{and, text}
	case "AROUND":
		return token{around, text}
	}
	return token{word, text}
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
