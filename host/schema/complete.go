package schema

// keyParams is the key of a batch operation that holds its arguments.
const keyParams = "params"

// complete fills in defaults, deeply; operation says that the object is an
// element of a batch. A default is completed like a value that was given: a
// batch operation whose params are left out gets the defaults that it would
// get with empty ones.
func complete(n *node, v any, operation bool) {
	if n == nil {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for _, p := range n.props {
			if _, there := v[p.key]; !there {
				switch {
				case p.hasDefault:
					v[p.key] = clone(p.standard)
				case operation && p.key == keyParams && p.allows("object"):
					v[p.key] = map[string]any{}
				}
			}
		}
		for k, e := range v {
			child := n.child(k)
			if child == nil {
				child = n.extra
			}
			complete(child, e, false)
		}
	case []any:
		for _, e := range v {
			at, operation := n.items, false
			if at != nil && at.choice != nil {
				at, operation = nil, true
				if b := n.items.choice.of(e); b != nil {
					at = b.node
				}
			}
			complete(at, e, operation)
		}
	}
}

// tidy removes blanks around links, as the peer does. It gives the value back,
// changed in place where it is an object or a list.
func tidy(n *node, v any) any {
	if n == nil {
		return v
	}
	switch v := v.(type) {
	case string:
		if n.format == FormatHTTPSURL {
			return trim(v)
		}
	case map[string]any:
		for _, p := range n.props {
			if e, there := v[p.key]; there {
				v[p.key] = tidy(p.node, e)
			}
		}
	case []any:
		for i, e := range v {
			at := n.items
			if at != nil && at.choice != nil {
				at = at.choice.of(e).node
			}
			v[i] = tidy(at, e)
		}
	}
	return v
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[k] = clone(e)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = clone(e)
		}
		return list
	}
	return v
}
