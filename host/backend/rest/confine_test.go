package rest_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// What a hostile plan may try. Each is refused with its own code, and not one
// request leaves, not even the good one before it.
func TestHostilePlans(t *testing.T) {
	path := func(list, task string) abi.Request {
		return abi.Request{Route: "tasks.tasks.get", Path: map[string]string{"tasklist": list, "task": task}}
	}
	query := func(name, value string) abi.Request {
		r := list
		r.Query = map[string]abi.Raw{name: abi.Raw(value)}
		return r
	}
	change := func(r abi.Request, f func(*abi.Request)) abi.Request { f(&r); return r }
	for name, c := range map[string]struct {
		action string
		req    abi.Request
		code   fault.Code
	}{
		"route of another action":   {"tasksList", insert, fault.PluginViolation},
		"route that nobody has":     {"tasksList", abi.Request{Route: "tasks.tasks.steal"}, fault.PluginViolation},
		"route of another service":  {"tasksList", abi.Request{Route: "notes.notes.get", Path: map[string]string{"id": "1"}}, fault.PluginViolation},
		"empty route":               {"tasksList", abi.Request{}, fault.PluginViolation},
		"URL as route":              {"tasksList", abi.Request{Route: "https://evil.example/"}, fault.PluginViolation},
		"line break in the route":   {"tasksList", abi.Request{Route: "tasks.tasks.list\r\nHost: evil"}, fault.PluginViolation},
		"read action changes":       {"broken", remove, fault.PluginViolation},
		"unknown action":            {"noSuchAction", list, fault.PluginViolation},
		"route that is not pinned":  {"broken", abi.Request{Route: "tasks.nothing.here"}, fault.NotSupported},
		"path climbs":               {"tasksList", path("/../", "t"), fault.PluginViolation},
		"path climbs in the middle": {"tasksList", path("a/../../b", "t"), fault.PluginViolation},
		"path climbs encoded":       {"tasksList", path("%2e%2e%2f", "t"), fault.PluginViolation},
		"%2f":                       {"tasksList", path("a%2fb", "t"), fault.PluginViolation},
		"dots":                      {"tasksList", path("..", "t"), fault.PluginViolation},
		"host in the path":          {"tasksList", path("//evil.example", "t"), fault.PluginViolation},
		"header in the path":        {"tasksList", path("a HTTP/1.1\r\nHost: evil.example", "t"), fault.PluginViolation},
		"other path variable":       {"tasksList", change(getOne, func(r *abi.Request) { r.Path = map[string]string{"tasklist": "l", "task": "t", "host": "evil"} }), fault.PluginViolation},
		"missing path variable":     {"tasksList", change(getOne, func(r *abi.Request) { r.Path = nil }), fault.PluginViolation},
		"header in the query":       {"tasksList", query("pageToken", `"x\r\nAuthorization: Bearer y"`), fault.PluginViolation},
		"header in a query name":    {"tasksList", query("x\r\nHost", `"evil.example"`), fault.PluginViolation},
		"token in the query":        {"tasksList", query("access_token", `"x"`), fault.PluginViolation},
		"method override":           {"tasksList", query("$.xgafv", `"2"`), fault.PluginViolation},
		"upload":                    {"tasksList", query("uploadType", `"media"`), fault.PluginViolation},
		"mistyped query":            {"tasksList", query("maxResults", `"1&access_token=x"`), fault.PluginViolation},
		"header in ifMatch":         {"tasksList", change(list, func(r *abi.Request) { r.IfMatch = "\"a\"\r\nX-Evil: 1" }), fault.PluginViolation},
		"ifMatch without quotes":    {"tasksList", change(list, func(r *abi.Request) { r.IfMatch = "abc" }), fault.PluginViolation},
		"ifMatch that always holds": {"tasksList", change(list, func(r *abi.Request) { r.IfMatch = "*" }), fault.PluginViolation},
		"long ifMatch":              {"tasksList", change(list, func(r *abi.Request) { r.IfMatch = `"` + strings.Repeat("a", 1100) + `"` }), fault.PluginViolation},
		"keep that is no mask":      {"tasksList", change(list, func(r *abi.Request) { r.Keep = "a,b&access_token=x" }), fault.PluginViolation},
		"maxText below 0":           {"tasksList", change(list, func(r *abi.Request) { r.MaxText = -1 }), fault.PluginViolation},
		"tolerate of a success":     {"tasksList", change(list, func(r *abi.Request) { r.Tolerate = []int{200} }), fault.PluginViolation},
		"tolerate of nonsense":      {"tasksList", change(list, func(r *abi.Request) { r.Tolerate = []int{404, 1000} }), fault.PluginViolation},
		"body on GET":               {"tasksList", change(list, func(r *abi.Request) { r.Body = abi.Raw(`{"a":1}`) }), fault.PluginViolation},
		"body on clear":             {"tasksClear", change(clearAll, func(r *abi.Request) { r.Body = abi.Raw(`[]`) }), fault.PluginViolation},
		"body that is a list":       {"tasksCreate", change(insert, func(r *abi.Request) { r.Body = abi.Raw(`[{}]`) }), fault.PluginViolation},
		"body that is no JSON":      {"tasksCreate", change(insert, func(r *abi.Request) { r.Body = abi.Raw(`{"a":1} {}`) }), fault.PluginViolation},
		"body that is no UTF-8":     {"tasksCreate", change(insert, func(r *abi.Request) { r.Body = abi.Raw("{\"a\":\"\xff\"}") }), fault.PluginViolation},
		"body of a megabyte":        {"tasksCreate", change(insert, func(r *abi.Request) { r.Body = abi.Raw(`{"a":"` + strings.Repeat("a", 1_000_000) + `"}`) }), fault.LimitExceeded},
	} {
		good := list
		switch c.action {
		case "tasksCreate":
			good = insert
		case "tasksClear":
			good = clearAll
		}
		w := newWire(t)
		reqs := []abi.Request{good, c.req}
		if c.action == "broken" || c.action == "noSuchAction" {
			reqs = reqs[1:]
		}
		_, err := newBench(t, w).Do(context.Background(), call("tasks", c.action, ask(reqs...)))
		if err == nil || fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v (%s), want %s", name, err, fault.CodeOf(err), c.code)
			continue
		}
		if len(w.sent()) != 0 {
			t.Errorf("%s: sent %q", name, w.sent())
		}
		if strings.ContainsAny(err.Error(), "\r\n\x00") || len(err.Error()) > 600 {
			t.Errorf("%s: message %q", name, err)
		}
	}
}

