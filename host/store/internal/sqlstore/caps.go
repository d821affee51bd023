package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wslite/wslite/host/store"
)

// take adds to the counts. It fails, and the transaction with it, where one
// would pass its limit.
func (t *tx) take(o store.Owner, caps []store.Cap) error {
	for _, c := range store.SortCaps(caps) {
		if c.Amount == 0 {
			continue
		}
		if c.Amount > c.Limit {
			return &store.CapError{Cap: c}
		}
		n, err := t.exec(`INSERT INTO {counts} AS c (owner, name, day, n) VALUES ($1, $2, $3, $4)
			ON CONFLICT (owner, name, day) DO UPDATE SET n = c.n + excluded.n WHERE c.n + excluded.n <= $5`,
			ownerID(o), c.Name, c.Day, c.Amount, c.Limit)
		if err != nil {
			return err
		}
		if n == 0 {
			return &store.CapError{Cap: c}
		}
	}
	return nil
}

// release gives back what was taken.
func (t *tx) release(o store.Owner, caps []store.Cap) error {
	for _, c := range store.SortCaps(caps) {
		_, err := t.exec(`UPDATE {counts} SET n = CASE WHEN n > $1 THEN n - $1 ELSE 0 END WHERE owner = $2 AND name = $3 AND day = $4`,
			c.Amount, ownerID(o), c.Name, c.Day)
		if err != nil {
			return err
		}
	}
	return nil
}

// Count tells how much of a cap is taken.
func (s *Store) Count(ctx context.Context, o store.Owner, name, day string) (n int, err error) {
	err = s.read(ctx, func(t *tx) error {
		err := t.row(`SELECT n FROM {counts} WHERE owner = $1 AND name = $2 AND day = $3`, ownerID(o), name, day).Scan(&n)
		return none(err)
	})
	return n, err
}

// none drops the error of a query that gave no row.
func none(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}
