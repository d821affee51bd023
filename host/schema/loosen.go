package schema

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/catalog"
)

// Loosen reads arguments as sloppy clients write them, where the schema leaves
// one reading only:
//
//	"10" for a number, "true" or "False" for true and false
//	JSON text for a list or an object
//	null for an argument that may be absent and can't be null
//	a single value for a list of such values; text with a comma, a semicolon or
//	a line end in it is none, since it may be several
//
// What can't be read stays as it is, so that Check names it with what was given.
// Text for an argument that takes text is never touched, and confirm never is: a
// yes has one spelling. The result is a copy; the second one tells, in the
// schema's order, what was read how, without any value.
func (s *Schema) Loosen(args map[string]any) (map[string]any, []string) {
	return s.loosen(args, false)
}

// Respell is Loosen for calls that somebody has to agree to: only another
// spelling of the very same value is read. A single value is no list then, and
// null is not taken for absent where a default would stand in its place.
func (s *Schema) Respell(args map[string]any) (map[string]any, []string) {
	return s.loosen(args, true)
}

func (s *Schema) loosen(args map[string]any, spelling bool) (map[string]any, []string) {
	l := loosener{spelling: spelling}
	out, ok := clone(args).(map[string]any)
	if !ok || out == nil {
		return map[string]any{}, nil
	}
	l.value(location{node: s.root, value: out}, 0, false)
	return out, l.read
}

// loosener goes through arguments once.
type loosener struct {
	spelling bool // nothing but spelling
	read     []string
}

func (l *loosener) note(at location, how string) {
	l.read = append(l.read, at.field()+": "+how)
}

// value gives the value to use at a place; objects and lists are changed where
// they stand. inList says that the place is an item of a list.
func (l *loosener) value(at location, depth int, inList bool) any {
	if at.node == nil || depth > maxDepth {
		return at.value
	}
	if read, how := l.another(at.node, at.value, inList); how != "" {
		l.note(at, how)
		at.value = read
	}
	switch v := at.value.(type) {
	case map[string]any:
		l.members(at, v, depth)
	case []any:
		for i := range v {
			v[i] = l.value(at.step(strconv.Itoa(i)), depth+1, true)
		}
	}
	return at.value
}

// members goes through an object in the schema's order, so that the notes have
// one; keys that the schema does not have are left for Check.
func (l *loosener) members(at location, v map[string]any, depth int) {
	for _, key := range at.node.keys(v) {
		next := at.step(key)
		if next.node == nil || key == catalog.KeyConfirm {
			continue
		}
		if v[key] == nil && l.absent(at.node, next.node, key) {
			delete(v, key)
			l.note(next, "null was read as not given")
			continue
		}
		v[key] = l.value(next, depth+1, false)
	}
}

// absent says whether null at a key can only mean that nothing is given.
func (l *loosener) absent(parent, n *node, key string) bool {
	kinds := n.kinds()
	switch {
	case len(kinds) == 0 || slices.Contains(kinds, "null") || parent.requires(key):
		return false
	case n.hasDefault:
		return !l.spelling // else null would run with what nobody wrote
	}
	return true
}

// another gives a value of the node's type for one that is not, and how it was
// read; "" where there is not exactly one reading.
func (l *loosener) another(n *node, v any, inList bool) (any, string) {
	kinds := n.kinds()
	if len(kinds) == 0 || v == nil || n.allowsKind(v) {
		return v, ""
	}
	if s, ok := v.(string); ok && !slices.Contains(kinds, "string") {
		if read, how := n.respell(kinds, s); how != "" {
			return read, how
		}
	}
	// A plain list for a table may be a row or a column.
	if !l.spelling && !inList && only(kinds, "array") && n.items != nil && single(n.items, v) {
		return []any{v}, "the single value was read as a list of one"
	}
	return v, ""
}

// respell reads text as the one kind of value that a node has.
func (n *node) respell(kinds []string, s string) (any, string) {
	s = trim(s)
	switch {
	case only(kinds, "boolean"):
		switch strings.ToLower(s) {
		case "true":
			return true, "text was read as true"
		case "false":
			return false, "text was read as false"
		}
	case only(kinds, "integer", "number"):
		if num, err := canonical(s); err == nil && isJSONNumber(s) && n.allowsKind(num) {
			return num, "text was read as a number"
		}
	case only(kinds, "array"), only(kinds, "object"):
		if v, err := ParseJSON([]byte(s)); err == nil && v != nil && n.allowsKind(v) {
			return v, "text was read as JSON"
		}
	}
	return nil, ""
}

// single says whether a value is certainly one item and not several written as
// one.
func single(items *node, v any) bool {
	if _, isList := v.([]any); isList || !items.allowsKind(v) || len(items.kinds()) == 0 {
		return false
	}
	s, isText := v.(string)
	if !isText {
		return true
	}
	return trim(s) != "" && !strings.ContainsAny(s, ",;\r\n") && !strings.ContainsAny(trim(s)[:1], "[{")
}

// allowsKind says whether a value has one of the node's types, alternatives
// included.
func (n *node) allowsKind(v any) bool {
	kinds, typ := n.kinds(), typeOf(v)
	if num, ok := v.(json.Number); ok {
		if c, err := canonical(num.String()); err == nil {
			typ = typeOf(c)
		}
	}
	return len(kinds) == 0 || slices.Contains(kinds, typ) || typ == "integer" && slices.Contains(kinds, "number")
}

// keys lists an object's keys, those of the schema in its order first.
func (n *node) keys(v map[string]any) []string {
	out := make([]string, 0, len(v))
	for _, p := range n.props {
		if _, given := v[p.key]; given {
			out = append(out, p.key)
		}
	}
	var more []string
	for key := range v {
		if n.child(key) == nil {
			more = append(more, key)
		}
	}
	slices.Sort(more)
	return append(out, more...)
}
