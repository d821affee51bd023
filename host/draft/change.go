package draft

import (
	"context"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// maxReason bounds the reason of a no, in characters: a sentence or two.
const maxReason = 1000

// Edit puts another payload in the place of the one that revision has. The
// revision rises, an approval is void, and the draft waits anew for its full
// time. DRAFT_STALE: the revision is another by now; DRAFT_REFUSED: it runs, ran,
// or nobody knows.
func (d *Drafts) Edit(ctx context.Context, id string, revision int, p Payload, editor string) (*Draft, error) {
	dr, now, err := d.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if editor == "" {
		return nil, fault.New(fault.DraftRefused, "an edit needs somebody who made it")
	}
	if dr.Revision != revision {
		return nil, stale(dr, revision)
	}
	if err := dr.Editable(); err != nil {
		return nil, err
	}
	body, err := dr.hold(p)
	if err != nil {
		return nil, err
	}
	dr.Revision++
	dr.State, dr.Approval, dr.Decided, dr.Code, dr.Resource = Pending, nil, nil, "", ""
	dr.Editor, dr.Expires = editor, now.Add(d.o.Expire)
	if !slices.Contains(dr.Editors, editor) {
		dr.Editors = append(dr.Editors, editor)
	}
	return d.save(ctx, dr, body)
}

// Editable says whether the draft's state allows an edit; if not, the error is
// DRAFT_REFUSED.
func (dr *Draft) Editable() error {
	switch dr.State {
	case Pending, Approved, Rejected, Failed, Expired:
		return nil
	}
	return dr.wrongState("edited")
}

// Approving is a yes as it is given.
type Approving struct {
	ID string
	// Revision and Digest name what was seen; 0 and "" name nothing, and whoever
	// leaves them out has to know that a person saw what is stored.
	Revision int
	Digest   string
	// Approver is who says yes; PolicyRevision names the policy under which.
	Approver, PolicyRevision string
	// Owner, where not nil, is whose draft it must be.
	Owner *store.Owner
	// SecondPerson demands that the approver neither stored it nor edited it last.
	SecondPerson bool
}

// Approve records a yes to one revision. The same yes again, while it stands,
// changes nothing; another one takes its place. Source: W111, W119.
//
// DRAFT_STALE: another revision, or a lost race. DRAFT_DIGEST: another content.
// DRAFT_EXPIRED; DRAFT_REFUSED for a state without approvals or the same person;
// IDENTITY_MISMATCH.
func (d *Drafts) Approve(ctx context.Context, a Approving) (*Draft, error) {
	dr, now, err := d.load(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	if a.Owner != nil && *a.Owner != dr.Owner {
		return nil, notYours(dr.ID)
	}
	if a.Revision != 0 && a.Revision != dr.Revision {
		return nil, stale(dr, a.Revision)
	}
	switch dr.State {
	case Pending, Approved:
	case Expired:
		return nil, dr.expired()
	default:
		return nil, dr.wrongState("approved")
	}
	if a.Digest != "" && a.Digest != dr.Digest {
		return nil, fault.New(fault.DraftDigest, "draft %s has another content than the one that was named", dr.ID).
			WithHint("look at it again: wslite drafts show %s", dr.ID)
	}
	// Nobody agrees to bytes that the digest does not stand for.
	if err := d.fetch(ctx, dr); err != nil {
		return nil, err
	}
	if err := dr.sound(); err != nil {
		return nil, err
	}
	if a.Approver == "" {
		return nil, fault.New(fault.DraftRefused, "an approval needs somebody who gives it")
	}
	if a.SecondPerson {
		if err := dr.SecondPerson(a.Approver); err != nil {
			return nil, err
		}
	}
	yes := &Approval{
		DraftID: dr.ID, Revision: dr.Revision, Digest: dr.Digest, IdentityKey: dr.Owner.Key(),
		Approver: a.Approver, ApprovedAt: now, ExpiresAt: now.Add(d.o.ApprovalLife), PolicyRevision: a.PolicyRevision,
	}
	if dr.State == Approved && dr.Approval.same(yes) && dr.Approval.stands(now) == nil {
		return dr, nil
	}
	dr.State, dr.Approval, dr.Decided = Approved, yes, nil
	return d.save(ctx, dr, nil)
}

// same says whether two approvals are the same yes, but for their times.
func (a *Approval) same(b *Approval) bool {
	return a != nil && a.DraftID == b.DraftID && a.Revision == b.Revision && a.Digest == b.Digest &&
		a.IdentityKey == b.IdentityKey && a.Approver == b.Approver && a.PolicyRevision == b.PolicyRevision
}

// clockSlack is how far a clock may go back before approvals from what is now
// the future are refused.
const clockSlack = time.Minute

// stands gives the reason why an approval does not count at a time.
func (a *Approval) stands(now time.Time) error {
	switch {
	case a.ApprovedAt.After(now.Add(clockSlack)):
		return fault.New(fault.DraftStale, "the approval of draft %s is from the future: the clock was set back", a.DraftID).
			WithHint("approve it again: wslite drafts approve %s", a.DraftID)
	case !now.Before(a.ExpiresAt):
		return fault.New(fault.DraftStale, "the approval of draft %s has expired", a.DraftID).
			WithHint("approve it again: wslite drafts approve %s", a.DraftID)
	}
	return nil
}

// Reject records a no; revision 0 means whatever is stored. An edit brings the
// draft back.
func (d *Drafts) Reject(ctx context.Context, id string, revision int, by, reason string) (*Draft, error) {
	dr, now, err := d.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if by == "" {
		return nil, fault.New(fault.DraftRefused, "a rejection needs somebody who gives it")
	}
	if utf8.RuneCountInString(reason) > maxReason {
		return nil, fault.New(fault.Usage, "the reason has more than %d characters", maxReason).WithField("reason")
	}
	if revision != 0 && revision != dr.Revision {
		return nil, stale(dr, revision)
	}
	switch dr.State {
	case Pending, Approved:
	case Expired:
		return nil, dr.expired()
	default:
		return nil, dr.wrongState("rejected")
	}
	dr.State, dr.Approval = Rejected, nil
	dr.Decided = &Decision{By: by, Reason: reason, At: now}
	dr.Expires = now
	return d.save(ctx, dr, nil)
}
