package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// freeBusyDays is how many days free/busy covers where no end is given.
const freeBusyDays = 7

// titlePage is how many events of a calendar are read to name its busy times,
// and maxTitled for how many calendars they are.
const (
	titlePage = 250
	maxTitled = 10
)

// calendarsOf are the calendars that free/busy is asked about.
func calendarsOf(p value.Value) []string {
	var ids []string
	add := func(id string) {
		for _, known := range ids {
			if known == id {
				return
			}
		}
		ids = append(ids, id)
	}
	for _, v := range p.Get("calendarIds").Items() {
		add(named(value.Object(value.M("id", v)), "id"))
	}
	if len(ids) == 0 || !text.Blank(p.Get("calendarId").Text()) {
		add(calendarOf(p))
	}
	return ids
}

// planFreeBusy asks Google when the calendars are busy, and then, for names, for
// their events. The times are Google's own: it alone sees calendars of which the
// user may know no more than that.
func planFreeBusy(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		if given := w.Params.Get("timeZone"); given.Text() != "" {
			w.note("zone", given)
		} else if localWindow(w.Params) {
			return w.askZone(calendarsOf(w.Params)[0])
		}
		return askBusy(w)
	case "zone", "own zone":
		if r := w.Responses[0]; r.Error != nil {
			if w.Name == "own zone" {
				return nil, refused(r)
			}
			// Somebody's calendar of which the user sees busy times alone: its
			// days are those of the user's own.
			return w.askZone(primary)
		}
		w.note("zone", w.Responses[0].Body.Get("timeZone"))
		return askBusy(w)
	case "busy":
		return askTitles(w)
	case "titled":
		return endBusy(w)
	}
	return w.Stray()
}

func (w *work) askZone(calendar string) (*plugin.Next, error) {
	step := "zone"
	if calendar == primary {
		step = "own zone"
	}
	return w.ask(step, plugin.To(routeCalendarGet).Path("calendarId", calendar).Keep("timeZone").Tolerate(403, 404)), nil
}

func askBusy(w *work) (*plugin.Next, error) {
	low, high, err := w.window(freeBusyDays)
	if err != nil {
		return nil, err
	}
	var items []value.Value
	for _, id := range calendarsOf(w.Params) {
		items = append(items, value.Object(value.M("id", value.String(id))))
	}
	body := value.Object(value.M("timeMin", value.String(low)), value.M("timeMax", value.String(high)))
	if w.zoneName() != "" {
		body.Set("timeZone", value.String(w.zoneName()))
	}
	body.Set("items", value.Array(items...))
	return w.ask("busy", plugin.To(routeFreeBusy).Body(body).Keep("calendars")), nil
}

// busyOf is what Google says about a calendar. It may answer for "primary" by the
// calendar's own id.
func busyOf(calendars value.Value, id string) value.Value {
	if v := calendars.Get(id); v.Exists() || calendars.Len() != 1 {
		return v
	}
	return calendars.Members()[0].Value
}

func askTitles(w *work) (*plugin.Next, error) {
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	low, high, err := w.window(freeBusyDays)
	if err != nil {
		return nil, err
	}
	w.note("calendars", body.Get("calendars"))
	var requests []plugin.Request
	for i, id := range calendarsOf(w.Params) {
		busy := busyOf(body.Get("calendars"), id)
		if failed := busy.Get("errors").Items(); len(failed) > 0 || !busy.Exists() {
			return nil, notBusy(id, failed)
		}
		if busy.Get("busy").Len() == 0 || i >= maxTitled {
			continue
		}
		requests = append(requests, plugin.To(routeEvents).Path("calendarId", id).
			Query("timeMin", value.String(low)).Query("timeMax", value.String(high)).
			Query("singleEvents", value.Bool(true)).Query("orderBy", value.String("startTime")).
			Query("maxResults", value.Int(titlePage)).
			Keep("accessRole,nextPageToken,timeZone,items(status,summary,start,end,transparency,attendees(self,responseStatus))").
			MaxText(maxTitle).Tolerate(403, 404))
	}
	if requests == nil {
		return endBusy(w)
	}
	return w.ask("titled", requests...), nil
}

