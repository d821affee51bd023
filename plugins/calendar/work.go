package main

import (
	"github.com/wslite/wslite/plugins/internal/tz"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// work is one step of a plan with what the earlier ones have found out: every
// step gets it, whichever asked.
type work struct {
	*plugin.Step
	found value.Value
}

// plan is a plan over work.
type plan func(*work) (*plugin.Next, error)

// run makes a plan one of the table.
func run(p plan) func(*plugin.Step) (*plugin.Next, error) {
	return func(s *plugin.Step) (*plugin.Next, error) {
		w := &work{s, s.State}
		if w.found.Kind() != value.KindObject {
			w.found = value.Object()
		}
		return p(w)
	}
}

// note hands a finding to the later steps.
func (w *work) note(key string, v value.Value) { w.found.Set(key, v) }

func (w *work) ask(step string, requests ...plugin.Request) *plugin.Next {
	return w.Ask(step, requests...).Keep(w.found)
}

// object is the body of the step's only answer.
func (w *work) object() (value.Value, error) { return w.Responses[0].Object() }

// onEvent lets a plan begin once it is known which event is meant: an id of the
// API, or the one that an invitation carries from system to system (iCalUID).
func onEvent(next plan) plan {
	return func(w *work) (*plugin.Next, error) {
		switch w.Name {
		case "":
			if id, ok := apiID(w.Params.Get("eventId").Text()); ok {
				w.note("id", value.String(id))
				break
			}
			return w.askUID(), nil
		case "looked", "got", "listed", "skipped", "colored":
			// Nothing has been changed yet. An event that was imported has an id
			// of its own here, though its iCalUID may be one of Google's.
			if gone(w.Responses[0]) && !w.found.Has("uid") && text.Index(w.Params.Get("eventId").Text(), "@") >= 0 {
				return w.askUID(), nil
			}
		case "uid":
			id, err := eventOfUID(w)
			if err != nil {
				return nil, err
			}
			w.note("id", value.String(id))
			w.Name = ""
		}
		return next(w)
	}
}

// askUID looks for the event by its iCalUID.
func (w *work) askUID() *plugin.Next {
	uid := value.String(text.Trim(w.Params.Get("eventId").Text()))
	w.note("uid", uid)
	return w.ask("uid", inside(routeEvents, w.Params).Query("iCalUID", uid).Keep("items(id,recurringEventId,status)").Tolerate(404))
}

// apiID gives the API's own id of an event. The other form of it ends in
// @google.com. What holds any other character is no id of the API; that also
// keeps everything that could leave a path out of it.
func apiID(s string) (id string, ok bool) {
	const suffix = "@google.com"
	s = text.Trim(s)
	if n := len(s) - len(suffix); n > 0 && text.Lower(s[n:]) == suffix {
		s = s[:n]
	}
	for i := range len(s) {
		if c := s[i]; !text.IsLetter(c) && !text.IsDigit(c) && c != '_' && c != '-' {
			return "", false
		}
	}
	return s, s != ""
}

// eventOfUID finds the one event that has the id. Occurrences that differ from
// their series have it too; the series is meant.
func eventOfUID(w *work) (string, error) {
	if w.Responses[0].Is(404) {
		return "", noCalendar(w.Params)
	}
	body, err := w.object()
	if err != nil {
		return "", err
	}
	id, all := "", ""
	for _, e := range body.Get("items").Items() {
		if !e.Has("recurringEventId") && e.Get("status").Text() != "cancelled" {
			id = e.Get("id").Text()
			all = text.Join(all, ", ", id)
		}
	}
	switch id {
	case "":
		return "", noEvent(w)
	case all:
		return id, nil
	}
	return "", plugin.Invalid("eventId", "Several events of the calendar have this id. Give the one that is meant: "+all+".")
}

// event starts a request about the event.
func (w *work) event(route string) plugin.Request {
	return inside(route, w.Params).Path("eventId", w.found.Get("id").Text())
}

func noEvent(w *work) error {
	return &plugin.Error{Code: plugin.NotFound, Field: "eventId",
		Message: "There is no event " + text.OneLine(w.Params.Get("eventId").Text()) + " in the calendar " + calendarOf(w.Params) + ". calendar_list_events and calendar_search_events show ids."}
}

// look asks for the event before it is changed.
func (w *work) look() plugin.Request {
	return w.event(routeEventGet).Keep(keepEvent).Tolerate(404, 410)
}

// seen is the event that look gave. The API still shows one that was deleted.
func (w *work) seen(r plugin.Response) (value.Value, error) {
	if gone(r) {
		return value.Value{}, noEvent(w)
	}
	e, err := r.Object()
	if err == nil && e.Get("status").Text() == "cancelled" {
		return value.Value{}, noEvent(w)
	}
	return e, err
}

// zoned lets a plan begin once the zone is known in which the call's times are
// read, where needs says that one counts: that of the argument timeZone, else
// the calendar's own.
func zoned(needs func(value.Value) bool, next plan) plan {
	return func(w *work) (*plugin.Next, error) {
		switch w.Name {
		case "":
			if given := w.Params.Get("timeZone"); given.Text() != "" {
				w.note("zone", given)
			} else if w.zoneName() == "" && needs(w.Params) {
				return w.askCalendarZone(), nil
			}
		case "zone":
			if w.Responses[0].Is(404) {
				return nil, noCalendar(w.Params)
			}
			body, err := w.object()
			if err != nil {
				return nil, err
			}
			w.note("zone", body.Get("timeZone"))
			w.Name = ""
		}
		return next(w)
	}
}

// askCalendarZone asks for the zone of the call's calendar: zoned begins the plan
// again with the answer.
func (w *work) askCalendarZone() *plugin.Next {
	return w.ask("zone", inside(routeCalendarGet, w.Params).Keep("timeZone").Tolerate(404))
}

// zoneName is the zone in which the call's times are read; "" where none was
// needed.
func (w *work) zoneName() string { return w.found.Get("zone").Text() }

// rulesOf gives the rules of a zone. They are needed to compare times and to tell
// when a day begins.
func rulesOf(name string) (tz.Zone, error) {
	z, ok := tz.Load(name)
	if !ok {
		return z, plugin.Invalid("timeZone", "The rules of the time zone "+text.Or(text.OneLine(name), "of the calendar")+
			" are not known here. Give timeZone, or write the times with their offset from UTC, as in 2031-05-04T09:00:00+02:00.")
	}
	return z, nil
}
