package draft

import (
	"context"
	"fmt"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Check says whether dr may run now for owner, under the policy of
// policyRevision: whose it is, its state, its time, its digest and its
// approval, in this order. It changes nothing; Start makes sure that nobody
// changed it since. Source: W115.
//
// The errors: IDENTITY_MISMATCH, which tells nothing of the draft;
// CONFIRMATION_REQUIRED while it waits; DRAFT_REFUSED where it was rejected, failed or
// ran; IDEMPOTENCY_REFUSED where it is running; OUTCOME_UNKNOWN; DRAFT_EXPIRED;
// DRAFT_DIGEST; DRAFT_STALE for an approval that does not hold.
func (d *Drafts) Check(ctx context.Context, dr *Draft, owner store.Owner, policyRevision string) error {
	if dr.Owner != owner {
		return notYours(dr.ID)
	}
	now, err := d.now(ctx)
	if err != nil {
		return err
	}
	switch {
	case dr.State == Approved && now.Before(dr.Expires):
	case dr.State == Approved:
		return dr.expired()
	default:
		return dr.notApproved()
	}
	if err := dr.sound(); err != nil {
		return err
	}
	a := dr.Approval
	if a == nil || a.DraftID != dr.ID || a.Revision != dr.Revision || a.IdentityKey != dr.Owner.Key() {
		return fault.New(fault.DraftStale, "the approval of draft %s is not of this revision", dr.ID).
			WithHint("look at it again: wslite drafts show %s", dr.ID)
	}
	if a.Digest != dr.Digest {
		return fault.New(fault.DraftStale, "the approval of draft %s is of another content", dr.ID).
			WithHint("look at it again: wslite drafts show %s", dr.ID)
	}
	if a.Approver == "" {
		return fault.New(fault.DraftStale, "the approval of draft %s is nobody's", dr.ID).
			WithHint("approve it again: wslite drafts approve %s", dr.ID)
	}
	if err := a.stands(now); err != nil {
		return err
	}
	if a.PolicyRevision != policyRevision {
		return fault.New(fault.DraftStale, "the policy has changed since draft %s was approved", dr.ID).
			WithHint("approve it again under the new one: wslite drafts approve %s", dr.ID)
	}
	return nil
}

// sound recomputes the digest from what would be sent.
func (dr *Draft) sound() error {
	is, err := dr.Payload.Digest()
	if err != nil {
		return damaged(dr.ID, err)
	}
	if is != dr.Digest {
		return damaged(dr.ID, nil)
	}
	return nil
}

// notApproved is the answer to who wants to run a draft that is not approved.
func (dr *Draft) notApproved() error {
	switch dr.State {
	case Pending:
		return fault.New(fault.ConfirmationRequired, "draft %s waits for an approval", dr.ID).
			WithHint("a person approves it with wslite drafts approve %s", dr.ID)
	case Expired:
		return dr.expired()
	case Executing:
		return fault.New(fault.IdempotencyRefused, "draft %s is being run by another process", dr.ID).
			WithHint("wait for it; wslite drafts show %s tells what became of it", dr.ID)
	case Unknown:
		return fault.New(fault.OutcomeUnknown, "draft %s was run, and nobody knows whether it happened", dr.ID).
			WithHint("%s", dr.toResolve())
	}
	return dr.wrongState("run")
}

// toResolve is what to do about an unknown outcome. The claim is found by its key.
func (dr *Draft) toResolve() string {
	return fmt.Sprintf("look at the service, then say what you found: wslite outcomes resolve %s --happened or --did-not-happen", Key(dr.ID, dr.Revision))
}

func (dr *Draft) wrongState(what string) error {
	e := fault.New(fault.DraftRefused, "draft %s is %s and can't be %s", dr.ID, dr.State, what)
	switch dr.State {
	case Rejected, Failed:
		return e.WithHint("a person may make a new revision of it: wslite drafts edit %s", dr.ID)
	case Executed:
		return e.WithHint("what it did is done; store a new call for another")
	case Unknown:
		return e.WithHint("%s", dr.toResolve())
	}
	return e.WithHint("wslite drafts show %s tells more", dr.ID)
}

func (dr *Draft) expired() error {
	return fault.New(fault.DraftExpired, "draft %s waited until %s and has expired", dr.ID, dr.Expires.UTC().Format("2006-01-02 15:04 MST")).
		WithHint("an edit renews it: wslite drafts edit %s; or store the call again", dr.ID)
}

func stale(dr *Draft, named int) error {
	return fault.New(fault.DraftStale, "draft %s is at revision %d, not %d", dr.ID, dr.Revision, named).
		WithHint("look at it again: wslite drafts show %s", dr.ID)
}

// notYours tells of a draft no more than the id, which the caller knows.
func notYours(id string) error {
	return fault.New(fault.IdentityMismatch, "draft %s belongs to another account", id).
		WithHint("run it on the machine, and with the profile and account, that it was stored for; wslite drafts show %s names them", id)
}
