package calendarapi

import (
	"strings"

	"github.com/wslite/wslite/host/backend/local/store"
)

func equalAddress(x, y string) bool { return strings.EqualFold(x, y) }

// refresh brings the exceptions of a series up to date after it changed: each
// takes over what it does not state itself. One whose instance the series does
// not have any more is cancelled and let go.
func (a *API) refresh(tx *store.Tx, cal *calRow, master *eventRow) error {
	rows, err := manyEvents(tx, `master = ? AND original != ''`, master.seq)
	if err != nil || len(rows) == 0 {
		return err
	}
	data, err := master.data()
	if err != nil {
		return err
	}
	t, err := readTimes(data)
	if err != nil {
		return err
	}
	for _, e := range rows {
		_, original, start, _ := splitInstanceID(e.id)
		if t.set == nil || originalOf(start, t.start.allDay) != original || !t.set.Has(start) {
			_, err := tx.Exec(`UPDATE cal_events SET cancelled = 1, original = '', updated = ?, rev = ? WHERE seq = ?`, tx.Now, tx.Rev, e.seq)
			if err != nil {
				return err
			}
			continue
		}
		if err := a.restate(tx, cal, master, e); err != nil {
			return err
		}
	}
	return nil
}

// restate computes an exception anew from its series and its own part.
func (a *API) restate(tx *store.Tx, cal *calRow, master, e *eventRow) error {
	base, err := instanceData(master, e.original)
	if err != nil {
		return err
	}
	overlay, err := decodeTree(e.overlay)
	if err != nil {
		return err
	}
	data, err := a.checked(cal, merge(base, overlay), e.typ)
	if err != nil {
		// The exception's own part does not fit the changed series, such as an
		// end before the new start: it keeps what it had.
		return nil
	}
	old, err := e.data()
	if err != nil {
		return err
	}
	if same, err := sameTree(old, data); err != nil || same {
		return err
	}
	e.updated, e.uid = tx.Now, master.uid
	return e.save(tx, cal, data)
}

// revive brings those exceptions back that were cancelled together with their
// series, by the write of that number.
func (e *eventRow) revive(tx *store.Tx, rev int64) error {
	_, err := tx.Exec(`UPDATE cal_events SET cancelled = 0, updated = ?, rev = ? WHERE master = ? AND cancelled = 1 AND original != '' AND rev = ?`,
		tx.Now, tx.Rev, e.seq, rev)
	return err
}

// cancel deletes what an id names. A series takes its exceptions along; an
// instance becomes a cancelled exception.
func (a *API) cancel(tx *store.Tx, cal *calRow, t *target, who audience) error {
	e, data, err := t.load(tx)
	if err != nil {
		return err
	}
	e.cancelled, e.updated = true, tx.Now
	e.sequence++
	if err := e.save(tx, cal, data); err != nil {
		return err
	}
	if e.master == 0 {
		if _, err := tx.Exec(`UPDATE cal_events SET cancelled = 1, updated = ?, rev = ? WHERE master = ? AND cancelled = 0`,
			tx.Now, tx.Rev, e.seq); err != nil {
			return err
		}
	}
	if !organizes(cal, data) {
		return a.tell(tx, cal, who, noteReply, e.id, []string{organizerOf(cal, data)})
	}
	return a.tell(tx, cal, who, noteCanceled, e.id, guests(data))
}
