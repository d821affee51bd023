package calendarapi

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

func importFile(t *testing.T, b *bench, name string) Imported {
	t.Helper()
	f, err := os.Open(filepath.Join("ics", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	done, err := b.api.ImportICS(context.Background(), "primary", f)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func counts(d Imported) [3]int { return [3]int{d.Added, d.Updated, d.Unchanged} }

// TestImportWeekly reads a series over both changes of the clocks back. The
// instances were computed by python-dateutil, less those that the file
// excludes, moves and cancels.
func TestImportWeekly(t *testing.T) {
	b := newBench(t)
	b.must(200, "PATCH", "calendars/primary", `{"timeZone":"Europe/Berlin"}`)
	done := importFile(t, b, "weekly.ics")
	equal(t, "counts", counts(done), [3]int{1, 0, 0})
	equal(t, "problems", len(done.Problems), 0)
	r := b.list("singleEvents", "true", "orderBy", "startTime", "maxResults", "2500")
	want := "2026-03-16T09:00:00+01:00 2026-03-23T09:00:00+01:00 2026-03-31T14:00:00+02:00 2026-04-13T09:00:00+02:00 2026-04-20T09:00:00+02:00 " +
		"2026-04-27T09:00:00+02:00 2026-05-04T09:00:00+02:00 2026-05-11T09:00:00+02:00 2026-05-18T09:00:00+02:00 2026-05-27T14:00:00+02:00 " +
		"2026-06-01T09:00:00+02:00 2026-06-08T09:00:00+02:00 2026-06-15T09:00:00+02:00 2026-06-22T09:00:00+02:00 2026-06-29T09:00:00+02:00 " +
		"2026-07-06T09:00:00+02:00 2026-07-13T09:00:00+02:00 2026-07-20T09:00:00+02:00 2026-07-27T09:00:00+02:00 2026-08-03T09:00:00+02:00 " +
		"2026-08-10T09:00:00+02:00 2026-08-17T09:00:00+02:00 2026-08-24T09:00:00+02:00 2026-08-31T09:00:00+02:00 2026-09-07T09:00:00+02:00 " +
		"2026-09-14T09:00:00+02:00 2026-09-21T09:00:00+02:00 2026-09-28T09:00:00+02:00 2026-10-05T09:00:00+02:00 2026-10-12T09:00:00+02:00 " +
		"2026-10-19T09:00:00+02:00 2026-11-02T09:00:00+01:00"
	equal(t, "instances", r.each("start.dateTime"), want)
	equal(t, "iCalUID", r.str("items.2.iCalUID"), "weekly-1@calendar.test")
	equal(t, "moved", r.str("items.2.summary"), "Weekly (moved)")
	equal(t, "original start", r.str("items.2.originalStartTime.dateTime"), "2026-03-30T09:00:00+02:00")
	equal(t, "organizer", r.str("items.0.organizer.email"), "ann@example.org")
	equal(t, "organizer is not me", r.at("items.0.organizer.self"), nil)
	equal(t, "I am an attendee", r.at("items.0.attendees.1.self"), true)
	equal(t, "reminder at the start", r.at("items.0.reminders.overrides.1.minutes"), 0.0)

	equal(t, "again", counts(importFile(t, b, "weekly.ics")), [3]int{0, 0, 1})
	id := r.str("items.0.recurringEventId")
	b.must(200, "PATCH", events+"/"+id, `{"summary":"Changed here"}`)
	equal(t, "after a change", counts(importFile(t, b, "weekly.ics")), [3]int{0, 1, 0})
	equal(t, "summary", b.must(200, "GET", events+"/"+id, "").str("summary"), "Weekly: plans, figures")
	notes, err := b.api.Notifications(context.Background())
	if err != nil || len(notes) != 0 {
		t.Errorf("an import tells somebody: %v, %v", notes, err)
	}
}

// TestB32ImportAllDay: dates stay what they are, in whatever zone they are
// asked for.
func TestB32ImportAllDay(t *testing.T) {
	b := newBench(t)
	equal(t, "counts", counts(importFile(t, b, "allday.ics")), [3]int{6, 0, 0})
	for _, zone := range []string{"America/Denver", "Asia/Seoul"} {
		r := b.list("singleEvents", "true", "orderBy", "startTime", "timeZone", zone)
		equal(t, zone, r.each("start.date"), "2024-02-29 2026-01-25 2026-03-23 <nil> 2026-05-01 2026-05-02 2027-02-28")
		equal(t, zone+" ends", r.each("end.date"), "2024-03-01 2026-01-31 2026-03-24 <nil> 2026-05-02 2026-05-03 2027-03-01")
	}
}

func TestImportOutlook(t *testing.T) {
	b := newBench(t)
	equal(t, "counts", counts(importFile(t, b, "outlook.ics")), [3]int{2, 0, 0})
	r := b.list("singleEvents", "true", "orderBy", "startTime", "timeZone", "America/New_York")
	equal(t, "starts", r.each("start.dateTime"), "2026-03-02T09:00:00-05:00 2026-03-09T09:00:00-04:00 2026-03-16T09:00:00-04:00 2026-04-07T03:00:00-04:00")
}

// TestImportBroken: what is wrong is reported and costs nothing else.
func TestImportBroken(t *testing.T) {
	b := newBench(t)
	done := importFile(t, b, "broken.ics")
	equal(t, "counts", counts(done), [3]int{4, 0, 0})
	var uids []string
	for _, p := range done.Problems {
		uids = append(uids, p.UID)
	}
	equal(t, "problems", strings.Join(uids, " "), "no-start  bad-line bad-date bad-zone mixed backwards good-1 cut-off bad-rule wrong-exception")
	equal(t, "events", b.list().each("summary"), "Good One instance that I was invited to Two days Still good")
	equal(t, "again", counts(importFile(t, b, "broken.ics")), [3]int{0, 0, 4})
}

func TestImportRefused(t *testing.T) {
	b := newBench(t)
	var e *gapi.Error
	if _, err := b.api.ImportICS(context.Background(), "nowhere", strings.NewReader("")); !errors.As(err, &e) || e.HTTP != 404 {
		t.Errorf("unknown calendar: %v", err)
	}
	if _, err := b.api.ImportICS(context.Background(), "primary", strings.NewReader("no calendar")); err == nil {
		t.Error("what is no calendar is read")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.api.ImportICS(ctx, "primary", strings.NewReader("BEGIN:VCALENDAR\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestImportMany goes over several transactions, with one bad event in each.
func TestImportMany(t *testing.T) {
	b := newBench(t)
	var text strings.Builder
	text.WriteString("BEGIN:VCALENDAR\n")
	for i := range 3 * importBatch {
		rule := ""
		if i%importBatch == 7 {
			rule = "RRULE:FREQ=HOURLY\n"
		}
		text.WriteString("BEGIN:VEVENT\nUID:u" + strings.Repeat("x", i) + "\nDTSTART:20260401T100000Z\n" + rule + "SUMMARY:s\nEND:VEVENT\n")
	}
	done, err := b.api.ImportICS(context.Background(), "primary", strings.NewReader(text.String()+"END:VCALENDAR\n"))
	if err != nil || done.Added != 3*importBatch-3 || len(done.Problems) != 3 {
		t.Errorf("got %v, %v, %v", counts(done), done.Problems, err)
	}
	equal(t, "listed", len(b.list("maxResults", "2500").items()), 3*importBatch-3)
}
