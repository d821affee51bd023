package tasksapi

import (
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// neighbours reads and checks the parameters parent and previous of a task
// that is put into a list. t is the task that moves, nil for a new one.
func (a *API) neighbours(tx *store.Tx, c *gapi.Call, l *listRow, t *taskRow) (parent, previous *taskRow, err error) {
	if parent, err = neighbour(tx, c, l, "parent"); err != nil {
		return nil, nil, err
	}
	if previous, err = neighbour(tx, c, l, "previous"); err != nil {
		return nil, nil, err
	}
	if parent != nil && parent.assigned() {
		return nil, nil, gapi.InvalidParameter("parent", "An assigned task cannot be a parent.")
	}
	if previous != nil && previous.parent != rowOf(parent) {
		return nil, nil, gapi.InvalidParameter("previous", "The previous task is not a sibling: it has another parent.")
	}
	if len(pathOf(parent, 0)) > digits*a.limits.Depth {
		return nil, nil, tooDeep(a.limits.Depth)
	}
	if t == nil {
		return parent, previous, nil
	}
	return parent, previous, a.movable(tx, t, parent, previous)
}

// movable checks the rules of a move that are about the moving task.
func (a *API) movable(tx *store.Tx, t, parent, previous *taskRow) error {
	if t.hidden && t.completed.Valid && (parent != nil || previous != nil) {
		return gapi.Invalid("A task that is completed and hidden can only be moved to the first position at the top level.")
	}
	if previous != nil && previous.seq == t.seq {
		return gapi.InvalidParameter("previous", "A task cannot be its own previous task.")
	}
	if parent == nil {
		return nil
	}
	if t.assigned() {
		return gapi.InvalidParameter("parent", "An assigned task cannot have a parent.")
	}
	if parent.list == t.list && parent.path >= t.path && parent.path < end(t.path) {
		return gapi.InvalidParameter("parent", "A task cannot be moved below itself.")
	}
	var longest int
	err := tx.QueryRow(`SELECT max(length(path)) FROM tasks WHERE list = ? AND path >= ? AND path < ?`,
		t.list, t.path, end(t.path)).Scan(&longest)
	if err != nil {
		return err
	}
	if len(parent.path)+digits+longest-len(t.path) > digits*a.limits.Depth {
		return tooDeep(a.limits.Depth)
	}
	return nil
}

func tooDeep(limit int) error {
	return gapi.InvalidParameter("parent", "Tasks cannot be nested deeper than %d levels.", limit)
}

// neighbour finds the task that a parameter names; nil if it names none.
func neighbour(tx *store.Tx, c *gapi.Call, l *listRow, name string) (*taskRow, error) {
	id := c.Query.String(name)
	if id == "" {
		return nil, nil
	}
	t, err := liveTask(tx, l, id)
	var e *gapi.Error
	if errors.As(err, &e) {
		return nil, gapi.InvalidParameter(name, "Invalid task ID: the %s task %s is not in the task list.", name, gapi.Quote(id))
	}
	if err == nil && t.hidden {
		return nil, gapi.InvalidParameter(name, "The %s task is hidden.", name)
	}
	return t, err
}

// room checks the limits for tasks that come into a list below a parent:
// counted is how many of them are not hidden, fresh how many are new to the
// account, child is whether the parent gets one more subtask.
func (a *API) room(tx *store.Tx, l *listRow, parent *taskRow, counted, fresh int, child bool) error {
	var n int
	if counted > 0 {
		if err := tx.QueryRow(`SELECT count(*) FROM tasks WHERE list = ? AND hidden = 0 AND deleted = 0`, l.seq).Scan(&n); err != nil {
			return err
		}
		if n+counted > a.limits.TasksPerList {
			return gapi.Limit("A task list can have up to %d tasks that are not hidden.", a.limits.TasksPerList)
		}
	}
	if parent != nil && child {
		if err := tx.QueryRow(`SELECT count(*) FROM tasks WHERE list = ? AND parent = ? AND deleted = 0`, l.seq, parent.seq).Scan(&n); err != nil {
			return err
		}
		if n >= a.limits.Subtasks {
			return gapi.Limit("A task can have up to %d subtasks.", a.limits.Subtasks)
		}
	}
	if fresh == 0 {
		return nil
	}
	// The highest row number bounds the count, and is free to look up.
	if err := tx.QueryRow(`SELECT coalesce(max(seq), 0) FROM tasks`).Scan(&n); err != nil || n+fresh <= a.limits.Tasks {
		return err
	}
	if err := tx.QueryRow(`SELECT count(*) FROM tasks WHERE deleted = 0`).Scan(&n); err != nil {
		return err
	}
	if n+fresh > a.limits.Tasks {
		return gapi.Limit("A user can have up to %d tasks.", a.limits.Tasks)
	}
	return nil
}
