package tasksapi

import (
	"database/sql"
	"errors"
	"net/url"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// selfLinks start here, as those of the real API do (not at its rootUrl).
const selfBase = "https://www.googleapis.com/tasks/v1/"

// defaultAlias is the id that stands for the default list.
const defaultAlias = "@default"

// listRow is a row of tasklists.
type listRow struct {
	seq          int64
	id, title    string
	isDefault    bool
	updated, rev int64
	epoch        int64
	deleted      bool
}

const listColumns = `seq, id, title, is_default, deleted, updated, rev, epoch`

func (l *listRow) scan(row interface{ Scan(...any) error }) error {
	return row.Scan(&l.seq, &l.id, &l.title, &l.isDefault, &l.deleted, &l.updated, &l.rev, &l.epoch)
}

func (l *listRow) etag() string { return gapi.ETag("tasklist", l.id, strconv.FormatInt(l.rev, 10)) }

func (l *listRow) resource() *TaskList {
	return &TaskList{
		Kind: "tasks#taskList", ID: l.id, ETag: l.etag(), Title: l.title, Updated: gapi.FormatTime(l.updated),
		SelfLink: selfBase + "users/@me/lists/" + url.PathEscape(l.id),
	}
}

// findList finds a list, deleted or not, by its id or "@default"; 404.
func findList(tx *store.Tx, id string) (*listRow, error) {
	query, args := `SELECT `+listColumns+` FROM tasklists WHERE id = ?`, []any{id}
	if id == defaultAlias {
		query, args = `SELECT `+listColumns+` FROM tasklists WHERE is_default = 1`, nil
	}
	l := &listRow{}
	err := l.scan(tx.QueryRow(query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, gapi.NotFound("Task list not found.")
	}
	return l, err
}

// liveList is findList for a list that is not deleted.
func liveList(tx *store.Tx, id string) (*listRow, error) {
	l, err := findList(tx, id)
	if err == nil && l.deleted {
		return nil, gapi.NotFound("Task list not found.")
	}
	return l, err
}

// touch marks the list as changed by this write.
func (l *listRow) touch(tx *store.Tx) error {
	l.updated, l.rev = tx.Now, tx.Rev
	_, err := tx.Exec(`UPDATE tasklists SET updated = ?, rev = ? WHERE seq = ?`, l.updated, l.rev, l.seq)
	return err
}
