package sqlstore

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/wslite/wslite/host/store"
)

// End takes a claim out of progress; see store.Store. The state, the token, the
// version and the lifetime are conditions of the one statement that changes
// it. Source: W142.
func (s *Store) End(ctx context.Context, e store.Ending) (store.Claim, error) {
	if err := e.Check(); err != nil {
		return store.Claim{}, err
	}
	e = e.Outcome()
	return s.change(ctx, store.RecordID(e.Owner, e.Key), func(t *tx, id, stamp string) (store.Claim, bool, error) {
		c, found, err := s.one(t.row(`UPDATE {claims} SET status = $2, version = version + 1, token = '', stamp = $3,
				draft = CASE WHEN $4 = '' THEN draft ELSE $4 END, resource = $5, code = $6, reference = $7,
				updated = {now}, expires = CASE WHEN $2 = 'unknown' THEN 0 ELSE {now} + $8 END
			WHERE id = $9 AND status = 'in_progress' AND token = $10 AND version = $11 AND NOT {due}
			RETURNING `+claimColumns,
			e.Status, stamp, e.Draft, e.Resource, e.Code, e.Reference, millis(e.Keep), id, e.Token, e.Version))
		if err != nil || !found {
			return c, found, err
		}
		if err := c.CheckSize(); err != nil {
			return c, false, err
		}
		return c, true, t.release(e.Owner, e.Release)
	})
}

// Resolve takes a claim out of unknown; see store.Store.
func (s *Store) Resolve(ctx context.Context, o store.Owner, key string, version int64, to store.Status, code string, keep time.Duration) (store.Claim, error) {
	if err := store.CheckResolve(o, key, to, code, keep); err != nil {
		return store.Claim{}, err
	}
	return s.change(ctx, store.RecordID(o, key), func(t *tx, id, stamp string) (store.Claim, bool, error) {
		// One that is due is shown as unknown before it is written as such.
		if err := t.expire(id); err != nil {
			return store.Claim{}, false, err
		}
		c, found, err := s.one(t.row(`UPDATE {claims} SET status = $2, version = version + 1, stamp = $3, code = $4,
				updated = {now}, expires = {now} + $5
			WHERE id = $6 AND status = 'unknown' AND version = $7 RETURNING `+claimColumns,
			to, stamp, code, millis(keep), id, version))
		if err != nil || !found {
			return c, found, err
		}
		return c, true, c.CheckSize()
	})
}

// change runs f in a transaction. Where f finds no claim that fits, the claim
// is made unknown if it is due, and the error is ErrConflict.
func (s *Store) change(ctx context.Context, id string, f func(t *tx, id, stamp string) (store.Claim, bool, error)) (c store.Claim, err error) {
	stamp := rand.Text()
	found := false
	err = s.write(ctx, func(t *tx) (err error) {
		if c, found, err = f(t, id, stamp); err != nil || found {
			return err
		}
		return t.expire(id)
	}, func(t *tx) (bool, error) {
		stands := 0
		err := t.row(`SELECT count(*) FROM {claims} WHERE id = $1 AND stamp = $2`, id, stamp).Scan(&stands)
		return found && stands == 1, err
	})
	if err == nil && !found {
		err = store.ErrConflict
	}
	if err != nil {
		return store.Claim{}, err
	}
	return c, nil
}
