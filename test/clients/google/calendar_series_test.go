package google

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/api/calendar/v3"
	"google.golang.org/api/googleapi"
)

// eventSeries is the life of a weekly meeting over the change of the clocks.
func eventSeries(t *testing.T, w *world) {
	s, one, list := calendarService(t, w), ok[*calendar.Event](t), ok[*calendar.Events](t)
	e := event("Weekly", 16, "09:00", "09:45")
	e.Recurrence = []string{"RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE;TZID=Europe/Zurich:20260413T090000"}
	series := one(s.Events.Insert("primary", e).Do())
	expanded := func() *calendar.Events {
		return list(s.Events.List("primary").SingleEvents(true).OrderBy("startTime").TimeZone("Europe/Zurich").Do())
	}
	equal(t, "instances keep their hour", starts(expanded()),
		"2026-03-16T09:00:00+01:00 2026-03-23T09:00:00+01:00 2026-03-30T09:00:00+02:00 2026-04-06T09:00:00+02:00")
	instances := list(s.Events.Instances("primary", series.Id).Do())
	equal(t, "ids", join(instances.Items, func(e *calendar.Event) string { return strings.TrimPrefix(e.Id, series.Id) }),
		"_20260316T080000Z _20260323T080000Z _20260330T070000Z _20260406T070000Z")
	equal(t, "of the series", instances.Items[0].RecurringEventId, series.Id)
	equal(t, "in a window", len(list(s.Events.Instances("primary", series.Id).TimeMin("2026-03-20T00:00:00Z").TimeMax("2026-04-01T00:00:00Z").Do()).Items), 2)

	moved := one(s.Events.Patch("primary", series.Id+"_20260330T070000Z", &calendar.Event{Start: at(31, "15:00"), End: at(31, "15:45"), Summary: "Weekly, on Tuesday"}).Do())
	equal(t, "where it was", moved.OriginalStartTime.DateTime, "2026-03-30T07:00:00Z")
	done(t, s.Events.Delete("primary", series.Id+"_20260323T080000Z").Do())
	equal(t, "with exceptions", summaries(expanded()), "Weekly Weekly, on Tuesday Weekly")
	equal(t, "starts", starts(expanded()), "2026-03-16T09:00:00+01:00 2026-03-31T15:00:00+02:00 2026-04-06T09:00:00+02:00")
	equal(t, "with deleted ones", len(list(s.Events.Instances("primary", series.Id).ShowDeleted(true).Do()).Items), 4)
	equal(t, "by the original start", list(s.Events.Instances("primary", series.Id).OriginalStart("2026-03-30T09:00:00+02:00").Do()).Items[0].Id, moved.Id)
	unexpanded := list(s.Events.List("primary").Do())
	equal(t, "series, exceptions", join(unexpanded.Items, func(e *calendar.Event) string { return e.Status }), "confirmed confirmed cancelled")
	equal(t, "the rule", strings.Join(unexpanded.Items[0].Recurrence, " "), strings.Join(e.Recurrence, " "))

	// A series whose later part is another one: the first ends, a second begins.
	one(s.Events.Patch("primary", series.Id, &calendar.Event{Recurrence: []string{"RRULE:FREQ=WEEKLY;UNTIL=20260401T000000Z"}}).Do())
	equal(t, "shortened", starts(expanded()), "2026-03-16T09:00:00+01:00 2026-03-31T15:00:00+02:00")
	instance := one(s.Events.Get("primary", series.Id+"_20260316T080000Z").Do())
	instance.Location = "Room 4"
	equal(t, "one instance sent back", one(s.Events.Update("primary", instance.Id, instance).Do()).Location, "Room 4")
	equal(t, "the series has none", one(s.Events.Get("primary", series.Id).Do()).Location, "")
	_, err := s.Events.Patch("primary", series.Id+"_20260317T080000Z", &calendar.Event{Summary: "x"}).Do()
	refused(t, "what is no instance", err, 404, "notFound")
	done(t, s.Events.Delete("primary", series.Id).Do())
	equal(t, "all gone", len(expanded().Items), 0)
}

