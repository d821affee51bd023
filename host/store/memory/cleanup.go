package memory

import (
	"context"
	"slices"
	"time"

	"github.com/wslite/wslite/host/store"
)

func (m *mem) Cleanup(ctx context.Context, o *store.Owner, keepStates []string, limit int) (store.Pruned, error) {
	now, unlock, err := m.lock(ctx)
	if err != nil {
		return store.Pruned{}, err
	}
	defer unlock()
	limit = store.CleanMax(limit)
	mine := func(owner store.Owner) bool { return o == nil || *o == owner }
	past := func(t time.Time) bool { return !t.IsZero() && !now.Before(t) }
	var p store.Pruned
	for k, c := range m.claims {
		if p.Expired < limit && mine(c.Owner) && c.Due(now) {
			m.claims[k] = c.AsUnknown(now)
			p.Expired++
		}
	}
	for k, c := range m.claims {
		if p.Claims < limit && mine(c.Owner) && c.Status != store.InProgress && past(c.Expires) {
			delete(m.claims, k)
			p.Claims++
		}
	}
	for id, d := range m.drafts {
		if p.Drafts < limit && mine(d.Owner) && past(d.Expires) && !slices.Contains(keepStates, d.State) {
			delete(m.drafts, id)
			p.Drafts++
		}
	}
	named := map[string]bool{}
	for _, d := range m.drafts {
		named[d.Body] = true
	}
	for name, b := range m.bodies {
		if p.Bodies < limit && !named[name] && !now.Before(b.used.Add(store.BodyGrace)) {
			delete(m.bodies, name)
			p.Bodies++
		}
	}
	removed := 0
	for k := range m.counts {
		if removed < limit && mine(k.owner) && k.day < store.PastDay(now) {
			delete(m.counts, k)
			removed++
		}
	}
	return p, nil
}
