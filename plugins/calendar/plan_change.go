package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// planUpdate looks at the event first: only it tells what a time is merged with
// and whether the change reaches a series, and its etag keeps somebody else's
// change from being lost.
func planUpdate(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		return w.ask("looked", w.look()), nil
	case "looked":
		e, err := w.seen(w.Responses[0])
		if err != nil {
			return nil, err
		}
		if becomesTimed(w, e) {
			w.note("placed", value.Bool(true))
			return w.askCalendarZone(), nil
		}
		body, meet, err := changes(w, e)
		if err != nil {
			return nil, err
		}
		if body.Len() == 0 {
			return done(value.M("event", w.eventOf(e))).Warn(unchanged(w, meet)), nil
		}
		w.note("meet", value.String(meet))
		if body.Has("start") || body.Has("end") || body.Has("location") {
			w.noteGuests(e)
		}
		r := w.event(routePatch).Query("sendUpdates", notify(w.Params)).Body(body).IfMatch(e.Get("etag").Text()).Keep(keepEvent)
		if body.Has("conferenceData") {
			r = r.Query("conferenceDataVersion", value.Int(1))
		}
		return w.ask("changed", r), nil
	case "changed", "meet":
		return changed(w)
	}
	return w.Stray()
}

func changed(w *work) (*plugin.Next, error) {
	e := w.found.Get("event")
	if w.Responses[0].Error == nil {
		var err error
		if e, err = w.object(); err != nil {
			return nil, err
		}
	}
	kept := w.found.Get("meet").Text()
	if kept == "" {
		if next := awaitMeet(w, e); next != nil {
			return next, nil
		}
		if w.Params.Get("createMeetLink").IsTrue() {
			kept = meetWarning(e)
		}
	}
	_, told := scope(e)
	return done(value.M("event", w.eventOf(e))).Warn(told, kept, w.unmailed()), nil
}

// becomesTimed tells whether the call gives clock times to a series of whole days.
// Those have no zone, and Google takes no series of clock times without one, even
// where their offset is given.
func becomesTimed(w *work, e value.Value) bool {
	start, ok := date.Parse(w.Params.Get("startTime").Text())
	return ok && start.HasClock && e.Get("recurrence").Len() > 0 && e.Get("start").Get("timeZone").Text() == "" &&
		w.zoneName() == "" && !w.found.Has("placed")
}

// unchanged tells that there was nothing to change, where transform has not said
// it already.
func unchanged(w *work, meet string) string {
	if meet == "" && w.Params.Has("createMeetLink") {
		return "Nothing was given that would change the event."
	}
	return meet
}

// changes are the members of the event that the call changes. meet says why a
// link that was asked for is not made.
func changes(w *work, e value.Value) (body value.Value, meet string, err error) {
	body = value.Object()
	body.Set("summary", trimmed(w.Params, "title"))
	body.Set("description", w.Params.Get("description"))
	body.Set("location", trimmed(w.Params, "location"))
	if err := newTimes(w, e, &body); err != nil {
		return body, "", err
	}
	if e.Get("locked").IsTrue() && body.Len() > 0 {
		return body, "", plugin.Fail(plugin.ActionNotAllowed, "The event is a locked copy: its title, text, place and times can't be changed here. Nothing was changed.")
	}
	options(w.Params, &body)
	if w.Params.Get("createMeetLink").IsTrue() {
		if e.Get("conferenceData").Len() > 0 {
			meet = "The event has a conference already, which stays: no new Meet link was made."
		} else {
			body.Set("conferenceData", meetRequest(w))
		}
	}
	return body, meet, nil
}

// newTimes sets start and end. One that is not given stays, and is compared.
func newTimes(w *work, e value.Value, body *value.Value) error {
	if !w.Params.Has("startTime") && !w.Params.Has("endTime") {
		return nil
	}
	start, err := w.timeOr("startTime", e.Get("start"))
	if err != nil {
		return err
	}
	end, err := w.timeOr("endTime", e.Get("end"))
	if err != nil {
		return err
	}
	if err := checkOrder(start, end, w.zoneName()); err != nil {
		return err
	}
	series := e.Get("recurrence").Len() > 0
	if w.Params.Has("startTime") {
		body.Set("start", w.patchTime(start, e.Get("start"), series))
	}
	if w.Params.Has("endTime") {
		body.Set("end", w.patchTime(end, e.Get("end"), series))
	}
	return nil
}

func (w *work) timeOr(key string, stored value.Value) (date.Time, error) {
	if w.Params.Has(key) {
		return readTime(w.Params, key)
	}
	t, ok := apiTime(stored)
	if !ok {
		return t, plugin.Invalid(key, "The event has no such time: give startTime and endTime together.")
	}
	return t, nil
}

// patchTime writes a time over a stored one. A patch is merged into what is
// there, so the other kind of time is taken out where the event becomes whole
// days or stops being them. A series keeps its zone.
func (w *work) patchTime(t date.Time, stored value.Value, series bool) value.Value {
	zone := w.zoneName()
	if zone == "" && series {
		zone = stored.Get("timeZone").Text()
	}
	out := eventTime(t, zone)
	switch {
	case t.HasClock && stored.Has("date"):
		out.Set("date", value.Null())
	case !t.HasClock && stored.Has("dateTime"):
		out.Set("dateTime", value.Null())
	}
	return out
}

// planColor sends the color alone: it is the user's own and concerns nobody else.
func planColor(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		id, err := colorID(w.Params.Get("color").Text())
		if err != nil {
			return nil, err
		}
		return w.ask("colored", w.event(routePatch).Query("sendUpdates", nobody).
			Body(value.Object(value.M("colorId", id))).Keep(keepEvent).Tolerate(404, 410)), nil
	case "colored":
		e, err := w.seen(w.Responses[0])
		if err != nil {
			return nil, err
		}
		return done(value.M("event", w.eventOf(e)), value.M("color", w.Params.Get("color"))), nil
	}
	return w.Stray()
}

// colorID is the id of a color: by its name, by its number, or none at all.
func colorID(color string) (value.Value, error) {
	color = text.Upper(text.Trim(color))
	if color == "DEFAULT" {
		return value.Null(), nil
	}
	names := ""
	for i, known := range eventColors {
		if id := text.Int(i + 1); color == known || color == id {
			return value.String(id), nil
		}
		names = text.Join(names, ", ", known)
	}
	return value.Value{}, plugin.Invalid("color", "color must be one of "+names+", a number from 1 to 11, or DEFAULT for that of the calendar.")
}
