package invoke_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// said is a plugin that answers every export with one text.
type said string

func (s said) Call(context.Context, string, []byte) ([]byte, error) { return []byte(s), nil }
func (s said) FuelUsed() int64                                      { return 0 }
func (s said) End()                                                 {}
func (s said) Begin(context.Context, string, abi.Clock) (invoke.Invocation, error) {
	return s, nil
}

// listener hears whether transform is told that a plan gets the params.
type listener struct {
	said
	rest *bool
}

func (l listener) Begin(context.Context, string, abi.Clock) (invoke.Invocation, error) { return l, nil }
func (l listener) Call(_ context.Context, _ string, in []byte) ([]byte, error) {
	var t abi.TransformInput
	if err := json.Unmarshal(in, &t); err != nil {
		return nil, err
	}
	*l.rest = t.Rest
	return []byte(l.said), nil
}

// idle is a backend that does nothing, well.
type idle struct{}

func (idle) Name() string                 { return "idle" }
func (idle) Warm(context.Context, string) {}
func (idle) Do(context.Context, backend.Call) (*envelope.Response, error) {
	return &envelope.Response{Success: true}, nil
}
func (idle) Preview(context.Context, backend.Call) ([]backend.Planned, error) { return nil, nil }

// What a plugin says of proxies is shown where a proxy runs the action, behind
// the other warnings, and nowhere else; a dry run shows the same. transform
// hears which of the two it is.
func TestProxyWarnings(t *testing.T) {
	x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: "shop", Title: "Shop", Tools: []abi.Tool{{
		Name: "shop_list", Action: "list", Actions: []string{"list"}, Description: "Lists.", Group: "list",
		Input: abi.Raw(`{"type":"object","properties":{},"additionalProperties":false}`),
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	if tables, err = tables.With("shop", []abi.ActionRequest{{Action: "list", Class: "read"}}); err != nil {
		t.Fatal(err)
	}
	rest := false
	plugin := listener{rest: &rest, said: `{"action":"list","params":{},"warnings":["for all"],"proxyWarnings":["for proxies"]}`}
	for proxied, want := range map[bool][]string{false: {"for all"}, true: {"for all", "for proxies"}} {
		for _, dry := range []bool{false, true} {
			p := invoke.Pipeline{Catalog: x, Modules: plugin, Risk: tables, Backend: idle{}, Proxied: proxied, Clock: func() abi.Clock { return testClock }}
			res, err := p.Run(context.Background(), invoke.Request{Tool: x.Tool("shop_list"), DryRun: dry})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(res.Warnings, want) || rest == proxied {
				t.Errorf("proxied %v, dry %v: %q, want %q; rest %v", proxied, dry, res.Warnings, want, rest)
			}
		}
	}
}
