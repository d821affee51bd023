package mcp

import (
	"context"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
)

// A yes counts for the world in which it is given: what the policy forbids by then
// is not done, nor is what was shown as one account done as another.
func TestAYesMeetsTheWorldOfItsMoment(t *testing.T) {
	changes := map[string]struct {
		change func(*invoke.Pipeline)
		code   fault.Code
	}{
		"forbidden":       {func(p *invoke.Pipeline) { p.Policy.ReadOnly = true }, fault.ActionNotAllowed},
		"another account": {func(p *invoke.Pipeline) { k := *p.Records; k.Owner.Account = "2"; p.Records = &k }, fault.DraftStale},
		"another person":  {func(p *invoke.Pipeline) { k := *p.Records; k.Owner.User = "bo"; p.Records = &k }, fault.DraftStale},
		"nothing":         {func(*invoke.Pipeline) {}, ""},
	}
	for era, version := range eras {
		for name, c := range changes {
			t.Run(era+", "+name, func(t *testing.T) {
				d := newDesk(t, Elicit)
				changed, asked := false, 0
				d.options.Pipeline = func(context.Context, string) (*invoke.Pipeline, error) {
					if !changed {
						return d.pipeline, nil
					}
					p := *d.pipeline
					c.change(&p)
					return &p, nil
				}
				s := d.connect(version, &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					changed, asked = true, asked+1
					return &sdk.ElicitResult{Action: "accept", Content: yes}, nil
				}})
				res := call(t, s, "gmail_send", map[string]any{"to": "eve@other.example", "subject": "s"}, nil)
				if c.code == "" {
					if res.IsError || d.count() != 1 {
						t.Errorf("%d mails, %+v", d.count(), res.StructuredContent)
					}
					return
				}
				// In the later era a question of another is no question at all: the person
				// is asked anew, as who they are now.
				asksAnew := version == eras["asked by an answer"] && strings.HasPrefix(name, "another")
				if asksAnew {
					if asked != 2 {
						t.Errorf("asked %d times", asked)
					}
					return
				}
				if code := codeOf(res); code != string(c.code) || d.count() != 0 {
					t.Errorf("%s, %d mails, %+v", code, d.count(), res.StructuredContent)
				}
			})
		}
	}
}
