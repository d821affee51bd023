package gmailapi

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func allFilters(tx *store.Tx) ([]Filter, error) {
	rows, err := tx.Query(`SELECT id, filter FROM mail_filters ORDER BY seq`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Filter
	for rows.Next() {
		var f Filter
		var id, text string
		if err := rows.Scan(&id, &text); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			return nil, err
		}
		f.ID = id
		out = append(out, f)
	}
	return out, rows.Err()
}

func (a *API) listFilters(ctx context.Context, _ *gapi.Call) (any, error) {
	out := &ListFiltersResponse{}
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		out.Filter, err = allFilters(tx)
		return err
	})
	return out, err
}

func (a *API) getFilter(ctx context.Context, c *gapi.Call) (any, error) {
	out := &Filter{}
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		var text string
		err := tx.QueryRow(`SELECT filter FROM mail_filters WHERE id = ?`, c.Path["id"]).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			return notFound()
		}
		if err != nil {
			return err
		}
		return json.Unmarshal([]byte(text), out)
	})
	out.ID = c.Path["id"]
	return out, err
}

func (a *API) createFilter(ctx context.Context, c *gapi.Call) (any, error) {
	f, err := a.readFilter(c.Body)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(f) // without an id: what makes two filters the same
	if err != nil {
		return nil, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if err := checkAction(tx, f.Action); err != nil {
			return err
		}
		var count, same int
		err := tx.QueryRow(`SELECT count(*), count(*) FILTER (WHERE filter = ?) FROM mail_filters`, string(text)).Scan(&count, &same)
		if err != nil {
			return err
		}
		if same > 0 {
			return precondition("Filter already exists")
		}
		if count >= a.limits.Filters {
			return gapi.Limit("A mailbox can have up to %d filters.", a.limits.Filters)
		}
		f.ID = "ANe1Bm" + tx.NewID()
		_, err = tx.Exec(`INSERT INTO mail_filters (id, filter) VALUES (?, ?)`, f.ID, string(text))
		return err
	})
	return f, err
}

func (a *API) deleteFilter(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		return deleteOne(tx, `DELETE FROM mail_filters WHERE id = ?`, c.Path["id"])
	})
}

// deleteOne runs a statement that must delete a row; 404.
func deleteOne(tx *store.Tx, statement string, id string) error {
	r, err := tx.Exec(statement, id)
	if err != nil {
		return err
	}
	if n, _ := r.RowsAffected(); n == 0 { // the driver knows the number always
		return notFound()
	}
	return nil
}
