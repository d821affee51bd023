package rest_test

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// byAction is a plan that asks for the request of its action and gives the
// answer's body as data.
func byAction(_ int, in abi.PlanInput) (*abi.PlanOutput, error) {
	req, ok := map[string]abi.Request{"tasksList": list, "tasksCreate": insert, "tasksDelete": remove, "broken": remove}[in.Action]
	if !ok {
		return &abi.PlanOutput{Error: &abi.Error{Code: "BAD_REQUEST", Message: "no such action"}}, nil
	}
	if in.Responses == nil {
		return &abi.PlanOutput{Requests: []abi.Request{req}}, nil
	}
	r := &abi.Result{Data: in.Responses[0].Body}
	if in.Action == "tasksList" {
		r.Pagination, r.Warnings = &abi.Pagination{NextPageToken: "p", HasMore: true}, []string{"w"}
	}
	return &abi.PlanOutput{Result: r}, nil
}

func batchOf(ops ...any) backend.Call {
	c := call("tasks", "batch", byAction)
	c.Params = map[string]any{"operations": ops}
	return c
}

func op(action string) any {
	return map[string]any{"action": action, "params": map[string]any{"a": 1}}
}

// whole is the envelope as a caller would print it.
func whole(t *testing.T, r *envelope.Response) string {
	t.Helper()
	m := map[string]any{"success": r.Success, "data": r.Data}
	if r.Partial {
		m["partial"] = true
	}
	if r.Results != nil {
		m["results"] = r.Results
	}
	return asJSON(t, m)
}

func TestBatchAllSucceed(t *testing.T) {
	w := newWire(t, respond(200, `{"items":[12345678901234567890]}`), respond(200, `{"id":"n"}`), respond(204, ""))
	res, err := newBench(t, w).Do(context.Background(), batchOf(op("tasksList"), op("tasksCreate"), op("tasksDelete")))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"data":{"failed":0,"operationWeight":13,"results":[` +
		`{"action":"tasksList","data":{"items":[12345678901234567890]},"index":0,"pagination":{"hasMore":true,"nextPageToken":"p"},"success":true,"warnings":["w"]},` +
		`{"action":"tasksCreate","data":{"id":"n"},"index":1,"success":true},` +
		`{"action":"tasksDelete","data":null,"index":2,"success":true}],` +
		`"status":"SUCCESS","succeeded":3,"totalOperations":3},"success":true}`
	if got := whole(t, res); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if len(w.sent()) != 3 {
		t.Errorf("sent %q", w.sent())
	}
}

func TestBatchGoesOnAfterFailures(t *testing.T) {
	w := newWire(t, respond(404, `{"error":{"message":"Not found"}}`), respond(200, `{"id":"n"}`))
	bad := map[string]any{"action": "tasksList", "params": "x"}
	res, err := newBench(t, w).Do(context.Background(), batchOf(
		op("tasksDelete"), "text", map[string]any{"params": map[string]any{}}, map[string]any{"action": 7}, bad, op("batch"), op("noSuch"), op("tasksCreate")))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"data":{"failed":7,"operationWeight":12,"status":"PARTIAL_SUCCESS","succeeded":1,"totalOperations":8},"partial":true,"results":[` +
		`{"action":"tasksDelete","error":{"code":"NOT_FOUND","message":"Not found (tasks.tasks.delete: 404)"},"index":0,"success":false},` +
		`{"error":{"code":"BAD_REQUEST","message":"the operation is not an object"},"index":1,"success":false},` +
		`{"error":{"code":"BAD_REQUEST","message":"the operation names no action"},"index":2,"success":false},` +
		`{"error":{"code":"BAD_REQUEST","message":"the operation names no action"},"index":3,"success":false},` +
		`{"action":"tasksList","error":{"code":"BAD_REQUEST","message":"params is not an object"},"index":4,"success":false},` +
		`{"action":"batch","error":{"code":"BATCH_ACTION_NOT_ALLOWED","message":"the action \"batch\" can't stand in a batch"},"index":5,"success":false},` +
		`{"action":"noSuch","error":{"code":"BATCH_ACTION_NOT_ALLOWED","message":"the action \"noSuch\" can't stand in a batch"},"index":6,"success":false},` +
		`{"action":"tasksCreate","data":{"id":"n"},"index":7,"success":true}],"success":true}`
	if got := whole(t, res); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	res, err = newBench(t, newWire(t)).Do(context.Background(), batchOf("text"))
	if err != nil || res.Data.(map[string]any)["status"] != "FAILED" || !res.Partial || !res.Success {
		t.Errorf("%+v %v", res, err)
	}
}

// codes lists each operation's error code; empty for a success.
func codes(t *testing.T, r *envelope.Response) (out []string) {
	t.Helper()
	for _, x := range r.Results {
		e, _ := x.(map[string]any)["error"].(map[string]any)
		code, _ := e["code"].(string)
		out = append(out, code)
	}
	return out
}

