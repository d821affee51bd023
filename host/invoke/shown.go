package invoke

import (
	"context"

	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
)

// asks says whether a person has to see the call before it goes on.
func (p *Pipeline) asks(m *prepared) bool {
	return m.ShowGated && m.Agreed == nil && confirm.Needed(p.question(m))
}

// show gathers what a person has to see before a yes, by reads alone: the same
// as a draft would hold. Nothing is stored, and nothing sent.
func (p *Pipeline) show(ctx context.Context, m *prepared) error {
	if err := p.Policy.Refusal(m.res.Decision, p.policyInput(m)); err != nil {
		p.logRefusal(ctx, m, err)
		return err
	}
	m.showing = true
	payload, err := p.payload(ctx, m)
	if err != nil {
		return err
	}
	m.res.NeedsConfirm, m.res.Shown = true, &payload
	return nil
}

// asShown holds a call that a person agreed to against what they were shown:
// with the clock of that moment it has to be the very same. Its requests are
// compared by the guard as they leave.
func (p *Pipeline) asShown(m *prepared) error {
	now, err := p.bare(m)
	if err != nil {
		return err
	}
	now.Effects = m.Agreed.Effects
	is, err := now.Digest()
	if err != nil {
		return err
	}
	was, err := m.Agreed.Digest()
	if err != nil {
		return err
	}
	if is != was {
		return stale(m.agreement(), "the call is not the one that was shown")
	}
	return nil
}

// agreement is what a person agreed to: the draft that runs, or what was shown of
// the call; nil where it is neither.
func (m *prepared) agreement() *draft.Draft {
	if m.running == nil && m.Agreed != nil {
		return &draft.Draft{Payload: *m.Agreed}
	}
	return m.running
}

// shownYes is the yes of somebody who has been asked already.
type shownYes struct{}

func (shownYes) Confirm(context.Context, string) (bool, error) { return true, nil }

// notAsShown is stale for a call that is no draft.
func notAsShown(why string) error {
	return fault.New(fault.DraftStale, "%s; it is not sent", why).WithHint("call it again, and the person is shown what it would be now")
}
