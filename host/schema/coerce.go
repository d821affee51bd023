package schema

import "encoding/json"

// Coerce reads text that stands where the schema wants something else, by the
// rules for flags: "10" for a number, "false" for a boolean, JSON text for a list;
// also the numbers 1 and 0 for a boolean. It is for callers that can't help
// sending text. Text for a text argument is never touched, and what can't be
// read stays as it is, so that Check names it. The result is a copy.
func (s *Schema) Coerce(args map[string]any) map[string]any {
	out, _ := clone(args).(map[string]any)
	coerce(s.root, out)
	return out
}

// coerce changes objects and lists in place and gives the value to use.
func coerce(n *node, v any) any {
	if n == nil {
		return v
	}
	switch t := v.(type) {
	case string:
		read, rule, _ := n.fromText(t, false)
		if _, still := read.(string); !still && rule == "" && !n.allowsText() {
			return coerce(n, read)
		}
	case json.Number:
		if only(n.kinds(), "boolean") && (t == "0" || t == "1") {
			return t == "1"
		}
	case map[string]any:
		for _, p := range n.props {
			if e, there := t[p.key]; there {
				t[p.key] = coerce(p.node, e)
			}
		}
	case []any:
		for i, e := range t {
			at := n.items
			if at != nil && at.choice != nil {
				at = nil
				if b := n.items.choice.of(e); b != nil {
					at = b.node
				}
			}
			t[i] = coerce(at, e)
		}
	}
	return v
}

func (n *node) allowsText() bool {
	kinds := n.kinds()
	if len(kinds) == 0 {
		return true
	}
	for _, k := range kinds {
		if k == "string" {
			return true
		}
	}
	return false
}
