package cli

import (
	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
)

// draftVerdict is what the policy of a draft's own profile says of it.
type draftVerdict struct {
	// revision names the policy, for the approval.
	revision string
	// secondPerson demands another approver than the author.
	secondPerson bool
	// against tells why a run would be refused now; "" is for no reason. It is
	// none against a yes: the hour may be the wrong one, and the run asks again.
	against string
}

// judgeDraft asks the policy about a draft. It needs no account and no backend:
// who approves need not be signed in as the one for whom it runs.
func (a *App) judgeDraft(d *draft.Draft) (draftVerdict, error) {
	if err := a.asStored(d); err != nil {
		return draftVerdict{}, err
	}
	c, err := a.config()
	if err != nil {
		return draftVerdict{}, err
	}
	tables, err := a.risk()
	if err != nil {
		return draftVerdict{}, err
	}
	x, err := a.catalogOf(d.Payload.Service)
	if err != nil {
		return draftVerdict{}, err
	}
	p := &invoke.Pipeline{
		Catalog: x, Risk: tables, Policy: c.Policy, Now: a.zoned, Proxied: d.Payload.Backend == config.AppsScript,
		Records: &invoke.Records{FrontEnd: policy.CLI, Address: a.addressOf(d)},
	}
	decision, refusal, err := p.JudgeDraft(d)
	if err != nil {
		return draftVerdict{}, err
	}
	v := draftVerdict{revision: c.Policy.Revision(), secondPerson: decision.SecondPerson}
	if refusal != nil {
		v.against = asFault(refusal).Message
	}
	return v, nil
}

// addressOf is the mail address of the account that a draft runs as, where it is
// known here.
func (a *App) addressOf(d *draft.Draft) string {
	switch d.Payload.Backend {
	case config.Google:
	case config.Local:
		return local.Owner.Email
	default:
		return ""
	}
	m, err := a.accounts()
	if err != nil {
		return ""
	}
	choice, err := m.Choose(d.Payload.Account, "")
	if err != nil {
		return ""
	}
	return choice.Account.Address
}
