package mcp

import (
	"context"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/sdk/abi"
)

type module struct{ m *sandbox.Module }

func (m module) Begin(ctx context.Context, _ string, clock abi.Clock) (invoke.Invocation, error) {
	return m.m.Begin(ctx, clock)
}

// A plugin that traps, spins or calls itself for ever ends its own call, with a
// code, and none of those beside it in the same session.
func TestAPluginThatFailsHarmsNoOtherCall(t *testing.T) {
	d := newDesk(t, Elicit)
	sb := sandboxtest.New(t)
	evil := map[string]*invoke.Pipeline{}
	input := abi.Raw(`{"type":"object","properties":{},"additionalProperties":false}`)
	bad := map[string]string{"traps": "PLUGIN_FAULT", "spins": "PLUGIN_OUT_OF_FUEL", "recurses": ""}
	for name := range bad {
		m, err := sb.Load(t.Context(), sandboxtest.Source(name, sandboxtest.Build(t, "../sandbox/testdata/hostile/"+name)))
		if err != nil {
			t.Fatal(err)
		}
		x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: name, Tools: []abi.Tool{
			{Name: name + "_go", Title: "Go", Description: "Goes.", Action: "go", Actions: []string{"go"}, Input: input},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		p := *d.pipeline
		p.Catalog, p.Modules = x, module{m}
		evil[name] = &p
		d.options.Tools = append(d.options.Tools, Tool{Tool: x.Tool(name + "_go")})
	}
	d.options.Pipeline = func(_ context.Context, service string) (*invoke.Pipeline, error) {
		if p := evil[service]; p != nil {
			return p, nil
		}
		return d.pipeline, nil
	}
	s := d.connect("", nil)
	var all sync.WaitGroup
	try := func(n int, tool string, args map[string]any, judge func(*sdk.CallToolResult) bool) {
		all.Go(func() {
			for range n {
				res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
				if err != nil || !judge(res) {
					t.Errorf("%s: %v, %v", tool, err, res)
					return
				}
			}
		})
	}
	for name, code := range bad {
		try(2, name+"_go", nil, func(res *sdk.CallToolResult) bool {
			return res.IsError && codeOf(res) != "" && (code == "" || codeOf(res) == code)
		})
	}
	for range 4 {
		try(50, "gmail_star", mail, func(res *sdk.CallToolResult) bool { return !res.IsError })
	}
	all.Wait()
	if d.count() != 200 {
		t.Errorf("%d of 200 calls were done", d.count())
	}
}
