package tasksapi

import (
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// filter is what tasks.list leaves out, as SQL conditions.
type filter struct {
	where []string
	args  []any
}

// readFilter reads the show flags and time bounds. A lower bound includes
// its moment, an upper bound does not. A task without the date that a bound
// is about is left out.
func readFilter(q gapi.Query) (*filter, error) {
	f := &filter{}
	for _, hide := range []struct {
		param     string
		byDefault bool
		where     string
	}{
		{"showCompleted", true, "t.completed IS NULL"},
		{"showHidden", false, "t.hidden = 0"},
		{"showDeleted", false, "t.deleted = 0"},
		{"showAssigned", false, "t.assignment IS NULL"},
	} {
		if !q.Bool(hide.param, hide.byDefault) {
			f.where = append(f.where, hide.where)
		}
	}
	for _, bound := range []struct{ param, where string }{
		{"completedMin", "t.completed >= ?"},
		{"completedMax", "t.completed < ?"},
		{"dueMin", "t.due >= ?"},
		{"dueMax", "t.due < ?"},
		{"updatedMin", "t.updated >= ?"},
	} {
		if !q.Has(bound.param) {
			continue
		}
		at, err := gapi.ParseTime(q.String(bound.param))
		if err != nil {
			return nil, gapi.InvalidParameter(bound.param, "Invalid value for %s: %s is not an RFC 3339 timestamp such as 2030-01-31T00:00:00Z.",
				bound.param, gapi.Quote(q.String(bound.param)))
		}
		f.where = append(f.where, bound.where)
		f.args = append(f.args, at.UnixMilli())
	}
	return f, nil
}

// scope binds a page token to the list and the filter.
func (f *filter) scope(listID string) string {
	return fmt.Sprintf("tasks.tasks.list %s %q %d", listID, f.where, f.args)
}

// find gives up to n tasks of the list behind a path, in tree order.
func (f *filter) find(tx *store.Tx, l *listRow, after string, n int) ([]*taskRow, error) {
	where := append([]string{"t.list = ?", "t.path > ?"}, f.where...)
	args := append([]any{l.seq, after}, f.args...)
	rows, err := tx.Query(taskSelect+`WHERE `+strings.Join(where, " AND ")+` ORDER BY t.path LIMIT ?`, append(args, n)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []*taskRow
	for rows.Next() {
		t := &taskRow{}
		if err := t.scan(rows); err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return found, rows.Err()
}
