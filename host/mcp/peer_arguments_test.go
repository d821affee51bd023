package mcp

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// maker makes arguments of a schema by chance, the same ones each time.
type maker struct{ *rand.Rand }

func pick[T any](m maker, of ...T) T { return of[m.IntN(len(of))] }

// make makes a value that fits.
func (m maker) make(s map[string]any) any {
	if c, ok := s["const"]; ok {
		return c
	}
	if list, ok := s["enum"].([]any); ok {
		return pick(m, list...)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, ok := s[key].([]any); ok {
			return m.make(pick(m, list...).(map[string]any))
		}
	}
	switch s["type"] {
	case "object":
		return m.object(s)
	case "array":
		lo, hi := edge(s, "minItems", 0), edge(s, "maxItems", 100)
		list := make([]any, lo+m.IntN(min(hi-lo, 3)+1))
		for i := range list {
			list[i] = m.make(s["items"].(map[string]any))
		}
		return list
	case "integer", "number":
		return m.number(s)
	case "boolean":
		return pick(m, true, false)
	case "null":
		return nil
	}
	return m.text(s)
}

func (m maker) object(s map[string]any) any {
	out := map[string]any{}
	props, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, key := range slices.Sorted(maps.Keys(props)) { // in order: chance is to be the same each time
		// Params that are left out are empty ones, and may lack what is needed.
		if slices.Contains(required, any(key)) || key == "params" || m.IntN(3) == 0 {
			out[key] = m.make(props[key].(map[string]any))
		}
	}
	return out
}

func (m maker) number(s map[string]any) any {
	lo, hi := edge(s, "minimum", -1000), edge(s, "maximum", 1000)
	if _, ok := s["exclusiveMinimum"]; ok {
		lo = edge(s, "exclusiveMinimum", 0) + 1
	}
	if hi < lo {
		hi = lo + 1000
	}
	n := pick(m, lo, hi, lo+m.IntN(hi-lo+1))
	if s["type"] == "number" && n < hi && m.IntN(2) == 0 {
		return float64(n) + 0.5
	}
	return n
}

// edge reads a bound, which is a whole number in all of the peer's schemas.
func edge(s map[string]any, key string, absent int) int {
	switch n := s[key].(type) {
	case float64:
		return int(n)
	case json.Number:
		v, _ := n.Int64()
		return int(v)
	}
	return absent
}

// forms are texts of the peer's patterns and rules.
var forms = map[string][]string{
	"^[a-zA-Z0-9_-]+$":                     {"a", "f1", "1AbC_d-E", "-", "0"},
	"^[a-zA-Z0-9._:-]+$":                   {"key-1", "a.b:c", "2031-05-04", "order_47"},
	"^[a-zA-Z0-9_@.-]+$":                   {"primary", "ana@example.com", "@default", "a.b-c"},
	`^\d{4}\/\d{1,2}\/\d{1,2}$`:            {"2031/5/4", "2031/05/04", "1999/12/31"},
	"^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,32})$": {"#fff", "#00FF7f", "red", "#12345678"},
	"isoDateTime":                          {"2031-05-04", "2031-05-04T09:00:00Z", "2031-05-04T09:00:00+02:00", "2031-05-04T09:00"},
	"email":                                {"ana@example.com", "a.b+c@sub.example.org"},
	"emailList":                            {"ana@example.com", "a@x.org, b@y.org", ""},
	"httpsUrl":                             {"https://example.com/a?b=c", "https://example.org"},
	"formula":                              {"=A1+1", "=SUM(A:A)"},
	"noFormulaPrefix":                      {"plain", "50 % of it", ""},
	"range":                                {"A1", "A1:B2", "'Jon s'!A1:C3", "Sheet1!A:A", "1:2", "$A$1:$B$2"},
}

func (m maker) text(s map[string]any) string {
	lo, hi := edge(s, "minLength", 0), edge(s, "maxLength", 1000)
	form, _ := s["pattern"].(string)
	if check, ok := s["x-check"].(string); ok {
		form = check
	}
	if strings.HasPrefix(form, "^(?:(?:'") {
		form = "range"
	}
	if of := forms[form]; of != nil {
		of = slices.DeleteFunc(slices.Clone(of), func(s string) bool { return len(s) < lo || len(s) > hi })
		return pick(m, of...)
	}
	said := pick(m, "", "x", "10", "true", "null", "[1,2]", `{"a":1}`, " ", "Grüße, 会議 🚀", "a\nb", "it's \"so\"", "a,b;c", strings.Repeat("w ", 300))
	for units(said) < lo {
		said += "x"
	}
	for units(said) > hi {
		r := []rune(said)
		said = string(r[:len(r)-1])
	}
	return said
}

// spoil changes one place of a value so that it may not fit any more.
func (m maker) spoil(s map[string]any, v any) any {
	if list, ok := s["oneOf"].([]any); ok {
		s = pick(m, list...).(map[string]any)
		for _, b := range list { // the branch of a batch's action
			props, _ := b.(map[string]any)["properties"].(map[string]any)
			o, _ := v.(map[string]any)
			if c, _ := props["action"].(map[string]any); c != nil && o != nil && c["const"] == o["action"] {
				s = b.(map[string]any)
			}
		}
	}
	switch v := v.(type) {
	case map[string]any:
		props, _ := s["properties"].(map[string]any)
		keys := slices.Sorted(maps.Keys(v))
		switch n := m.IntN(8); {
		case n == 0 || len(keys) == 0:
			v[pick(m, "bogus", "id", "Confirm", "")] = m.odd()
		case n == 1:
			delete(v, pick(m, keys...))
		default:
			key := pick(m, keys...)
			if inner, ok := props[key].(map[string]any); ok {
				v[key] = m.spoil(inner, v[key])
			}
		}
		return v
	case []any:
		items, _ := s["items"].(map[string]any)
		switch n := m.IntN(4); {
		case n == 0 || len(v) == 0:
			return m.odd()
		case n == 1:
			for len(v) <= edge(s, "maxItems", 3) {
				v = append(v, v[0])
			}
			return v
		}
		i := m.IntN(len(v))
		v[i] = m.spoil(items, v[i])
		return v
	case string:
		switch m.IntN(5) {
		case 0:
			return strings.Repeat("é", edge(s, "maxLength", 10)+1)
		case 1:
			return ""
		case 2:
			return v + pick(m, " ", "/", "é", "\x00", "😀", "..")
		case 3:
			return pick(m, "2031-02-30", "4 May 2031", "not-a-mail", "a@b", "http://example.com", "=1+1", "-", "Z0", "A0", "sheet!", "RED", "none")
		}
	case int:
		switch m.IntN(4) {
		case 0:
			return edge(s, "maximum", 1000) + 1
		case 1:
			return edge(s, "minimum", 0) - 1
		case 2:
			return float64(v) + 0.25
		}
	}
	return m.odd()
}

// odd is a value of any kind.
func (m maker) odd() any {
	return pick[any](m, nil, true, false, 0, -1, 1.5, 1e20, "", "text", "10", "true", "[1]", []any{}, []any{"a"}, []any{1}, map[string]any{}, map[string]any{"a": 1})
}
