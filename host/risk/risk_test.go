package risk

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/vectors"
	"github.com/wslite/wslite/sdk/abi"
)

func ops(list ...any) map[string]any { return map[string]any{"operations": list} }

func op(action string, params map[string]any) any {
	return map[string]any{"action": action, "params": params}
}

// A mixed batch stays dangerous however deep it is wrapped; the peer let it
// fall to the class of the harmless operation beside it.
func TestNestedBatchNeverResolvesLower(t *testing.T) {
	tables := load(t)
	mixed := op(Batch, ops(op("send", nil), op("trashMessage", nil)))
	cases := []struct {
		params map[string]any
		want   Class
	}{
		{ops(mixed), Destructive},
		{ops(mixed, op("star", nil)), Destructive},
		{ops(op(Batch, ops(mixed)), op("profile", nil)), Destructive},
		{ops(mixed, op("send", nil)), Admin},
		{ops(op(Batch, ops(op("send", nil)))), Send},
	}
	for _, c := range cases {
		if got := tables.Resolve("gmail", Batch, c.params); got != c.want {
			t.Errorf("%v: %s, want %s", c.params, got, c.want)
		}
	}
}

// Names that every object has in the peer's language are unknown here like
// any other, whichever way they are asked for.
func TestUnknownIsDestructive(t *testing.T) {
	tables := load(t)
	for _, action := range []string{"toString", "constructor", "__proto__", "hasOwnProperty", "", "tasksget", "tasksGet ", "send"} {
		if got := tables.Resolve("tasks", action, nil); got != Destructive {
			t.Errorf("%q: %s", action, got)
		}
		if got := tables.Resolve("tasks", Batch, ops(op(action, nil))); got != Destructive {
			t.Errorf("batch of %q: %s", action, got)
		}
		if got := tables.ResolveRaw("tasks", action, nil); got != Read {
			t.Errorf("raw %q: %s", action, got)
		}
	}
	if got := tables.Resolve("nowhere", Batch, nil); got != Destructive {
		t.Errorf("batch of an unknown service: %s", got)
	}
}

func TestCandidatesFallBackToTheStrictest(t *testing.T) {
	if got := Candidates("SEND"); got[0] != "DESTRUCTIVE_TOKEN" {
		t.Errorf("got %v", got)
	}
}

func TestTableFaultsAreFound(t *testing.T) {
	cases := map[string]string{
		`[actions]
x = { class = "read", colour = 1 }`: "unknown key actions.x.colour",
		`[actions]
x = { class = "admin" }`: `class "admin"`,
		`[actions]
x = { }`: `class ""`,
		`[actions]
x = { class = "write", dynamic = "nope" }`: `no dynamic rule "nope"`,
		`[actions]
x = { class = "destructive", dynamic = "forwardsMail" }`: "not above destructive",
		`[actions]
x = { class = "read", routes = ["other.a.b"] }`: "not of the service",
		`[actions]
x = { class = "read", allow = ["nope"] }`: `no resource "nope"`,
		`[resources]
r = { kind = "files" }`: "needs a param and a kind",
		`[resources]
r = { kind = "tasklist", param = "x" }`: "needs a param and a kind",
		`[actions`: "risk table svc",
	}
	for text, want := range cases {
		if _, err := parse(text, "svc"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngave %v, want %q", text, err, want)
		}
	}
}

// Every action that any of the peer's tools names has a row, and the tables'
// own routes are consistent.
func TestVerifyTheEightServices(t *testing.T) {
	tables := load(t)
	var tools []struct {
		Service string   `json:"service"`
		Actions []string `json:"actions"`
	}
	if err := json.Unmarshal(vectors.Read(t, "parity/tools.json"), &tools); err != nil {
		t.Fatal(err)
	}
	actions := map[string][]string{}
	for _, tool := range tools {
		actions[tool.Service] = append(actions[tool.Service], tool.Actions...)
	}
	byName := func(id string) (bool, bool) {
		verb := id[strings.LastIndex(id, ".")+1:]
		return !slices.Contains([]string{"get", "list", "export", "getStartPageToken", "getProfile", "getVacation", "instances", "query"}, verb), true
	}
	for _, service := range tables.Services() {
		if len(actions[service]) == 0 {
			t.Errorf("%s: the peer has no tool for it", service)
		}
		if err := tables.Verify(service, actions[service], byName); err != nil {
			t.Errorf("%s: %v", service, err)
		}
	}
}

