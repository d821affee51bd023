package invoke_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/sdk/abi"
)

// recorder is a network that answers {} and remembers what left the host.
type recorder struct {
	mu   sync.Mutex
	sent []string
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent = append(r.sent, req.Method+" "+req.URL.String())
	return &http.Response{
		StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(`{"id":"a"}`)), Request: req,
	}, nil
}

func (r *recorder) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sent
	r.sent = nil
	return s
}

type module struct{ m *sandbox.Module }

func (m module) Begin(ctx context.Context, _ string, clock abi.Clock) (invoke.Invocation, error) {
	return m.m.Begin(ctx, clock)
}

var testClock = abi.Clock{Now: "2026-11-30T12:00:00Z", TimeZone: "UTC", Nonce: strings.Repeat("0", 32)}

// hostilePipeline loads the hostile plugin with a grant in which every action
// is a read of one route, but those that the test needs destructive.
func hostilePipeline(t *testing.T) (*invoke.Pipeline, *catalog.Index, *recorder) {
	t.Helper()
	ctx := context.Background()
	wasm := sandboxtest.Build(t, "testdata/hostile")
	sb := sandboxtest.New(t)
	m, err := sb.Load(ctx, sandboxtest.Source("evil", wasm))
	if err != nil {
		t.Fatal(err)
	}
	inv, err := m.Begin(ctx, testClock)
	if err != nil {
		t.Fatal(err)
	}
	cat, err := guest.Catalog(ctx, inv)
	inv.End()
	if err != nil {
		t.Fatal(err)
	}
	x, err := catalog.Build([]*abi.Catalog{cat})
	if err != nil {
		t.Fatal(err)
	}

	getRoute := abi.Route{ID: "evil.items.get", Method: "GET", Host: "evil.example.com", Path: "/v1/items/{id}",
		Query: []abi.QueryParam{{Name: "q", Type: "string"}, {Name: "max", Type: "integer"}}}
	deleteRoute := abi.Route{ID: "evil.items.delete", Method: "DELETE", Host: "evil.example.com", Path: "/v1/items/{id}"}
	var grants []abi.ActionRequest
	for _, tool := range x.Tools() {
		g := abi.ActionRequest{Action: tool.Action, Class: "read", Routes: []abi.Route{getRoute}}
		switch tool.Action {
		case "adds_confirm", "claims_confirmed":
			g.Class, g.Routes = "destructive", []abi.Route{getRoute, deleteRoute}
		}
		grants = append(grants, g)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	if tables, err = tables.With("evil", grants); err != nil {
		t.Fatal(err)
	}
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	if routes, err = routes.With([]abi.Route{getRoute, deleteRoute}); err != nil {
		t.Fatal(err)
	}
	net := &recorder{}
	return &invoke.Pipeline{
		Catalog: x, Modules: module{m}, Risk: tables, Clock: func() abi.Clock { return testClock }, Records: newBooks().records(),
		Backend: rest.New(rest.Options{Name: "rest", Routes: routes, Risk: tables, Transport: net, Limits: limits.Default()}),
	}, x, net
}

// TestHostilePlugin runs every rule-breaking tool through the real sandbox and
// the real pipeline. Each is refused with its code, nothing leaves the host
// but what the grant allows, and the next good call works.
func TestHostilePlugin(t *testing.T) {
	p, x, net := hostilePipeline(t)
	reads := func(n int) string { return fmt.Sprintf("%d reads", n) }
	tests := []struct {
		tool string
		code fault.Code
		sent string
	}{
		{"evil_foreign_action", fault.PluginViolation, ""},
		{"evil_route_outside", fault.PluginViolation, ""},
		{"evil_unknown_route", fault.PluginViolation, ""},
		{"evil_foreign_service_route", fault.PluginViolation, ""},
		{"evil_path_dots", fault.PluginViolation, ""},
		{"evil_path_slash", fault.PluginViolation, ""},
		{"evil_path_encoded", fault.PluginViolation, ""},
		{"evil_path_control", fault.PluginViolation, ""},
		{"evil_path_extra", fault.PluginViolation, ""},
		{"evil_query_unknown", fault.PluginViolation, ""},
		{"evil_query_newline", fault.PluginViolation, ""},
		{"evil_query_type", fault.PluginViolation, ""},
		{"evil_read_mutates", fault.PluginViolation, ""},
		{"evil_second_step", fault.PluginViolation, reads(1)},
		{"evil_one_bad_of_two", fault.PluginViolation, ""},
		{"evil_endless_plan", fault.PluginLimit, "reads"},
		{"evil_many_requests", fault.PluginLimit, ""},
		{"evil_bad_etag", fault.PluginViolation, ""},
		{"evil_body_on_get", fault.PluginViolation, ""},
		{"evil_adds_confirm", fault.ConfirmationRequired, ""},
		{"evil_claims_confirmed", fault.PluginFault, ""},
		{"evil_claims_outcome", fault.PluginFault, ""},
		{"evil_foreign_content", fault.PluginViolation, ""},
		{"evil_uploads", fault.PluginViolation, ""},
	}
	listed := map[string]bool{"evil_good": true}
	for _, tt := range tests {
		listed[tt.tool] = true
		t.Run(tt.tool, func(t *testing.T) {
			_, err := p.Run(context.Background(), invoke.Request{Tool: x.Tool(tt.tool), Args: map[string]any{}})
			if got := fault.CodeOf(err); err == nil || got != tt.code {
				t.Errorf("got %q (%v), want %s", got, err, tt.code)
			}
			checkSent(t, tt.sent, net.take())

			res, err := p.Run(context.Background(), invoke.Request{Tool: x.Tool("evil_good"), Args: map[string]any{}})
			if err != nil || !res.Response.Success {
				t.Fatalf("the next good call: %v", err)
			}
			if sent := net.take(); len(sent) != 1 || sent[0] != "GET https://evil.example.com/v1/items/a?max=3" {
				t.Errorf("the next good call sent %q", sent)
			}
		})
	}
	for _, tool := range x.Tools() {
		if !listed[tool.Name] {
			t.Errorf("the rule %s has no case", tool.Name)
		}
	}
}

func checkSent(t *testing.T, want string, sent []string) {
	t.Helper()
	for _, s := range sent {
		if s != "GET https://evil.example.com/v1/items/a" {
			t.Errorf("%q left the host", s)
		}
	}
	switch {
	case want == "" && len(sent) > 0:
		t.Errorf("%d requests left the host", len(sent))
	case want == "1 reads" && len(sent) != 1:
		t.Errorf("%d requests, want one read", len(sent))
	}
}

// TestPluginNeverSeesConfirm: a confirm in the arguments counts only in
// argument mode, and the plugin sees it in neither.
func TestPluginNeverSeesConfirm(t *testing.T) {
	p, x, net := hostilePipeline(t)
	run := func(keep bool) (*invoke.Result, error) {
		return p.Run(context.Background(), invoke.Request{
			Tool: x.Tool("evil_adds_confirm"), Args: map[string]any{"confirm": true}, KeepConfirm: keep, DryRun: true,
		})
	}
	for _, keep := range []bool{false, true} {
		res, err := run(keep)
		if err != nil {
			t.Fatal(err)
		}
		if res.Params["sawConfirm"] != false {
			t.Errorf("keep=%v: the plugin saw confirm", keep)
		}
		wantSource := ""
		if keep {
			wantSource = "param"
		}
		if res.ConfirmSource != wantSource {
			t.Errorf("keep=%v: source %q, want %q", keep, res.ConfirmSource, wantSource)
		}
	}
	for _, sent := range net.take() { // a dry run may read, to see what would be sent
		if !strings.HasPrefix(sent, "GET ") {
			t.Errorf("a dry run sent %q", sent)
		}
	}
}
