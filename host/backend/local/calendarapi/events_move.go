package calendarapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// moveEvent gives an event to another calendar, which becomes its organizer.
// The calendar that it leaves keeps it as cancelled, for syncs.
func (a *API) moveEvent(ctx context.Context, c *gapi.Call) (any, error) {
	who, err := readAudience(c.Query)
	if err != nil {
		return nil, err
	}
	if !c.Query.Has("destination") {
		return nil, required("Required parameter: destination")
	}
	var r *Event
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		from, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		to, err := a.liveCalendar(tx, c.Query.String("destination"))
		if err != nil {
			return err
		}
		t, err := a.resolve(tx, from, c.Path["eventId"])
		if err != nil {
			return err
		}
		if err := movable(from, to, t); err != nil {
			return err
		}
		if err := c.Match(t.etag()); err != nil {
			return err
		}
		if err := a.move(tx, from, to, t.row); err != nil {
			return err
		}
		data, err := t.row.data()
		if err != nil {
			return err
		}
		if err := a.tell(tx, to, who, noteUpdated, t.row.id, guests(data)); err != nil {
			return err
		}
		v, err := a.newView(c.Query, to)
		if err != nil {
			return err
		}
		r, err = v.event(t.row)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

func movable(from, to *calRow, t *target) error {
	if t.cancelled() {
		return notFound()
	}
	if t.instance() || t.row.master != 0 {
		return forbidden("cannotChangeOrganizerOfInstance", "Cannot change the organizer of an instance.")
	}
	if from.seq == to.seq {
		return gapi.InvalidParameter("destination", "The destination is the calendar that the event is on.")
	}
	if t.row.typ != defaultType {
		return gapi.Invalid("Only events of the type default can be moved, not %s.", t.row.typ)
	}
	data, err := t.row.data()
	if err != nil {
		return err
	}
	if !organizes(from, data) {
		return forbidden("cannotChangeOrganizer", "Only the organizer can move an event.")
	}
	return nil
}

func (a *API) move(tx *store.Tx, from, to *calRow, e *eventRow) error {
	there, err := oneEvent(tx, `calendar = ? AND id = ?`, to.seq, e.id)
	if err != nil {
		return err
	}
	if there != nil && (!there.cancelled || there.uid != e.uid) {
		return duplicate()
	}
	exceptions, err := manyEvents(tx, `master = ? ORDER BY seq`, e.seq)
	if err != nil {
		return err
	}
	// What an earlier move left there gives way.
	if _, err := tx.Exec(`DELETE FROM cal_events WHERE calendar = ? AND uid = ?`, to.seq, e.uid); err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE cal_events SET calendar = ? WHERE seq = ? OR master = ?`, to.seq, e.seq, e.seq); err != nil {
		return err
	}
	for _, row := range append([]*eventRow{e}, exceptions...) {
		data, err := row.data()
		if err != nil {
			return err
		}
		delete(data, "organizer")
		data["creator"] = obj{"email": a.owner.Email}
		if from.primary() || to.primary() {
			delete(data, "eventLabelId") // labels belong to a calendar
		}
		row.updated = tx.Now
		if row.master == 0 {
			row.sequence++
			if err := a.bury(tx, from, row, data); err != nil {
				return err
			}
		}
		if err := row.save(tx, to, data); err != nil {
			return err
		}
	}
	return nil
}

// bury leaves a cancelled copy of an event behind.
func (a *API) bury(tx *store.Tx, cal *calRow, e *eventRow, data obj) error {
	stub := &eventRow{id: e.id, uid: e.uid, cancelled: true, typ: e.typ, sequence: e.sequence, created: e.created, updated: tx.Now}
	return stub.save(tx, cal, data)
}
