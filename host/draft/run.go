package draft

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Key is the idempotency key of a revision's run: however many processes run
// it, they ask for one claim.
func Key(id string, revision int) string { return fmt.Sprintf("draft:%s:%d", id, revision) }

// Run is a draft that is being run. Exactly one of its methods ends it.
type Run struct {
	drafts *Drafts
	draft  *Draft
}

// Start takes an approved draft, as Check saw it, into its run. Of any number
// that start it at once one succeeds; the others get DRAFT_STALE.
func (d *Drafts) Start(ctx context.Context, dr *Draft) (*Run, error) {
	if dr.State != Approved {
		return nil, dr.notApproved()
	}
	running := *dr
	running.State, running.Code, running.Resource = Executing, "", ""
	saved, err := d.save(ctx, &running, nil)
	if err != nil {
		return nil, err
	}
	return &Run{drafts: d, draft: saved}, nil
}

// Draft is the draft as the run left it so far.
func (r *Run) Draft() *Draft { return r.draft }

// Done: it happened. resource is the id of what it made, where there is one.
func (r *Run) Done(ctx context.Context, resource string) error {
	return r.end(ctx, Executed, resource, "")
}

// Failed: it certainly did not happen. Where it may be tried again the draft is
// approved as before.
func (r *Run) Failed(ctx context.Context, code string, retryable bool) error {
	if retryable {
		return r.end(ctx, Approved, "", code)
	}
	return r.end(ctx, Failed, "", code)
}

// Lost: nobody knows whether it happened.
func (r *Run) Lost(ctx context.Context, code string) error { return r.end(ctx, Unknown, "", code) }

// endTime bounds the writing of what became of a run, for a store that hangs.
const endTime = 15 * time.Second

// end writes what became of the run, also where the caller was interrupted: the
// effect took place or it did not, and the next process must know.
func (r *Run) end(ctx context.Context, to State, resource, code string) error {
	if r.draft.State != Executing {
		return r.draft.wrongState("ended twice")
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	ended := *r.draft
	if err := r.drafts.become(ctx, &ended, to, resource, code); err != nil {
		return err
	}
	saved, err := r.drafts.save(ctx, &ended, nil)
	if errors.Is(err, store.ErrConflict) {
		// Somebody who came meanwhile read the claim and settled the draft.
		if is, _, e := r.drafts.load(ctx, r.draft.ID); e == nil && is.State == to && is.Revision == r.draft.Revision {
			saved, err = is, nil
		}
	}
	if err == nil {
		r.draft = saved
	}
	return err
}

// become sets what a run's end sets.
func (d *Drafts) become(ctx context.Context, dr *Draft, to State, resource, code string) error {
	dr.State, dr.Resource, dr.Code = to, atMost(resource, store.MaxResource), atMost(code, store.MaxCode)
	if to == Executed || to == Failed {
		now, err := d.now(ctx)
		if err != nil {
			return err
		}
		dr.Expires = now
	}
	return nil
}

// atMost drops what is longer than any id or code is: half of one names
// something else.
func atMost(s string, n int) string {
	if len(s) > n {
		return ""
	}
	return s
}

// Settle ends a run that died, once its claim tells what became of it: to
// Executed, Failed or Unknown, or, where it certainly did not happen and may be
// tried again, back to Pending, for a new approval. A draft that is there
// already stays as it is.
// DRAFT_REFUSED: the draft is not in a run, or to is another state.
func (d *Drafts) Settle(ctx context.Context, id string, to State, resource, code string) (*Draft, error) {
	if to != Executed && to != Unknown && to != Failed && to != Pending {
		return nil, fault.New(fault.DraftRefused, "a run can't be settled to %s", to)
	}
	dr, err := d.settle(ctx, id, to, resource, code)
	if errors.Is(err, store.ErrConflict) {
		// Whoever comes for one dead run settles it alike.
		if is, _, e := d.load(ctx, id); e == nil && is.State == to {
			return is, nil
		}
	}
	return dr, err
}

func (d *Drafts) settle(ctx context.Context, id string, to State, resource, code string) (*Draft, error) {
	dr, _, err := d.load(ctx, id)
	if err != nil {
		return nil, err
	}
	switch {
	case dr.State == to, to == Pending && dr.State == Expired:
		return dr, nil
	case dr.State != Executing && dr.State != Unknown:
		return nil, dr.wrongState("settled")
	}
	if err := d.become(ctx, dr, to, resource, code); err != nil {
		return nil, err
	}
	if to == Pending {
		dr.Approval = nil
	}
	return d.save(ctx, dr, nil)
}

// The bounds of one Prune. Source: W143.
const (
	defaultPrune = 100
	maxPrune     = 500
)

// Prune removes at most limit drafts (0 is 100, 500 is the most) that were
// executed, rejected, failed or have expired, and what the store cleans up with
// them. Drafts that wait, run, or are unknown stay.
func (d *Drafts) Prune(ctx context.Context, limit int) (store.Pruned, error) {
	if limit <= 0 {
		limit = defaultPrune
	}
	p, err := d.store.Cleanup(ctx, nil, []string{string(Executing), string(Unknown)}, min(limit, maxPrune))
	if err != nil {
		return p, d.refused("", err)
	}
	return p, nil
}
