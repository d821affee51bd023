package cli

import (
	"context"
	"errors"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/store"
)

// draftResolved lets a draft follow what an operator said of its run's claim: it
// was executed, or it waits for a new approval. A draft that is gone, or has
// moved on to another revision, has nothing to follow.
func (a *App) draftResolved(ctx context.Context, c store.Claim, happened bool) error {
	if c.Draft == "" {
		return nil
	}
	drafts, err := a.drafts()
	if err != nil {
		return err
	}
	d, err := drafts.Get(ctx, c.Draft)
	if errors.Is(err, store.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	to := draft.Pending
	if happened {
		to = draft.Executed
	}
	switch {
	case c.Key != draft.Key(d.ID, d.Revision):
		return nil
	case d.State != draft.Executing && d.State != draft.Unknown:
		// The run died before it took the draft, or somebody settled it already.
		if d.State != to {
			a.note("draft %s is %s and stays so", d.ID, d.State)
		}
		return nil
	}
	if err := a.draftEvent(ctx, d, "settling"); err != nil {
		return err
	}
	settled, err := drafts.Settle(ctx, d.ID, to, c.Resource, c.Code)
	if err != nil {
		return a.draftRefused(ctx, d, err)
	}
	a.draftDone(ctx, settled, "settled")
	return nil
}
