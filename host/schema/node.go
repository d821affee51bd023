package schema

import "encoding/json"

// node is one schema of the subset that plugins may use, properties in the
// order in which they were written. The library knows no order and fills in
// no defaults; messages, flags and help need both.
type node struct {
	types       []string // as written; empty = any
	description string

	props  []prop
	index  map[string]int // key -> place in props
	needed []string       // required keys
	closed bool           // additionalProperties: false
	extra  *node          // additionalProperties: {...}

	items  *node
	anyOf  []*node
	oneOf  []*node
	choice *choice // set where oneOf is decided by one constant key

	enum       []any
	constant   any
	isConstant bool
	standard   any // default
	hasDefault bool

	format  string
	pattern string
	bounds  bounds
	unique  bool
}

type prop struct {
	key string
	*node
}

// bounds are the limits of a value. Numbers are "" and counts -1 where absent.
type bounds struct {
	min, max, above, below, step json.Number
	minLen, maxLen               int // in UTF-16 units, as the peer counts
	minItems, maxItems           int
	minProps, maxProps           int
}

var unbounded = bounds{minLen: -1, maxLen: -1, minItems: -1, maxItems: -1, minProps: -1, maxProps: -1}

// child gives the node of a property; nil where the key is not one.
func (n *node) child(key string) *node {
	if i, ok := n.index[key]; ok {
		return n.props[i].node
	}
	return nil
}

// allows says whether a value of the JSON type fits the node's type. A whole
// number fits "number" and "integer".
func (n *node) allows(typ string) bool {
	if len(n.types) == 0 {
		return true
	}
	for _, t := range n.types {
		if t == typ || t == "number" && typ == "integer" {
			return true
		}
	}
	return false
}

// typeOf names the JSON type of a value; whole numbers are "integer".
func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		if isWhole(v) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "unknown"
}

// choice is a oneOf whose branches are objects told apart by one key with a
// constant text, as a batch's operations are by "action". The branch is then
// chosen by that key, so that messages speak about it alone and only the
// branches in use are compiled.
type choice struct {
	key      string
	names    []string // the constants, in schema order
	branches map[string]*branch
}

// branch is one alternative with its compiled form.
type branch struct {
	*node
	lazy
}

// choiceOf finds the key that tells the branches of n's oneOf apart; nil where
// there is none, or where n asserts more than the oneOf, since only the branch
// is checked then.
func choiceOf(n *node) *choice {
	oneOf := n.oneOf
	more := n.props != nil || n.needed != nil || n.closed || n.extra != nil || n.anyOf != nil ||
		n.enum != nil || n.isConstant || n.bounds != unbounded || n.items != nil || !n.allows("object")
	if len(oneOf) == 0 || more {
		return nil
	}
next:
	for _, p := range oneOf[0].props {
		c := &choice{key: p.key, branches: make(map[string]*branch, len(oneOf))}
		for _, b := range oneOf {
			k := b.child(p.key)
			if k == nil || !k.isConstant || !b.requires(p.key) {
				continue next
			}
			name, ok := k.constant.(string)
			if _, twice := c.branches[name]; !ok || twice {
				continue next
			}
			c.names = append(c.names, name)
			c.branches[name] = &branch{node: b}
		}
		return c
	}
	return nil
}

func (n *node) requires(key string) bool {
	for _, k := range n.needed {
		if k == key {
			return true
		}
	}
	return false
}

// of gives the branch that an element chooses; nil where it names none.
func (c *choice) of(element any) *branch {
	m, _ := element.(map[string]any)
	name, ok := m[c.key].(string)
	if !ok {
		return nil
	}
	return c.branches[name]
}
