package rest_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// plan is a planner made of a function of the step's number, from 1.
type plan func(step int, in abi.PlanInput) (*abi.PlanOutput, error)

type planner struct {
	mu    sync.Mutex
	steps int
	f     plan
	ins   []abi.PlanInput
}

func (p *planner) Plan(_ context.Context, in abi.PlanInput) (*abi.PlanOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.steps++
	p.ins = append(p.ins, in)
	return p.f(p.steps, in)
}

// ask gives the requests once and ends with the last answer's body as data.
func ask(reqs ...abi.Request) plan {
	return func(_ int, in abi.PlanInput) (*abi.PlanOutput, error) {
		if in.Responses == nil {
			return &abi.PlanOutput{Requests: reqs}, nil
		}
		all, err := json.Marshal(in.Responses)
		return &abi.PlanOutput{Result: &abi.Result{Data: all}}, err
	}
}

// rules is a risk table.
type rules map[string]risk.Row

func (r rules) Row(service, action string) (risk.Row, bool) {
	row, ok := r[service+"."+action]
	return row, ok
}

func (r rules) Resolve(service, action string, _ map[string]any) risk.Class {
	return r[service+"."+action].Class
}

var table = rules{
	"tasks.tasksList":   {Class: risk.Read, Routes: []string{"tasks.tasks.list", "tasks.tasks.get"}, Weight: 1},
	"tasks.tasksCreate": {Class: risk.Write, Routes: []string{"tasks.tasks.insert"}, Weight: 3},
	"tasks.tasksDelete": {Class: risk.Destructive, Routes: []string{"tasks.tasks.get", "tasks.tasks.delete"}, Weight: 8},
	"tasks.tasksClear":  {Class: risk.Destructive, Routes: []string{"tasks.tasks.clear"}, Weight: 8},
	"tasks.broken":      {Class: risk.Read, Routes: []string{"tasks.tasks.delete", "tasks.nothing.here"}, Weight: 1},
	"tasks.batch":       {Class: risk.Read, Weight: 1},
	"notes.get":         {Class: risk.Read, Routes: []string{"notes.notes.get"}, Weight: 1},
	"notes.add":         {Class: risk.Write, Routes: []string{"notes.notes.add"}, Weight: 3},
}

// The requests that most tests send.
var (
	list     = abi.Request{Route: "tasks.tasks.list", Path: map[string]string{"tasklist": "L"}}
	getOne   = abi.Request{Route: "tasks.tasks.get", Path: map[string]string{"tasklist": "L", "task": "T"}}
	insert   = abi.Request{Route: "tasks.tasks.insert", Path: map[string]string{"tasklist": "L"}, Body: abi.Raw(`{"title":"x"}`)}
	remove   = abi.Request{Route: "tasks.tasks.delete", Path: map[string]string{"tasklist": "L", "task": "T"}}
	clearAll = abi.Request{Route: "tasks.tasks.clear", Path: map[string]string{"tasklist": "L"}}
)

// reply is one answer of a scripted transport.
type reply = func(*http.Request) (*http.Response, error)

// wire is a transport that answers from a script and records what it got. A
// request that the script does not expect fails the test.
type wire struct {
	t      testing.TB
	mu     sync.Mutex
	script []reply
	got    []string // "METHOD URL BODY"
	heads  []http.Header
}

func newWire(t testing.TB, script ...reply) *wire {
	w := &wire{t: t, script: script}
	t.Cleanup(func() {
		if len(w.script) > 0 && !t.Failed() {
			t.Errorf("%d answers of the script were not used; sent: %q", len(w.script), w.got)
		}
	})
	return w
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	w.mu.Lock()
	w.got = append(w.got, strings.TrimSpace(r.Method+" "+r.URL.String()+" "+string(body)))
	w.heads = append(w.heads, r.Header.Clone())
	if len(w.script) == 0 {
		w.mu.Unlock()
		w.t.Errorf("not expected: %s", w.got[len(w.got)-1])
		return respond(500, "")(r)
	}
	next := w.script[0]
	w.script = w.script[1:]
	w.mu.Unlock()
	return next(r)
}

func (w *wire) sent() []string { w.mu.Lock(); defer w.mu.Unlock(); return w.got }

func respond(status int, body string, header ...string) reply {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{}
		for i := 0; i+1 < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

func breaks(err error) reply {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// bench is a backend on a wire with a clock that only waits move.
type bench struct {
	*rest.Backend
	waits []time.Duration
	now   time.Time
}

func newBench(t testing.TB, rt http.RoundTripper, change ...func(*rest.Options)) *bench {
	t.Helper()
	b := &bench{now: time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)}
	var mu sync.Mutex
	o := rest.Options{
		Name: "google", Routes: routes(t), Risk: table, Transport: rt, Limits: limits.Default(),
		Now: func() time.Time { mu.Lock(); defer mu.Unlock(); return b.now },
		Wait: func(ctx context.Context, d time.Duration) error {
			mu.Lock()
			defer mu.Unlock()
			b.waits = append(b.waits, d)
			b.now = b.now.Add(d)
			return ctx.Err()
		},
		Jitter: func(max time.Duration) time.Duration { return max },
	}
	for _, f := range change {
		f(&o)
	}
	b.Backend = rest.New(o)
	return b
}

func routes(t testing.TB, more ...abi.Route) *route.Table {
	t.Helper()
	tab, err := route.Load()
	if err == nil {
		tab, err = tab.With(append(more, abi.Route{ID: "notes.notes.get", Method: "GET", Host: "api.notes.example", Path: "/v1/{id}",
			Query: []abi.QueryParam{{Name: "q", Type: "string"}}}))
	}
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func call(service, action string, f plan) backend.Call {
	row := table[service+"."+action]
	return backend.Call{Service: service, Action: action, Class: string(row.Class), Params: map[string]any{},
		Clock: abi.Clock{Now: "2026-12-01T12:00:00Z", TimeZone: "UTC", Nonce: strings.Repeat("0", 32)}, Planner: &planner{f: f}}
}

// asJSON makes results comparable.
func asJSON(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func gzipOf(w io.Writer, s string) {
	z := gzip.NewWriter(w)
	io.WriteString(z, s)
	z.Close()
}
