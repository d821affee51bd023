package main

import (
	"github.com/wslite/wslite/plugins/internal/tz"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	listPage = 250 // the API's own limit
	// maxListPages is how many pages of calendars are read before the plan says
	// that it stopped.
	maxListPages = 20
)

// entry is a calendar as the user's list has it. The user's own name for it
// counts before that of its owner.
func entry(c value.Value) value.Value {
	name := c.Get("summary")
	if own := c.Get("summaryOverride"); own.Text() != "" {
		name = own
	}
	return value.Object(
		value.M("id", c.Get("id")),
		value.M("name", orEmpty(name)),
		value.M("description", orEmpty(c.Get("description"))),
		value.M("color", value.OrNull(c.Get("backgroundColor"))),
		value.M("selected", value.Bool(c.Get("selected").IsTrue())),
		value.M("hidden", value.Bool(c.Get("hidden").IsTrue())),
		value.M("primary", value.Bool(c.Get("primary").IsTrue())),
		value.M("accessRole", c.Get("accessRole")),
		value.M("timeZone", c.Get("timeZone")),
		value.M("summary", c.Get("summary")),
		value.M("location", c.Get("location")),
	)
}

func planListCalendars(w *work) (*plugin.Next, error) {
	request := plugin.To(routeListList).
		Query("maxResults", value.Int(listPage)).
		Query("showHidden", value.Bool(true)).
		Keep("nextPageToken,items(" + keepEntry + ")").MaxText(maxText)
	if w.Name == "" {
		return w.ask("listed", request), nil
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	all := append([]value.Value{}, w.found.Get("items").Items()...)
	for _, c := range body.Get("items").Items() {
		all = append(all, entry(c))
	}
	pages, _ := w.found.Get("pages").AsInt()
	token := body.Get("nextPageToken")
	if token.Text() != "" && pages+1 < maxListPages {
		w.note("items", value.Array(all...))
		w.note("pages", value.Int(pages+1))
		return w.ask("listed", request.Query("pageToken", token)), nil
	}
	next := plugin.Done(value.Array(all...))
	if token.Text() != "" {
		next.Warn("There are more calendars: only the first " + text.Int(len(all)) + " are listed.")
	}
	return next, nil
}

// planGetCalendar shows a calendar of the user's list, or else one that anybody
// may see.
func planGetCalendar(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		return w.ask("entry", plugin.To(routeListGet).Path("calendarId", calendarOf(w.Params)).Keep(keepEntry).Tolerate(404)), nil
	case "entry":
		if w.Responses[0].Is(404) {
			return w.ask("calendar", inside(routeCalendarGet, w.Params).Keep(keepShared).Tolerate(404)), nil
		}
	case "calendar":
		if w.Responses[0].Is(404) {
			return nil, noCalendar(w.Params)
		}
	default:
		return w.Stray()
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	return done(value.M("calendar", entry(body))), nil
}

// resource is a calendar itself, as its owner made it.
func resource(c value.Value) value.Value {
	out := value.Object()
	for _, key := range [...]string{"id", "summary", "description", "location", "timeZone"} {
		out.Set(key, value.OrNull(c.Get(key)))
	}
	out.Set("conferenceProperties", c.Get("conferenceProperties"))
	out.Set("etag", c.Get("etag"))
	return out
}

// calendarFields are the members of a calendar that the call gives. A zone that is
// none is refused here: a server might take another one for it.
func calendarFields(p value.Value) (value.Value, error) {
	body := value.Object()
	body.Set("summary", trimmed(p, "summary"))
	body.Set("description", p.Get("description"))
	body.Set("location", trimmed(p, "location"))
	if given := p.Get("timeZone").Text(); given != "" {
		z, ok := tz.Load(text.Trim(given))
		if !ok {
			return body, plugin.Invalid("timeZone", noZone)
		}
		body.Set("timeZone", value.String(z.Name()))
	}
	return body, nil
}

func planCreateCalendar(w *work) (*plugin.Next, error) {
	if w.Name == "" {
		body, err := calendarFields(w.Params)
		if err != nil {
			return nil, err
		}
		return w.ask("created", plugin.To(routeCalendarInsert).Body(body).Keep(keepCalendar+",dataOwner")), nil
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	next := done(value.M("calendar", resource(body)))
	if text.Index(body.Get("dataOwner").Text(), ".gserviceaccount.com") >= 0 {
		next.Warn("The calendar belongs to the service account, which can never hand it over to a person. For a person's calendar act as that person.")
	}
	return next, nil
}

// notOwn lets a plan begin once it is known that the calendar is not the user's
// own main one, by whatever name: what follows can't be undone there.
func notOwn(next plan) plan {
	return func(w *work) (*plugin.Next, error) {
		switch w.Name {
		case "":
			if calendarOf(w.Params) == primary {
				return nil, ownStays()
			}
			return w.ask("own", plugin.To(routeListGet).Path("calendarId", primary).Keep("id")), nil
		case "own":
			body, err := w.object()
			if err != nil {
				return nil, err
			}
			if text.Lower(body.Get("id").Text()) == text.Lower(calendarOf(w.Params)) {
				return nil, ownStays()
			}
			w.Name = ""
		}
		return next(w)
	}
}

func ownStays() *plugin.Error {
	return plugin.Invalid("calendarId", "The user's own main calendar can't be changed or deleted: give the id of another one.")
}

func planUpdateCalendar(w *work) (*plugin.Next, error) {
	if w.Name == "" {
		body, err := calendarFields(w.Params)
		if err != nil {
			return nil, err
		}
		if body.Len() == 0 {
			return nil, plugin.Invalid("", "Nothing was given to change: give summary, description, location or timeZone.")
		}
		return w.ask("changed", inside(routeCalendarPatch, w.Params).Body(body).Keep(keepCalendar).Tolerate(404)), nil
	}
	if w.Responses[0].Is(404) {
		return nil, noCalendar(w.Params)
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	return done(value.M("calendar", resource(body))), nil
}

func planDeleteCalendar(w *work) (*plugin.Next, error) {
	if w.Name == "" {
		return w.ask("deleted", inside(routeCalendarDelete, w.Params).Tolerate(403, 404)), nil
	}
	switch r := w.Responses[0]; {
	case r.Is(404):
		return nil, noCalendar(w.Params)
	case r.Error != nil && r.Error.Code == plugin.ActionNotAllowed:
		return nil, &plugin.Error{Code: plugin.ActionNotAllowed, Field: "calendarId",
			Message: "Only an owner of a calendar can delete it. Nothing was deleted. To see it no more, take it off the list in Google Calendar."}
	case r.Error != nil:
		return nil, refused(r)
	}
	return done(value.M("deleted", value.Bool(true)), value.M("calendarId", w.Params.Get("calendarId"))), nil
}
