package google

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/api/calendar/v3"
	"google.golang.org/api/googleapi"
)

func TestCalendar(t *testing.T) {
	play(t, "calendar", []scenario{
		{"Calendars", calendars},
		{"Events", events},
		{"Guests", eventGuests},
		{"B36 B38 Series", eventSeries},
		{"B33 AllDay", allDayEvents},
		{"Move", eventMove},
		{"FreeBusy", freeBusy},
		{"Sync", eventSync},
		{"Versions", eventVersions},
		{"Sharing", calendarSharing},
		{"Settings", calendarSettings},
		{"Errors", eventErrors},
	})
}

func calendarService(t *testing.T, w *world) *calendar.Service {
	t.Helper()
	return ok[*calendar.Service](t)(calendar.NewService(t.Context(), w.options("/calendar/v3/")...))
}

// at is a moment in Zurich on a day in March 2026, when clocks change on the
// 29th.
func at(day int, clock string) *calendar.EventDateTime {
	offset := "+01:00"
	if day >= 29 {
		offset = "+02:00"
	}
	return &calendar.EventDateTime{DateTime: fmt.Sprintf("2026-03-%02dT%s:00%s", day, clock, offset), TimeZone: "Europe/Zurich"}
}

// event is one that has what it must have.
func event(summary string, day int, from, to string) *calendar.Event {
	return &calendar.Event{Summary: summary, Start: at(day, from), End: at(day, to)}
}

// starts is when the events begin, as they are answered.
func starts(list *calendar.Events) string {
	return join(list.Items, func(e *calendar.Event) string { return e.Start.DateTime + e.Start.Date })
}

func summaries(list *calendar.Events) string {
	return join(list.Items, func(e *calendar.Event) string { return e.Summary })
}

func calendars(t *testing.T, w *world) {
	s, one, entry := calendarService(t, w), ok[*calendar.Calendar](t), ok[*calendar.CalendarListEntry](t)
	equal(t, "primary", one(s.Calendars.Get("primary").Do()).Id, "me@example.com")
	made := one(s.Calendars.Insert(&calendar.Calendar{Summary: "Team", TimeZone: "Europe/Zurich", Description: "Ours"}).Do())
	equal(t, "zone", made.TimeZone, "Europe/Zurich")
	patched := one(s.Calendars.Patch(made.Id, &calendar.Calendar{Summary: "Crew", NullFields: []string{"Description"}}).Do())
	equal(t, "patched", patched.Summary+patched.Description+patched.TimeZone, "CrewEurope/Zurich")
	patched.Location = "Zürich"
	equal(t, "updated", one(s.Calendars.Update(made.Id, patched).Do()).Location, "Zürich")

	list := ok[*calendar.CalendarList](t)(s.CalendarList.List().Do())
	equal(t, "list", join(list.Items, func(c *calendar.CalendarListEntry) string { return c.Id }), "me@example.com "+made.Id)
	equal(t, "primary flag", list.Items[0].Primary, true)
	mine := entry(s.CalendarList.Get(made.Id).Do())
	equal(t, "role", mine.AccessRole, "owner")
	shown := entry(s.CalendarList.Patch(made.Id, &calendar.CalendarListEntry{SummaryOverride: "My crew", ColorId: "7"}).Do())
	equal(t, "override", shown.SummaryOverride+" "+shown.ColorId, "My crew 7")
	shown.Hidden = true
	equal(t, "hidden", entry(s.CalendarList.Update(made.Id, shown).Do()).Hidden, true)
	equal(t, "not shown", len(ok[*calendar.CalendarList](t)(s.CalendarList.List().Do()).Items), 1)
	equal(t, "shown when asked", len(ok[*calendar.CalendarList](t)(s.CalendarList.List().ShowHidden(true).Do()).Items), 2)
	done(t, s.CalendarList.Delete(made.Id).Do())
	entry(s.CalendarList.Insert(&calendar.CalendarListEntry{Id: made.Id}).Do())

	ok[*calendar.Event](t)(s.Events.Insert("primary", event("x", 2, "09:00", "10:00")).Do())
	done(t, s.Calendars.Clear("primary").Do())
	equal(t, "cleared", len(ok[*calendar.Events](t)(s.Events.List("primary").Do()).Items), 0)
	refused(t, "the primary calendar", s.Calendars.Delete("primary").Do(), 400, "invalid")
	done(t, s.Calendars.Delete(made.Id).Do())
	_, err := s.Calendars.Get(made.Id).Do()
	refused(t, "a deleted calendar", err, 404, "notFound")
}

