package tasksapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) insertTask(ctx context.Context, c *gapi.Call) (any, error) {
	e, err := readEdit(c.Body, true)
	if err != nil {
		return nil, err
	}
	t := &taskRow{}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := liveList(tx, c.Path["tasklist"])
		if err != nil {
			return err
		}
		parent, previous, err := a.neighbours(tx, c, l, nil)
		if err != nil {
			return err
		}
		if err := a.room(tx, l, parent, 1, 1, true); err != nil {
			return err
		}
		if err := e.apply(t, tx.Now); err != nil {
			return err
		}
		return t.insert(tx, l, parent, previous)
	})
	if err != nil {
		return nil, err
	}
	return answer(t)
}

// insert adds a task that has its fields but no place yet.
func (t *taskRow) insert(tx *store.Tx, l *listRow, parent, previous *taskRow) error {
	path, err := place(tx, l, parent, previous, 0)
	if err != nil {
		return err
	}
	err = tx.QueryRow(`INSERT INTO tasks (id, list, parent, path, title, notes, due, completed, updated, rev, assignment)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		tx.NewID(), l.seq, rowOf(parent), path, t.title, t.notes, t.due, t.completed, tx.Now, tx.Rev, t.assignment).Scan(&t.seq)
	if err != nil {
		return err
	}
	if err := l.touch(tx); err != nil {
		return err
	}
	return t.reload(tx)
}

func (a *API) patchTask(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeTask(ctx, c, false)
}

func (a *API) updateTask(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeTask(ctx, c, true)
}

func (a *API) changeTask(ctx context.Context, c *gapi.Call, replace bool) (any, error) {
	e, err := readEdit(c.Body, replace)
	if err != nil {
		return nil, err
	}
	var t *taskRow
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := liveList(tx, c.Path["tasklist"])
		if err != nil {
			return err
		}
		if t, err = findTask(tx, l, c.Path["task"]); err != nil {
			return err
		}
		if err := sameID(c.Body, "task", t.id, false); err != nil {
			return err
		}
		if err := c.Match(t.etag()); err != nil {
			return err
		}
		return a.change(tx, l, t, e)
	})
	if err != nil {
		return nil, err
	}
	return answer(t)
}

// change applies an edit, which may delete the task or restore a deleted one.
func (a *API) change(tx *store.Tx, l *listRow, t *taskRow, e *edit) error {
	if t.deleted {
		if e.deleted == nil || *e.deleted {
			return gapi.NotFound("Task not found.")
		}
		if err := a.restore(tx, l, t); err != nil {
			return err
		}
	}
	wasHidden := t.hidden
	if err := e.apply(t, tx.Now); err != nil {
		return err
	}
	if wasHidden && !t.hidden {
		if err := a.room(tx, l, nil, 1, 0, false); err != nil {
			return err
		}
	}
	if err := t.save(tx); err != nil {
		return err
	}
	// The flag is read-only for assigned tasks, and so ignored.
	if e.deleted != nil && *e.deleted && !t.assigned() {
		if err := t.bury(tx); err != nil {
			return err
		}
	}
	if err := l.touch(tx); err != nil {
		return err
	}
	return t.reload(tx)
}
