package invoke

import (
	"context"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/confirm"
)

// RawRequest is a call of an action that no catalog knows. The operator opens
// this path (WSLITE_ALLOW_RAW=1); no plugin takes part in it.
type RawRequest struct {
	Service, Action string
	// Params are sent as they are; confirm in them counts, as in the peer.
	Params   map[string]any
	Yes      bool
	Prompter confirm.Prompter
	DryRun   bool
	// Key is as in Request.
	Key string
}

// RunRaw takes a raw call through class, policy, confirmation and backend.
//
// Only here does an action without a class count as a read (the peer's rule,
// vectors risk, kind unknown): the operator asked for exactly this action. Its
// records are those of a mutation all the same.
func (p *Pipeline) RunRaw(ctx context.Context, r RawRequest) (*Result, error) {
	m := &prepared{
		Request: Request{Tool: &catalog.Tool{Service: r.Service}, Yes: r.Yes, Prompter: r.Prompter, DryRun: r.DryRun, Key: r.Key},
		args:    r.Params, clock: p.Clock(), begun: p.now(), raw: true,
		res: &Result{Service: r.Service, Action: r.Action, Params: r.Params, Proxied: p.Proxied},
	}
	m.res.Class = p.Risk.ResolveRaw(r.Service, r.Action, r.Params)
	m.res.Decision = p.Policy.Decide(p.policyInput(m))
	switch {
	case r.DryRun:
		return m.res, p.dryRun(ctx, m)
	case !p.changes(m.res):
		return m.res, p.read(ctx, m)
	}
	return m.res, p.mutate(ctx, m)
}
