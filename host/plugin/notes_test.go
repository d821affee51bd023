package plugin_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The example plugin, as its author builds it, goes the whole way: reviewed,
// granted, loaded from the plugin directory, and run against the service that
// it was written for.

const example = "../../examples/plugins/notes"

// addNotes adds the example to a fresh directory.
func addNotes(t *testing.T, s *sandbox.Sandbox) (*plugin.Registry, plugin.Review) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "notes.wasm")
	if err := os.WriteFile(file, sandboxtest.BuildRaw(t, example), 0o600); err != nil {
		t.Fatal(err)
	}
	o := plugin.Options{
		Dir: filepath.Join(dir, "plugins"), Embedded: embeddedNothing(t),
		Catalog: plugin.CatalogIn(func() (*sandbox.Sandbox, error) { return s, nil }),
	}
	r, err := plugin.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	var shown plugin.Review
	if _, err := r.Add(t.Context(), file, func(v plugin.Review) bool { shown = v; return true }); err != nil {
		t.Fatal(err)
	}
	if r, err = plugin.Open(o); err != nil {
		t.Fatal(err)
	}
	return r, shown
}

func TestExampleReview(t *testing.T) {
	r, shown := addNotes(t, sandboxtest.New(t))
	if strings.Join(shown.Hosts, " ") != "notes.example.com" || shown.Service != "notes" || len(shown.Tools) != 4 {
		t.Errorf("%+v", shown)
	}
	var rows []string
	for _, a := range shown.Actions {
		rows = append(rows, a.Action+" "+a.Class+" "+strings.Join(a.Routes, ","))
	}
	want := []string{
		"list read GET notes.example.com/v1/notes",
		"get read GET notes.example.com/v1/notes/{noteId}",
		"create write POST notes.example.com/v1/notes",
		"delete destructive DELETE notes.example.com/v1/notes/{noteId}",
	}
	if strings.Join(rows, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(rows, "\n"))
	}
	if f := r.Verify(); len(f) != 1 || f[0].Err != nil {
		t.Errorf("%+v", f)
	}
}