func TestBatchStopsWhereGoingOnIsNotSafe(t *testing.T) {
	list, create, del := op("tasksList"), op("tasksCreate"), op("tasksDelete")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for name, c := range map[string]struct {
		ctx    context.Context
		ops    []any
		script []reply
		want   []string
		says   string
	}{
		"unknown outcome": {context.Background(), []any{list, create, del, list}, replies(respond(200, `{}`), breaks(io.EOF)),
			[]string{"", "OUTCOME_UNKNOWN", "INTERRUPTED", "INTERRUPTED"}, "not run: the outcome of operation 1 is unknown"},
		"broken rule": {context.Background(), []any{create, op("broken"), list}, replies(respond(200, `{}`)),
			[]string{"", "PLUGIN_VIOLATION", "INTERRUPTED"}, "not run: the plugin broke a rule in operation 1"},
		"cancel between": {ctx, []any{create, list, "text"}, replies(func(r *http.Request) (*http.Response, error) {
			defer cancel()
			return respond(200, `{}`)(r)
		}), []string{"", "INTERRUPTED", "INTERRUPTED"}, "not run: the batch was interrupted"},
	} {
		w := newWire(t, c.script...)
		res, err := newBench(t, w).Do(c.ctx, batchOf(c.ops...))
		if err != nil || !res.Partial || !slices.Equal(codes(t, res), c.want) || !strings.Contains(whole(t, res), c.says) {
			t.Errorf("%s: %s %v", name, whole(t, res), err)
		}
	}
	// Cancelled after the change: its result is still told.
	again, stop := context.WithCancel(context.Background())
	w := newWire(t, func(r *http.Request) (*http.Response, error) { defer stop(); return respond(200, `{"id":"n"}`)(r) })
	if res, err := newBench(t, w).Do(again, call("tasks", "tasksCreate", ask(insert))); err != nil || !res.Success {
		t.Errorf("%+v %v", res, err)
	}
	done, stop := context.WithCancel(context.Background())
	stop()
	if _, err := newBench(t, newWire(t)).Do(done, batchOf(list)); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
}

func TestBatchBounds(t *testing.T) {
	b := newBench(t, newWire(t))
	for name, c := range map[string]struct {
		params map[string]any
		code   fault.Code
	}{
		"none":       {map[string]any{}, fault.BadRequest},
		"not a list": {map[string]any{"operations": map[string]any{}}, fault.BadRequest},
		"empty":      {map[string]any{"operations": []any{}}, fault.BadRequest},
		"21":         {map[string]any{"operations": slices.Repeat([]any{op("tasksList")}, 21)}, fault.LimitExceeded},
	} {
		call := batchOf()
		call.Params = c.params
		if _, err := b.Do(context.Background(), call); fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := b.Preview(context.Background(), call); fault.CodeOf(err) != c.code {
			t.Errorf("%s, preview: %v", name, err)
		}
	}
	// Each operation has its own share of steps and requests; the weight ends
	// at 100.
	w := newWire(t, slices.Repeat(replies(respond(204, "")), 20)...)
	res, err := newBench(t, w).Do(context.Background(), batchOf(slices.Repeat([]any{op("tasksDelete")}, 20)...))
	if err != nil || asJSON(t, res.Data.(map[string]any)["operationWeight"]) != "100" {
		t.Errorf("%+v %v", res, err)
	}
}

// An answer that grows too large loses data, never the news of a success.
func TestBatchDataIsBounded(t *testing.T) {
	big := respond(200, `"`+strings.Repeat("a", 600_000)+`"`)
	w := newWire(t, big, big, respond(200, `"small"`))
	res, err := newBench(t, w).Do(context.Background(), batchOf(op("tasksCreate"), op("tasksList"), op("tasksCreate")))
	if err != nil {
		t.Fatal(err)
	}
	results := res.Data.(map[string]any)["results"].([]any)
	first, second, third := results[0].(map[string]any), results[1].(map[string]any), results[2].(map[string]any)
	if first["warnings"] != nil || third["data"] != "small" || second["success"] != true || second["data"] != nil || len(second["warnings"].([]any)) != 2 || second["pagination"] != nil {
		t.Errorf("%v %v", second, third)
	}
}

func TestBatchPreview(t *testing.T) {
	b := newBench(t, newWire(t))
	got, err := b.Preview(context.Background(), batchOf(op("tasksList"), op("tasksDelete")))
	if err != nil || len(got) != 2 || got[0].Route != "tasks.tasks.list" || got[1].Method != "DELETE" {
		t.Errorf("%+v %v", got, err)
	}
	_, err = b.Preview(context.Background(), batchOf(op("tasksList"), op("broken")))
	if f := fault.Of(err); f == nil || f.Code != fault.PluginViolation || f.Field != "operations.1" {
		t.Errorf("%v", err)
	}
	_, err = b.Preview(context.Background(), batchOf(op("tasksList"), op("noSuch")))
	if f := fault.Of(err); f == nil || f.Code != fault.BatchNotAllowed || f.Field != "operations.1" {
		t.Errorf("%v", err)
	}
}
