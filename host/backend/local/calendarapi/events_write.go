package calendarapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) insertEvent(ctx context.Context, c *gapi.Call) (any, error) {
	o, err := readOptions(c.Query)
	if err != nil {
		return nil, err
	}
	body, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	return a.writeEvent(ctx, c, func(tx *store.Tx, cal *calRow) (*eventRow, error) {
		typ, err := readType(cal, body)
		if err != nil {
			return nil, err
		}
		d := draft{id: text(body, "id"), uid: text(body, "iCalUID"), typ: typ, data: o.readBody(body)}
		if d.id != "" && d.uid != "" && d.uid != d.id+"@google.com" {
			return nil, gapi.Invalid("Invalid resource id value: only one of id and iCalUID may be given.")
		}
		if d.sequence, err = readSequence(body); err != nil {
			return nil, err
		}
		if typ == "birthday" {
			d.data["birthdayProperties"] = keep(sub(body, "birthdayProperties"), "type")
		}
		if body["privateCopy"] == true {
			d.data["privateCopy"] = true
		}
		return a.create(tx, cal, d, o)
	})
}

func readSequence(body obj) (int, error) {
	if body["sequence"] == nil {
		return 0, nil
	}
	n, err := number(body["sequence"])
	if err == nil && n < 0 {
		err = gapi.Invalid("Invalid sequence value.")
	}
	return n, err
}

// writeEvent runs a write in a transaction and shows the row that it gives.
func (a *API) writeEvent(ctx context.Context, c *gapi.Call, write func(*store.Tx, *calRow) (*eventRow, error)) (any, error) {
	var r *Event
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		cal, v, err := a.open(tx, c)
		if err != nil {
			return err
		}
		e, err := write(tx, cal)
		if err != nil {
			return err
		}
		// Read again: the row may have been written in pieces.
		if e, err = oneEvent(tx, `seq = ?`, e.seq); err != nil {
			return err
		}
		r, err = v.event(e)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// importEvent adds a private copy of an event that is organized elsewhere. An
// event with the same iCalUID is replaced, unless it is newer.
func (a *API) importEvent(ctx context.Context, c *gapi.Call) (any, error) {
	o, err := readOptions(c.Query)
	if err != nil {
		return nil, err
	}
	o.importing, o.who = true, tellNone
	body, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	return a.writeEvent(ctx, c, func(tx *store.Tx, cal *calRow) (*eventRow, error) {
		if typ, err := readType(cal, body); err != nil || typ != defaultType {
			return nil, gapi.Invalid("Invalid value at 'event.eventType': only events of the type default can be imported.")
		}
		e, _, err := a.importOne(tx, cal, body, o)
		return e, err
	})
}

// importOne adds or replaces an event by its iCalUID. It says whether it is
// new.
func (a *API) importOne(tx *store.Tx, cal *calRow, body obj, o writeOptions) (e *eventRow, isNew bool, err error) {
	uid := text(body, "iCalUID")
	if uid == "" {
		return nil, false, required("Missing iCal UID.")
	}
	if len(uid) > maxEventID {
		return nil, false, gapi.Invalid("Invalid iCal UID: longer than %d bytes.", maxEventID)
	}
	sequence, err := readSequence(body)
	if err != nil {
		return nil, false, err
	}
	old, err := oneEvent(tx, `calendar = ? AND uid = ? AND master IS NULL LIMIT 1`, cal.seq, uid)
	if err != nil {
		return nil, false, err
	}
	if old == nil {
		e, err = a.create(tx, cal, draft{uid: uid, sequence: sequence, data: o.readBody(body)}, o)
		return e, true, err
	}
	if sequence < old.sequence {
		body["sequence"] = nil // an older copy that is given again on purpose
	}
	e, err = a.apply(tx, cal, &target{row: old}, change{body: body, replace: true, writeOptions: o})
	return e, false, err
}

func (a *API) patchEvent(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeEvent(ctx, c, false)
}

func (a *API) updateEvent(ctx context.Context, c *gapi.Call) (any, error) {
	return a.changeEvent(ctx, c, true)
}

func (a *API) changeEvent(ctx context.Context, c *gapi.Call, replace bool) (any, error) {
	o, err := readOptions(c.Query)
	if err != nil {
		return nil, err
	}
	body, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	return a.writeEvent(ctx, c, func(tx *store.Tx, cal *calRow) (*eventRow, error) {
		t, err := a.resolve(tx, cal, c.Path["eventId"])
		if err != nil {
			return nil, err
		}
		if err := c.Match(t.etag()); err != nil {
			return nil, err
		}
		if id := text(body, "id"); id != "" && id != t.id() {
			return nil, gapi.Invalid("Invalid resource id value: it is not the id in the path.")
		}
		return a.apply(tx, cal, t, change{body: body, replace: replace, writeOptions: o})
	})
}

func (t *target) etag() string {
	e := t.row
	if e == nil {
		e = &eventRow{id: t.id(), rev: t.master.rev}
	}
	return e.etag()
}

func (a *API) deleteEvent(ctx context.Context, c *gapi.Call) (any, error) {
	who, err := readAudience(c.Query)
	if err != nil {
		return nil, err
	}
	return nil, a.store.Write(ctx, func(tx *store.Tx) error {
		cal, err := a.liveCalendar(tx, c.Path["calendarId"])
		if err != nil {
			return err
		}
		t, err := a.resolve(tx, cal, c.Path["eventId"])
		if err != nil {
			return err
		}
		if t.cancelled() {
			return gone()
		}
		if err := c.Match(t.etag()); err != nil {
			return err
		}
		return a.cancel(tx, cal, t, who)
	})
}
