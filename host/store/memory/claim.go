package memory

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"github.com/wslite/wslite/host/store"
)

func (m *mem) Begin(ctx context.Context, b store.Beginning) (store.Claim, bool, error) {
	if err := b.Check(); err != nil {
		return store.Claim{}, false, err
	}
	now, unlock, err := m.lock(ctx)
	if err != nil {
		return store.Claim{}, false, err
	}
	defer unlock()
	k := claimKey{b.Owner, b.Key}
	c, ok := m.look(k, now)
	switch {
	case !ok:
		c = store.Claim{Owner: b.Owner, Key: b.Key, Created: now}
	case c.Operation != b.Operation || c.Digest != b.Digest:
		return shown(c), false, store.ErrConflict
	case c.Status != store.FailedRetryable || c.Attempt >= b.Attempts:
		return shown(c), false, nil
	}
	c.Operation, c.Tool, c.Class, c.Digest, c.Draft, c.Actor = b.Operation, b.Tool, b.Class, b.Digest, b.Draft, b.Actor
	c.Status, c.Token = store.InProgress, rand.Text()
	c.Attempt++
	c.Version++
	c.Resource, c.Code, c.Reference = "", "", ""
	c.Updated, c.Expires = now, after(now, b.TTL)
	if err := m.take(b.Owner, b.Caps); err != nil {
		return store.Claim{}, false, err
	}
	m.claims[k] = c
	return c, true, nil
}

// shown is the claim without the right to end it, which is its beginner's.
func shown(c store.Claim) store.Claim {
	c.Token = ""
	return c
}

// take adds to all counts or to none.
func (m *mem) take(o store.Owner, caps []store.Cap) error {
	taken := map[countKey]int{}
	for _, c := range store.SortCaps(caps) {
		if c.Amount == 0 {
			continue
		}
		k := countKey{o, c.Name, c.Day}
		n, ok := taken[k]
		if !ok {
			n = m.counts[k]
		}
		if n+c.Amount > c.Limit {
			return &store.CapError{Cap: c}
		}
		taken[k] = n + c.Amount
	}
	for k, n := range taken {
		m.counts[k] = n
	}
	return nil
}

// look reads a claim, and turns it into an unknown one where it is due.
func (m *mem) look(k claimKey, now time.Time) (store.Claim, bool) {
	c, ok := m.claims[k]
	if ok && c.Due(now) {
		c = c.AsUnknown(now)
		m.claims[k] = c
	}
	return c, ok
}

func (m *mem) End(ctx context.Context, e store.Ending) (store.Claim, error) {
	if err := e.Check(); err != nil {
		return store.Claim{}, err
	}
	e = e.Outcome()
	return m.change(ctx, e.Owner, e.Key, func(c *store.Claim, now time.Time) error {
		if c.Status != store.InProgress || c.Token != e.Token || c.Version != e.Version {
			return store.ErrConflict
		}
		c.Status, c.Token = e.Status, ""
		c.Draft = cmp.Or(e.Draft, c.Draft)
		c.Resource, c.Code, c.Reference = e.Resource, e.Code, e.Reference
		c.Expires = time.Time{}
		if e.Status != store.Unknown {
			c.Expires = after(now, e.Keep)
		}
		if err := c.CheckSize(); err != nil {
			return err
		}
		for _, r := range e.Release {
			k := countKey{e.Owner, r.Name, r.Day}
			if n, ok := m.counts[k]; ok {
				m.counts[k] = max(0, n-r.Amount)
			}
		}
		return nil
	})
}

func (m *mem) Resolve(ctx context.Context, o store.Owner, key string, version int64, to store.Status, code string, keep time.Duration) (store.Claim, error) {
	if err := store.CheckResolve(o, key, to, code, keep); err != nil {
		return store.Claim{}, err
	}
	return m.change(ctx, o, key, func(c *store.Claim, now time.Time) error {
		if c.Status != store.Unknown || c.Version != version {
			return store.ErrConflict
		}
		c.Status, c.Code, c.Expires = to, code, after(now, keep)
		return c.CheckSize()
	})
}

// change runs f on a claim and keeps what it made, unless it fails.
func (m *mem) change(ctx context.Context, o store.Owner, key string, f func(*store.Claim, time.Time) error) (store.Claim, error) {
	now, unlock, err := m.lock(ctx)
	if err != nil {
		return store.Claim{}, err
	}
	defer unlock()
	k := claimKey{o, key}
	c, ok := m.look(k, now)
	if !ok {
		return store.Claim{}, store.ErrConflict
	}
	if err := f(&c, now); err != nil {
		return store.Claim{}, err
	}
	c.Version++
	c.Updated = now
	m.claims[k] = c
	return c, nil
}

func (m *mem) Claim(ctx context.Context, o store.Owner, key string) (store.Claim, error) {
	now, unlock, err := m.lock(ctx)
	if err != nil {
		return store.Claim{}, err
	}
	defer unlock()
	c, ok := m.look(claimKey{o, key}, now)
	if !ok {
		return store.Claim{}, store.ErrAbsent
	}
	return shown(c), nil
}

func (m *mem) Claims(ctx context.Context, f store.ClaimFilter) ([]store.Claim, error) {
	now, unlock, err := m.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []store.Claim
	for _, c := range m.claims {
		if c.Due(now) {
			c = c.AsUnknown(now)
		}
		if (f.Owner == nil || *f.Owner == c.Owner) && (f.Draft == "" || f.Draft == c.Draft) &&
			(f.Word == "" || f.Word == c.Key || strings.HasPrefix(c.ID(), f.Word)) &&
			(len(f.Status) == 0 || slices.Contains(f.Status, c.Status)) {
			out = append(out, shown(c))
		}
	}
	slices.SortFunc(out, func(a, b store.Claim) int {
		return cmp.Or(b.Created.Compare(a.Created), strings.Compare(a.ID(), b.ID()))
	})
	return out[:min(len(out), f.Max())], nil
}

func (m *mem) Count(ctx context.Context, o store.Owner, name, day string) (int, error) {
	_, unlock, err := m.lock(ctx)
	if err != nil {
		return 0, err
	}
	defer unlock()
	return m.counts[countKey{o, name, day}], nil
}