func allDayEvents(t *testing.T, w *world) {
	s, one, list := calendarService(t, w), ok[*calendar.Event](t), ok[*calendar.Events](t)
	day := func(d string) *calendar.EventDateTime { return &calendar.EventDateTime{Date: d} }
	trip := one(s.Events.Insert("primary", &calendar.Event{Summary: "Trip", Start: day("2026-03-27"), End: day("2026-03-31")}).Do())
	equal(t, "the end is the day after", trip.Start.Date+" "+trip.End.Date, "2026-03-27 2026-03-31")
	one(s.Events.Insert("primary", &calendar.Event{Summary: "Birthday", Start: day("2026-03-30"), End: day("2026-03-31"), Recurrence: []string{"RRULE:FREQ=YEARLY"}}).Do())
	years := list(s.Events.List("primary").SingleEvents(true).OrderBy("startTime").TimeMin("2026-03-28T00:00:00Z").TimeMax("2029-01-01T00:00:00Z").Do())
	equal(t, "years", starts(years), "2026-03-27 2026-03-30 2027-03-30 2028-03-30")
	last := list(s.Events.List("primary").TimeMin("2026-03-31T00:00:00Z").TimeMax("2026-04-01T00:00:00Z").Do())
	equal(t, "the end does not belong to it", summaries(last), "")
	_, err := s.Events.Insert("primary", &calendar.Event{Start: day("2026-03-27"), End: day("2026-03-27")}).Do()
	refused(t, "no day", err, 400, "timeRangeEmpty")
	timed := one(s.Events.Patch("primary", trip.Id, &calendar.Event{
		Start: &calendar.EventDateTime{DateTime: "2026-03-27T10:00:00Z", NullFields: []string{"Date"}},
		End:   &calendar.EventDateTime{DateTime: "2026-03-27T11:00:00Z", NullFields: []string{"Date"}}}).Do())
	equal(t, "made timed", timed.Start.Date+timed.Start.DateTime, "2026-03-27T10:00:00Z")
}

func eventMove(t *testing.T, w *world) {
	s, one := calendarService(t, w), ok[*calendar.Event](t)
	team := ok[*calendar.Calendar](t)(s.Calendars.Insert(&calendar.Calendar{Summary: "Team"}).Do())
	e := one(s.Events.Insert("primary", event("Plan", 2, "09:00", "10:00")).Do())
	moved := one(s.Events.Move("primary", e.Id, team.Id).SendUpdates("none").Do())
	equal(t, "id", moved.Id, e.Id)
	equal(t, "organizer", moved.Organizer.Email, team.Id)
	equal(t, "there", one(s.Events.Get(team.Id, e.Id).Do()).Summary, "Plan")
	equal(t, "here no more", one(s.Events.Get("primary", e.Id).Do()).Status, "cancelled")

	weekly := event("Weekly", 2, "09:00", "10:00")
	weekly.Recurrence = []string{"RRULE:FREQ=WEEKLY;COUNT=2"}
	weekly = one(s.Events.Insert("primary", weekly).Do())
	_, err := s.Events.Move("primary", weekly.Id+"_20260309T080000Z", team.Id).Do()
	refused(t, "an instance", err, 403, "cannotChangeOrganizerOfInstance")
	one(s.Events.Move("primary", weekly.Id, team.Id).Do())
	equal(t, "the series went whole", len(ok[*calendar.Events](t)(s.Events.Instances(team.Id, weekly.Id).Do()).Items), 2)
}

func eventSync(t *testing.T, w *world) {
	s, one, list := calendarService(t, w), ok[*calendar.Event](t), ok[*calendar.Events](t)
	kept := one(s.Events.Insert("primary", event("Kept", 2, "09:00", "10:00")).Do())
	gone := one(s.Events.Insert("primary", event("Gone", 3, "09:00", "10:00")).Do())
	var token string
	done(t, s.Events.List("primary").MaxResults(1).Pages(t.Context(), func(p *calendar.Events) error {
		token = p.NextSyncToken
		return nil
	}))
	if token == "" {
		t.Fatal("the last page has no sync token")
	}
	equal(t, "nothing new", len(list(s.Events.List("primary").SyncToken(token).Do()).Items), 0)
	one(s.Events.Patch("primary", kept.Id, &calendar.Event{Summary: "Kept on"}).Do())
	done(t, s.Events.Delete("primary", gone.Id).Do())
	one(s.Events.Insert("primary", event("New", 4, "09:00", "10:00")).Do())
	next := list(s.Events.List("primary").SyncToken(token).Do())
	what := map[string]string{}
	for _, e := range next.Items {
		what[e.Id] = e.Status + e.Summary
	}
	equal(t, "changes", fmt.Sprintf("%d %s %s", len(what), what[kept.Id], what[gone.Id]), "3 confirmedKept on cancelled")
	again := list(s.Events.List("primary").SyncToken(token).ShowDeleted(true).Do())
	equal(t, "what can be restored", strings.Contains(summaries(again), "Gone"), true)
	equal(t, "then nothing", len(list(s.Events.List("primary").SyncToken(next.NextSyncToken).Do()).Items), 0)

	_, err := s.Events.List("primary").SyncToken(token).TimeMin("2026-01-01T00:00:00Z").Do()
	refused(t, "a window with a token", err, 400, "invalidParameter")
	done(t, s.Calendars.Clear("primary").Do())
	_, err = s.Events.List("primary").SyncToken(next.NextSyncToken).Do()
	refused(t, "after clear", err, 410, "fullSyncRequired")
	_, err = s.Events.List("primary").SyncToken("x").Do()
	refused(t, "a made-up token", err, 410, "fullSyncRequired")
}

