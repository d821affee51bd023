package invoke

import (
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/policy"
)

// JudgeDraft says what today's policy thinks of a stored draft, as if it ran
// approved now. Nothing is opened, sent or recorded: of the pipeline it needs
// Catalog, Risk, Policy, Now, Proxied and Records.FrontEnd. The refusal is the
// policy's against running it, nil where there is none.
//
// The error is DRAFT_STALE where the draft's tool or class is not what it was.
func (p *Pipeline) JudgeDraft(d *draft.Draft) (decision policy.Decision, refusal error, err error) {
	m := &prepared{
		args: d.Payload.Args, begun: p.now(), running: d, clock: d.Payload.Clock,
		res: &Result{Service: d.Payload.Service, Proxied: p.Proxied, Draft: d},
	}
	if err := p.restore(m); err != nil {
		return policy.Decision{}, nil, err
	}
	return m.res.Decision, p.Policy.Refusal(m.res.Decision, p.policyInput(m)), nil
}
