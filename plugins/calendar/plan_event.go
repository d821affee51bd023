package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// planGet shows an event with the name of its calendar. A calendar that is not in
// the user's list has none here, which is no failure.
func planGet(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		return w.ask("got", w.look().Query("timeZone", w.Params.Get("timeZone")),
			plugin.To(routeListGet).Path("calendarId", calendarOf(w.Params)).Keep("summary,summaryOverride").Tolerate(403, 404)), nil
	case "got":
		e, err := w.seen(w.Responses[0])
		if err != nil {
			return nil, err
		}
		name := w.Responses[1].Body.Get("summary")
		if own := w.Responses[1].Body.Get("summaryOverride"); own.Text() != "" {
			name = own
		}
		return done(value.M("event", event(e, calendarOf(w.Params), name))), nil
	}
	return w.Stray()
}

// planQuickAdd has Google read a sentence. Nobody is mailed about it.
func planQuickAdd(w *work) (*plugin.Next, error) {
	if w.Name == "" {
		return w.ask("added", inside(routeQuickAdd, w.Params).Query("text", trimmed(w.Params, "text")).
			Query("sendUpdates", nobody).Keep(keepEvent).Tolerate(404)), nil
	}
	if w.Responses[0].Is(404) {
		return nil, noCalendar(w.Params)
	}
	e, err := w.object()
	if err != nil {
		return nil, err
	}
	return done(value.M("event", w.eventOf(e))), nil
}

// planMove looks at the event first: Google says little of why one can't move.
func planMove(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		if calendarOf(w.Params) == named(w.Params, "destinationCalendarId") {
			return nil, plugin.Invalid("destinationCalendarId", "The event is in this calendar already: give another one.")
		}
		return w.ask("looked", w.look()), nil
	case "looked":
		e, err := w.seen(w.Responses[0])
		if err != nil {
			return nil, err
		}
		if kind := e.Get("eventType").Text(); kind != "" && kind != "default" {
			return nil, plugin.Invalid("eventId", "Only common events can move to another calendar, and this one is of the type "+text.OneLine(kind)+".")
		}
		if series := e.Get("recurringEventId").Text(); series != "" {
			return nil, plugin.Invalid("eventId", "One occurrence can't move by itself. To move the whole series give its id: "+series+".")
		}
		w.noteGuests(e)
		return w.ask("moved", w.event(routeMove).
			Query("destination", value.String(named(w.Params, "destinationCalendarId"))).
			Query("sendUpdates", notify(w.Params)).Keep(keepEvent).Tolerate(404)), nil
	case "moved":
		if w.Responses[0].Is(404) {
			return nil, noCalendarIn(w.Params, "destinationCalendarId") // the event was there a moment ago
		}
		e, err := w.object()
		if err != nil {
			return nil, err
		}
		_, told := scope(e)
		return done(
			value.M("event", event(e, named(w.Params, "destinationCalendarId"), value.Value{})),
			value.M("sourceCalendarId", w.Params.Get("calendarId")),
			value.M("destinationCalendarId", w.Params.Get("destinationCalendarId")),
		).Warn(told, w.unmailed()), nil
	}
	return w.Stray()
}

// planRespond writes the user's own answer alone: attendeesOmitted says so, and
// without it the list would take every other guest off the event. What the user
// said before, as who else comes along, stays.
func planRespond(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		return w.ask("looked", w.look()), nil
	case "looked":
		e, err := w.seen(w.Responses[0])
		if err != nil {
			return nil, err
		}
		me := self(e)
		if me.Get("email").Text() == "" {
			return nil, plugin.Invalid("eventId", "The user is not an attendee of this event, so there is no invitation to answer.")
		}
		answer := me.Without("self", "organizer", "resource")
		answer.Set("responseStatus", responseOf(w.Params))
		if comment := trimmed(w.Params, "comment"); comment.Exists() {
			answer.Set("comment", comment)
		}
		return w.ask("answered", w.event(routePatch).Query("sendUpdates", nobody).
			Body(value.Object(value.M("attendeesOmitted", value.Bool(true)), value.M("attendees", value.Array(answer)))).
			IfMatch(e.Get("etag").Text()).Keep(keepEvent)), nil
	case "answered":
		e, err := w.object()
		if err != nil {
			return nil, err
		}
		_, told := scope(e)
		return done(value.M("event", w.eventOf(e)), value.M("status", value.String(text.Upper(w.Params.Get("status").Text())))).Warn(told), nil
	}
	return w.Stray()
}

// responseOf is the API's word for the answer.
func responseOf(p value.Value) value.Value {
	for _, a := range answers {
		if text.Upper(p.Get("status").Text()) == a.word {
			return value.String(a.api)
		}
	}
	return value.Value{}
}

// planDelete looks at the event first: whether it is there, and whether a whole
// series goes with it. Guests are not mailed: that would be a class of its own.
func planDelete(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		return w.ask("looked", w.look()), nil
	case "looked":
		e, err := w.seen(w.Responses[0])
		if err != nil {
			return nil, err
		}
		word, _ := scope(e)
		w.note("scope", value.String(word))
		w.noteGuests(e)
		return w.ask("deleted", w.event(routeDelete).Query("sendUpdates", nobody).
			IfMatch(e.Get("etag").Text()).Tolerate(404, 410)), nil
	case "deleted":
		if gone(w.Responses[0]) {
			return nil, noEvent(w)
		}
		next := done(
			value.M("deleted", value.Bool(true)),
			value.M("eventId", w.Params.Get("eventId")),
			value.M("scope", w.found.Get("scope")),
		)
		switch w.found.Get("scope").Text() {
		case "series":
			next.Warn("This was a series: every occurrence of it was deleted.")
		case "occurrence":
			next.Warn("This was one occurrence: the others of its series stay.")
		}
		return next.Warn(w.unmailed()), nil
	}
	return w.Stray()
}

// noteGuests counts who should perhaps be told of a change.
func (w *work) noteGuests(e value.Value) {
	n := 0
	for _, g := range guestList(e).Items() {
		if !g.Get("self").IsTrue() {
			n++
		}
	}
	w.note("guests", value.Int(int64(n)))
}

// unmailed tells that guests got no mail about the change; "" where there are
// none, or where they got it.
func (w *work) unmailed() string {
	n, _ := w.found.Get("guests").AsInt()
	if n == 0 || mailed(w.Params) && w.Action != "deleteEvent" {
		return ""
	}
	return "Not mailed about the change: " + text.Count(int(n), "guest", "guests") + "."
}