// notBusy is the refusal of a calendar that can't be asked about.
func notBusy(id string, failed []value.Value) error {
	reason := "notFound"
	if len(failed) > 0 {
		reason = failed[0].Get("reason").Text()
	}
	if reason == "notFound" {
		return &plugin.Error{Code: plugin.NotFound, Message: "There is no calendar " + id + " of which the user may see busy times. calendar_list_calendars lists those that there are."}
	}
	return plugin.Fail(plugin.Upstream, "Google can't say when the calendar "+id+" is busy: "+text.OneLine(reason)+".")
}

// endBusy gives the busy times of each calendar with the titles of the events
// that make them.
func endBusy(w *work) (*plugin.Next, error) {
	answers := w.Responses
	if w.Name != "titled" {
		answers = nil
	}
	ids := calendarsOf(w.Params)
	slots := []value.Value{}
	unnamed, cut := "", false
	for i, id := range ids {
		busy := busyOf(w.found.Get("calendars"), id).Get("busy").Items()
		if len(busy) == 0 {
			continue
		}
		var events value.Value
		switch {
		case i >= maxTitled || len(answers) == 0:
			unnamed = text.Join(unnamed, ", ", id)
		case answers[0].Error != nil || answers[0].Body.Get("accessRole").Text() == "freeBusyReader":
			unnamed, answers = text.Join(unnamed, ", ", id), answers[1:]
		default:
			events, answers = answers[0].Body, answers[1:]
			cut = cut || events.Has("nextPageToken")
		}
		for _, b := range busy {
			slots = append(slots, value.Object(
				value.M("start", b.Get("start")),
				value.M("end", b.Get("end")),
				value.M("title", titleOf(b, events)),
				value.M("calendarId", value.String(id)),
			))
		}
	}
	next := done(
		value.M("busySlots", value.Array(slots...)),
		value.M("totalBusy", value.Int(int64(len(slots)))),
		value.M("range", value.Object(value.M("from", value.OrNull(w.Params.Get("timeMin"))), value.M("to", value.OrNull(w.Params.Get("timeMax"))))),
	)
	if unnamed != "" {
		next.Warn("The busy times of " + unnamed + " have no titles: the user may not see the events, or too many calendars were asked about.")
	}
	if cut {
		next.Warn("Only the first " + text.Int(titlePage) + " events of a calendar were read for titles: later busy times may lack theirs.")
	}
	return next, nil
}

// titleOf names a busy time by the events in it that make the user busy; null
// where none is known.
func titleOf(busy, page value.Value) value.Value {
	from, ok := date.Parse(busy.Get("start").Text())
	to, hasEnd := date.Parse(busy.Get("end").Text())
	if !ok || !hasEnd {
		return value.Null()
	}
	title := ""
	for _, e := range page.Get("items").Items() {
		if e.Get("transparency").Text() == "transparent" || e.Get("status").Text() == "cancelled" || self(e).Get("responseStatus").Text() == "declined" {
			continue
		}
		zone := page.Get("timeZone").Text()
		start, known := instant(e.Get("start"), zone)
		end, hasEnd := instant(e.Get("end"), zone)
		if known && hasEnd && start < to.Seconds() && end > from.Seconds() {
			title = text.Join(title, "; ", e.Get("summary").Text())
		}
	}
	if title == "" {
		return value.Null()
	}
	return value.String(title)
}

// instant is a time of the API in seconds after 1970 began; a whole day begins
// when it does in the zone.
func instant(v value.Value, zone string) (int64, bool) {
	t, ok := apiTime(v)
	if !ok || t.HasOffset {
		return t.Seconds(), ok
	}
	z, err := rulesOf(text.Or(v.Get("timeZone").Text(), zone))
	if err != nil {
		return 0, false
	}
	return z.Instant(t), true
}
