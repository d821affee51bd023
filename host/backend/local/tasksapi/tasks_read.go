package tasksapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) getTask(ctx context.Context, c *gapi.Call) (any, error) {
	var t *taskRow
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		l, err := liveList(tx, c.Path["tasklist"])
		if err != nil {
			return err
		}
		t, err = findTask(tx, l, c.Path["task"])
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer(t)
}

// answer is resource as a method returns it.
func answer(t *taskRow) (any, error) {
	r, err := t.resource()
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (a *API) listTasks(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("maxResults", tasksPageSize, 1, maxTasksPage)
	if err != nil {
		return nil, err
	}
	f, err := readFilter(c.Query)
	if err != nil {
		return nil, err
	}
	page := &Tasks{Kind: "tasks#tasks", Items: []Task{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		l, err := liveList(tx, c.Path["tasklist"])
		if err != nil {
			return err
		}
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		scope := f.scope(l.id)
		after := ""
		if c.Query.Has("pageToken") {
			if after, err = resume(tx, l, key, scope, c.Query.String("pageToken")); err != nil {
				return err
			}
		}
		found, err := f.find(tx, l, after, size+1)
		if err != nil {
			return err
		}
		if len(found) > size {
			found = found[:size]
			page.NextPageToken = gapi.SealPageToken(key, scope, cursorAt(l, found[size-1]).encode())
		}
		tags := []string{scope, page.NextPageToken}
		for _, t := range found {
			r, err := t.resource()
			if err != nil {
				return err
			}
			page.Items = append(page.Items, *r)
			tags = append(tags, r.ETag)
		}
		page.ETag = gapi.ETag(tags...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return page, nil
}
