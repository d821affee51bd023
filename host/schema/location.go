package schema

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/text"
)

// location is a place in the arguments with the schema that stands for it.
type location struct {
	node  *node // nil where the schema says nothing
	value any
	path  []string
	// rank orders problems as the schema orders properties.
	rank []int
	// branch is the constant of the choice that the place lies in, as a
	// batch operation's action; empty elsewhere.
	branch string
}

// step goes to a property or an element.
func (l location) step(token string) location {
	next := location{path: append(slices.Clip(l.path), token), branch: l.branch}
	place := 0
	switch v := l.value.(type) {
	case map[string]any:
		next.value = v[token]
		next.node, place = l.node.property(token)
	case []any:
		place, _ = strconv.Atoi(token)
		if place >= 0 && place < len(v) {
			next.value = v[place]
		}
		next.node = l.node.element()
		if next.node != nil && next.node.choice != nil {
			if b := next.node.choice.of(next.value); b != nil {
				next.node = b.node
				next.branch, _ = b.child(l.node.items.choice.key).constant.(string)
			}
		}
	}
	next.rank = append(slices.Clip(l.rank), place)
	return next
}

// property finds the schema of a key and its place in the order; behind all
// others for a key that is none.
func (n *node) property(key string) (*node, int) {
	if n == nil {
		return nil, 0
	}
	if i, ok := n.index[key]; ok {
		return n.props[i].node, i
	}
	if n.extra != nil {
		return n.extra, len(n.props)
	}
	for _, alt := range n.alternatives() {
		if found, i := alt.property(key); found != nil {
			return found, i
		}
	}
	return nil, len(n.props)
}

func (n *node) element() *node {
	if n == nil {
		return nil
	}
	if n.items != nil {
		return n.items
	}
	for _, alt := range n.alternatives() {
		if e := alt.element(); e != nil {
			return e
		}
	}
	return nil
}

func (n *node) alternatives() []*node {
	if len(n.anyOf) > 0 {
		return n.anyOf
	}
	return n.oneOf
}

// field writes the path as messages and JSON show it. Keys come from
// strangers, so they are cleaned and cut.
func (l location) field() string {
	parts := make([]string, len(l.path))
	for i, p := range l.path {
		parts[i] = text.Cut(text.Line(p), 60)
	}
	return strings.Join(parts, ".")
}

// secretWords mark arguments whose values never appear in a message.
var secretWords = []string{"password", "passwd", "passphrase", "secret", "credential", "authorization", "cookie", "apikey", "api_key", "privatekey", "private_key", "token"}

func (l location) secret() bool {
	for _, p := range l.path {
		p = strings.ToLower(p)
		if strings.HasSuffix(p, "pagetoken") {
			continue // a place in a list, no credential
		}
		for _, w := range secretWords {
			if strings.Contains(p, w) {
				return true
			}
		}
	}
	return false
}

// copy gives a deep copy of plain JSON values, with numbers in canonical
// spelling. What can't be JSON is a problem.
func (c *checker) copy(at location, depth int) any {
	if depth > maxDepth {
		c.add(at, RuleType, "nests deeper than "+strconv.Itoa(maxDepth)+" levels")
		return nil
	}
	switch v := at.value.(type) {
	case nil, bool:
		return v
	case string:
		if !utf8.ValidString(v) {
			c.add(at, RuleType, "is not UTF-8")
		}
		return v
	case json.Number:
		if n, err := canonical(v.String()); err == nil && isJSONNumber(v.String()) {
			return n
		} else if err != nil {
			c.add(at, RuleRange, "can't be used: "+err.Error())
			return nil
		}
	case int:
		return json.Number(strconv.Itoa(v))
	case int64:
		return json.Number(strconv.FormatInt(v, 10))
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			at.value = json.Number(strconv.FormatFloat(v, 'g', -1, 64))
			return c.copy(at, depth)
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = c.copy(at.step(strconv.Itoa(i)), depth+1)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for k := range v {
			if !utf8.ValidString(k) {
				c.add(at.step(k), RuleType, "is no name: it is not UTF-8")
			}
			m[k] = c.copy(at.step(k), depth+1)
		}
		return m
	}
	c.add(at, RuleType, "holds a value that is not JSON")
	return nil
}
