package calendarapi

import (
	"encoding/json"
	"maps"
)

// obj is generic JSON, as gapi.Body.Tree gives it.
type obj = map[string]any

// merge applies a JSON merge patch (RFC 7386): objects merge, null removes,
// everything else replaces. Neither argument is changed.
func merge(base, patch obj) obj {
	out := maps.Clone(base)
	if out == nil {
		out = obj{}
	}
	for name, value := range patch {
		switch value := value.(type) {
		case nil:
			delete(out, name)
		case obj:
			below, _ := out[name].(obj)
			out[name] = merge(below, value)
		default:
			out[name] = value
		}
	}
	return out
}

// keep gives what stands under the names.
func keep(o obj, names ...string) obj {
	out := obj{}
	for _, n := range names {
		if v, ok := o[n]; ok {
			out[n] = v
		}
	}
	return out
}

func text(o obj, name string) string { s, _ := o[name].(string); return s }

func list(o obj, name string) []any { l, _ := o[name].([]any); return l }

func sub(o obj, name string) obj { v, _ := o[name].(obj); return v }

func encodeTree(o obj) (string, error) {
	data, err := json.Marshal(o)
	return string(data), err
}

func decodeTree(text string) (obj, error) {
	out := obj{}
	if text == "" {
		return out, nil
	}
	return out, json.Unmarshal([]byte(text), &out)
}

// into turns generic JSON into a resource.
func into(o obj, resource any) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, resource)
}
