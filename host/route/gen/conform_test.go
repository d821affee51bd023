package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The requests of every plan, as the plugins' cases script them, are what
// Google's own documents describe: method and path by the route, each path and
// query value by name, type and enum, each member of a body by name and type.

// full is the part of a document that bodies need.
type full struct {
	Schemas map[string]*shape `json:"schemas"`
}

// shape is a schema of a Discovery document.
type shape struct {
	Ref                  string            `json:"$ref"`
	Type                 string            `json:"type"`
	Format               string            `json:"format"`
	Enum                 []string          `json:"enum"`
	ReadOnly             bool              `json:"readOnly"`
	Properties           map[string]*shape `json:"properties"`
	AdditionalProperties *shape            `json:"additionalProperties"`
	Items                *shape            `json:"items"`
}

type planCase struct {
	Name   string `json:"name"`
	Action string `json:"action"`
	Steps  [][]struct {
		Request struct {
			Route   string                     `json:"route"`
			Path    map[string]string          `json:"path"`
			Query   map[string]json.RawMessage `json:"query"`
			Body    json.RawMessage            `json:"body"`
			Keep    string                     `json:"keep"`
			IfMatch string                     `json:"ifMatch"`
			Media   json.RawMessage            `json:"media"`
			Save    json.RawMessage            `json:"save"`
			Decode  json.RawMessage            `json:"decode"`
		} `json:"request"`
	} `json:"steps"`
}

func TestPlansConformToDiscovery(t *testing.T) {
	mod, err := moduleDir()
	if err != nil {
		t.Fatal(err)
	}
	services, err := present("../tables")
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range services {
		t.Run(service, func(t *testing.T) {
			c, _ := conformerOf(t, mod, service)
			c.service(t, service)
		})
	}
}

// conformerOf reads the document of a service.
func conformerOf(t *testing.T, mod, service string) (conformer, *table) {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join(mod, filepath.FromSlash(documents[service])))
	if err != nil {
		t.Fatal(err)
	}
	tab, err := build(service, doc)
	if err != nil {
		t.Fatal(err)
	}
	var f full
	if err := json.Unmarshal(doc, &f); err != nil {
		t.Fatal(err)
	}
	for _, m := range contradicted[service] {
		f.Schemas[m.schema].Properties[m.member].ReadOnly = false
	}
	c := conformer{routes: map[string]route{}, schemas: f.Schemas}
	for _, r := range tab.Routes {
		c.routes[r.ID] = r
	}
	return c, tab
}

// contradicted are members that a document calls output only and demands in the
// next sentence: "if type is user or group, you must provide an emailAddress".
var contradicted = map[string][]struct{ schema, member string }{
	"drive": {{"Permission", "emailAddress"}, {"Permission", "domain"}},
}

type conformer struct {
	routes  map[string]route
	schemas map[string]*shape
}

// service checks the cases of a plugin, and that every action that may reach a
// route has one.
func (c conformer) service(t *testing.T, service string) {
	files, err := filepath.Glob("../../../plugins/" + service + "/testdata/cases/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	requests := 0
	planned := map[string]bool{}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var suite struct {
			Plan []planCase `json:"plan"`
		}
		if err := json.Unmarshal(b, &suite); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, p := range suite.Plan {
			planned[p.Action] = true
			for i, step := range p.Steps {
				for _, x := range step {
					requests++
					r := x.Request
					for _, problem := range c.request(r.Route, r.Path, r.Query, r.Body, r.Media != nil, r.Save != nil) {
						t.Errorf("%s: %q step %d: %s: %s", filepath.Base(name), p.Name, i, r.Route, problem)
					}
					if why := c.fields(r.Route, r.Keep); why != "" && r.Decode == nil {
						t.Errorf("%s: %q step %d: %s: %s", filepath.Base(name), p.Name, i, r.Route, why)
					}
				}
			}
		}
	}
	if requests < 20 {
		t.Errorf("the cases hold %d requests only", requests)
	}
	table, err := os.ReadFile("../../risk/tables/" + service + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(table), "\n") {
		action, row, _ := strings.Cut(line, "=")
		if strings.Contains(row, "routes = [") && !planned[strings.TrimSpace(action)] {
			t.Errorf("the action %s has routes and no case of its plan", strings.TrimSpace(action))
		}
	}
}

// request gives what is wrong with one request.
func (c conformer) request(id string, path map[string]string, query map[string]json.RawMessage, body json.RawMessage, media, save bool) (problems []string) {
	bad := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	r, ok := c.routes[id]
	if !ok {
		bad("there is no such method")
		return
	}
	for _, p := range r.PathParams {
		if path[p.Name] == "" {
			bad("the path value %s is missing", p.Name)
		}
	}
	if len(path) > len(r.PathParams) {
		bad("path values %v, the method takes %v", path, r.PathParams)
	}
	for name, raw := range query {
		i := slices.IndexFunc(r.Query, func(q queryParam) bool { return q.Name == name })
		if i < 0 {
			bad("there is no query parameter %s", name)
			continue
		}
		q := r.Query[i]
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			bad("query %s: %v", name, err)
			continue
		}
		values, isList := v.([]any)
		if !isList {
			values = []any{v}
		} else if !q.Repeated {
			bad("query %s is a list", name)
		}
		for _, v := range values {
			if why := c.value(&shape{Type: q.Type, Format: q.Format, Enum: q.Enum}, v, 0); why != "" {
				bad("query %s: %s", name, why)
			}
		}
	}
	for _, q := range r.Query {
		if q.Required && query[q.Name] == nil {
			bad("the required query parameter %s is missing", q.Name)
		}
	}
	switch {
	case len(body) > 0 && r.Body == "":
		bad("the method takes no body")
	case len(body) > 0:
		var v any
		if err := json.Unmarshal(body, &v); err != nil {
			bad("body: %v", err)
		} else if why := c.value(&shape{Ref: r.Body}, v, 0); why != "" {
			bad("body: %s", why)
		}
	}
	if media && r.Upload == 0 {
		bad("the method takes no content")
	}
	return problems
}

