package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// event is the one shape that every action gives an event in: what proxies send,
// and what the API knows beyond it. Times are the API's own texts, with their
// offset; whole days are dates and never pass through a zone.
func event(e value.Value, calendar string, name value.Value) value.Value {
	start, end := e.Get("start"), e.Get("end")
	allDay := start.Has("date")
	out := value.Object(
		value.M("id", e.Get("id")),
		value.M("fullId", e.Get("iCalUID")),
		value.M("title", orEmpty(e.Get("summary"))),
		value.M("description", orEmpty(e.Get("description"))),
		value.M("location", orEmpty(e.Get("location"))),
		value.M("start", at(start)),
		value.M("end", at(end)),
		value.M("isAllDay", value.Bool(allDay)),
		value.M("guests", guestList(e)),
		value.M("status", ownStatus(e)),
		value.M("created", e.Get("created")),
		value.M("updated", e.Get("updated")),
		value.M("color", orEmpty(e.Get("colorId"))),
		value.M("calendarId", value.String(text.Or(e.Get("organizer").Get("email").Text(), calendar))),
		value.M("calendarName", value.OrNull(name)),
		value.M("htmlLink", value.OrNull(e.Get("htmlLink"))),
		value.M("hangoutLink", value.OrNull(e.Get("hangoutLink"))),
		value.M("conferenceData", e.Get("conferenceData")),
		value.M("eventStatus", e.Get("status")),
		value.M("timeZone", start.Get("timeZone")),
		value.M("recurrence", e.Get("recurrence")),
		value.M("recurringEventId", e.Get("recurringEventId")),
	)
	if allDay {
		out.Set("lastDay", lastDay(start.Get("date").Text(), end.Get("date").Text()))
	}
	if original := e.Get("originalStartTime"); original.Exists() {
		out.Set("originalStart", at(original))
	}
	for _, key := range [...]string{"organizer", "eventType", "transparency", "visibility", "reminders", "attendeesOmitted", "locked", "etag"} {
		out.Set(key, e.Get(key))
	}
	return out
}

func orEmpty(v value.Value) value.Value { return value.String(v.Text()) }

// at is the text of a time: the instant with its offset, or the date.
func at(v value.Value) value.Value { return value.String(firstOf(v, "dateTime", "date")) }

// lastDay is the last of the whole days from start to end: the API's end is the
// day after it.
func lastDay(start, end string) value.Value {
	from, ok := date.Parse(start)
	to, hasEnd := date.Parse(end)
	if !ok || !hasEnd || !from.Date.Before(to.Date) {
		return value.String(start)
	}
	return value.String(to.Date.AddDays(-1).String())
}

// answers are the API's words for an answer to an invitation with the proxies'.
var answers = [...]struct{ api, word string }{
	{"needsAction", "INVITED"}, {"tentative", "MAYBE"}, {"declined", "NO"}, {"accepted", "YES"},
}

// wordOf is the proxies' word for an answer; null where there is none.
func wordOf(response value.Value) value.Value {
	for _, a := range answers {
		if response.Text() == a.api {
			return value.String(a.word)
		}
	}
	return value.Null()
}

// ownStatus is the user's part in the event: OWNER for what the calendar
// organizes, else the user's answer, null for who is not invited.
func ownStatus(e value.Value) value.Value {
	if e.Get("organizer").Get("self").IsTrue() {
		return value.String("OWNER")
	}
	return wordOf(self(e).Get("responseStatus"))
}

// self is the user among the attendees; absent where the user is not.
func self(e value.Value) value.Value {
	for _, a := range e.Get("attendees").Items() {
		if a.Get("self").IsTrue() {
			return a
		}
	}
	return value.Value{}
}

// guestList is who was invited, without the organizer. The API's own members stay
// beside the proxies' two.
func guestList(e value.Value) value.Value {
	list := []value.Value{}
	for _, a := range e.Get("attendees").Items() {
		if a.Get("organizer").IsTrue() {
			continue
		}
		g := value.Object(value.M("email", a.Get("email")), value.M("status", wordOf(a.Get("responseStatus"))))
		for _, m := range a.Members() {
			g.Set(m.Key, m.Value)
		}
		list = append(list, g)
	}
	return value.Array(list...)
}

// eventOf shapes an event of the call's calendar.
func (w *work) eventOf(e value.Value) value.Value {
	return event(e, calendarOf(w.Params), value.Value{})
}

// scope says what a change of the event reaches: whoever gave the id of a series
// may have meant one occurrence of it, and the reverse.
func scope(e value.Value) (word, told string) {
	switch series := e.Get("recurringEventId").Text(); {
	case series != "":
		return "occurrence", "This is one occurrence of the series " + series + ": only this occurrence is concerned."
	case e.Get("recurrence").Len() > 0:
		return "series", "This is a series: every occurrence is concerned."
	}
	return "event", ""
}