// A call changes nothing when either its row or the call itself says read.
func TestReadCallChangesNothing(t *testing.T) {
	for action, class := range map[string]string{"tasksCreate": "read", "broken": "write"} {
		c := call("tasks", action, ask(map[string]abi.Request{"tasksCreate": insert, "broken": remove}[action]))
		c.Class = class
		if _, err := newBench(t, newWire(t)).Do(context.Background(), c); fault.CodeOf(err) != fault.PluginViolation {
			t.Errorf("%s as %s: %v", action, class, err)
		}
	}
}

// A plan that answers differently the second time gets no further than its
// row, and the error tells what had happened by then.
func TestSecondAnswerDiffers(t *testing.T) {
	w := newWire(t, respond(200, `{"id":"n"}`))
	b := newBench(t, w)
	_, err := b.Do(context.Background(), call("tasks", "tasksCreate", func(step int, _ abi.PlanInput) (*abi.PlanOutput, error) {
		if step == 1 {
			return &abi.PlanOutput{Requests: []abi.Request{insert}}, nil
		}
		return &abi.PlanOutput{Requests: []abi.Request{remove}}, nil
	}))
	f := fault.Of(err)
	if f == nil || f.Code != fault.PluginViolation || !strings.Contains(f.Message, "already carried out: tasks.tasks.insert") || strings.Contains(f.Error(), "nothing was sent for it") {
		t.Errorf("%v", err)
	}
	// The next good call works.
	w.script = append(w.script, respond(200, `{"items":[]}`))
	if res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(list))); err != nil || !res.Success {
		t.Errorf("%v %v", res, err)
	}
}

