package draft

import (
	"context"
	"errors"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// The bounds of Options. Source: W119.
const (
	DefaultExpire       = 72 * time.Hour
	MinExpire           = time.Minute
	MaxExpire           = 30 * 24 * time.Hour
	DefaultApprovalLife = 15 * time.Minute
	MinApprovalLife     = time.Minute
	MaxApprovalLife     = 24 * time.Hour
)

// Options say how long a draft and a yes to it stand.
type Options struct {
	// Expire is how long a draft waits, from its storing or last edit; 0 is 72 h.
	Expire time.Duration
	// ApprovalLife is how long an approval stands; 0 is 15 min.
	ApprovalLife time.Duration
	// Now, where set, is asked instead of the store's clock. Machines that share
	// a store leave it unset, so that they agree.
	Now func() time.Time
}

// Drafts are the drafts of one store. Its methods may be called by any number of
// goroutines and processes at once: each change compares the version that it
// saw, and a lost race is DRAFT_STALE.
type Drafts struct {
	store store.Store
	o     Options
}

// New gives the drafts of s. The error is USAGE: a time out of its bounds.
func New(s store.Store, o Options) (*Drafts, error) {
	if o.Expire == 0 {
		o.Expire = DefaultExpire
	}
	if o.ApprovalLife == 0 {
		o.ApprovalLife = DefaultApprovalLife
	}
	if err := within("a draft waits", o.Expire, MinExpire, MaxExpire); err != nil {
		return nil, err
	}
	if err := within("an approval stands", o.ApprovalLife, MinApprovalLife, MaxApprovalLife); err != nil {
		return nil, err
	}
	return &Drafts{store: s, o: o}, nil
}

func within(what string, d, low, high time.Duration) error {
	if d >= low && d <= high {
		return nil
	}
	return fault.New(fault.Usage, "%s for %v; from %v to %v is possible", what, d, low, high)
}

// NewDraft is what Create stores.
type NewDraft struct {
	Owner store.Owner
	// Author is who asks ("user@host"), FrontEnd is "cli" or "mcp".
	Author, FrontEnd string
	Payload          Payload
}

// Create stores a draft, to wait for an approval as revision 1. The errors:
// BAD_REQUEST for a payload without canonical JSON, LIMIT_EXCEEDED for one that
// is too large, STORE_UNAVAILABLE.
func (d *Drafts) Create(ctx context.Context, n NewDraft) (*Draft, error) {
	if n.Author == "" {
		return nil, fault.New(fault.DraftRefused, "a draft needs somebody who stored it")
	}
	now, err := d.now(ctx)
	if err != nil {
		return nil, err
	}
	dr := &Draft{
		Revision: 1, State: Pending, Owner: n.Owner, Author: n.Author, FrontEnd: n.FrontEnd,
		Expires: now.Add(d.o.Expire),
	}
	if err := d.room(ctx, n); err != nil {
		return nil, err
	}
	body, err := dr.hold(n.Payload)
	if err != nil {
		return nil, err
	}
	for range idTries {
		dr.ID = newID()
		if err = d.write(ctx, dr, body, d.store.AddDraft); !errors.Is(err, store.ErrConflict) {
			break // an id is taken once in a million million drafts
		}
	}
	if err != nil {
		return nil, d.refused(dr.ID, err)
	}
	return dr, nil
}

// How many drafts of one owner may wait. People read what waits; an agent that
// stores more than these was talked into a loop, and would fill the disk on which
// everybody's records lie.
const (
	maxWaiting      = 1000
	maxWaitingAgent = 100
)

// room refuses a draft where too many wait already. Two that are stored at the same
// time may both find room.
func (d *Drafts) room(ctx context.Context, n NewDraft) error {
	most := maxWaiting
	if n.FrontEnd != "cli" {
		most = maxWaitingAgent
	}
	waiting, err := d.List(ctx, Filter{Owner: &n.Owner, States: []State{Pending, Approved}, Heads: true, Limit: most})
	if err != nil || len(waiting) < most {
		return err
	}
	return fault.New(fault.LimitExceeded, "%d drafts wait for a person already, which is as many as may", len(waiting)).
		WithHint("a person decides about them: wslite drafts review, or wslite drafts reject")
}

// idTries bounds how often another id is tried.
const idTries = 5

// Get reads a draft, whoever's it is. DRAFT_REFUSED: there is none;
// DRAFT_DIGEST: what is stored is damaged.
func (d *Drafts) Get(ctx context.Context, id string) (*Draft, error) {
	dr, _, err := d.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := d.fetch(ctx, dr); err != nil {
		return nil, err
	}
	return dr, nil
}

// now is the time by which drafts and approvals end.
func (d *Drafts) now(ctx context.Context) (time.Time, error) {
	if d.o.Now != nil {
		return d.o.Now().UTC(), nil
	}
	t, err := d.store.Now(ctx)
	if err != nil {
		return time.Time{}, d.refused("", err)
	}
	return t.UTC(), nil
}

func absent(id string) *fault.Error {
	return fault.Wrap(store.ErrAbsent, fault.DraftRefused, "there is no draft %q", text.Line(id)).WithHint("wslite drafts list --all shows them")
}

// refused gives a store's error the code that a caller acts on.
func (d *Drafts) refused(id string, err error) error {
	switch {
	case fault.Of(err) != nil:
		return err
	case errors.Is(err, store.ErrAbsent):
		return absent(id)
	case errors.Is(err, store.ErrConflict):
		return fault.Wrap(err, fault.DraftStale, "draft %s was changed by somebody else at this moment", id).
			WithHint("look at it again: wslite drafts show %s", id)
	case errors.Is(err, store.ErrCorrupt):
		return damaged(id, err)
	}
	return fault.Wrap(err, fault.StoreUnavailable, "the drafts in %s can't be read or written", d.store.Name())
}

func damaged(id string, cause error) *fault.Error {
	return fault.Wrap(cause, fault.DraftDigest, "what is stored of draft %q is damaged, or was changed by another program", text.Line(id)).
		WithHint("don't run it; store the call again")
}
