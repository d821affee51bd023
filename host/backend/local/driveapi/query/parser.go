package query

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// maxQuery is the longest query in bytes, maxDepth the deepest nesting and
	// maxTerms the most conditions: they bound the work, the stack, and the depth
	// of the SQL that is made of it.
	maxQuery = 16 << 10
	maxDepth = 64
	maxTerms = 200
)

// Error says what is wrong with a query, without repeating it.
type Error struct{ Detail string }

func (e *Error) Error() string { return e.Detail }

func bad(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

type parser struct {
	lang Language
	rest string
	tok  token // the next one
	n    int   // terms so far
}

// Parse reads a query; nil for an empty one. Errors are *Error.
func Parse(text string, lang Language) (Expr, error) {
	if len(text) > maxQuery {
		return nil, bad("the query is longer than %d bytes", maxQuery)
	}
	if !utf8.ValidString(text) {
		return nil, bad("the query is not UTF-8")
	}
	p := &parser{lang: lang, rest: text}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.end() {
		return nil, nil
	}
	e, err := p.sequence(0)
	if err == nil && !p.tok.end() {
		err = bad("something follows the end of the query")
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

func (p *parser) advance() (err error) {
	p.tok, err = p.next()
	return err
}

// sequence is item {("and" | "or") item}, from left to right.
func (p *parser) sequence(depth int) (Expr, error) {
	left, err := p.item(depth)
	for err == nil && (p.tok.is("and") || p.tok.is("or")) {
		and := p.tok.is("and")
		if err = p.advance(); err != nil {
			break
		}
		var right Expr
		if right, err = p.item(depth); err != nil {
			break
		}
		if and {
			left = And{left, right}
		} else {
			left = Or{left, right}
		}
	}
	return left, err
}

// item is "not" item | "(" sequence ")" | term.
func (p *parser) item(depth int) (Expr, error) {
	if p.n++; p.n > maxTerms {
		return nil, bad("the query has more than %d conditions", maxTerms)
	}
	if depth > maxDepth {
		return nil, bad("the query is nested deeper than %d levels", maxDepth)
	}
	switch {
	case p.tok.is("not"):
		if err := p.advance(); err != nil {
			return nil, err
		}
		x, err := p.item(depth + 1)
		return Not{x}, err
	case p.tok.is("("):
		if err := p.advance(); err != nil {
			return nil, err
		}
		x, err := p.sequence(depth + 1)
		if err != nil {
			return nil, err
		}
		return x, p.expect(")")
	case p.tok.quoted:
		return p.membership()
	}
	return p.term()
}

func (p *parser) expect(word string) error {
	if !p.tok.is(word) {
		return bad("%q is missing", word)
	}
	return p.advance()
}

// membership is text "in" field.
func (p *parser) membership() (Expr, error) {
	t := Term{Op: In, Text: p.tok.text}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if err := p.expect("in"); err != nil {
		return nil, err
	}
	_, err := p.field(&t)
	return t, err
}

// field reads the name of a field and checks that the operator fits.
func (p *parser) field(t *Term) (Field, error) {
	f, ok := p.lang[p.tok.text]
	if !ok || p.tok.quoted {
		return f, bad("there is no such field to search: %s", shown(p.tok))
	}
	t.Field = p.tok.text
	if t.Op != "" && !slices.Contains(f.Ops, t.Op) {
		return f, bad("%s can't be searched with %q", t.Field, string(t.Op))
	}
	return f, p.advance()
}

// term is field operator value.
func (p *parser) term() (Expr, error) {
	var t Term
	f, err := p.field(&t)
	if err != nil {
		return nil, err
	}
	t.Op = Op(strings.ToLower(p.tok.text))
	if p.tok.quoted || !slices.Contains(f.Ops, t.Op) || t.Op == In {
		return nil, bad("%s can't be searched with %s", t.Field, shown(p.tok))
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if f.Kind == Pair {
		return p.pair(t)
	}
	if err := t.value(f.Kind, p.tok); err != nil {
		return nil, err
	}
	return t, p.advance()
}

// value reads the right side of a term.
func (t *Term) value(kind Kind, tok token) error {
	switch {
	case kind == Bool && !tok.quoted && (tok.is("true") || tok.is("false")):
		t.Bool = tok.is("true")
		return nil
	case kind == Text && tok.quoted:
		t.Text = tok.text
		return nil
	case kind == Time && tok.quoted:
		at, err := parseTime(tok.text)
		t.Time = at
		return err
	}
	return bad("%s needs %s", t.Field, [...]string{"a text in single quotes", "a time in single quotes", "true or false"}[kind])
}

// pair is "{" "key" "=" text "and" "value" "=" text "}".
func (p *parser) pair(t Term) (Expr, error) {
	for _, step := range []struct {
		word string
		into *string
	}{{"{", nil}, {"key", nil}, {"=", nil}, {"", &t.Key}, {"and", nil}, {"value", nil}, {"=", nil}, {"", &t.Text}, {"}", nil}} {
		if step.into == nil {
			if err := p.expect(step.word); err != nil {
				return nil, err
			}
			continue
		}
		if !p.tok.quoted {
			return nil, bad("%s needs {key='...' and value='...'}", t.Field)
		}
		*step.into = p.tok.text
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// parseTime reads RFC 3339; without a zone it is UTC, and without a time
// midnight.
func parseTime(text string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, bad("a time must look like 2030-01-31T12:00:00")
}

// shown names a token in a message, cut and with strange characters escaped.
func shown(t token) string {
	if t.end() {
		return "the end"
	}
	r := []rune(t.text)
	if len(r) > 32 {
		r = append(r[:32], '…')
	}
	return fmt.Sprintf("%q", string(r))
}
