package keep

// CutText shortens each string in a decoded JSON value to at most max UTF-16
// units (what JavaScript and Google's APIs count), and never splits a
// surrogate pair. Keys stay. v itself does not change; a max of 0 or less
// leaves everything whole.
func CutText(v any, max int) any {
	if max <= 0 {
		return v
	}
	switch x := v.(type) {
	case string:
		return cut(x, max)
	case []any:
		out := make([]any, len(x))
		for i, item := range x {
			out[i] = CutText(item, max)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for key, member := range x {
			out[key] = CutText(member, max)
		}
		return out
	}
	return v
}

func cut(s string, max int) string {
	if len(s) <= max { // a byte is at least as much as a unit
		return s
	}
	units := 0
	for i, r := range s {
		units++
		if r > 0xffff {
			units++
		}
		if units > max {
			return s[:i]
		}
	}
	return s
}
