package route_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

func TestPinnedTasks(t *testing.T) {
	tab := load(t)
	ids := []string{
		"tasks.tasklists.delete", "tasks.tasklists.get", "tasks.tasklists.insert", "tasks.tasklists.list", "tasks.tasklists.patch", "tasks.tasklists.update",
		"tasks.tasks.clear", "tasks.tasks.delete", "tasks.tasks.get", "tasks.tasks.insert", "tasks.tasks.list", "tasks.tasks.move", "tasks.tasks.patch", "tasks.tasks.update",
	}
	var tasks []string
	for _, id := range tab.IDs() {
		if strings.HasPrefix(id, "tasks.") {
			tasks = append(tasks, id)
		}
	}
	if !slices.Equal(tasks, ids) {
		t.Errorf("routes %v", tasks)
	}
	if !slices.Contains(tab.Hosts(), "tasks.googleapis.com") {
		t.Errorf("hosts %v", tab.Hosts())
	}
	r := get(t, tab, "tasks.tasks.insert")
	if r.Method != "POST" || !r.Mutates || !r.Pinned || r.BodySchema != "Task" || r.ResponseSchema != "Task" || !r.TakesBody() || r.Service != "tasks" ||
		!slices.Equal(r.Scopes, []string{"https://www.googleapis.com/auth/tasks"}) {
		t.Errorf("%+v", r)
	}
	if clear := get(t, tab, "tasks.tasks.clear"); clear.TakesBody() || !clear.Mutates {
		t.Errorf("%+v", clear)
	}
}

// Rules that hold for every pinned route, whichever services have a table.
func TestPinnedRoutes(t *testing.T) {
	tab := load(t)
	for _, id := range tab.IDs() {
		r := get(t, tab, id)
		if !r.Pinned || len(r.Scopes) == 0 || !strings.HasSuffix(r.Host, ".googleapis.com") {
			t.Errorf("%s: pinned %v, scopes %v, host %s", id, r.Pinned, r.Scopes, r.Host)
		}
		for _, q := range r.Query {
			if slices.Contains([]string{"alt", "key", "access_token", "oauth_token", "callback"}, q.Name) {
				t.Errorf("%s: a plugin could set %s", id, q.Name)
			}
		}
		if i := slices.IndexFunc(r.Query, func(q route.QueryParam) bool { return q.Name == "fields" }); i < 0 {
			t.Errorf("%s: no fields parameter", id)
		}
	}
}

