package appsscript

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// W137: the guard is asked once, before the call is posted, and not for a read.
// A raw call is no certain read.
func TestW137GuardStandsBeforeThePost(t *testing.T) {
	posts := 0
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		posts++
		io.WriteString(w, `{"success":true,"data":{}}`)
	})
	for name, c := range map[string]struct {
		call  backend.Call
		asked int
	}{"a read": {read(), 0}, "a write": {write(), 1}, "a raw call": {raw(), 1}} {
		posts = 0
		asked := 0
		c.call.Guard = func(_ context.Context, e backend.Effect) error {
			if asked++; posts > 0 || e.Route != "" || e.Operation != 0 || e.Nth != 0 || e.Size < 10 {
				t.Errorf("%s: %d posts, %+v", name, posts, e)
			}
			return nil
		}
		if r, err := at(server.URL, server.Client()).Do(t.Context(), c.call); err != nil || !r.Success {
			t.Fatal(r, err)
		}
		if asked != c.asked || posts != 1 {
			t.Errorf("%s: asked %d times, %d posts", name, asked, posts)
		}
	}
}

// The guard's no is given as it is, and nothing is posted. What can't be sent at
// all is not asked about.
func TestGuardSaysNo(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("posted") })
	no := fault.Wrap(errors.New("no"), fault.DraftDigest, "another call would go out")
	c := write()
	c.Guard = func(context.Context, backend.Effect) error { return no }
	if r, err := at(server.URL, server.Client()).Do(t.Context(), c); err != error(no) || r != nil {
		t.Error(r, err)
	}
	c.Guard = func(context.Context, backend.Effect) error { t.Error("asked"); return nil }
	if _, err := New(Options{Getenv: env(nil)}).Do(t.Context(), c); err == nil {
		t.Error("a proxy that is nowhere")
	}
	c.Params = map[string]any{"t": strings.Repeat("x", 2_000_000)}
	if _, err := at(server.URL, server.Client()).Do(t.Context(), c); fault.CodeOf(err) != fault.LimitExceeded {
		t.Error(err)
	}
}

func digestOf(t *testing.T, c backend.Call) string {
	t.Helper()
	sum, err := effect(c, 0).Digest()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// The digest counts service, action and parameters, and neither the yes to them
// nor the token.
func TestDigest(t *testing.T) {
	seen := map[string]int{}
	for i, same := range [][]backend.Call{
		{
			{Service: "tasks", Action: "tasksDelete", Params: map[string]any{"id": "a"}},
			{Service: "tasks", Action: "tasksDelete", Tool: "t", Class: "destructive", Params: map[string]any{"id": "a", "confirm": true}},
		},
		{{Service: "drive", Action: "tasksDelete", Params: map[string]any{"id": "a"}}},
		{{Service: "tasks", Action: "tasksClear", Params: map[string]any{"id": "a"}}},
		{{Service: "tasks", Action: "tasksDelete", Params: map[string]any{"id": "b"}}},
		{{Service: "tasks", Action: "tasksDelete", Params: map[string]any{"id": "a", "more": nil}}},
		{{Service: "tasks", Action: "tasksDelete"}, {Service: "tasks", Action: "tasksDelete", Params: map[string]any{}}},
		{{Service: "tasks", Action: "tasksDelete", Params: map[string]any{"n": json.Number("9007199254740993")}}},
		{{Service: "tasks", Action: "tasksDelete", Params: map[string]any{"n": json.Number("9007199254740992")}}},
		{ // a batch has the yes of each operation
			{Service: "tasks", Action: risk.Batch, Params: map[string]any{"operations": []any{map[string]any{"action": "x", "params": map[string]any{"id": "a"}}, "odd"}}},
			{Service: "tasks", Action: risk.Batch, Params: map[string]any{"confirm": true, "operations": []any{map[string]any{"action": "x", "params": map[string]any{"id": "a", "confirm": true}}, "odd"}}},
		},
		{ // what else is called confirm counts
			{Service: "tasks", Action: "x", Params: map[string]any{"operations": []any{map[string]any{"params": map[string]any{"confirm": true}}}}},
		},
		{{Service: "tasks", Action: "x", Params: map[string]any{"operations": []any{map[string]any{"params": map[string]any{}}}}}},
	} {
		for _, c := range same {
			before, _ := json.Marshal(c.Params)
			sum := digestOf(t, c)
			if was, known := seen[sum]; known && was != i {
				t.Errorf("%+v has the digest of group %d", c, was)
			}
			seen[sum] = i
			if after, _ := json.Marshal(c.Params); string(after) != string(before) {
				t.Errorf("the parameters became %s", after)
			}
		}
	}
	if len(seen) != 11 {
		t.Errorf("%d digests", len(seen))
	}
}

// No proxy tells whom an action reaches.
func TestReached(t *testing.T) {
	for class, known := range map[risk.Class]bool{
		risk.Write: true, risk.Destructive: true, risk.Send: false, risk.Share: false, risk.Admin: false, risk.Read: false, "": false,
	} {
		e := effect(backend.Call{Class: string(class)}, 0)
		if e.ReachedKnown != known || len(e.Reached) > 0 {
			t.Errorf("%s: %+v", class, e)
		}
	}
}
