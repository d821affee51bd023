package plugintest

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// fields is a parsed field mask: the members to keep and, below each, what to
// keep of it; nil keeps all.
type fields map[string]fields

// keep gives the part of a body that a mask in Google's partial-response
// syntax keeps: "items(id,title),nextPageToken", "a/b", "*". No mask keeps all.
func keep(t testing.TB, mask string, body []byte) abi.Raw {
	t.Helper()
	if mask == "" {
		return abi.Raw(body)
	}
	m := maskReader{text: mask}
	f := m.list()
	if m.text != "" || m.bad {
		t.Fatalf("the field mask %q is malformed", mask)
	}
	text, err := json.Marshal(project(f, decode(t, body)))
	if err != nil {
		t.Fatalf("plugintest: %v", err)
	}
	return text
}

// project applies the mask; on a list, to each of its items.
func project(f fields, v any) any {
	switch x := v.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = project(f, x[i])
		}
		return out
	case map[string]any:
		if f == nil {
			return x
		}
		out := map[string]any{}
		for key, member := range x {
			below, kept := f[key]
			if !kept {
				below, kept = f["*"]
			}
			if kept {
				out[key] = project(below, member)
			}
		}
		return out
	}
	return v
}

type maskReader struct {
	text string
	bad  bool
}

func (m *maskReader) list() fields {
	f := fields{}
	for {
		m.field(f)
		if !m.take(',') {
			return f
		}
	}
}

// field reads name, name/field or name(list) into f.
func (m *maskReader) field(f fields) {
	n := 0
	for n < len(m.text) && m.text[n] != ',' && m.text[n] != '(' && m.text[n] != ')' && m.text[n] != '/' {
		n++
	}
	name := m.text[:n]
	m.text = m.text[n:]
	_, twice := f[name]
	m.bad = m.bad || n == 0 || twice
	switch {
	case m.take('/'):
		f[name] = fields{}
		m.field(f[name])
	case m.take('('):
		f[name] = m.list()
		m.bad = m.bad || !m.take(')')
	default:
		f[name] = nil
	}
}

func (m *maskReader) take(c byte) bool {
	if m.text == "" || m.text[0] != c {
		return false
	}
	m.text = m.text[1:]
	return true
}
