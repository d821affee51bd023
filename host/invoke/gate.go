package invoke

import (
	"context"

	"github.com/wslite/wslite/host/confirm"
)

// storeGated makes a call that would be asked about one that is stored; where a
// person can be asked, only one that the policy runs as a draft and not
// otherwise.
func (p *Pipeline) storeGated(m *prepared) {
	only := m.res.Decision.DraftOnly && (m.StoreGated || m.ShowGated)
	if !m.Store && p.changes(m.res) && (only || m.StoreGated && confirm.Needed(p.question(m))) {
		m.Store = true
		m.res.Decision = p.Policy.Decide(p.policyInput(m))
	}
}

// question is a call as the gate sees it.
func (p *Pipeline) question(m *prepared) confirm.Request {
	res, asks := m.res, m.Prompter
	if m.Agreed != nil {
		asks = shownYes{}
	}
	return confirm.Request{
		Tables: p.Risk, Service: res.Service, Action: res.Action, Class: res.Class, Params: res.Params,
		Yes: m.Yes || m.DryRun, Prompter: asks, KeepConfirm: m.KeepConfirm,
		Raw: m.raw, Approved: m.running != nil, Ask: res.Decision.Confirm,
	}
}

// gate enforces the policy's decision and asks for the yes. Batch operations are
// looked at one by one inside each step. A refusal is logged.
func (p *Pipeline) gate(ctx context.Context, m *prepared) error {
	err := p.gated(ctx, m)
	if err != nil {
		p.logRefusal(ctx, m, err)
	}
	return err
}

func (p *Pipeline) gated(ctx context.Context, m *prepared) error {
	res := m.res
	if err := p.Policy.Refusal(res.Decision, p.policyInput(m)); err != nil {
		return err
	}
	req := p.question(m)
	if m.DryRun {
		req.Prompter = nil
	}
	res.NeedsConfirm = confirm.Needed(req)
	params, source, err := confirm.Gate(ctx, req)
	if err != nil {
		return err
	}
	res.Params, res.ConfirmSource = params, source
	return nil
}
