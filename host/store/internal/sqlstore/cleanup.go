package sqlstore

import (
	"context"
	"crypto/rand"

	"github.com/wslite/wslite/host/store"
)

// Cleanup removes what is over; see store.Store. Each kind is a transaction of
// its own, so that nobody waits for all of them; what was done before a failure
// stays done and is told. Each statement repeats its condition outside of the
// list, since a row may have changed while the statement waited for it.
func (s *Store) Cleanup(ctx context.Context, o *store.Owner, keepStates []string, limit int) (p store.Pruned, err error) {
	kinds := []struct {
		n        *int
		head     string // of the statement; its parameters come first
		args     []any
		table    string
		cond     string
		owned    bool
		order    string
		keep     []string
		keyNames string
	}{
		{n: &p.Expired, head: `UPDATE {claims} SET ` + unknown, args: []any{rand.Text()}, table: `{claims}`,
			cond: `{due}`, owned: true, order: `expires`, keyNames: `id`},
		{n: &p.Claims, head: `DELETE FROM {claims}`, table: `{claims}`,
			cond:  `status IN ('completed', 'failed_retryable', 'failed_terminal') AND expires <= {now}`,
			owned: true, order: `expires`, keyNames: `id`},
		{n: &p.Drafts, head: `DELETE FROM {drafts}`, table: `{drafts}`,
			cond: `expires > 0 AND expires <= {now}`, owned: true, order: `expires`, keep: keepStates, keyNames: `id`},
		{n: &p.Bodies, head: `DELETE FROM {bodies}`, table: `{bodies}`,
			cond: `used <= {now} - 3600000 AND NOT EXISTS (SELECT 1 FROM {drafts} d WHERE d.body = name)`, order: `used`, keyNames: `name`},
	}
	for _, k := range kinds {
		w := where{args: k.args, first: 2}
		w.and(k.cond)
		if k.owned && o != nil {
			w.and(`owner = ` + w.arg(ownerID(*o)))
		}
		if len(k.keep) > 0 {
			w.and(`state NOT IN (` + list(&w, k.keep) + `)`)
		}
		max := w.arg(store.CleanMax(limit))
		query := k.head + w.String() + ` AND ` + k.keyNames + ` IN (SELECT ` + k.keyNames + ` FROM ` + k.table + w.String() +
			` ORDER BY ` + k.order + ` LIMIT ` + max + `)`
		err := s.write(ctx, func(t *tx) (err error) { *k.n, err = t.exec(query, w.args...); return err }, nil)
		if err != nil {
			*k.n = 0
			return p, err
		}
	}
	return p, s.forget(ctx, o, limit)
}

// forget removes the counts of past days.
func (s *Store) forget(ctx context.Context, o *store.Owner, limit int) error {
	now, err := s.Now(ctx)
	if err != nil {
		return err
	}
	w := where{first: 1}
	w.and(`day < ` + w.arg(store.PastDay(now)))
	if o != nil {
		w.and(`owner = ` + w.arg(ownerID(*o)))
	}
	max := w.arg(store.CleanMax(limit))
	query := `DELETE FROM {counts}` + w.String() + ` AND (owner, name, day) IN (SELECT owner, name, day FROM {counts}` +
		w.String() + ` ORDER BY day LIMIT ` + max + `)`
	return s.write(ctx, func(t *tx) error { _, err := t.exec(query, w.args...); return err }, nil)
}
