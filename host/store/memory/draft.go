package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wslite/wslite/host/store"
)

func (m *mem) AddDraft(ctx context.Context, d store.Draft) (store.Draft, error) {
	return m.keep(ctx, d, func(_ store.Draft, found bool, now time.Time) (store.Draft, error) {
		if found {
			return store.Draft{}, store.ErrConflict
		}
		d.Version, d.Created = 1, now
		return d, nil
	})
}

func (m *mem) SetDraft(ctx context.Context, d store.Draft) (store.Draft, error) {
	return m.keep(ctx, d, func(old store.Draft, found bool, _ time.Time) (store.Draft, error) {
		if !found || old.Owner != d.Owner {
			return store.Draft{}, store.ErrAbsent
		}
		if old.Version != d.Version {
			return store.Draft{}, store.ErrConflict
		}
		d.Version, d.Created = d.Version+1, old.Created
		return d, nil
	})
}

func (m *mem) keep(ctx context.Context, d store.Draft, f func(old store.Draft, found bool, now time.Time) (store.Draft, error)) (store.Draft, error) {
	if err := d.Check(); err != nil {
		return store.Draft{}, err
	}
	now, unlock, err := m.lock(ctx)
	if err != nil {
		return store.Draft{}, err
	}
	defer unlock()
	old, found := m.drafts[d.ID]
	d, err = f(old, found, now)
	if err != nil {
		return store.Draft{}, err
	}
	if d.Body != "" {
		b, ok := m.bodies[d.Body]
		if !ok {
			return store.Draft{}, fmt.Errorf("the body of the draft: %w", store.ErrAbsent)
		}
		b.used = now
		m.bodies[d.Body] = b
	}
	d.Updated = now
	if !d.Expires.IsZero() {
		d.Expires = time.UnixMilli(d.Expires.UnixMilli()).UTC()
	}
	m.drafts[d.ID] = copied(d)
	return copied(d), nil
}

func copied(d store.Draft) store.Draft {
	d.Value = append([]byte{}, d.Value...)
	return d
}

func (m *mem) Draft(ctx context.Context, id string) (store.Draft, error) {
	_, unlock, err := m.lock(ctx)
	if err != nil {
		return store.Draft{}, err
	}
	defer unlock()
	d, ok := m.drafts[id]
	if !ok {
		return store.Draft{}, store.ErrAbsent
	}
	return copied(d), nil
}

func (m *mem) Drafts(ctx context.Context, f store.DraftFilter) ([]store.Draft, error) {
	_, unlock, err := m.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []store.Draft
	for _, d := range m.drafts {
		if (f.Owner == nil || *f.Owner == d.Owner) && strings.HasPrefix(d.ID, f.Prefix) && (len(f.States) == 0 || slices.Contains(f.States, d.State)) {
			out = append(out, copied(d))
		}
	}
	slices.SortFunc(out, func(a, b store.Draft) int {
		return cmp.Or(b.Created.Compare(a.Created), strings.Compare(a.ID, b.ID))
	})
	return out[:min(len(out), f.Max())], nil
}