func events(t *testing.T, w *world) {
	s, one, list := calendarService(t, w), ok[*calendar.Event](t), ok[*calendar.Events](t)
	e := event("Dentist", 2, "14:00", "14:30")
	e.Location, e.Description, e.ColorId, e.Visibility, e.Transparency = "Bahnhofstrasse 1", "Bring the <b>card</b>", "11", "private", "opaque"
	e.Reminders = &calendar.EventReminders{UseDefault: false, ForceSendFields: []string{"UseDefault"}, Overrides: []*calendar.EventReminder{{Method: "popup", Minutes: 30}, {Method: "email", Minutes: 1440}}}
	e.ExtendedProperties = &calendar.EventExtendedProperties{Private: map[string]string{"case": "17"}}
	e.Source = &calendar.EventSource{Title: "Card", Url: "https://example.org/card"}
	made := one(s.Events.Insert("primary", e).Do())
	equal(t, "status", made.Status, "confirmed")
	got := one(s.Events.Get("primary", made.Id).Do())
	equal(t, "texts", strings.Join([]string{got.Summary, got.Location, got.Description, got.ColorId, got.Visibility}, "|"), "Dentist|Bahnhofstrasse 1|Bring the <b>card</b>|11|private")
	equal(t, "reminders", join(got.Reminders.Overrides, func(r *calendar.EventReminder) string { return fmt.Sprint(r.Method, r.Minutes) }), "popup30 email1440")
	equal(t, "start", got.Start.DateTime+got.Start.TimeZone, "2026-03-02T13:00:00ZEurope/Zurich")
	equal(t, "in another zone", one(s.Events.Get("primary", made.Id).TimeZone("Asia/Seoul").Do()).Start.DateTime, "2026-03-02T22:00:00+09:00")
	equal(t, "creator", got.Creator.Email+fmt.Sprint(got.Creator.Self), "me@example.comtrue")
	equal(t, "iCalUID", got.ICalUID, made.Id+"@google.com")

	patched := one(s.Events.Patch("primary", made.Id, &calendar.Event{Summary: "Dentist (moved)", NullFields: []string{"Location"}}).Do())
	equal(t, "patched", patched.Summary+patched.Location+patched.Description, "Dentist (moved)Bring the <b>card</b>")
	patched.Description = ""
	updated := one(s.Events.Update("primary", made.Id, patched).Do())
	equal(t, "updated as a whole", updated.Description+updated.ColorId, "11")
	now := one(s.Events.Patch("primary", made.Id, &calendar.Event{Reminders: &calendar.EventReminders{ForceSendFields: []string{"UseDefault"},
		Overrides: []*calendar.EventReminder{{Method: "popup", ForceSendFields: []string{"Minutes"}}}}}).Do())
	equal(t, "B39: a reminder of no minutes", fmt.Sprint(now.Reminders.UseDefault, len(now.Reminders.Overrides), now.Reminders.Overrides[0].Minutes), "false 1 0")
	quick := one(s.Events.QuickAdd("primary", "Lunch with Ann on 3 March 2026 at 12:30pm").Do())
	equal(t, "quick", quick.Summary+quick.Start.DateTime, "Lunch with Ann2026-03-03T12:30:00Z")
	copied := event("Imported", 1, "09:00", "10:00")
	copied.ICalUID = "abc@example.org"
	one(s.Events.Import("primary", copied).Do())

	all := s.Events.List("primary").SingleEvents(true).OrderBy("startTime")
	equal(t, "in order", summaries(list(all.Do())), "Imported Dentist (moved) Lunch with Ann")
	equal(t, "window", summaries(list(s.Events.List("primary").TimeMin("2026-03-02T00:00:00Z").TimeMax("2026-03-03T00:00:00Z").Do())), "Dentist (moved)")
	equal(t, "words", summaries(list(s.Events.List("primary").Q("ann lunch").Do())), "Lunch with Ann")
	equal(t, "uid", summaries(list(s.Events.List("primary").ICalUID("abc@example.org").Do())), "Imported")
	equal(t, "property", summaries(list(s.Events.List("primary").PrivateExtendedProperty("case=17").Do())), "Dentist (moved)")
	pages, n := 0, 0
	done(t, s.Events.List("primary").MaxResults(2).Pages(t.Context(), func(p *calendar.Events) error {
		pages, n = pages+1, n+len(p.Items)
		return nil
	}))
	equal(t, "pages and events", fmt.Sprint(pages, n), "2 3")

	done(t, s.Events.Delete("primary", made.Id).Do())
	refused(t, "deleted twice", s.Events.Delete("primary", made.Id).Do(), 410, "deleted")
	equal(t, "what is left", one(s.Events.Get("primary", made.Id).Do()).Status, "cancelled")
	equal(t, "listed", summaries(list(all.Do())), "Imported Lunch with Ann")
	equal(t, "with deleted ones", len(list(s.Events.List("primary").ShowDeleted(true).Do()).Items), 3)
}

