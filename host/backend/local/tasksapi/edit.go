package tasksapi

import (
	"database/sql"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// edit is what a body asks to change; nil leaves a field as it is.
type edit struct {
	title, notes, status *string
	due                  *sql.NullInt64
	completed            *int64
	deleted              *bool
}

// readEdit reads the writable fields of a body and checks them. With replace,
// a field that is missing is reset, as PUT and insert have it; deleted is not:
// nothing is restored by leaving a field out.
func readEdit(b gapi.Body, replace bool) (*edit, error) {
	e := &edit{}
	for _, read := range []func(gapi.Body, bool) error{e.readTitle, e.readNotes, e.readStatus, e.readDue, e.readCompleted, e.readDeleted} {
		if err := read(b, replace); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *edit) readTitle(b gapi.Body, replace bool) error {
	if b.IsNull("title") && !replace {
		return gapi.Invalid("Invalid value at 'task.title': the title cannot be cleared.")
	}
	return readText(b, "title", maxTitle, replace, &e.title)
}

func (e *edit) readNotes(b gapi.Body, replace bool) error {
	return readText(b, "notes", maxNotes, replace, &e.notes)
}

func readText(b gapi.Body, name string, limit int, replace bool, into **string) error {
	if !b.Has(name) && !replace {
		return nil
	}
	text, err := b.String(name)
	if err != nil {
		return err
	}
	*into = &text
	return checkLength("task."+name, text, limit)
}

func (e *edit) readStatus(b gapi.Body, replace bool) error {
	if !b.Has("status") && !replace {
		return nil
	}
	status, err := b.String("status")
	if err != nil {
		return err
	}
	switch status {
	case "":
		status = needsAction
	case needsAction, completed:
	default:
		return gapi.Invalid("Invalid value at 'task.status': %s is neither \"needsAction\" nor \"completed\".", gapi.Quote(status))
	}
	e.status = &status
	return nil
}

// readDue keeps the date as it is written and drops the time.
func (e *edit) readDue(b gapi.Body, replace bool) error {
	if !b.Has("due") && !replace {
		return nil
	}
	t, err := readTime(b, "due")
	if err != nil {
		return err
	}
	e.due = &sql.NullInt64{}
	if t != nil {
		day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
		*e.due = sql.NullInt64{Int64: day.UnixMilli(), Valid: true}
	}
	return nil
}

func (e *edit) readCompleted(b gapi.Body, _ bool) error {
	t, err := readTime(b, "completed")
	if t != nil {
		ms := t.UnixMilli()
		e.completed = &ms
	}
	return err
}

func (e *edit) readDeleted(b gapi.Body, _ bool) error {
	v, err := b.Bool("deleted")
	if b.Has("deleted") && !b.IsNull("deleted") {
		e.deleted = &v
	}
	return err
}

// readTime gives nil for a field that is missing, null or empty.
func readTime(b gapi.Body, name string) (*time.Time, error) {
	text, err := b.String(name)
	if err != nil || text == "" {
		return nil, err
	}
	t, err := gapi.ParseTime(text)
	if err != nil {
		return nil, gapi.Invalid("Invalid value at 'task.%s': %s is not an RFC 3339 timestamp such as 2030-01-31T00:00:00.000Z.", name, gapi.Quote(text))
	}
	return &t, nil
}

// apply changes the task. The status decides: a time of completion counts
// only for a task that is completed.
func (e *edit) apply(t *taskRow, now int64) error {
	if e.title != nil {
		t.title = *e.title
	}
	if e.notes != nil {
		t.notes = *e.notes
	}
	if t.notes != "" && t.fromDocument() {
		return gapi.Invalid("Invalid value at 'task.notes': a task assigned from Google Docs cannot have notes.")
	}
	if e.due != nil {
		t.due = *e.due
	}
	if e.status != nil && *e.status == needsAction {
		t.completed, t.hidden = sql.NullInt64{}, false
	}
	if e.status != nil && *e.status == completed && !t.completed.Valid {
		t.completed = sql.NullInt64{Int64: now, Valid: true}
	}
	if e.completed != nil && t.completed.Valid {
		t.completed.Int64 = *e.completed
	}
	return nil
}
