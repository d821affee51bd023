package main

import (
	"fmt"
	"strings"
	"testing"
)

// A field mask is sent as the query parameter fields, and Google refuses a whole
// request for one name that the answer can't have ("Invalid field selection").

// fields says what a mask names that the route's answer does not have; empty
// where it names nothing else.
func (c conformer) fields(id, mask string) string {
	r, ok := c.routes[id]
	switch {
	case !ok || mask == "":
		return ""
	case r.Response == "":
		return "fields of an answer that is empty"
	}
	m := maskReader{c, mask}
	if why := m.list(&shape{Ref: r.Response}); why != "" {
		return "fields: " + why
	}
	if m.rest != "" {
		return fmt.Sprintf("fields: %q at the end", m.rest)
	}
	return ""
}

// maskReader reads a mask along a schema.
type maskReader struct {
	c    conformer
	rest string
}

func (m *maskReader) next(mark string) (ok bool) {
	m.rest, ok = strings.CutPrefix(m.rest, mark)
	return ok
}

func (m *maskReader) list(s *shape) string {
	for {
		if why := m.path(s); why != "" {
			return why
		}
		if !m.next(",") {
			return ""
		}
	}
}

func (m *maskReader) path(s *shape) string {
	end := strings.IndexAny(m.rest, ",()/")
	if end < 0 {
		end = len(m.rest)
	}
	name := m.rest[:end]
	m.rest = m.rest[end:]
	inner := m.c.member(s, name)
	if inner == nil {
		return fmt.Sprintf("the answer has no %q there", name)
	}
	switch {
	case m.next("/"):
		return m.path(inner)
	case m.next("("):
		if why := m.list(inner); why != "" {
			return why
		}
		if !m.next(")") {
			return name + " is not closed"
		}
	}
	return ""
}

// member is the schema of a member, in each item where the schema is a list's;
// nil where there is no such member.
func (c conformer) member(s *shape, name string) *shape {
	for s != nil && (s.Ref != "" || s.Items != nil) {
		if s.Ref != "" {
			s = c.schemas[s.Ref]
		} else {
			s = s.Items
		}
	}
	switch {
	case s == nil || s.Type == "any" || name == "*":
		return s
	case s.Properties[name] != nil:
		return s.Properties[name]
	}
	return s.AdditionalProperties
}

// A calendar outside the user's list was asked for with the fields of a list's
// entry, which Google refuses.
func TestFieldsFindMistakes(t *testing.T) {
	c := conformer{
		routes: map[string]route{"x.list": {Response: "Things"}, "x.delete": {}},
		schemas: map[string]*shape{
			"Things": {Type: "object", Properties: map[string]*shape{"items": {Type: "array", Items: &shape{Ref: "Thing"}}, "next": {Type: "string"}}},
			"Thing": {Type: "object", Properties: map[string]*shape{
				"id": {Type: "string"}, "by": {Ref: "Thing"}, "free": {Type: "any"}, "map": {Type: "object", AdditionalProperties: &shape{Ref: "Thing"}},
			}},
		},
	}
	for _, mask := range []string{"", "*", "next", "items(id,by/id),next", "items/by(id)", "items(by(by(id)))", "items/free/x", "items/map/x/id", "items/*"} {
		if why := c.fields("x.list", mask); why != "" {
			t.Errorf("%s: %s", mask, why)
		}
	}
	for _, mask := range []string{"id", "items(id,name)", "items(by/name)", "items/map/x/name", "next/x", "items(id", "items(id))", ",next", "items(id)x"} {
		if c.fields("x.list", mask) == "" {
			t.Errorf("%s passed", mask)
		}
	}
	if c.fields("x.delete", "id") == "" {
		t.Error("fields of no answer passed")
	}
}
