package invoke

import (
	"slices"

	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/draft"
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

// agreedReach holds whom a request of a draft reaches against those that the
// draft named when somebody agreed to it. It holds for the requests behind the
// first change too, which nobody could be shown, and for people whom the service
// has put into the place of others since.
func (p *Pipeline) agreedReach(d *draft.Draft, e backend.Effect) error {
	if p.Proxied {
		return nil
	}
	named := map[string]bool{address.Same(p.Records.Address): true}
	for _, r := range d.Payload.Recipients {
		named[address.Same(r.Address)] = true
	}
	for _, a := range e.Reached {
		if !named[address.Same(a)] {
			return stale(d, "it would reach somebody now who was not named")
		}
	}
	hidden := slices.ContainsFunc(d.Payload.Effects, func(was draft.Effect) bool { return was.Hidden })
	if !e.ReachedKnown && !hidden {
		return stale(d, "it can't be told now whom it would reach")
	}
	return nil
}

// wantReached says whether it must be known whom a call reaches: the policy
// restricts that, a person is to see it in a draft, or has seen it there.
func (p *Pipeline) wantReached(m *prepared) bool {
	if p.Proxied || !p.changes(m.res) {
		return false
	}
	return m.Store || m.showing || m.agreement() != nil || p.Policy.RestrictsRecipients(p.policyInput(m).FrontEnd)
}