type queryParam = query

// value says how a JSON value differs from a schema; empty where it does not.
// null clears a field in a patch, so it fits everywhere below the top.
func (c conformer) value(s *shape, v any, depth int) string {
	if s.Ref != "" {
		named, ok := c.schemas[s.Ref]
		if !ok {
			return "the document has no schema " + s.Ref
		}
		return c.value(named, v, depth)
	}
	if v == nil && depth > 0 {
		return ""
	}
	switch s.Type {
	case "any":
		return ""
	case "object":
		return c.object(s, v, depth)
	case "array":
		list, ok := v.([]any)
		if !ok {
			return fmt.Sprintf("%v is no list", v)
		}
		for i, item := range list {
			if why := c.value(s.Items, item, depth+1); why != "" {
				return fmt.Sprintf("%d: %s", i, why)
			}
		}
		return ""
	case "string":
		return text(s, v)
	case "integer", "number":
		n, ok := v.(float64)
		if !ok {
			return fmt.Sprintf("%v is no number", v)
		}
		if s.Type == "integer" && n != float64(int64(n)) {
			return fmt.Sprintf("%v is no whole number", v)
		}
		return ""
	case "boolean":
		if _, ok := v.(bool); !ok {
			return fmt.Sprintf("%v is no boolean", v)
		}
		return ""
	}
	return "the schema's type is " + s.Type
}

func (c conformer) object(s *shape, v any, depth int) string {
	m, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprintf("%v is no object", v)
	}
	for key, member := range m {
		p := s.Properties[key]
		if p == nil {
			p = s.AdditionalProperties
		}
		switch {
		case p == nil:
			return "there is no member " + key
		case p.ReadOnly:
			return key + " is the service's to set"
		}
		if why := c.value(p, member, depth+1); why != "" {
			return key + ": " + why
		}
	}
	return ""
}

func text(s *shape, v any) string {
	str, ok := v.(string)
	if !ok {
		return fmt.Sprintf("%v is no string", v)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, str) {
		return fmt.Sprintf("%q is not one of %q", str, s.Enum)
	}
	switch s.Format {
	case "int64", "uint64":
		if _, err := strconv.ParseInt(str, 10, 64); err != nil {
			return fmt.Sprintf("%q is no whole number", str)
		}
	case "date-time":
		if !strings.Contains(str, "T") {
			return fmt.Sprintf("%q is no time", str)
		}
	case "date":
		if len(str) != len("2006-01-02") {
			return fmt.Sprintf("%q is no date", str)
		}
	}
	return ""
}

// The check finds what is wrong: a test that can't fail would show nothing.
func TestConformerFindsMistakes(t *testing.T) {
	c := conformer{
		routes: map[string]route{"x.get": {
			PathParams: []pathParam{{Name: "id"}}, Body: "Thing",
			Query: []query{{Name: "n", Type: "integer", Required: true}, {Name: "e", Type: "string", Enum: []string{"a"}, Repeated: true}},
		}},
		schemas: map[string]*shape{"Thing": {Type: "object", Properties: map[string]*shape{
			"s": {Type: "string"}, "ro": {Type: "string", ReadOnly: true}, "list": {Type: "array", Items: &shape{Ref: "Thing"}}, "when": {Type: "string", Format: "date-time"},
		}}},
	}
	good := func(body string) []string {
		return c.request("x.get", map[string]string{"id": "1"}, map[string]json.RawMessage{"n": json.RawMessage("1"), "e": json.RawMessage(`["a"]`)}, json.RawMessage(body), false, false)
	}
	if p := good(`{"s":"x","list":[{"s":null}],"when":"2026-01-01T00:00:00Z"}`); p != nil {
		t.Errorf("a good request: %q", p)
	}
	for _, body := range []string{`{"S":"x"}`, `{"s":1}`, `{"ro":"x"}`, `{"list":[{"t":1}]}`, `{"list":{}}`, `[]`, `null`, `{"when":"2026-01-01"}`} {
		if good(body) == nil {
			t.Errorf("%s passed", body)
		}
	}
	for name, got := range map[string][]string{
		"route":  c.request("x.put", nil, nil, nil, false, false),
		"path":   c.request("x.get", nil, map[string]json.RawMessage{"n": json.RawMessage("1")}, nil, false, false),
		"query":  c.request("x.get", map[string]string{"id": "1"}, map[string]json.RawMessage{"n": json.RawMessage("1.5")}, nil, false, false),
		"enum":   c.request("x.get", map[string]string{"id": "1"}, map[string]json.RawMessage{"n": json.RawMessage("1"), "e": json.RawMessage(`"b"`)}, nil, false, false),
		"needed": c.request("x.get", map[string]string{"id": "1"}, nil, nil, false, false),
		"media":  c.request("x.get", map[string]string{"id": "1"}, map[string]json.RawMessage{"n": json.RawMessage("1")}, nil, true, false),
	} {
		if got == nil {
			t.Errorf("%s: nothing was found", name)
		}
	}
}
