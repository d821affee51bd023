package tasksapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) moveTask(ctx context.Context, c *gapi.Call) (any, error) {
	var t *taskRow
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		from, err := liveList(tx, c.Path["tasklist"])
		if err != nil {
			return err
		}
		if t, err = liveTask(tx, from, c.Path["task"]); err != nil {
			return err
		}
		if err := c.Match(t.etag()); err != nil {
			return err
		}
		to := from
		if dest := c.Query.String("destinationTasklist"); dest != "" {
			if to, err = liveList(tx, dest); err != nil {
				return err
			}
		}
		parent, previous, err := a.neighbours(tx, c, to, t)
		if err != nil {
			return err
		}
		if err := a.roomToMove(tx, t, to, parent); err != nil {
			return err
		}
		if err := relocate(tx, t, to, parent, previous); err != nil {
			return err
		}
		if to.seq != from.seq {
			if err := from.touch(tx); err != nil {
				return err
			}
		}
		return to.touch(tx)
	})
	if err != nil {
		return nil, err
	}
	return answer(t)
}

// roomToMove checks the limits of the place where a task goes with its
// subtree; staying in the list or below the parent takes no room there.
func (a *API) roomToMove(tx *store.Tx, t *taskRow, to *listRow, parent *taskRow) error {
	counted := 0
	if to.seq != t.list {
		err := tx.QueryRow(`SELECT count(*) FROM tasks WHERE list = ? AND path >= ? AND path < ? AND hidden = 0 AND deleted = 0`,
			t.list, t.path, end(t.path)).Scan(&counted)
		if err != nil {
			return err
		}
	}
	return a.room(tx, to, parent, counted, 0, t.parent != rowOf(parent))
}