func TestBodies(t *testing.T) {
	empty := list
	empty.Body = abi.Raw(`{}`)
	null := clearAll
	null.Body = abi.Raw(`null`)
	twice := insert
	twice.Body = abi.Raw(`{"title":"a","n":1e400,"title":"<b>"}`)
	none := insert
	none.Body = nil
	w := newWire(t, respond(200, `{}`), respond(204, ""), respond(200, `{}`), respond(200, `{}`))
	b := newBench(t, w)
	for _, c := range []backend.Call{
		call("tasks", "tasksList", ask(empty)),
		call("tasks", "tasksClear", ask(null)),
		call("tasks", "tasksCreate", ask(twice)),
		call("tasks", "tasksCreate", ask(none)),
	} {
		if _, err := b.Do(context.Background(), c); err != nil {
			t.Error(err)
		}
	}
	want := []string{
		"GET https://tasks.googleapis.com/tasks/v1/lists/L/tasks",
		"POST https://tasks.googleapis.com/tasks/v1/lists/L/clear",
		`POST https://tasks.googleapis.com/tasks/v1/lists/L/tasks {"n":1e400,"title":"<b>"}`,
		"POST https://tasks.googleapis.com/tasks/v1/lists/L/tasks",
	}
	if !slices.Equal(w.sent(), want) {
		t.Errorf("sent %q", w.sent())
	}
	for i, ct := range []string{"", "", "application/json", ""} {
		if got := w.heads[i].Get("Content-Type"); got != ct {
			t.Errorf("request %d: content type %q", i, got)
		}
	}
}

// A third party's host never sees a token.
func TestTokens(t *testing.T) {
	const secret = "ya29.secret"
	var asked []string
	opt := func(o *rest.Options) {
		o.Token = func(_ context.Context, service string, scopes []string) (string, error) {
			asked = append(asked, service+" "+strings.Join(scopes, " "))
			return secret, nil
		}
	}
	w := newWire(t, respond(200, `{}`), respond(200, `{}`), respond(401, `{"error":{"message":"bad token ya29.secret, Bearer abc.def"}}`))
	b := newBench(t, w, opt)
	for _, c := range []backend.Call{
		call("tasks", "tasksList", ask(list)),
		call("notes", "get", ask(abi.Request{Route: "notes.notes.get", Path: map[string]string{"id": "1"}})),
	} {
		if _, err := b.Do(context.Background(), c); err != nil {
			t.Error(err)
		}
	}
	if w.heads[0].Get("Authorization") != "Bearer "+secret || w.heads[1].Get("Authorization") != "" {
		t.Errorf("%v", w.heads)
	}
	if !slices.Equal(asked, []string{"tasks https://www.googleapis.com/auth/tasks https://www.googleapis.com/auth/tasks.readonly"}) {
		t.Errorf("asked %q", asked)
	}
	res, err := b.Do(context.Background(), call("tasks", "tasksList", ask(list)))
	if err != nil || res.Error.Code != "UNAUTHORIZED" || strings.Contains(res.Error.Message, secret) || strings.Contains(res.Error.Message, "abc.def") || !strings.Contains(res.Error.Message, "bad token [masked]") {
		t.Errorf("%+v %v", res, err)
	}
}

func TestTokenThatCantBeHad(t *testing.T) {
	for name, f := range map[string]func() (string, error){
		"line break": func() (string, error) { return "a\r\nHost: evil", nil },
		"blank":      func() (string, error) { return "a b", nil },
		"not signed": func() (string, error) { return "", fault.New(fault.NotSignedIn, "no account") },
		"other":      func() (string, error) { return "", context.DeadlineExceeded },
	} {
		b := newBench(t, newWire(t), func(o *rest.Options) {
			o.Token = func(context.Context, string, []string) (string, error) { return f() }
		})
		if _, err := b.Do(context.Background(), call("tasks", "tasksList", ask(list))); fault.CodeOf(err) != fault.NotSignedIn || strings.Contains(err.Error(), "evil") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
