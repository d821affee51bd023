package draft

import (
	"context"
	"errors"
	"strings"
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

// Filter narrows a list. The zero value lists all, the newest first.
type Filter struct {
	Owner *store.Owner
	// States, where not empty, are the only ones; Expired is one of them.
	States []State
	// Limit is how many at most; 0 is 1000.
	Limit int
	// Heads leaves payloads that lie outside their records there. Of those the
	// list has the names and some recipients and changes, but neither arguments
	// nor effects: enough for a line, and it costs little.
	Heads bool
}

// List reads drafts. One that is damaged stands in the list with its Problem.
func (d *Drafts) List(ctx context.Context, f Filter) ([]*Draft, error) {
	now, err := d.now(ctx)
	if err != nil {
		return nil, err
	}
	limit := f.Limit
	if limit <= 0 {
		limit = defaultList
	}
	// An expired draft is stored as what it was: the store is asked for more
	// states than are wanted, and without a limit that would cut those away.
	rows, err := d.store.Drafts(ctx, store.DraftFilter{Owner: f.Owner, States: storedStates(f.States), Limit: maxList})
	if err != nil {
		return nil, d.refused("", err)
	}
	var list []*Draft
	for _, row := range rows {
		dr, err := decode(row, now)
		if err == nil && !f.Heads && wanted(f.States, dr.State) {
			err = d.fetch(ctx, dr)
		}
		if err != nil {
			if code := fault.CodeOf(err); code != fault.DraftDigest && code != fault.DraftRefused {
				return nil, err
			}
			dr.Problem = err.Error()
		}
		if wanted(f.States, dr.State) {
			list = append(list, dr)
		}
		if len(list) == limit {
			break
		}
	}
	return list, nil
}

// The most drafts of a list, where nothing else is said and altogether.
const (
	defaultList = 1000
	maxList     = 20_000
)

func wanted(states []State, s State) bool {
	for _, w := range states {
		if w == s {
			return true
		}
	}
	return len(states) == 0
}

// storedStates are the states in which the store keeps drafts of the given ones.
func storedStates(states []State) []string {
	var out []string
	for _, s := range states {
		if s == Expired {
			out = append(out, string(Pending), string(Approved))
		} else {
			out = append(out, string(s))
		}
	}
	return out
}

// Find is Get for what a person types: an id, or the beginning of one that
// no other draft shares.
func (d *Drafts) Find(ctx context.Context, idOrPrefix string) (*Draft, error) {
	word, err := readID(idOrPrefix)
	if err != nil {
		return nil, err
	}
	if len(word) == idLength {
		return d.Get(ctx, word)
	}
	rows, err := d.store.Drafts(ctx, store.DraftFilter{Limit: maxList})
	if err != nil {
		return nil, d.refused("", err)
	}
	var found []string
	for _, row := range rows {
		if strings.HasPrefix(row.ID, word) {
			found = append(found, row.ID)
		}
	}
	switch len(found) {
	case 0:
		return nil, absent(word)
	case 1:
		return d.Get(ctx, found[0])
	}
	return nil, fault.New(fault.DraftRefused, "%d drafts begin with %q", len(found), word).WithHint("give more of the id")
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
