package paritytest

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// fillArgs does to arguments what the host does before transform: it fills in the
// defaults that the tool's schema states, in batch operations too, and takes white
// space off links.
func fillArgs(t testing.TB, schema any, args json.RawMessage) json.RawMessage {
	t.Helper()
	out, err := json.Marshal(fill(schema, decode(t, args)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// fill gives the value with the defaults of its schema.
func fill(schema, v any) any {
	s, _ := schema.(map[string]any)
	if s == nil {
		return v
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if choices, _ := s[key].([]any); choices != nil {
			return fill(choiceFor(choices, v), v)
		}
	}
	switch x := v.(type) {
	case map[string]any:
		properties, _ := s["properties"].(map[string]any)
		for key, sub := range properties {
			member, has := x[key]
			if !has {
				if member, has = defaultOf(sub); !has {
					continue
				}
			}
			x[key] = fill(sub, member)
		}
	case []any:
		for i := range x {
			x[i] = fill(s["items"], x[i])
		}
	case string:
		if s["format"] == "https-url" {
			return strings.TrimSpace(x)
		}
	}
	return v
}

// defaultOf copies a default, which is filled in turn.
func defaultOf(schema any) (any, bool) {
	s, _ := schema.(map[string]any)
	d, has := s["default"]
	if o, isObject := d.(map[string]any); isObject && len(o) == 0 {
		return map[string]any{}, true
	}
	return d, has
}

// choiceFor is the choice whose constants the value holds; for what is no
// object there is nothing to fill in.
func choiceFor(choices []any, v any) any {
	x, _ := v.(map[string]any)
	for _, c := range choices {
		s, _ := c.(map[string]any)
		properties, _ := s["properties"].(map[string]any)
		fits := x != nil && properties != nil
		for key, sub := range properties {
			if constant, is := sub.(map[string]any)["const"]; is && x[key] != constant {
				fits = false
			}
		}
		if fits {
			return c
		}
	}
	return nil
}

// decode keeps the digits of numbers.
func decode(t testing.TB, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