// The author's own cases, through the module that was granted.
func TestExampleCasesThroughWasm(t *testing.T) {
	s := sandboxtest.New(t)
	r, _ := addNotes(t, s)
	text, err := os.ReadFile(filepath.Join(example, "testdata", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var suite plugintest.Suite
	if err := json.Unmarshal(text, &suite); err != nil {
		t.Fatal(err)
	}
	suite.Run(t, caller{load(t, s, r)})
}

// caller gives each call an invocation of its own.
type caller struct{ m *sandbox.Module }

func (c caller) Call(ctx context.Context, export string, input []byte) ([]byte, error) {
	inv, err := c.m.Begin(ctx, sandboxtest.Clock())
	if err != nil {
		return nil, err
	}
	defer inv.End()
	return inv.Call(ctx, export, input)
}

func load(t *testing.T, s *sandbox.Sandbox, r *plugin.Registry) *sandbox.Module {
	t.Helper()
	src, err := r.Source("notes")
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Load(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// service is the REST service that the plugin was written for.
type service struct {
	mu    sync.Mutex
	notes map[string]map[string]any
	seen  []string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, r.Method+" "+r.Host+r.URL.RequestURI())
	if r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
		http.Error(w, "a credential for a stranger", http.StatusTeapot)
		return
	}
	id := strings.TrimPrefix(r.URL.Path, "/v1/notes/")
	reply := func(status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	switch {
	case r.URL.Path == "/v1/notes" && r.Method == http.MethodGet:
		list := []any{}
		for _, n := range s.notes {
			list = append(list, n)
		}
		reply(http.StatusOK, map[string]any{"notes": list})
	case r.URL.Path == "/v1/notes" && r.Method == http.MethodPost:
		var n map[string]any
		if json.NewDecoder(r.Body).Decode(&n) != nil {
			reply(http.StatusBadRequest, map[string]any{})
			return
		}
		n["id"], n["updated"] = "n1", "2031-05-04T08:30:00Z"
		s.notes["n1"] = n
		reply(http.StatusCreated, n)
	case s.notes[id] == nil:
		reply(http.StatusNotFound, map[string]any{"error": map[string]any{"code": 404, "message": "no such note"}})
	case r.Method == http.MethodDelete:
		delete(s.notes, id)
		w.WriteHeader(http.StatusNoContent)
	default:
		reply(http.StatusOK, s.notes[id])
	}
}

// transport sends what is meant for notes.example.com to the test's server,
// over TLS with the server's own certificate, and nothing else anywhere.
func transport(t *testing.T, srv *httptest.Server) http.RoundTripper {
	tr := srv.Client().Transport.(*http.Transport).Clone()
	tr.TLSClientConfig.ServerName = "example.com" // what httptest's certificate is for
	tr.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if addr != "notes.example.com:443" {
			t.Errorf("a connection to %s", addr)
			return nil, io.ErrUnexpectedEOF
		}
		return (&net.Dialer{}).DialContext(ctx, network, srv.Listener.Addr().String())
	}
	return tr
}

// world is the granted plugin with the parts of the host that it meets.
type world struct {
	t       *testing.T
	service *service
	tables  *risk.Tables
	rest    *rest.Backend
	module  *sandbox.Module
}

func newWorld(t *testing.T) *world {
	s := sandboxtest.New(t)
	r, _ := addNotes(t, s)
	svc := &service{notes: map[string]map[string]any{}}
	srv := httptest.NewTLSServer(svc)
	t.Cleanup(srv.Close)
	grant := r.Get("notes").Grant
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	if tables, err = tables.With("notes", grant.Actions); err != nil {
		t.Fatal(err)
	}
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	if routes, err = routes.With(grant.Routes()); err != nil {
		t.Fatal(err)
	}
	return &world{t, svc, tables, rest.New(rest.Options{
		Name: "rest", Routes: routes, Risk: tables, Transport: transport(t, srv), Limits: limits.Default(), Timeout: 10 * time.Second,
	}), load(t, s, r)}
}

// planner is the plugin's own plan, or one that a test puts in its place.
type planner func(ctx context.Context, in abi.PlanInput) (*abi.PlanOutput, error)

func (p planner) Plan(ctx context.Context, in abi.PlanInput) (*abi.PlanOutput, error) {
	return p(ctx, in)
}

func (w *world) do(action string, params map[string]any, p planner) (*envelope.Response, error) {
	w.t.Helper()
	inv, err := w.module.Begin(w.t.Context(), sandboxtest.Clock())
	if err != nil {
		w.t.Fatal(err)
	}
	defer inv.End()
	if p == nil {
		p = func(ctx context.Context, in abi.PlanInput) (*abi.PlanOutput, error) { return guest.Plan(ctx, inv, in) }
	}
	return w.rest.Do(w.t.Context(), backend.Call{
		Service: "notes", Action: action, Class: string(w.tables.Resolve("notes", action, params)),
		Params: params, Clock: sandboxtest.Clock(), Planner: p,
	})
}

func TestExampleAgainstItsService(t *testing.T) {
	w := newWorld(t)
	got, err := w.do("create", map[string]any{"title": "Shopping", "text": "milk"}, nil)
	if err != nil || !got.Success {
		t.Fatalf("%+v %v", got, err)
	}
	got, err = w.do("list", map[string]any{"limit": json.Number("5")}, nil)
	if err != nil || !got.Success {
		t.Fatalf("%+v %v", got, err)
	}
	if b, _ := json.Marshal(got.Data); string(b) != `{"notes":[{"id":"n1","title":"Shopping","updated":"2031-05-04T08:30:00Z"}]}` {
		t.Errorf("%s", b)
	}
	if got, err = w.do("get", map[string]any{"noteId": "n1"}, nil); err != nil || !got.Success {
		t.Fatalf("%+v %v", got, err)
	}
	if got, err = w.do("delete", map[string]any{"noteId": "n1"}, nil); err != nil || !got.Success || len(got.Warnings) != 0 {
		t.Fatalf("%+v %v", got, err)
	}
	if got, err = w.do("delete", map[string]any{"noteId": "n1"}, nil); err != nil || !got.Success || len(got.Warnings) != 1 {
		t.Fatalf("deleted twice: %+v %v", got, err)
	}
	if got, err = w.do("get", map[string]any{"noteId": "n1"}, nil); err != nil || got.Success || got.Error.Code != string(fault.NotFound) {
		t.Fatalf("%+v %v", got, err)
	}
	want := `POST notes.example.com/v1/notes
GET notes.example.com/v1/notes?limit=5
GET notes.example.com/v1/notes/n1
DELETE notes.example.com/v1/notes/n1
DELETE notes.example.com/v1/notes/n1
GET notes.example.com/v1/notes/n1`
	if seen := strings.Join(w.service.seen, "\n"); seen != want {
		t.Errorf("the service saw\n%s", seen)
	}
	if c := w.tables.Resolve("notes", "delete", nil); !risk.NeedsConfirm(c) {
		t.Errorf("delete is %s", c)
	}
}

// A plan of the granted plugin that turned bad reaches nothing beyond the
// grant of the very action that runs.
func TestExampleCantLeaveItsGrant(t *testing.T) {
	w := newWorld(t)
	w.service.notes["n1"] = map[string]any{"id": "n1"}
	for _, req := range []abi.Request{
		{Route: "notes.notes.delete", Path: map[string]string{"noteId": "n1"}}, // another action's
		{Route: "tasks.tasklists.list"},                                        // the host's own
		{Route: "notes.notes.wipe"},                                            // nobody's
	} {
		_, err := w.do("list", map[string]any{}, func(context.Context, abi.PlanInput) (*abi.PlanOutput, error) {
			return &abi.PlanOutput{Requests: []abi.Request{req}}, nil
		})
		if fault.CodeOf(err) != fault.PluginViolation {
			t.Errorf("%s: %v", req.Route, err)
		}
	}
	if len(w.service.seen) != 0 || w.service.notes["n1"] == nil {
		t.Errorf("the service saw %v", w.service.seen)
	}
}
