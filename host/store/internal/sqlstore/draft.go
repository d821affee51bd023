package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/wslite/wslite/host/store"
)

// AddDraft keeps a new draft; see store.Store.
func (s *Store) AddDraft(ctx context.Context, d store.Draft) (store.Draft, error) {
	return s.keep(ctx, d, func(t *tx, stamp string) *sql.Row {
		o := d.Owner
		return t.row(`INSERT INTO {drafts} (id, owner, tenant, account, "user", principal, state, revision, version, value, body, stamp, created, updated, expires)
			VALUES ($2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11, $12, {now}, {now}, $13)
			ON CONFLICT (id) DO NOTHING RETURNING `+draftColumns,
			d.ID, ownerID(o), o.Tenant, o.Account, o.User, o.Principal, d.State, d.Revision, value(d), d.Body, stamp, toMS(d.Expires))
	}, func(*tx) error { return store.ErrConflict })
}

// SetDraft replaces a draft; see store.Store.
func (s *Store) SetDraft(ctx context.Context, d store.Draft) (store.Draft, error) {
	return s.keep(ctx, d, func(t *tx, stamp string) *sql.Row {
		return t.row(`UPDATE {drafts} SET state = $2, revision = $3, version = version + 1, value = $4, body = $5, stamp = $6,
				updated = {now}, expires = $7
			WHERE id = $8 AND owner = $9 AND version = $10 RETURNING `+draftColumns,
			d.State, d.Revision, value(d), d.Body, stamp, toMS(d.Expires), d.ID, ownerID(d.Owner), d.Version)
	}, func(t *tx) error {
		n := 0
		if err := t.row(`SELECT count(*) FROM {drafts} WHERE id = $1 AND owner = $2`, d.ID, ownerID(d.Owner)).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			return store.ErrAbsent
		}
		return store.ErrConflict
	})
}

// keep writes a draft. why tells why the statement found no row to write.
func (s *Store) keep(ctx context.Context, d store.Draft, statement func(t *tx, stamp string) *sql.Row, why func(*tx) error) (got store.Draft, err error) {
	if err := d.Check(); err != nil {
		return store.Draft{}, err
	}
	stamp := rand.Text()
	err = s.write(ctx, func(t *tx) (err error) {
		got, err = s.draft(statement(t, stamp))
		if errors.Is(err, sql.ErrNoRows) {
			return why(t)
		}
		if err != nil || d.Body == "" {
			return err
		}
		// Also keeps a cleanup at the same time from removing it.
		n, err := t.exec(`UPDATE {bodies} SET used = {now} WHERE name = $2`, d.Body)
		if err == nil && n == 0 {
			err = fmt.Errorf("the body of the draft: %w", store.ErrAbsent)
		}
		return err
	}, func(t *tx) (bool, error) {
		n := 0
		err := t.row(`SELECT count(*) FROM {drafts} WHERE id = $1 AND stamp = $2`, d.ID, stamp).Scan(&n)
		return n == 1, err
	})
	if err != nil {
		return store.Draft{}, err
	}
	return got, nil
}

// value is never NULL.
func value(d store.Draft) []byte { return append([]byte{}, d.Value...) }

// Draft reads one; see store.Store.
func (s *Store) Draft(ctx context.Context, id string) (d store.Draft, err error) {
	err = s.read(ctx, func(t *tx) (err error) {
		d, err = s.draft(t.row(`SELECT `+draftColumns+` FROM {drafts} WHERE id = $1`, id))
		return absent(err)
	})
	return d, err
}

// Drafts lists; see store.Store.
func (s *Store) Drafts(ctx context.Context, f store.DraftFilter) (out []store.Draft, err error) {
	w := where{args: []any{f.Max()}, first: 1}
	if f.Owner != nil {
		w.and(`owner = ` + w.arg(ownerID(*f.Owner)))
	}
	if len(f.States) > 0 {
		w.and(`state IN (` + list(&w, f.States) + `)`)
	}
	if f.Prefix != "" {
		w.and(`substr(id, 1, ` + strconv.Itoa(len(f.Prefix)) + `) = ` + w.arg(f.Prefix))
	}
	err = s.read(ctx, func(t *tx) error {
		out = nil
		rows, err := t.rows(`SELECT `+draftColumns+` FROM {drafts}`+w.String()+` ORDER BY created DESC, id LIMIT $1`, w.args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			d, err := s.draft(rows)
			if err != nil {
				return err
			}
			out = append(out, d)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// PutBody keeps bytes under a name; see store.Store.
func (s *Store) PutBody(ctx context.Context, name string, data []byte) error {
	if err := store.CheckBody(name, len(data)); err != nil {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		// Most bodies that come again are large ones: their bytes are not sent
		// a second time.
		n, err := t.exec(`UPDATE {bodies} SET used = {now} WHERE name = $2`, name)
		if err != nil || n == 1 {
			return err
		}
		_, err = t.exec(`INSERT INTO {bodies} AS b (name, data, used) VALUES ($2, $3, {now})
			ON CONFLICT (name) DO UPDATE SET used = excluded.used`, name, append([]byte{}, data...))
		return err
	}, nil)
}

// Body reads what PutBody kept; see store.Store.
func (s *Store) Body(ctx context.Context, name string) (data []byte, err error) {
	err = s.read(ctx, func(t *tx) error {
		return absent(t.row(`SELECT data FROM {bodies} WHERE name = $1`, name).Scan(&data))
	})
	if err == nil && data == nil {
		data = []byte{}
	}
	return data, err
}

func absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrAbsent
	}
	return err
}
