package query

import (
	"fmt"
	"time"
)

// Bounds of a query. They bound the work of whoever evaluates it too.
const (
	MaxLength = 8192 // bytes
	maxTerms  = 300
	maxDepth  = 40
)

// Error says why a text is no query, for a person.
type Error struct{ message string }

func (e *Error) Error() string { return e.message }

func bad(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Env is what the meaning of a query depends on.
type Env struct {
	// Now is the moment that older_than: and newer_than: count from; days begin
	// in its time zone.
	Now time.Time
}

// Parse reads a query; the empty one matches everything. Errors are *Error.
func Parse(text string, env Env) (Expr, error) {
	if len(text) > MaxLength {
		return nil, bad("The query is longer than %d bytes.", MaxLength)
	}
	p := &parser{lex: lexer{rest: text}, env: env}
	p.advance()
	e, err := p.all("", "", 0)
	if err != nil {
		return nil, err
	}
	if p.tok.kind == shut {
		return nil, bad("The query closes %q without opening it.", p.tok.text)
	}
	return e, nil
}

type parser struct {
	lex   lexer
	tok   token
	env   Env
	terms int
}

func (p *parser) advance() { p.tok = p.lex.next() }

// all is alternatives next to each other, up to a closing sign or the end.
// operator goes for the plain words in it.
func (p *parser) all(operator, closing string, depth int) (Expr, error) {
	var list All
	for {
		if p.tok.kind == and {
			p.advance()
			continue
		}
		if p.tok.kind == end || p.tok.kind == shut {
			break
		}
		e, err := p.alternatives(operator, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	if err := p.close(closing); err != nil {
		return nil, err
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return list, nil
}

// close demands the sign that ends a group; "" for none.
func (p *parser) close(sign string) error {
	if sign == "" {
		return nil
	}
	if p.tok.kind != shut || p.tok.text != sign {
		return bad("A group of the query lacks its %q.", sign)
	}
	p.advance()
	return nil
}

// alternatives is a term, or several joined by OR.
func (p *parser) alternatives(operator string, depth int) (Expr, error) {
	first, err := p.term(operator, depth)
	if err != nil || p.tok.kind != or {
		return first, err
	}
	list := Any{first}
	for p.tok.kind == or {
		p.advance()
		e, err := p.term(operator, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// braces is terms of which one must match.
func (p *parser) braces(operator string, depth int) (Expr, error) {
	var list Any
	for p.tok.kind != end && p.tok.kind != shut {
		if p.tok.kind == or {
			p.advance()
			continue
		}
		e, err := p.term(operator, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	if err := p.close("}"); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return All{}, nil
	}
	return list, nil
}

func (p *parser) term(operator string, depth int) (Expr, error) {
	if p.terms++; p.terms > maxTerms || depth > maxDepth {
		return nil, bad("The query has more than %d terms, or more than %d levels.", maxTerms, maxDepth)
	}
	t := p.tok
	p.advance()
	switch t.kind {
	case minus:
		e, err := p.term(operator, depth+1)
		return Not{e}, err
	case open:
		if t.text == "{" {
			return p.braces(operator, depth+1)
		}
		return p.all(operator, ")", depth+1)
	case op:
		return p.value(t.text, depth)
	case word, quote:
		return p.leaf(operator, t)
	case around:
		return nil, bad("AROUND is not supported here. Use quotation marks for words next to each other.")
	}
	return nil, bad("OR needs a term on both sides.")
}

// value is what stands behind an operator.
func (p *parser) value(operator string, depth int) (Expr, error) {
	switch p.tok.kind {
	case word, quote, open:
		return p.term(operator, depth+1)
	case minus:
		return nil, bad("Put the minus before the operator: -%s:...", operator)
	}
	return nil, bad("The operator %s: needs a value.", operator)
}

func (p *parser) leaf(operator string, t token) (Expr, error) {
	if operator == "" {
		return Text{Anywhere, t.text}, nil
	}
	if t.text == "" {
		return nil, bad("The operator %s: needs a value.", operator)
	}
	return operators[operator](p.env, operator, t.text)
}