func TestVerifyFindsEveryFault(t *testing.T) {
	tables := load(t)
	err := tables.Verify("tasks", []string{"tasksGet", "invented"}, func(id string) (bool, bool) {
		return true, id != "tasks.tasks.move"
	})
	for _, want := range []string{`"invented"`, "route tasks.tasks.move, which does not exist", "tasksGet of tasks is a read, but"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: lacks %q", err, want)
		}
	}
	if strings.Contains(err.Error(), "tasksDelete") {
		t.Errorf("a destructive action may change something: %v", err)
	}
}

func TestGrant(t *testing.T) {
	get := abi.Route{ID: "notes.notes.get", Method: "GET"}
	del := abi.Route{ID: "notes.notes.delete", Method: "DELETE"}
	tables, err := load(t).With("notes", []abi.ActionRequest{
		{Action: "noteGet", Class: "read", Routes: []abi.Route{get}},
		{Action: "noteBurn", Routes: []abi.Route{del}},
		{Action: Batch},
	})
	if err != nil {
		t.Fatal(err)
	}
	for action, want := range map[string]Class{"noteGet": Read, "noteBurn": Destructive, "other": Destructive, Batch: Read} {
		if got := tables.Resolve("notes", action, nil); got != want {
			t.Errorf("%s: %s, want %s", action, got, want)
		}
	}
	if got := tables.Resolve("notes", Batch, ops(op("noteBurn", nil))); got != Destructive {
		t.Errorf("batch: %s", got)
	}
	if row, ok := tables.Row("notes", "noteBurn"); !ok || !slices.Equal(row.Routes, []string{del.ID}) {
		t.Errorf("row %+v", row)
	}
	if got := tables.Resolve("tasks", "tasksGet", nil); got != Read {
		t.Errorf("the host's own rows are gone: %s", got)
	}
}

func TestGrantRefuses(t *testing.T) {
	get := abi.Route{ID: "notes.notes.get", Method: "GET"}
	cases := map[string]struct {
		service string
		req     abi.ActionRequest
	}{
		"a host service":         {"tasks", abi.ActionRequest{Action: "extra", Class: "read"}},
		"no service":             {"", abi.ActionRequest{Action: "extra", Class: "read"}},
		"an unknown class":       {"notes", abi.ActionRequest{Action: "x", Class: "harmless"}},
		"admin":                  {"notes", abi.ActionRequest{Action: "x", Class: "admin"}},
		"no action":              {"notes", abi.ActionRequest{Class: "read"}},
		"a read that posts":      {"notes", abi.ActionRequest{Action: "x", Class: "read", Routes: []abi.Route{{ID: "notes.a.b", Method: "POST"}}}},
		"a foreign route":        {"notes", abi.ActionRequest{Action: "x", Class: "write", Routes: []abi.Route{{ID: "tasks.tasks.delete", Method: "DELETE"}}}},
		"a batch with routes":    {"notes", abi.ActionRequest{Action: Batch, Class: "read", Routes: []abi.Route{get}}},
		"a batch with its class": {"notes", abi.ActionRequest{Action: Batch, Class: "write"}},
	}
	for name, c := range cases {
		if _, err := load(t).With(c.service, []abi.ActionRequest{c.req}); err == nil {
			t.Errorf("%s was granted", name)
		}
	}
	twice := []abi.ActionRequest{{Action: "x", Class: "destructive"}, {Action: "x", Class: "read"}}
	if _, err := load(t).With("notes", twice); err == nil {
		t.Error("an action was granted twice")
	}
}

// What a command pays: finding the tables and reading the one it needs.
func BenchmarkLoadAndResolve(b *testing.B) {
	for b.Loop() {
		tables, err := Load()
		if err != nil {
			b.Fatal(err)
		}
		if tables.Resolve("drive", "fileGet", nil) != Read {
			b.Fatal("wrong class")
		}
	}
}
