package gapi

import (
	"encoding/json"
	"reflect"
	"strings"
)

// maxFields is the longest accepted fields parameter, in bytes. It bounds the
// parser's recursion too.
const maxFields = 2048

// selection is a parsed fields parameter: what to keep of an object.
type selection struct {
	all   bool // keep all of it
	names map[string]*selection
}

// fieldsOf gives the JSON names of a struct type with their types; lists
// stand for their elements.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	out := map[string]reflect.Type{}
	if t == nil || t.Kind() != reflect.Struct {
		return out
	}
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" && name != "-" {
			out[name] = t.Field(i).Type
		}
	}
	return out
}

// keyed gives the type of the values of an object with free keys.
func keyed(t reflect.Type) (reflect.Type, bool) {
	if t == nil || t.Kind() != reflect.Map {
		return nil, false
	}
	return t.Elem(), true
}

// parseFields reads "a,b/c,d(e,f),*" and checks each name against the type.
func parseFields(text string, t reflect.Type) (*selection, error) {
	if len(text) > maxFields {
		return nil, badParameter("fields", "The fields parameter is longer than %d bytes.", maxFields)
	}
	p := fieldParser{rest: text, bad: text}
	s := &selection{}
	if !p.list(s, t) || p.rest != "" {
		return nil, badParameter("fields", "Invalid field selection %s", Quote(p.bad))
	}
	return s, nil
}

type fieldParser struct {
	rest string
	bad  string // what to blame
}

// list is item {"," item}.
func (p *fieldParser) list(into *selection, t reflect.Type) bool {
	for {
		if !p.item(into, t) {
			return false
		}
		if !p.take(',') {
			return true
		}
	}
}

// item is name ["/" item | "(" list ")"].
func (p *fieldParser) item(into *selection, t reflect.Type) bool {
	name := p.name()
	if name == "*" {
		into.all = true
		return true
	}
	child, known := fieldsOf(t)[name]
	if m, keyed := keyed(t); keyed && name != "" {
		child, known = m, true // a key is the client's own word
	}
	if !known {
		p.bad = name
		return false
	}
	if into.names == nil {
		into.names = map[string]*selection{}
	}
	below := into.names[name]
	if below == nil {
		below = &selection{}
		into.names[name] = below
	}
	switch {
	case p.take('/'):
		return p.item(below, child)
	case p.take('('):
		return p.list(below, child) && p.take(')')
	}
	below.all = true
	return true
}

func (p *fieldParser) name() string {
	end := strings.IndexAny(p.rest, ",/()")
	if end < 0 {
		end = len(p.rest)
	}
	name := p.rest[:end]
	p.rest = p.rest[end:]
	return name
}

func (p *fieldParser) take(c byte) bool {
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// apply gives what is left of a JSON value.
func (s *selection) apply(v any) any {
	if s.all {
		return v
	}
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = s.apply(v[i])
		}
	case map[string]any:
		for name, value := range v {
			if below := s.names[name]; below != nil {
				v[name] = below.apply(value)
			} else {
				delete(v, name)
			}
		}
	}
	return v
}

// project is apply for a result that is not generic JSON yet.
func (s *selection) project(result any) (any, error) {
	if s == nil || s.all {
		return result, nil
	}
	data, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	return s.apply(v), nil
}