func TestWith(t *testing.T) {
	base := load(t)
	tab, err := base.With([]abi.Route{
		{ID: "notes.list", Method: "GET", Host: "api.notes.example:8443", Path: "/v1/notes:search"},
		{ID: "notes.notes.add", Method: "POST", Host: "localhost:1", Path: "/n", Body: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	list, add := get(t, tab, "notes.list"), get(t, tab, "notes.notes.add")
	if list.Mutates || list.Pinned || list.TakesBody() || list.Scopes != nil || list.Service != "notes" {
		t.Errorf("%+v", list)
	}
	if !add.Mutates || !add.TakesBody() {
		t.Errorf("%+v", add)
	}
	if _, ok := base.Get("notes.list"); ok {
		t.Error("With changed its receiver")
	}
	if slices.Contains(tab.Hosts(), "localhost:1") {
		t.Error("a granted host counts as pinned")
	}
	if hosts := tab.TLSHosts("notes"); !slices.Equal(hosts, []string{"api.notes.example:8443"}) {
		t.Errorf("TLS hosts %v", hosts)
	}
	if _, err := tab.With([]abi.Route{{ID: "notes.list", Method: "GET", Host: "b.example", Path: "/x"}}); fault.CodeOf(err) != fault.PluginRefused {
		t.Errorf("a route was replaced: %v", err)
	}
}

func TestWithRefuses(t *testing.T) {
	good := abi.Route{ID: "notes.notes.get", Method: "GET", Host: "api.notes.example", Path: "/v1/{id}"}
	base := load(t)
	if _, err := base.With([]abi.Route{good}); err != nil {
		t.Fatal(err)
	}
	change := func(f func(*abi.Route)) abi.Route { r := good; f(&r); return r }
	cases := map[string]abi.Route{
		"pinned id":        change(func(r *abi.Route) { r.ID = "tasks.tasks.get" }),
		"pinned service":   change(func(r *abi.Route) { r.ID = "tasks.tasks.steal" }),
		"pinned host":      change(func(r *abi.Route) { r.Host = "tasks.googleapis.com" }),
		"pinned with port": change(func(r *abi.Route) { r.Host = "tasks.googleapis.com:443" }),
		"lower method":     change(func(r *abi.Route) { r.Method = "get" }),
		"other method":     change(func(r *abi.Route) { r.Method = "CONNECT" }),
		"method smuggled":  change(func(r *abi.Route) { r.Method = "GET / HTTP/1.1\r\nX:" }),
		"GET with body":    change(func(r *abi.Route) { r.Body = true }),
		"query type":       change(func(r *abi.Route) { r.Query = []abi.QueryParam{{Name: "a", Type: "object"}} }),
		"query name":       change(func(r *abi.Route) { r.Query = []abi.QueryParam{{Name: "a&b", Type: "string"}} }),
		"query twice": change(func(r *abi.Route) {
			r.Query = []abi.QueryParam{{Name: "a", Type: "string"}, {Name: "a", Type: "string"}}
		}),
	}
	for _, id := range []string{"", "notes", "Notes.x", "notes.", ".x", "notes..x", "no tes.x", "notes.x\n", "notes.x/y", "notes." + strings.Repeat("a", 200)} {
		cases["id "+id] = change(func(r *abi.Route) { r.ID = id })
	}
	for _, h := range []string{
		"", "notes", "Api.Notes.example", "api.notes.example.", "*.notes.example", "u@api.notes.example", "u:p@api.notes.example", "https://api.notes.example", "api.notes.example/x",
		"10.0.0.1", "169.254.169.254", "127.0.0.2", "127.1", "0x7f.0.0.1", "2130706433", "[::2]", "::1", "[::1", "0.0.0.0", "a.localhost", "api.notes.example:", "api.notes.example:0", "api.notes.example:070",
		"api.notes.example:65536", "api.notes.example:x", "api..example", "-a.example", "a_b.example", "a.example\r\n", "a.example#", "a.example?x", "ü.example", "a.example:80:80", strings.Repeat("a.", 130) + "example",
	} {
		cases["host "+h] = change(func(r *abi.Route) { r.Host = h })
	}
	for _, p := range []string{
		"", "v1", "/", "//", "/v1/", "/v1//x", "/../x", "/./x", "/v1/{id}.json", "/v1/x{id}", "/v1/{id}{b}", "/v1/{a}/{a}", "/{}", "/{a-b}", "/{+a}", "/{id}:go", "/a?b", "/a#b", "/a%2fb", `/a\b`, "/a b", "/a\n", "/ü", "/" + strings.Repeat("a", 500),
	} {
		cases["path "+p] = change(func(r *abi.Route) { r.Path = p })
	}
	for name, r := range cases {
		if _, err := base.With([]abi.Route{r}); err == nil || fault.CodeOf(err) != fault.PluginRefused {
			t.Errorf("%q: %v", name, err)
		} else if strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%q: raw text in %q", name, err)
		}
	}
	_, err := base.With([]abi.Route{cases["other method"], cases["query type"]})
	if err == nil || !strings.Contains(err.Error(), "CONNECT") || !strings.Contains(err.Error(), "object") {
		t.Errorf("not every mistake is told: %v", err)
	}
	if _, err := base.With([]abi.Route{good, good}); err == nil {
		t.Error("one id twice passed")
	}
}
