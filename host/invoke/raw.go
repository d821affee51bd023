package invoke

import (
	"context"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/policy"
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
}

// RunRaw takes a raw call through class, policy, confirmation and backend.
//
// Only here does an action without a class count as a read (the peer's rule,
// vectors risk, kind unknown): the operator asked for exactly this action.
func (p *Pipeline) RunRaw(ctx context.Context, r RawRequest) (*Result, error) {
	res := &Result{Service: r.Service, Action: r.Action, Params: r.Params}
	res.Class = p.Risk.ResolveRaw(r.Service, r.Action, r.Params)
	if err := p.Policy.Check(policy.Input{
		Service: r.Service, Action: r.Action, Class: res.Class, Params: r.Params,
		Risk: p.Risk, ToolsOf: p.toolsOf,
	}); err != nil {
		return res, err
	}
	req := confirm.Request{
		Tables: p.Risk, Service: r.Service, Action: r.Action, Class: res.Class,
		Params: r.Params, Yes: r.Yes || r.DryRun, Prompter: r.Prompter, Raw: true,
	}
	res.NeedsConfirm = confirm.Needed(req)
	params, source, err := confirm.Gate(ctx, req)
	if err != nil {
		return res, err
	}
	res.Params, res.ConfirmSource = params, source
	call := backend.Call{
		Service: r.Service, Action: r.Action, Class: string(res.Class), Params: params, Clock: p.Clock(),
	}
	if p.Trace != nil {
		p.Trace(Step{"", r.Service, r.Action, res.Class, p.Backend.Name(), 0})
	}
	if r.DryRun {
		res.Requests, err = p.Backend.Preview(ctx, call)
		return res, err
	}
	res.Response, err = p.Backend.Do(ctx, call)
	return res, err
}
