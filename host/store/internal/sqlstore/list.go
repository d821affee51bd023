package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/store"
)

// Claim reads one; see store.Store. Most are not due, and cost a query.
func (s *Store) Claim(ctx context.Context, o store.Owner, key string) (c store.Claim, err error) {
	id := store.RecordID(o, key)
	look := func(t *tx) (due bool, err error) {
		var now int64
		var found bool
		c, found, err = s.one(t.row(`SELECT `+claimColumns+`, {now} FROM {claims} WHERE id = $2`, id), &now)
		if err == nil && !found {
			err = store.ErrAbsent
		}
		return err == nil && c.Due(fromMS(now)), err
	}
	due := false
	err = s.read(ctx, func(t *tx) (err error) { due, err = look(t); return err })
	if err == nil && due {
		err = s.write(ctx, func(t *tx) error {
			if err := t.expire(id); err != nil {
				return err
			}
			_, err := look(t)
			return err
		}, nil)
	}
	if err != nil {
		return store.Claim{}, err
	}
	return shown(c), nil
}

// Claims lists; see store.Store. Nothing is written.
func (s *Store) Claims(ctx context.Context, f store.ClaimFilter) (out []store.Claim, err error) {
	query, args := claimsQuery(f)
	err = s.read(ctx, func(t *tx) error {
		out = nil
		rows, err := t.rows(query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var now int64
			c, err := s.claim(rows, &now)
			if err != nil {
				return err
			}
			if at := fromMS(now); c.Due(at) {
				c = c.AsUnknown(at)
			}
			out = append(out, shown(c))
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func claimsQuery(f store.ClaimFilter) (query string, args []any) {
	var w where
	w.args = []any{f.Max()} // $2
	w.first = 2
	if f.Owner != nil {
		w.and(`owner = ` + w.arg(ownerID(*f.Owner)))
	}
	if f.Draft != "" {
		w.and(`draft = ` + w.arg(f.Draft))
	}
	if f.Word != "" {
		word := w.arg(f.Word)
		w.and(`("key" = ` + word + ` OR substr(id, 1, ` + strconv.Itoa(len(f.Word)) + `) = ` + word + `)`)
	}
	shownAs(&w, f.Status)
	return `SELECT ` + claimColumns + `, {now} FROM {claims}` + w.String() + ` ORDER BY created DESC, id LIMIT $2`, w.args
}

// shownAs leaves the claims that are shown in one of the states; all, if none is
// given. The index is on the state as it is stored, so that comes first: what
// wants a look is a handful among all that has ended.
func shownAs(w *where, states []store.Status) {
	if len(states) == 0 {
		return
	}
	unknown, progress := slices.Contains(states, store.Unknown), slices.Contains(states, store.InProgress)
	stored := states
	if unknown && !progress {
		stored = append(slices.Clone(states), store.InProgress)
	}
	w.and(`status IN (` + list(w, stored) + `)`)
	switch {
	case unknown && !progress:
		w.and(`(status <> 'in_progress' OR {due})`)
	case progress && !unknown:
		w.and(`NOT {due}`)
	}
}

// where collects conditions and their parameters, which are numbered from
// first on.
type where struct {
	conds []string
	args  []any
	first int
}

func (w *where) and(cond string) { w.conds = append(w.conds, cond) }

// arg adds a parameter and gives its number.
func (w *where) arg(v any) string {
	w.args = append(w.args, v)
	return "$" + strconv.Itoa(w.first+len(w.args)-1)
}

// String is the clause; empty without conditions.
func (w *where) String() string {
	if len(w.conds) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conds, " AND ")
}

// list adds a parameter for each value.
func list[T any](w *where, values []T) string {
	var out []string
	for _, v := range values {
		out = append(out, w.arg(v))
	}
	return strings.Join(out, ", ")
}
