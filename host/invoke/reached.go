package invoke

import (
	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
)

// operationInput is what the policy judges an effect by: the call, or the
// operation of a batch that it belongs to.
func (p *Pipeline) operationInput(m *prepared, index int) policy.Input {
	in := p.policyInput(m)
	if m.res.Action != risk.Batch {
		return in
	}
	for op := range risk.Operations(m.res.Params) {
		if op.Index == index {
			in.Action, in.Params, in.Tool = op.Action, op.Params, ""
			in.Class = p.Risk.Resolve(in.Service, op.Action, op.Params)
		}
	}
	return in
}

// judgePlanned asks the policy about the people whom a preview found out about,
// so that nobody is shown, or agrees to, what the guard would refuse. Whom a
// preview could not learn the guard learns when it runs.
func (p *Pipeline) judgePlanned(m *prepared, planned []backend.Planned) error {
	for _, r := range planned {
		if r.Effect == nil {
			continue
		}
		if err := p.Policy.Reaches(p.operationInput(m, r.Effect.Operation), r.Effect.Reached, true); err != nil {
			return err
		}
	}
	return nil
}

// wantReached says whether it must be known whom a call reaches: the policy
// restricts that, or a person is to see it in a draft.
func (p *Pipeline) wantReached(m *prepared) bool {
	if p.Proxied || !p.changes(m.res) {
		return false
	}
	return m.Store || p.Policy.RestrictsRecipients(p.policyInput(m).FrontEnd)
}
