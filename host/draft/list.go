package draft

import (
	"context"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

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
	rows, err := d.store.Drafts(ctx, store.DraftFilter{Prefix: word, Limit: maxList})
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
		return nil, absent(idOrPrefix)
	case 1:
		return d.Get(ctx, found[0])
	}
	return nil, fault.New(fault.DraftRefused, "%d drafts begin with %q", len(found), word).WithHint("give more of the id")
}
