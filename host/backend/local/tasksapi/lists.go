package tasksapi

import (
	"context"
	"encoding/binary"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// listsScope is the page-token scope of tasklists.list.
const listsScope = "tasks.tasklists.list"

func (a *API) listLists(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("maxResults", listsPageSize, 1, maxListsPage)
	if err != nil {
		return nil, err
	}
	page := &TaskLists{Kind: "tasks#taskLists", Items: []TaskList{}}
	tags := []string{listsScope}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		// Lists are given in order of creation, the default list first, so a
		// list that appears between two pages is on the last one.
		var after int64
		if c.Query.Has("pageToken") {
			pos, err := gapi.OpenPageToken(key, listsScope, c.Query.String("pageToken"))
			if err != nil {
				return err
			}
			v, n := binary.Uvarint(pos)
			if n <= 0 {
				return gapi.InvalidPageToken()
			}
			after = int64(v)
		}
		rows, err := tx.Query(`SELECT `+listColumns+` FROM tasklists WHERE deleted = 0 AND seq > ? ORDER BY seq LIMIT ?`, after, size+1)
		if err != nil {
			return err
		}
		defer rows.Close()
		var last listRow
		for rows.Next() {
			if len(page.Items) == size {
				page.NextPageToken = gapi.SealPageToken(key, listsScope, binary.AppendUvarint(nil, uint64(last.seq)))
				break
			}
			last = listRow{}
			if err := last.scan(rows); err != nil {
				return err
			}
			page.Items = append(page.Items, *last.resource())
			tags = append(tags, last.etag())
		}
		return rows.Err()
	})
	page.ETag = gapi.ETag(append(tags, page.NextPageToken)...)
	return page, err
}

func (a *API) getList(ctx context.Context, c *gapi.Call) (any, error) {
	var l *listRow
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		l, err = liveList(tx, c.Path["tasklist"])
		return err
	})
	if err != nil {
		return nil, err
	}
	return l.resource(), nil
}

func (a *API) insertList(ctx context.Context, c *gapi.Call) (any, error) {
	title, err := listTitle(c.Body)
	if err != nil {
		return nil, err
	}
	l := &listRow{title: title}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM tasklists WHERE deleted = 0`).Scan(&n); err != nil {
			return err
		}
		if n >= a.limits.Lists {
			return gapi.Limit("A user can have up to %d task lists.", a.limits.Lists)
		}
		l.id, l.updated, l.rev = tx.NewID(), tx.Now, tx.Rev
		return tx.QueryRow(`INSERT INTO tasklists (id, title, updated, rev) VALUES (?, ?, ?, ?) RETURNING seq`,
			l.id, l.title, l.updated, l.rev).Scan(&l.seq)
	})
	if err != nil {
		return nil, err
	}
	return l.resource(), nil
}

func (a *API) patchList(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeList(ctx, c, c.Body.Has("title"))
}

// updateList replaces the list: the title, its only writable field, must be
// there.
func (a *API) updateList(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeList(ctx, c, true)
}

func (a *API) changeList(ctx context.Context, c *gapi.Call, retitle bool) (any, error) {
	var title string
	var err error
	if retitle {
		if title, err = listTitle(c.Body); err != nil {
			return nil, err
		}
	}
	var l *listRow
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if l, err = liveList(tx, c.Path["tasklist"]); err != nil {
			return err
		}
		if err := sameID(c.Body, "task_list", l.id, l.isDefault); err != nil {
			return err
		}
		if err := c.Match(l.etag()); err != nil {
			return err
		}
		if retitle {
			l.title = title
			if _, err := tx.Exec(`UPDATE tasklists SET title = ? WHERE seq = ?`, title, l.seq); err != nil {
				return err
			}
		}
		return l.touch(tx)
	})
	if err != nil {
		return nil, err
	}
	return l.resource(), nil
}

func (a *API) deleteList(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := findList(tx, c.Path["tasklist"])
		if err != nil || l.deleted {
			return err
		}
		if l.isDefault {
			return gapi.Invalid("Invalid value: the default task list cannot be deleted.")
		}
		if err := c.Match(l.etag()); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM tasks WHERE list = ?`, l.seq); err != nil {
			return err
		}
		if _, err := tx.Exec(`UPDATE tasklists SET deleted = 1 WHERE seq = ?`, l.seq); err != nil {
			return err
		}
		return l.touch(tx)
	})
}

func listTitle(b gapi.Body) (string, error) {
	title, err := b.String("title")
	if err != nil {
		return "", err
	}
	if title == "" {
		return "", gapi.Invalid("Invalid value at 'task_list.title': a task list must have a title.")
	}
	return title, checkLength("task_list.title", title, maxTitle)
}

// sameID refuses a body that names another resource than the path does.
func sameID(b gapi.Body, resource, id string, isDefault bool) error {
	given, err := b.String("id")
	if err != nil || given == "" || given == id || (isDefault && given == defaultAlias) {
		return err
	}
	return gapi.Invalid("Invalid value at '%s.id': %s is not the id in the path.", resource, gapi.Quote(given))
}
