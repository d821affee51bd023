package keep

// Apply gives the part of a decoded JSON value that the mask keeps, and
// whether anything is left. Lists are looked through: the mask holds for each
// of their items. An object stays, even empty, where the mask reaches into it;
// a plain value does not, because it has no members to keep.
//
// The result shares what is kept whole with v; v itself does not change.
func (m *Mask) Apply(v any) (any, bool) { return apply(v, []*node{&m.root}) }

// apply keeps what any of the nodes selects. Several can hold for one value
// ("*(id),owner(name)"): they are gathered on the way down rather than merged
// beforehand, which could grow without bound.
func apply(v any, nodes []*node) (any, bool) {
	for _, n := range nodes {
		if n.whole {
			return v, true
		}
	}
	switch x := v.(type) {
	case []any:
		out := make([]any, 0, len(x))
		for _, item := range x {
			if kept, ok := apply(item, nodes); ok {
				out = append(out, kept)
			}
		}
		return out, true
	case map[string]any:
		out := make(map[string]any)
		for key, member := range x {
			var below []*node
			for _, n := range nodes {
				if c := n.fields[key]; c != nil {
					below = append(below, c)
				}
				if n.any != nil {
					below = append(below, n.any)
				}
			}
			if len(below) == 0 {
				continue
			}
			if kept, ok := apply(member, below); ok {
				out[key] = kept
			}
		}
		return out, true
	}
	return nil, false
}
