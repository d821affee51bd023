package tasksapi

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// The two values of status.
const (
	needsAction = "needsAction"
	completed   = "completed"
)

// taskRow is a row of tasks, with the ids of its list and parent.
type taskRow struct {
	seq, list       int64
	id, listID      string
	parent          sql.NullInt64
	parentID        sql.NullString
	path            string
	title, notes    string
	due, completed  sql.NullInt64
	hidden, deleted bool
	updated, rev    int64
	assignment      sql.NullString
}

const taskSelect = `SELECT t.seq, t.list, t.id, l.id, t.parent, p.id, t.path, t.title, t.notes, t.due, t.completed,
	t.hidden, t.deleted, t.updated, t.rev, t.assignment
	FROM tasks t JOIN tasklists l ON l.seq = t.list LEFT JOIN tasks p ON p.seq = t.parent `

func (t *taskRow) scan(row interface{ Scan(...any) error }) error {
	return row.Scan(&t.seq, &t.list, &t.id, &t.listID, &t.parent, &t.parentID, &t.path, &t.title, &t.notes, &t.due, &t.completed,
		&t.hidden, &t.deleted, &t.updated, &t.rev, &t.assignment)
}

func (t *taskRow) assigned() bool { return t.assignment.Valid }

func (t *taskRow) etag() string { return gapi.ETag("task", t.id, strconv.FormatInt(t.rev, 10)) }

func (t *taskRow) resource() (*Task, error) {
	r := &Task{
		Kind: "tasks#task", ID: t.id, ETag: t.etag(), Title: t.title, Updated: gapi.FormatTime(t.updated),
		SelfLink: selfBase + "lists/" + url.PathEscape(t.listID) + "/tasks/" + url.PathEscape(t.id),
		Parent:   t.parentID.String, Position: position(t.path), Notes: t.notes, Status: needsAction,
		Deleted: t.deleted, Hidden: t.hidden, Links: []Link{},
		WebViewLink: "https://tasks.google.com/task/" + url.PathEscape(t.id),
	}
	if t.due.Valid {
		r.Due = gapi.FormatTime(t.due.Int64)
	}
	if t.completed.Valid {
		r.Status, r.Completed = completed, gapi.FormatTime(t.completed.Int64)
	}
	if t.assigned() {
		r.AssignmentInfo = &AssignmentInfo{}
		if err := json.Unmarshal([]byte(t.assignment.String), r.AssignmentInfo); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// findTask finds a task of the list, deleted or not; 404.
func findTask(tx *store.Tx, l *listRow, id string) (*taskRow, error) {
	t := &taskRow{}
	err := t.scan(tx.QueryRow(taskSelect+`WHERE t.list = ? AND t.id = ?`, l.seq, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, gapi.NotFound("Task not found.")
	}
	return t, err
}

// liveTask is findTask for a task that is not deleted.
func liveTask(tx *store.Tx, l *listRow, id string) (*taskRow, error) {
	t, err := findTask(tx, l, id)
	if err == nil && t.deleted {
		return nil, gapi.NotFound("Task not found.")
	}
	return t, err
}

// reload reads the task again after a write, for the answer.
func (t *taskRow) reload(tx *store.Tx) error {
	return t.scan(tx.QueryRow(taskSelect+`WHERE t.seq = ?`, t.seq))
}

// save writes the fields that an edit can change.
func (t *taskRow) save(tx *store.Tx) error {
	t.updated, t.rev = tx.Now, tx.Rev
	_, err := tx.Exec(`UPDATE tasks SET title = ?, notes = ?, due = ?, completed = ?, hidden = ?, updated = ?, rev = ? WHERE seq = ?`,
		t.title, t.notes, t.due, t.completed, t.hidden, t.updated, t.rev, t.seq)
	return err
}
