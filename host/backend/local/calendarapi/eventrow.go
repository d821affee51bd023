package calendarapi

import (
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// eventRow is a row of cal_events.
type eventRow struct {
	seq                   int64
	id, uid               string
	master                int64  // 0: none
	original              string // "": no exception, or one whose instance is gone
	series, cancelled     bool
	start, end            int64
	typ                   string
	sequence              int
	words, raw, overlay   string
	created, updated, rev int64
}

const eventColumns = `seq, id, uid, coalesce(master, 0), original, series, cancelled, start, end, type, sequence, words, data, overlay,
	created, updated, rev`

func (e *eventRow) scan(row interface{ Scan(...any) error }) error {
	return row.Scan(&e.seq, &e.id, &e.uid, &e.master, &e.original, &e.series, &e.cancelled, &e.start, &e.end, &e.typ, &e.sequence,
		&e.words, &e.raw, &e.overlay, &e.created, &e.updated, &e.rev)
}

func (e *eventRow) data() (obj, error) { return decodeTree(e.raw) }

func (e *eventRow) etag() string { return gapi.ETag("event", e.id, strconv.FormatInt(e.rev, 10)) }

// findEvent finds a row by its id; nil for none.
func findEvent(tx *store.Tx, cal *calRow, id string) (*eventRow, error) {
	return oneEvent(tx, `calendar = ? AND id = ?`, cal.seq, id)
}

func oneEvent(tx *store.Tx, where string, args ...any) (*eventRow, error) {
	e := &eventRow{}
	err := e.scan(tx.QueryRow(`SELECT `+eventColumns+` FROM cal_events WHERE `+where, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return e, err
}

func manyEvents(tx *store.Tx, where string, args ...any) ([]*eventRow, error) {
	rows, err := tx.Query(`SELECT `+eventColumns+` FROM cal_events WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*eventRow
	for rows.Next() {
		e := &eventRow{}
		if err := e.scan(rows); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, rows.Err()
}

// save writes the row, which is new where it has no seq, with what is derived
// from its data.
func (e *eventRow) save(tx *store.Tx, cal *calRow, data obj) error {
	t, err := readTimes(data)
	if err != nil {
		return err
	}
	if e.raw, err = encodeTree(data); err != nil {
		return err
	}
	e.series, e.words, e.rev = t.set != nil, wordsOf(data, e.typ), tx.Rev
	e.start, e.end = t.span(cal.location)
	var master any
	if e.master != 0 {
		master = e.master
	}
	err = tx.QueryRow(`INSERT INTO cal_events (seq, calendar, id, uid, master, original, series, start, end, cancelled, type, sequence,
			words, data, overlay, created, updated, rev) VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET uid = excluded.uid, master = excluded.master, original = excluded.original, series = excluded.series,
			start = excluded.start, end = excluded.end, cancelled = excluded.cancelled, type = excluded.type, sequence = excluded.sequence,
			words = excluded.words, data = excluded.data, overlay = excluded.overlay, created = excluded.created,
			updated = excluded.updated, rev = excluded.rev
		RETURNING seq`,
		e.seq, cal.seq, e.id, e.uid, master, e.original, e.series, e.start, e.end, e.cancelled, e.typ, e.sequence,
		e.words, e.raw, e.overlay, e.created, e.updated, e.rev).Scan(&e.seq)
	if err != nil {
		return err
	}
	if !e.series {
		cal.longest = max(cal.longest, e.end-e.start)
	}
	if err := e.saveProperties(tx, data); err != nil {
		return err
	}
	return cal.touch(tx)
}

func (e *eventRow) saveProperties(tx *store.Tx, data obj) error {
	if _, err := tx.Exec(`DELETE FROM cal_properties WHERE event = ?`, e.seq); err != nil {
		return err
	}
	props := sub(data, "extendedProperties")
	for _, scope := range []string{"private", "shared"} {
		for name, value := range sub(props, scope) {
			if _, err := tx.Exec(`INSERT INTO cal_properties (event, shared, name, value) VALUES (?, ?, ?, ?)`,
				e.seq, scope == "shared", name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// wordsOf gives what q searches: the fields that the document lists, and for
// the types of status events the name that they go by.
func wordsOf(data obj, typ string) string {
	parts := []string{text(data, "summary"), text(data, "description"), text(data, "location")}
	for _, g := range list(data, "attendees") {
		parts = append(parts, text(g.(obj), "displayName"), text(g.(obj), "email"))
	}
	organizer := sub(data, "organizer")
	parts = append(parts, text(organizer, "displayName"), text(organizer, "email"))
	work := sub(data, "workingLocationProperties")
	office := sub(work, "officeLocation")
	parts = append(parts, text(office, "buildingId"), text(office, "deskId"), text(office, "label"), text(sub(work, "customLocation"), "label"))
	switch typ {
	case "outOfOffice":
		parts = append(parts, "Out of office")
	case "focusTime":
		parts = append(parts, "Focus time")
	case "workingLocation":
		parts = append(parts, map[string]string{"homeOffice": "Home", "officeLocation": "Office"}[text(work, "type")])
	}
	return strings.ToLower(strings.Join(parts, "\n"))
}

// rezone computes the spans of all-day events anew, whose midnights are in the
// calendar's zone.
func (a *API) rezone(tx *store.Tx, cal *calRow) error {
	rows, err := manyEvents(tx, `calendar = ? AND json_extract(data, '$.start.date') IS NOT NULL`, cal.seq)
	if err != nil {
		return err
	}
	for _, e := range rows {
		data, err := e.data()
		if err != nil {
			return err
		}
		t, err := readTimes(data)
		if err != nil {
			return err
		}
		e.start, e.end = t.span(cal.location)
		if !e.series {
			cal.longest = max(cal.longest, e.end-e.start)
		}
		if _, err := tx.Exec(`UPDATE cal_events SET start = ?, end = ? WHERE seq = ?`, e.start, e.end, e.seq); err != nil {
			return err
		}
	}
	_, err = tx.Exec(`UPDATE cal_calendars SET longest = ? WHERE seq = ?`, cal.longest, cal.seq)
	return err
}