func eventGuests(t *testing.T, w *world) {
	s, one := calendarService(t, w), ok[*calendar.Event](t)
	e := event("Review", 4, "10:00", "11:00")
	e.Attendees = []*calendar.EventAttendee{{Email: "ann@example.org"}, {Email: "me@example.com"}, {Email: "bob@example.com", Optional: true}}
	e.ConferenceData = &calendar.ConferenceData{CreateRequest: &calendar.CreateConferenceRequest{RequestId: "r1", ConferenceSolutionKey: &calendar.ConferenceSolutionKey{Type: "hangoutsMeet"}}}
	e.GuestsCanModify = true
	made := one(s.Events.Insert("primary", e).ConferenceDataVersion(1).SendUpdates("all").Do())
	answers := func(e *calendar.Event) string {
		return join(e.Attendees, func(a *calendar.EventAttendee) string { return a.Email + "=" + a.ResponseStatus })
	}
	equal(t, "answers", answers(made), "ann@example.org=needsAction me@example.com=accepted bob@example.com=needsAction")
	if made.HangoutLink == "" || made.ConferenceData == nil || made.ConferenceData.CreateRequest.Status.StatusCode != "success" || len(made.ConferenceData.EntryPoints) == 0 {
		t.Errorf("no conference: %+v", made.ConferenceData)
	}
	made.Attendees[0].ResponseStatus = "tentative"
	made.Attendees = append(made.Attendees[:2], &calendar.EventAttendee{Email: "carl@example.net"})
	changed := one(s.Events.Patch("primary", made.Id, &calendar.Event{Attendees: made.Attendees}).ConferenceDataVersion(1).SendUpdates("externalOnly").Do())
	equal(t, "answers", answers(changed), "ann@example.org=tentative me@example.com=accepted carl@example.net=needsAction")
	equal(t, "the conference stays", changed.HangoutLink, made.HangoutLink)
	done(t, s.Events.Delete("primary", made.Id).SendUpdates("none").Do())
	notes, err := w.Calendar().Notifications(t.Context())
	done(t, err)
	var told []string
	for _, n := range notes {
		told = append(told, n.Kind+":"+strings.Join(n.Recipients, ","))
	}
	if len(told) < 2 || told[len(told)-1] != "invitation:ann@example.org,bob@example.com" {
		t.Errorf("told %v", told)
	}
	if all := strings.Join(told, " "); !strings.Contains(all, "invitation:carl@example.net") || strings.Contains(all, "cancellation:ann") {
		t.Errorf("told %v", told)
	}
}

