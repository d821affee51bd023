package calendarapi

import (
	"reflect"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// draft is an event that is to be made.
type draft struct {
	id, uid, typ string // "": the workspace chooses
	sequence     int
	data         obj
}

// create makes an event of its data. The draft's own id must be free.
func (a *API) create(tx *store.Tx, cal *calRow, d draft, o writeOptions) (*eventRow, error) {
	e := &eventRow{id: d.id, uid: d.uid, typ: d.typ, sequence: d.sequence, created: tx.Now, updated: tx.Now}
	if e.id == "" {
		e.id = newEventID(tx)
	} else if err := checkEventID(e.id); err != nil {
		return nil, err
	}
	if e.typ == "" {
		e.typ = defaultType
	}
	if e.uid == "" {
		e.uid = e.id + "@google.com"
	}
	other, err := oneEvent(tx, `calendar = ? AND (id = ? OR uid = ?) LIMIT 1`, cal.seq, e.id, e.uid)
	if err != nil {
		return nil, err
	}
	if other != nil {
		return nil, duplicate()
	}
	if err := applyConference(tx, nil, d.data); err != nil {
		return nil, err
	}
	e.cancelled = text(d.data, "status") == "cancelled"
	if d.data, err = a.checked(cal, d.data, e.typ); err != nil {
		return nil, err
	}
	if !o.importing && sub(d.data, "organizer") == nil && !cal.primary() {
		d.data["creator"] = obj{"email": a.owner.Email}
	}
	if err := e.save(tx, cal, d.data); err != nil {
		return nil, err
	}
	return e, a.tell(tx, cal, o.who, noteInvited, e.id, guests(d.data))
}

// change is a write to an event that exists.
type change struct {
	body    obj // the request's whole body
	replace bool
	writeOptions
}

// apply changes what an id names and gives the row, which for an instance is
// new.
func (a *API) apply(tx *store.Tx, cal *calRow, t *target, c change) (*eventRow, error) {
	e, before, err := t.load(tx)
	if err != nil {
		return nil, err
	}
	patch, err := c.patch(cal, e, before)
	if err != nil {
		return nil, err
	}
	cancelled := e.cancelled
	if status, given := patch["status"]; given {
		e.cancelled = status == "cancelled"
	}
	after := merge(before, patch)
	if err := applyConference(tx, before, after); err != nil {
		return nil, err
	}
	if after, err = a.checked(cal, after, e.typ); err != nil {
		return nil, err
	}
	if !c.importing && !organizes(cal, before) && !reflect.DeepEqual(sharedOf(before), sharedOf(after)) {
		return nil, forbidden("forbiddenForNonOrganizer", "Shared properties can only be changed by the organizer of the event.")
	}
	same, err := sameTree(before, after)
	if err != nil {
		return nil, err
	}
	if same && e.cancelled == cancelled && e.seq != 0 {
		return e, nil // nothing to write: the etag stays
	}
	if e.cancelled && !cancelled {
		return e, a.cancel(tx, cal, t, c.who)
	}
	if moved(before, after) {
		e.sequence++
		if e.series || list(after, "recurrence") != nil {
			cal.series = tx.Rev
		}
	}
	if !sameBut(before, after, "reminders") || e.cancelled != cancelled {
		e.updated = tx.Now
	}
	if e.original != "" {
		base, err := instanceData(t.master, e.original)
		if err != nil {
			return nil, err
		}
		if e.overlay, err = encodeTree(difference(base, after)); err != nil {
			return nil, err
		}
	}
	buried := e.rev
	if err := e.save(tx, cal, after); err != nil {
		return nil, err
	}
	if cancelled && !e.cancelled && e.master == 0 {
		if err := e.revive(tx, buried); err != nil {
			return nil, err
		}
	}
	if e.master == 0 {
		if err := a.refresh(tx, cal, e); err != nil {
			return nil, err
		}
	}
	return e, a.tellChange(tx, cal, c.who, e.id, before, after)
}

// load gives the row to write and the data that it has.
func (t *target) load(tx *store.Tx) (*eventRow, obj, error) {
	if !t.instance() {
		data, err := t.row.data()
		return t.row, data, err
	}
	m := t.master
	data, err := instanceData(m, t.original)
	e := &eventRow{id: t.id(), uid: m.uid, master: m.seq, original: t.original, cancelled: m.cancelled, typ: m.typ, sequence: m.sequence,
		created: m.created, updated: tx.Now}
	return e, data, err
}

// patch turns the body into a merge patch of the event's data.
func (c change) patch(cal *calRow, e *eventRow, before obj) (obj, error) {
	body := c.readBody(c.body)
	if typ := text(c.body, "eventType"); typ != "" && typ != e.typ {
		return nil, gapi.Invalid("Invalid value at 'event.eventType': the type can't be changed.")
	}
	if n, err := number(c.body["sequence"]); err == nil {
		if n < e.sequence {
			return nil, gapi.Invalid("Invalid sequence value. The specified sequence number is below the current sequence number of the resource.")
		}
		e.sequence = n
	}
	if len(list(body, "recurrence")) > 0 && e.master != 0 {
		return nil, gapi.Invalid("Invalid recurrence: an instance of a recurring event has none of its own.")
	}
	if c.body["attendeesOmitted"] == true {
		guests, err := ownAnswer(cal, before, body)
		if err != nil {
			return nil, err
		}
		return obj{"attendees": guests}, nil
	}
	keepAnswers(before, body)
	if !c.replace {
		return body, nil
	}
	whole := merge(c.unwritten(before), body)
	if e.typ == "birthday" {
		delete(whole, "birthdayProperties")
	}
	patch := difference(before, whole)
	if _, given := body["status"]; !given && e.cancelled {
		patch["status"] = "confirmed" // a whole event that is written is there
	}
	return patch, nil
}

// difference gives the merge patch that makes one tree of the other.
func difference(before, after obj) obj {
	out := obj{}
	for name := range before {
		if _, stays := after[name]; !stays {
			out[name] = nil
		}
	}
	for name, v := range after {
		if reflect.DeepEqual(before[name], v) {
			continue
		}
		below, isObj := v.(obj)
		old, wasObj := before[name].(obj)
		if isObj && wasObj {
			out[name] = difference(old, below)
		} else {
			out[name] = v
		}
	}
	return out
}

func sharedOf(data obj) obj { return sub(sub(data, "extendedProperties"), "shared") }

// sameTree compares as JSON, in which an empty and a missing tree differ.
func sameTree(x, y obj) (bool, error) {
	a, err := encodeTree(x)
	if err != nil {
		return false, err
	}
	b, err := encodeTree(y)
	return a == b, err
}

func sameBut(x, y obj, name string) bool {
	same, err := sameTree(merge(x, obj{name: nil}), merge(y, obj{name: nil}))
	return err == nil && same
}

// moved says whether an event is at another time, what guests must answer
// anew to.
func moved(before, after obj) bool {
	same, err := sameTree(keep(before, "start", "end", "recurrence"), keep(after, "start", "end", "recurrence"))
	return err != nil || !same
}

func organizes(cal *calRow, data obj) bool {
	o := sub(data, "organizer")
	return o == nil || equalAddress(text(o, "email"), cal.public())
}