// eventVersions: an ETag keeps one from overwriting what another has written.
func eventVersions(t *testing.T, w *world) {
	s, one := calendarService(t, w), ok[*calendar.Event](t)
	first := one(s.Events.Insert("primary", event("One", 2, "09:00", "10:00")).Do())
	second := one(s.Events.Patch("primary", first.Id, &calendar.Event{Summary: "Two"}).Do())
	late := s.Events.Patch("primary", first.Id, &calendar.Event{Summary: "Late"})
	late.Header().Set("If-Match", first.Etag)
	_, err := late.Do()
	refused(t, "a change of an old version", err, 412, "conditionNotMet")
	removal := s.Events.Delete("primary", first.Id)
	removal.Header().Set("If-Match", first.Etag)
	refused(t, "a removal of an old version", removal.Do(), 412, "conditionNotMet")
	good := s.Events.Patch("primary", first.Id, &calendar.Event{Summary: "Three"})
	good.Header().Set("If-Match", second.Etag)
	third := one(good.Do())
	equal(t, "changed", third.Summary, "Three")
	_, err = s.Events.Get("primary", first.Id).IfNoneMatch(third.Etag).Do()
	if !googleapi.IsNotModified(err) {
		t.Errorf("got %v, want 304", err)
	}
	equal(t, "sequence of the same times", third.Sequence, int64(0))
	shifted := one(s.Events.Patch("primary", first.Id, &calendar.Event{Start: at(2, "11:00"), End: at(2, "12:00")}).Do())
	equal(t, "sequence of another time", shifted.Sequence, int64(1))
}

func calendarSharing(t *testing.T, w *world) {
	s, rule := calendarService(t, w), ok[*calendar.AclRule](t)
	made := rule(s.Acl.Insert("primary", &calendar.AclRule{Role: "reader", Scope: &calendar.AclRuleScope{Type: "user", Value: "ann@example.org"}}).SendNotifications(true).Do())
	equal(t, "id", made.Id, "user:ann@example.org")
	equal(t, "patched", rule(s.Acl.Patch("primary", made.Id, &calendar.AclRule{Role: "writer"}).Do()).Role, "writer")
	made.Role = "freeBusyReader"
	equal(t, "updated", rule(s.Acl.Update("primary", made.Id, made).Do()).Role, "freeBusyReader")
	equal(t, "got", rule(s.Acl.Get("primary", made.Id).Do()).Scope.Value, "ann@example.org")
	list := ok[*calendar.Acl](t)(s.Acl.List("primary").Do())
	equal(t, "list", join(list.Items, func(r *calendar.AclRule) string { return r.Id + "=" + r.Role }), "user:me@example.com=owner user:ann@example.org=freeBusyReader")
	done(t, s.Acl.Delete("primary", made.Id).Do())
	changed := ok[*calendar.Acl](t)(s.Acl.List("primary").SyncToken(list.NextSyncToken).Do())
	equal(t, "removed", join(changed.Items, func(r *calendar.AclRule) string { return r.Id + "=" + r.Role }), "user:ann@example.org=none")
	refused(t, "one's own", s.Acl.Delete("primary", "user:me@example.com").Do(), 403, "cannotChangeOwnAcl")
	_, err := s.Acl.Get("primary", "user:ann@example.org").Do()
	refused(t, "a deleted rule", err, 404, "notFound")
}
