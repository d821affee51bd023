package tasksapi

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) deleteTask(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := liveList(tx, c.Path["tasklist"])
		if err != nil {
			return err
		}
		t, err := findTask(tx, l, c.Path["task"])
		if err != nil || t.deleted {
			return err
		}
		if err := c.Match(t.etag()); err != nil {
			return err
		}
		if err := t.bury(tx); err != nil {
			return err
		}
		return l.touch(tx)
	})
}

// bury makes tombstones of a task and its subtasks.
func (t *taskRow) bury(tx *store.Tx) error {
	_, err := tx.Exec(`UPDATE tasks SET deleted = 1, updated = ?, rev = ? WHERE list = ? AND path >= ? AND path < ? AND deleted = 0`,
		tx.Now, tx.Rev, t.list, t.path, end(t.path))
	return err
}

// restore brings a tombstone back, without its subtasks. If its parent can't
// have it any more it becomes the first task at the top level.
func (a *API) restore(tx *store.Tx, l *listRow, t *taskRow) error {
	parent, err := parentOf(tx, l, t)
	if err != nil {
		return err
	}
	counted := 1
	if t.hidden {
		counted = 0
	}
	if err := a.room(tx, l, parent, counted, 1, true); err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE tasks SET deleted = 0 WHERE seq = ?`, t.seq); err != nil {
		return err
	}
	if parent == nil && t.parent.Valid {
		return relocate(tx, t, l, nil, nil)
	}
	return t.reload(tx)
}

// parentOf is the task's parent, nil for none or one that may not have
// subtasks now.
func parentOf(tx *store.Tx, l *listRow, t *taskRow) (*taskRow, error) {
	if !t.parent.Valid {
		return nil, nil
	}
	p := &taskRow{}
	err := p.scan(tx.QueryRow(taskSelect+`WHERE t.list = ? AND t.seq = ? AND t.deleted = 0 AND t.hidden = 0`, l.seq, t.parent.Int64))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return p, err
}

// clearTasks hides the completed tasks. It deletes nothing.
func (a *API) clearTasks(ctx context.Context, c *gapi.Call) (any, error) {
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := liveList(tx, c.Path["tasklist"])
		if err != nil {
			return err
		}
		done, err := tx.Exec(`UPDATE tasks SET hidden = 1, updated = ?, rev = ?
			WHERE list = ? AND completed IS NOT NULL AND hidden = 0 AND deleted = 0`, tx.Now, tx.Rev, l.seq)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return l.touch(tx)
	})
}
