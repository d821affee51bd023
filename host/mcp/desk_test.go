package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/memory"
	"github.com/wslite/wslite/sdk/abi"
)

// desk is a server over a service that a test holds in its hands: mails that are
// counted, records in memory, a plugin that echoes.
type desk struct {
	t        *testing.T
	pipeline *invoke.Pipeline
	options  Options
	store    store.Store
	now      time.Time

	mu   sync.Mutex
	sent []map[string]any
	log  []audit.Record
	// body is part of each request: another body is a changed world.
	body string
	// reached is whom each request reaches.
	reached []string
	// steps are told as progress by each call; hold, where set, makes a call that
	// changes something wait for the end of its context, after it has told that it
	// is inside, and tell of its end.
	steps       []int
	hold, ended chan struct{}
}

func newDesk(t *testing.T, mode Mode) *desk {
	t.Helper()
	input := abi.Raw(`{"type":"object","properties":{"to":{"type":"string"},"subject":{"type":"string"},"idempotencyKey":{"type":"string"},"confirm":{"type":"boolean"}},"additionalProperties":false}`)
	read := abi.Raw(`{"type":"object","properties":{"messageId":{"type":"string"}},"required":["messageId"],"additionalProperties":false}`)
	x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: "gmail", Tools: []abi.Tool{
		{Name: "gmail_send", Title: "Send a mail", Description: "Sends a mail.", Action: "send", Actions: []string{"send"}, Input: input},
		{Name: "gmail_star", Title: "Star a mail", Description: "Stars a mail.", Action: "star", Actions: []string{"star"}, Input: input},
		{Name: "gmail_get_message", Title: "Read a mail", Description: "Reads a mail.", Action: "getMessage", Actions: []string{"getMessage"}, Input: read},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, now: time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC), reached: []string{"eve@other.example"}}
	d.store = memory.New(func() time.Time { return d.now })
	nonce := 0
	d.pipeline = &invoke.Pipeline{
		Catalog: x, Modules: echo{}, Risk: tables, Backend: d, Now: func() time.Time { return d.now },
		Policy: policy.Policy{External: policy.ExternalAllow},
		// Each call has a time of its own, as in life: what was shown must be run
		// with the one of the question.
		Clock: func() abi.Clock {
			d.mu.Lock()
			defer d.mu.Unlock()
			nonce++
			return abi.Clock{Now: "2026-12-01T12:00:00Z", TimeZone: "UTC", Nonce: strings.Repeat(string(rune('a'+nonce%26)), 32)}
		},
		Records: &invoke.Records{
			Claims: func(context.Context) (*idempotency.Claims, error) {
				return idempotency.New(d.store, idempotency.Options{})
			},
			Drafts: func(context.Context) (*draft.Drafts, error) { return draft.New(d.store, draft.Options{}) },
			Audit:  func() (invoke.Auditor, error) { return d, nil },
			Owner:  store.Owner{Tenant: "test", Account: "1"}, Account: "ana@corp.example", Address: "ana@corp.example",
			Actor: func() string { return "agent@desk" }, FrontEnd: policy.MCP, Profile: "default",
		},
	}
	var tools []Tool
	for _, tool := range x.Tools() {
		tools = append(tools, Tool{Tool: tool, Classes: []risk.Class{tables.Resolve("gmail", tool.Action, nil)}})
	}
	d.options = Options{Name: "wslite", Version: "test", Tools: tools, Mode: mode, Budget: DefaultBudget,
		Pipeline: func(context.Context, string) (*invoke.Pipeline, error) { return d.pipeline, nil }}
	return d
}

// echo is a plugin that makes no more of the arguments than parameters.
type echo struct{}

func (echo) Begin(context.Context, string, abi.Clock) (invoke.Invocation, error) { return echo{}, nil }
func (echo) FuelUsed() int64                                                     { return 0 }
func (echo) End()                                                                {}
func (echo) Call(_ context.Context, export string, in []byte) ([]byte, error) {
	if export == "render" {
		return []byte(`{"text":"done"}`), nil
	}
	var t struct {
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(in, &t); err != nil {
		return nil, err
	}
	action := map[string]string{"gmail_send": "send", "gmail_star": "star", "gmail_get_message": "getMessage"}[t.Tool]
	return json.Marshal(map[string]any{"action": action, "params": t.Args})
}

func (d *desk) Append(_ context.Context, r audit.Record) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.log = append(d.log, r)
	return nil
}

func (d *desk) Name() string                 { return "rest" }
func (d *desk) Warm(context.Context, string) {}

// effect depends on the clock, as a mail's id and date do.
func (d *desk) effect(c backend.Call) backend.Effect {
	d.mu.Lock()
	body, reached := d.body, d.reached
	d.mu.Unlock()
	return backend.Effect{
		Route: "gmail.users.messages.send", Reached: reached, ReachedKnown: true,
		Digest: func() (string, error) {
			return canon.Digest(map[string]any{"params": c.Params["to"], "body": body, "nonce": c.Clock.Nonce})
		},
	}
}

func (d *desk) Preview(_ context.Context, c backend.Call) ([]backend.Planned, error) {
	e := d.effect(c)
	return []backend.Planned{{Route: e.Route, Method: "POST", URL: "https://gmail.googleapis.com/send", Effect: &e}}, nil
}

func (d *desk) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	for _, n := range d.steps {
		c.Tell(n, len(d.steps))
	}
	if c.Guard != nil {
		if err := c.Guard(ctx, d.effect(c)); err != nil {
			return nil, err
		}
	}
	if d.hold != nil && c.Guard != nil {
		d.hold <- struct{}{}
		<-ctx.Done()
		defer close(d.ended)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if c.Guard != nil {
		d.sent = append(d.sent, c.Params)
	}
	return &envelope.Response{Success: true, Data: map[string]any{"id": "m1"}}, nil
}

func (d *desk) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.sent)
}

// eras are the protocol's versions before and after questions moved between the
// calls.
var eras = map[string]string{"asked in between": "2025-11-25", "asked by an answer": "2026-07-28"}

// connect opens a session of a client.
func (d *desk) connect(version string, o *sdk.ClientOptions) *sdk.ClientSession {
	d.t.Helper()
	server, err := New(d.options)
	if err != nil {
		d.t.Fatal(err)
	}
	near, far := sdk.NewInMemoryTransports()
	if _, err := server.Connect(d.t.Context(), far, nil); err != nil {
		d.t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).Connect(d.t.Context(), near, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { session.Close() })
	if got := session.InitializeResult().ProtocolVersion; version != "" && got != version {
		d.t.Fatalf("the session speaks %s, want %s", got, version)
	}
	return session
}

// saysTo is a client whose human answers so; it keeps what they were shown.
func saysTo(seen *[]string, action string, content map[string]any) *sdk.ClientOptions {
	return &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, req *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		*seen = append(*seen, req.Params.Message)
		return &sdk.ElicitResult{Action: action, Content: content}, nil
	}}
}

var yes = map[string]any{"approve": true}

func call(t *testing.T, s *sdk.ClientSession, tool string, args map[string]any, meta sdk.Meta) *sdk.CallToolResult {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Meta: meta, Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return res
}

func codeOf(res *sdk.CallToolResult) string {
	o, _ := res.StructuredContent.(map[string]any)
	e, _ := o["error"].(map[string]any)
	code, _ := e["code"].(string)
	return code
}

func member(res *sdk.CallToolResult, key string) string {
	o, _ := res.StructuredContent.(map[string]any)
	v, _ := o[key].(string)
	return v
}
