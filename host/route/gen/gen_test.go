package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The committed tables are what the generator makes today.
func TestTablesAreCurrent(t *testing.T) {
	const dir = "../tables"
	services, err := present(dir)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := moduleDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range services {
		want, err := generate(mod, s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, s+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("tables/%s.json differs from the Discovery document; run: cd host/route/gen && go run .", s)
		}
	}
}

// Every service can be generated, and what comes out keeps the rules that
// host/route relies on.
func TestEveryService(t *testing.T) {
	mod, err := moduleDir()
	if err != nil {
		t.Fatal(err)
	}
	segment := regexp.MustCompile(`^([A-Za-z0-9@._~-]+(:[A-Za-z]+)?|\{[A-Za-z0-9_]+\}(:[A-Za-z]+)?)$`)
	listed := map[string]bool{}
	for service := range documents {
		b, err := generate(mod, service)
		if err != nil {
			t.Errorf("%s: %v", service, err)
			continue
		}
		var tab table
		if err := json.Unmarshal(b, &tab); err != nil {
			t.Fatal(err)
		}
		if len(tab.Routes) < 3 {
			t.Errorf("%s: only %d routes", service, len(tab.Routes))
		}
		for _, r := range tab.Routes {
			for _, s := range strings.Split(strings.TrimPrefix(r.Path, "/"), "/") {
				if !segment.MatchString(s) {
					t.Errorf("%s: segment %q of %s", r.ID, s, r.Path)
				}
			}
			if n := strings.Count(r.Path, "{"); n != len(r.PathParams) {
				t.Errorf("%s: %d variables, %d parameters", r.ID, n, len(r.PathParams))
			}
			for _, q := range r.Query {
				if slices.Contains([]string{"alt", "key", "access_token", "oauth_token", "callback", "uploadType", "quotaUser"}, q.Name) {
					t.Errorf("%s: query %q must stay the host's", r.ID, q.Name)
				}
			}
			if len(r.Scopes) == 0 {
				t.Errorf("%s: no scopes", r.ID)
			}
			if r.Method == "GET" == r.Mutates && queries[r.ID] == "" {
				t.Errorf("%s: %s with mutates %v", r.ID, r.Method, r.Mutates)
			}
			if queries[r.ID] != "" {
				listed[r.ID] = true
				if r.Method != "POST" || r.Mutates {
					t.Errorf("%s: listed as a query, yet %s, mutates %v", r.ID, r.Method, r.Mutates)
				}
			}
		}
	}
	for id := range queries {
		if !listed[id] {
			t.Errorf("queries.go lists %s, which no document has", id)
		}
	}
}

// path and flatPath disagree in two ways; each is decided for one-segment
// variables under documented names.
func TestTemplateChoice(t *testing.T) {
	for _, c := range []struct {
		name, path, flat, pattern, want string
	}{
		{"plain", "v1/x/{name}", "v1/x/{name}", "", "v1/x/{name}"},
		{"no flatPath", "x/{name}", "", "", "x/{name}"},
		{"reserved but one segment", "v1/p/{+name}", "v1/p/{namesId}", "^[^/]+$", "v1/p/{name}"},
		{"reserved, several segments", "v1/{+name}:go", "v1/people/{peopleId}:go", "^people/[^/]+$", "v1/people/{peopleId}:go"},
	} {
		m := method{Path: c.path, FlatPath: c.flat, Parameters: map[string]parameter{
			"name": {Type: "string", Location: "path", Pattern: c.pattern, Required: true}}}
		got, params, err := template(m)
		if err != nil || got != c.want || len(params) != 1 {
			t.Errorf("%s: %q %v %v, want %q", c.name, got, params, err, c.want)
		}
	}
	if _, _, err := template(method{Path: "v1/{+name}", Parameters: map[string]parameter{"name": {Location: "path"}}}); err == nil {
		t.Error("a variable of several segments without flatPath passed")
	}
}

func TestDeprecatedIsLeftOut(t *testing.T) {
	doc := `{"id":"x:v1","revision":"1","rootUrl":"https://x.googleapis.com/","servicePath":"x/v1/",
	 "parameters":{"fields":{"type":"string","location":"query"},"key":{"type":"string","location":"query"}},
	 "methods":{
	  "a":{"id":"x.a","httpMethod":"GET","path":"a","scopes":["s"],"parameters":{
	    "old":{"type":"string","location":"query","deprecated":true},"new":{"type":"string","location":"query"}}},
	  "b":{"id":"x.b","httpMethod":"GET","path":"b","deprecated":true}}}`
	tab, err := build("x", []byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	if len(tab.Routes) != 1 || tab.Routes[0].Path != "/x/v1/a" || tab.Routes[0].Host != "x.googleapis.com" {
		t.Fatalf("%+v", tab)
	}
	var names []string
	for _, q := range tab.Routes[0].Query {
		names = append(names, q.Name)
	}
	if !slices.Equal(names, []string{"fields", "new"}) {
		t.Errorf("query %v", names)
	}
	if _, err := build("x", []byte(strings.Replace(doc, "https://x.googleapis.com/", "http://x.googleapis.com/", 1))); err == nil {
		t.Error("a root that is not https passed")
	}
	if _, err := build("y", []byte(doc)); err == nil {
		t.Error("another service's ids passed")
	}
}
