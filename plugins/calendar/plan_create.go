package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// planCreate makes an event. Before it, the calendar's zone is asked for where a
// time has no offset; after it, Google is asked again for a Meet link that was
// not ready.
func planCreate(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		body, err := newEvent(w)
		if err != nil {
			return nil, err
		}
		return w.ask("created", insert(w, body, notify(w.Params))), nil
	case "created", "exists", "meet":
		e, next, err := made(w, newEvent)
		if next != nil || err != nil {
			return next, err
		}
		return finished(w, e, value.M("addedGuests", value.Strings(invited(w.Params))), value.M("failedGuests", value.Array())), nil
	}
	return w.Stray()
}

// newEvent is the event as it is sent.
func newEvent(w *work) (value.Value, error) {
	start, err := readTime(w.Params, "startTime")
	if err != nil {
		return value.Value{}, err
	}
	end, err := readTime(w.Params, "endTime")
	if err != nil {
		return value.Value{}, err
	}
	if err := checkOrder(start, end, w.zoneName()); err != nil {
		return value.Value{}, err
	}
	body := texts(w.Params)
	body.Set("start", eventTime(start, w.zoneName()))
	body.Set("end", eventTime(end, w.zoneName()))
	if list := attendees(w.Params); len(list) > 0 {
		body.Set("attendees", value.Array(list...))
	}
	options(w.Params, &body)
	if w.Params.Get("createMeetLink").IsTrue() {
		body.Set("conferenceData", meetRequest(w))
	}
	return body, nil
}

// texts are what a new event says; empty texts are left out.
func texts(p value.Value) value.Value {
	body := value.Object(value.M("summary", trimmed(p, "title")))
	if words := p.Get("description"); words.Text() != "" {
		body.Set("description", words)
	}
	if place := trimmed(p, "location"); place.Text() != "" {
		body.Set("location", place)
	}
	return body
}

// options sets what a call may say of an event beyond the proxies' arguments. A
// list of reminders stands in the place of the calendar's own, also where it is
// empty, and a reminder at the start itself has its 0.
func options(p value.Value, body *value.Value) {
	body.Set("visibility", p.Get("visibility"))
	body.Set("transparency", p.Get("transparency"))
	if p.Get("reminders").Kind() != value.KindArray {
		return
	}
	body.Set("reminders", value.Object(
		value.M("useDefault", value.Bool(false)),
		value.M("overrides", p.Get("reminders").Map(func(r value.Value) value.Value {
			return value.Object(value.M("method", r.Get("method")), value.M("minutes", r.Get("minutes")))
		})),
	))
}

// insert sends a new event. With an idempotencyKey the event's id follows from
// the key, so that Google itself refuses a second one. mail is whom Google tells.
func insert(w *work, body, mail value.Value) plugin.Request {
	meet := int64(0)
	if body.Has("conferenceData") {
		meet = 1
	}
	r := inside(routeInsert, w.Params).
		Query("sendUpdates", mail).
		Query("conferenceDataVersion", value.Int(meet)).
		Keep(keepEvent)
	if key := w.Params.Get("idempotencyKey").Text(); key != "" {
		id := value.String(idOf(w.Action, calendarOf(w.Params), key))
		w.note("id", id)
		body.Set("id", id)
		return r.Body(body).Tolerate(404, 409)
	}
	return r.Body(body).Tolerate(404)
}

// made gives the event that insert made, or that it had made before. next is what
// is still to be asked.
func made(w *work, again func(*work) (value.Value, error)) (e value.Value, next *plugin.Next, err error) {
	r := w.Responses[0]
	switch {
	case w.Name == "meet" && r.Error != nil:
		return w.found.Get("event"), nil, nil // the event is there; its link is a warning
	case w.Name == "exists" && gone(r):
		return e, nil, taken("was made and deleted again")
	case r.Is(404):
		return e, nil, noCalendar(w.Params)
	case r.Is(409):
		return e, w.ask("exists", w.event(routeEventGet).Keep(keepEvent).Tolerate(404, 410)), nil
	}
	if e, err = w.object(); err != nil {
		return e, nil, err
	}
	if w.Name == "exists" {
		body, err := again(w)
		if err != nil {
			return e, nil, err
		}
		if e.Get("status").Text() == "cancelled" {
			return e, nil, taken("was made and deleted again")
		}
		if !sameEvent(e, body) {
			return e, nil, taken("exists already with other content: " + e.Get("id").Text())
		}
		w.note("replayed", value.Bool(true))
		return e, nil, nil
	}
	if next := awaitMeet(w, e); next != nil {
		return e, next, nil
	}
	return e, nil, nil
}

func taken(how string) *plugin.Error {
	return &plugin.Error{Code: plugin.Conflict, Field: "idempotencyKey",
		Message: "The event of this idempotencyKey " + how + ". Nothing was created. Give another key for another event."}
}

// finished ends the making of an event.
func finished(w *work, e value.Value, more ...value.Member) *plugin.Next {
	next := done(append([]value.Member{value.M("event", w.eventOf(e))}, more...)...)
	if w.found.Get("replayed").IsTrue() {
		next.Warn("The event of this idempotencyKey exists already: no second one was created.")
	}
	if w.Params.Get("createMeetLink").IsTrue() {
		next.Warn(meetWarning(e))
	}
	return next
}

// invited are the addresses of the call, each once, however its letters are
// written.
func invited(p value.Value) []string {
	list := addresses(nil, p.Get("guests").Text())
	return addresses(list, p.Get("optionalGuests").Text())
}

// attendees are the guests as the API takes them.
func attendees(p value.Value) []value.Value {
	needed := len(addresses(nil, p.Get("guests").Text()))
	var out []value.Value
	for i, address := range invited(p) {
		a := value.Object(value.M("email", value.String(address)))
		if i >= needed {
			a.Set("optional", value.Bool(true))
		}
		out = append(out, a)
	}
	return out
}

// addresses adds those of a list with commas that known lacks.
func addresses(known []string, list string) []string {
	for list != "" {
		at := text.Index(list, ",")
		if at < 0 {
			at = len(list)
		}
		one := text.Trim(list[:at])
		list = list[min(at+1, len(list)):]
		if one != "" && !holds(known, one) {
			known = append(known, one)
		}
	}
	return known
}

func holds(list []string, address string) bool {
	for _, a := range list {
		if text.Lower(a) == text.Lower(address) {
			return true
		}
	}
	return false
}