func freeBusy(t *testing.T, w *world) {
	s, one := calendarService(t, w), ok[*calendar.Event](t)
	one(s.Events.Insert("primary", event("a", 2, "09:00", "10:00")).Do())
	one(s.Events.Insert("primary", event("b", 2, "10:00", "10:30")).Do())
	free := event("free", 2, "12:00", "13:00")
	free.Transparency = "transparent"
	one(s.Events.Insert("primary", free).Do())
	daily := event("daily", 2, "18:00", "19:00")
	daily.Recurrence = []string{"RRULE:FREQ=DAILY;COUNT=3"}
	one(s.Events.Insert("primary", daily).Do())
	r := ok[*calendar.FreeBusyResponse](t)(s.Freebusy.Query(&calendar.FreeBusyRequest{TimeMin: "2026-03-02T00:00:00+01:00", TimeMax: "2026-03-04T00:00:00+01:00",
		TimeZone: "Europe/Zurich", Items: []*calendar.FreeBusyRequestItem{{Id: "primary"}, {Id: "ann@example.org"}}}).Do())
	mine := r.Calendars["primary"]
	equal(t, "busy", join(mine.Busy, func(p *calendar.TimePeriod) string { return p.Start[5:16] + "/" + p.End[11:] }),
		"03-02T09:00/10:30:00+01:00 03-02T18:00/19:00:00+01:00 03-03T18:00/19:00:00+01:00")
	equal(t, "of somebody else", r.Calendars["ann@example.org"].Errors[0].Reason, "notFound")
}

func calendarSettings(t *testing.T, w *world) {
	s := calendarService(t, w)
	zone := ok[*calendar.Setting](t)(s.Settings.Get("timezone").Do())
	equal(t, "zone", zone.Value, "UTC")
	ok[*calendar.Calendar](t)(s.Calendars.Patch("primary", &calendar.Calendar{TimeZone: "Asia/Seoul"}).Do())
	equal(t, "zone of the primary calendar", ok[*calendar.Setting](t)(s.Settings.Get("timezone").Do()).Value, "Asia/Seoul")
	list := ok[*calendar.Settings](t)(s.Settings.List().Do())
	all := join(list.Items, func(x *calendar.Setting) string { return x.Id + "=" + x.Value })
	if !strings.Contains(all, "timezone=Asia/Seoul") || !strings.Contains(all, "weekStart=0") || list.NextSyncToken == "" {
		t.Errorf("settings are %s", all)
	}
	_, err := s.Settings.Get("mood").Do()
	refused(t, "an unknown setting", err, 404, "notFound")

	colors := ok[*calendar.Colors](t)(s.Colors.Get().Do())
	equal(t, "colours", fmt.Sprint(len(colors.Event), len(colors.Calendar)), "11 24")
	if c := colors.Event["11"]; len(c.Background) != 7 || len(c.Foreground) != 7 {
		t.Errorf("colour 11 is %+v", c)
	}
}

func eventErrors(t *testing.T, w *world) {
	s := calendarService(t, w)
	insert := func(e *calendar.Event) error { _, err := s.Events.Insert("primary", e).Do(); return err }
	_, err := s.Events.Get("primary", "nope00").Do()
	refused(t, "a missing event", err, 404, "notFound")
	_, err = s.Events.List("nobody@example.org").Do()
	refused(t, "a missing calendar", err, 404, "notFound")
	refused(t, "without an end", insert(&calendar.Event{Start: at(2, "09:00")}), 400, "required")
	refused(t, "that ends before it begins", insert(event("x", 2, "09:00", "08:00")), 400, "timeRangeEmpty")
	e := event("x", 2, "09:00", "10:00")
	e.Recurrence = []string{"RRULE:FREQ=NEVER"}
	refused(t, "a rule", insert(e), 400, "invalid")
	e = event("x", 2, "09:00", "10:00")
	e.Id = "abcde12345"
	done(t, insert(e))
	refused(t, "an id that is taken", insert(e), 409, "duplicate")
	_, err = s.Events.List("primary").TimeMin("yesterday").Do()
	refused(t, "a time", err, 400, "badRequest")
	_, err = s.Events.List("primary").OrderBy("startTime").Do()
	refused(t, "an order that needs single events", err, 400, "invalid")
	_, err = s.Events.List("primary").PageToken("x").Do()
	refused(t, "a page token", err, 400, "invalidParameter")
	_, err = s.Freebusy.Query(&calendar.FreeBusyRequest{TimeMin: time.Now().Format(time.RFC3339)}).Do()
	refused(t, "half a window", err, 400, "required")
	_, err = s.Events.Move("primary", e.Id, "nobody@example.org").Do()
	refused(t, "to a missing calendar", err, 404, "notFound")
	if googleapi.IsNotModified(err) {
		t.Error("404 taken for 304")
	}
}
