// Package keep reduces JSON to the part that was asked for: an answer to what a
// plan wants of it, before a plugin sees it (JSON costs about ten times as much in
// a guest as here), and a result to what --fields names.
//
// It owns the field-mask syntax of Google's partial responses
// ("items(id,owner/name),nextPageToken", "items/*/id", "*") and the cutting of
// long texts. It knows no schema: a name that the answer lacks selects
// nothing. Start reading at Parse and Mask.Apply.
//
// Source of the syntax: the "Partial response" section of Google's API guides.
package keep

import (
	"fmt"
	"strings"
)

// Limits on a mask. Both are far above what an API's own limit on "fields"
// allows, and bound the work that one answer can cause.
const (
	maxLength = 2048 // bytes
	MaxDepth  = 16   // levels of / and ( )
)

// Mask is a parsed field mask. It is read only.
type Mask struct {
	root node
}

// node says what to keep of one value.
type node struct {
	// whole keeps the value as it is.
	whole bool
	// fields and any select members by name, and all members ("*").
	fields map[string]*node
	any    *node
}

// Parse reads a field mask. The error names the position (in bytes, from 1)
// and holds no text of the mask.
func Parse(mask string) (*Mask, error) {
	if len(mask) > maxLength {
		return nil, fmt.Errorf("the field mask has %d bytes; at most %d are allowed", len(mask), maxLength)
	}
	p := parser{in: mask}
	m := &Mask{}
	if err := p.list(&m.root, 1); err != nil {
		return nil, err
	}
	if p.at < len(p.in) {
		return nil, p.fail("a comma or the end")
	}
	return m, nil
}

type parser struct {
	in string
	at int
}

func (p *parser) fail(want string) error {
	return fmt.Errorf("the field mask needs %s at position %d", want, p.at+1)
}

func (p *parser) next(c byte) bool {
	if p.at < len(p.in) && p.in[p.at] == c {
		p.at++
		return true
	}
	return false
}

// list = path {"," path}
func (p *parser) list(n *node, depth int) error {
	for {
		if err := p.path(n, depth); err != nil {
			return err
		}
		if !p.next(',') {
			return nil
		}
	}
}

// path = name {"/" name} ["(" list ")"]
func (p *parser) path(n *node, depth int) error {
	for ; ; depth++ {
		if depth > MaxDepth {
			return fmt.Errorf("the field mask is nested deeper than %d levels", MaxDepth)
		}
		name := p.name()
		if name == "" {
			return p.fail("a field name or *")
		}
		n = n.child(name)
		switch {
		case p.next('/'):
			continue
		case p.next('('):
			if err := p.list(n, depth+1); err != nil {
				return err
			}
			if !p.next(')') {
				return p.fail("a comma or a closing parenthesis")
			}
			return nil
		default:
			n.whole = true
			return nil
		}
	}
}

// name reads "*" or a field name.
func (p *parser) name() string {
	if p.next('*') {
		return "*"
	}
	start := p.at
	for p.at < len(p.in) && isName(p.in[p.at]) {
		p.at++
	}
	return p.in[start:p.at]
}

func isName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_-.@$:", c) >= 0
}

// child gives the node for a name, the same one each time, so that repeated
// names add up instead of replacing each other.
func (n *node) child(name string) *node {
	if name == "*" {
		if n.any == nil {
			n.any = &node{}
		}
		return n.any
	}
	if n.fields == nil {
		n.fields = map[string]*node{}
	}
	c, ok := n.fields[name]
	if !ok {
		c = &node{}
		n.fields[name] = c
	}
	return c
}
