package route_test

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

func load(t testing.TB) *route.Table {
	t.Helper()
	tab, err := route.Load()
	if err == nil {
		err = tab.Verify()
	}
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func get(t testing.TB, tab *route.Table, id string) *route.Route {
	t.Helper()
	r, ok := tab.Get(id)
	if !ok {
		t.Fatalf("no route %s", id)
	}
	return r
}

// notes is a third party's table with one parameter of each kind.
func notes(t testing.TB) *route.Table {
	t.Helper()
	tab, err := load(t).With([]abi.Route{
		{ID: "notes.notes.get", Method: "GET", Host: "api.notes.example", Path: "/v1/notes/{id}/parts/{part}", Query: []abi.QueryParam{
			{Name: "q", Type: "string"},
			{Name: "n", Type: "integer"},
			{Name: "x", Type: "number"},
			{Name: "all", Type: "boolean"},
			{Name: "tag", Type: "string", Repeated: true},
		}},
		{ID: "notes.notes.find", Method: "POST", Host: "127.0.0.1:8080", Path: "/find", Body: true, Query: []abi.QueryParam{
			{Name: "must", Type: "string", Required: true},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func raws(m map[string]string) map[string]abi.Raw {
	out := map[string]abi.Raw{}
	for k, v := range m {
		out[k] = abi.Raw(v)
	}
	return out
}

func TestB63ValuesThatServicesGive(t *testing.T) {
	tab := notes(t)
	for _, c := range []struct {
		route       string
		path, query map[string]string
		want        string
	}{
		{"tasks.tasks.list", map[string]string{"tasklist": "@default"}, map[string]string{"maxResults": "20", "showHidden": "true", "pageToken": `"a/b=+&c"`},
			"https://tasks.googleapis.com/tasks/v1/lists/%40default/tasks?maxResults=20&pageToken=a%2Fb%3D%2B%26c&showHidden=true"},
		{"tasks.tasks.get", map[string]string{"tasklist": "MDk5", "task": "kix.abc"}, nil,
			"https://tasks.googleapis.com/tasks/v1/lists/MDk5/tasks/kix.abc"},
		{"notes.notes.get", map[string]string{"id": "x@group.calendar.google.com", "part": "en.usa#holiday@v+1 ?ü:go"}, map[string]string{"tag": `["b","a&c=d"]`, "x": "1.5e3", "n": "-7"},
			"https://api.notes.example/v1/notes/x%40group.calendar.google.com/parts/en.usa%23holiday%40v%2B1%20%3F%C3%BC%3Ago?n=-7&tag=b&tag=a%26c%3Dd&x=1.5e3"},
		{"notes.notes.get", map[string]string{"id": "..a", "part": "user%domain.com@gtempaccount.com"}, nil,
			"https://api.notes.example/v1/notes/..a/parts/user%25domain.com%40gtempaccount.com"},
		{"notes.notes.find", nil, map[string]string{"must": `""`}, "http://127.0.0.1:8080/find?must="},
	} {
		u, err := get(t, tab, c.route).URL(c.path, raws(c.query))
		if err != nil {
			t.Errorf("%s: %v", c.route, err)
			continue
		}
		if u.String() != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.route, u, c.want)
		}
	}
}

func TestB91PathValuesAreRefused(t *testing.T) {
	r := get(t, load(t), "tasks.tasks.get")
	for _, bad := range []string{
		"", ".", "..", " .. ", "...", "..;x", ";a", "/", "a/b", "/../x", "../../admin", `a\b`,
		"a%2fb", "a%2Fb", "%2e%2e", "%2E.", "a%5cb", "%252e%252e", "a%25252Fb", "%c0%ae", "%c0%af", "%25c0%25af", "%e0%80%af", "%00", "%0d%0aHost:x", "%7f",
		"a\x00", "a\nb", "a\r\nHost: evil", "a\x7f", "a\u0085b", "a\xffb", strings.Repeat("a", 2049),
	} {
		for _, path := range []map[string]string{{"tasklist": bad, "task": "t"}, {"tasklist": "l", "task": bad}} {
			if u, err := r.URL(path, nil); fault.CodeOf(err) != fault.PluginViolation || err == nil {
				t.Errorf("%q: %v %v", bad, u, err)
			} else if strings.ContainsAny(err.Error(), "\n\r\x00") {
				t.Errorf("%q: raw text in the message %q", bad, err)
			}
		}
	}
	for name, path := range map[string]map[string]string{
		"missing": {"tasklist": "l"},
		"none":    nil,
		"unknown": {"tasklist": "l", "task": "t", "host": "evil.example"},
	} {
		if _, err := r.URL(path, nil); err == nil || fault.CodeOf(err) != fault.PluginViolation {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestURLRefusesQueryValues(t *testing.T) {
	tab := notes(t)
	path := map[string]string{"id": "1", "part": "2"}
	for _, c := range []struct{ name, value string }{
		{"access_token", `"x"`}, {"key", `"x"`}, {"alt", `"media"`}, {"fields", `"*"`}, {"Host", `"evil.example"`}, {"q\r\nHost: evil", `"x"`}, {"", `"x"`}, {"Q", `"x"`},
		{"q", `1`}, {"q", `true`}, {"q", `null`}, {"q", `{}`}, {"q", `["a"]`}, {"q", `"a" "b"`}, {"q", `"a"]`}, {"q", `a`}, {"q", ``},
		{"q", `"a\r\nX-Evil: 1"`}, {"q", `"a\u0000"`}, {"q", `"a\u007f"`}, {"q", `"a\u0085"`}, {"q", "\"a\xff\""}, {"q", `"` + strings.Repeat("a", 8193) + `"`},
		{"n", `"7"`}, {"n", `1.5`}, {"n", `1e3`}, {"n", `9223372036854775808`}, {"n", `-9223372036854775809`}, {"n", `-0`}, {"n", `[1]`},
		{"x", `"1"`}, {"x", `true`}, {"x", `NaN`},
		{"all", `"true"`}, {"all", `1`},
		{"tag", `[]`}, {"tag", `[1]`}, {"tag", `["a",["b"]]`}, {"tag", `["a","b\n"]`}, {"tag", `["a",null]`},
	} {
		u, err := get(t, tab, "notes.notes.get").URL(path, map[string]abi.Raw{c.name: abi.Raw(c.value)})
		if err == nil || fault.CodeOf(err) != fault.PluginViolation {
			t.Errorf("%s=%s: %v %v", c.name, c.value, u, err)
		}
	}
	if _, err := get(t, tab, "notes.notes.find").URL(nil, nil); err == nil {
		t.Error("a required parameter is missing and passed")
	}
	many := `["` + strings.Repeat(strings.Repeat("a", 1000)+`","`, 20) + `"]`
	if _, err := get(t, tab, "notes.notes.get").URL(path, map[string]abi.Raw{"tag": abi.Raw(many)}); err == nil {
		t.Error("a URL over the limit passed")
	}
	// Tasks has no fields but its own; maxResults is int32.
	list := get(t, tab, "tasks.tasks.list")
	for _, v := range []string{"2147483648", "-2147483649", "99999999999999999999999"} {
		if _, err := list.URL(map[string]string{"tasklist": "l"}, map[string]abi.Raw{"maxResults": abi.Raw(v)}); err == nil {
			t.Errorf("maxResults=%s passed", v)
		}
	}
	for _, v := range []string{"2147483647", "-2147483648", "0"} {
		if _, err := list.URL(map[string]string{"tasklist": "l"}, map[string]abi.Raw{"maxResults": abi.Raw(v)}); err != nil {
			t.Error(err)
		}
	}
}
