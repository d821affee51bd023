package ics

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	_ "time/tzdata"
)

func read(t *testing.T, name string) ([]Event, []Problem) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	// One byte at a time: a reader may give as little as it likes.
	events, problems, err := Read(iotest.OneByteReader(bytes.NewReader(data)), berlin)
	if err != nil {
		t.Fatal(err)
	}
	return events, problems
}

func show(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

func TestWeekly(t *testing.T) {
	events, problems := read(t, "weekly.ics")
	if len(events) != 1 || len(problems) != 0 || len(events[0].Exceptions) != 2 {
		t.Fatalf("got %s, %v", show(events), problems)
	}
	body := events[0].Body
	for field, want := range map[string]string{
		"summary":     `"Weekly: plans, figures"`,
		"description": `"Agenda:\n1, figures; 2, outlook\nPath C:\\temp. A line that is folded in the middle of a word, and an ü that is folded between words."`,
		"location":    `"Zürich, room 3"`,
		"start":       `{"dateTime":"2026-03-16T08:00:00Z","timeZone":"Europe/Berlin"}`,
		"end":         `{"dateTime":"2026-03-16T09:00:00Z","timeZone":"Europe/Berlin"}`,
		"recurrence":  `["RRULE:FREQ=WEEKLY;UNTIL=20261102T080000Z;BYDAY=MO","RDATE:20260527T120000Z","EXDATE:20260406T070000Z,20260525T070000Z"]`,
		"organizer":   `{"displayName":"Ann Example","email":"ann@example.org"}`,
		"attendees": `[{"displayName":"Ann Example","email":"ann@example.org","responseStatus":"accepted"},` +
			`{"displayName":"Me, Example","email":"me@example.com","optional":true,"responseStatus":"tentative"},` +
			`{"displayName":"Room 3","email":"room3@example.org","resource":true,"responseStatus":"accepted"}]`,
		"reminders": `{"overrides":[{"method":"popup","minutes":15},{"method":"email","minutes":0}],"useDefault":false}`,
		"sequence":  `2`, "status": `"confirmed"`, "iCalUID": `"weekly-1@calendar.test"`,
	} {
		if got := show(body[field]); got != want {
			t.Errorf("%s: got  %s\nwant %s", field, got, want)
		}
	}
	moved, gone := events[0].Exceptions[0], events[0].Exceptions[1]
	if got := moved.Original.UTC().Format(time.RFC3339); got != "2026-03-30T07:00:00Z" || show(moved.Body["start"]) != `{"dateTime":"2026-03-31T12:00:00Z","timeZone":"Europe/Berlin"}` {
		t.Errorf("moved: %s, %s", got, show(moved.Body))
	}
	if got := gone.Original.UTC().Format(time.RFC3339); got != "2026-10-26T08:00:00Z" || gone.Body["status"] != "cancelled" {
		t.Errorf("cancelled: %s, %s", got, show(gone.Body))
	}
}

func TestOutlookZones(t *testing.T) {
	events, problems := read(t, "outlook.ics")
	if len(events) != 2 || len(problems) != 0 {
		t.Fatalf("got %s, %v", show(events), problems)
	}
	// B42: 09:00 in Berlin in summer is 07:00 in UTC.
	if got := show(events[0].Body["start"]); got != `{"dateTime":"2026-04-07T07:00:00Z","timeZone":"Europe/Berlin"}` {
		t.Errorf("by name: %s", got)
	}
	if events[0].Body["visibility"] != "private" || events[0].Body["summary"] != "Outlook, by name" {
		t.Errorf("got %s", show(events[0].Body))
	}
	if got := show(events[1].Body["start"]) + show(events[1].Body["end"]); got != `{"dateTime":"2026-03-02T14:00:00Z","timeZone":"America/New_York"}`+
		`{"dateTime":"2026-03-02T14:45:00Z","timeZone":"America/New_York"}` {
		t.Errorf("by rules: %s", got)
	}
}

// TestB33AllDay: the end of an all-day event is exclusive.
func TestB33AllDay(t *testing.T) {
	events, problems := read(t, "allday.ics")
	if len(events) != 6 || len(problems) != 0 {
		t.Fatalf("got %s, %v", show(events), problems)
	}
	for i, want := range []string{
		`{"date":"2026-03-23"}{"date":"2026-03-24"}`, `{"date":"2026-01-25"}{"date":"2026-01-31"}`, `{"date":"2026-05-01"}{"date":"2026-05-02"}`,
		`{"date":"2026-05-02"}{"date":"2026-05-03"}`, `{"date":"2024-02-29"}{"date":"2024-03-01"}`,
		`{"dateTime":"2026-04-10T10:00:00Z","timeZone":"Europe/Berlin"}{"dateTime":"2026-04-10T11:00:00Z","timeZone":"Europe/Berlin"}`,
	} {
		if got := show(events[i].Body["start"]) + show(events[i].Body["end"]); got != want {
			t.Errorf("%s: got %s, want %s", events[i].UID, got, want)
		}
	}
	if got := show(events[4].Body["recurrence"]); got != `["RRULE:FREQ=YEARLY;COUNT=2","RDATE;VALUE=DATE:20270228","EXDATE;VALUE=DATE:20280229"]` {
		t.Errorf("recurrence: %s", got)
	}
	if events[0].Body["transparency"] != "transparent" {
		t.Error("transparency is lost")
	}
}

func TestBroken(t *testing.T) {
	events, problems := read(t, "broken.ics")
	var uids []string
	for _, e := range events {
		uids = append(uids, e.UID)
	}
	if got := strings.Join(uids, " "); got != "good-1 bad-rule stray-exception wrong-exception good-2" {
		t.Errorf("events: %s", got)
	}
	if events[0].Body["summary"] != "Good" {
		t.Errorf("of an event that stands twice the first counts, got %v", events[0].Body["summary"])
	}
	want := []string{
		`event "no-start": it has no start (DTSTART)`,
		`an event without a UID: it has no UID, so it can't be told from others`,
		`event "bad-line": a line of it can't be read`,
		`event "bad-date": DTSTART: a date or time can't be read`,
		`event "bad-zone": DTSTART: its time zone is unknown: it is no IANA or Outlook name, and the file does not define it`,
		`event "mixed": one of DTSTART and DTEND is a date, the other a time`,
		`event "backwards": it ends before it starts`,
		`event "good-1": it stands in the file twice; the first one counts`,
		`event "cut-off": the file ends in the middle of it`,
	}
	if got := fmt.Sprint(problems); got != fmt.Sprint(want) {
		t.Errorf("problems:\n%s", strings.ReplaceAll(got, "event", "\nevent"))
	}
}

func TestNoCalendar(t *testing.T) {
	for _, text := range []string{"", "hello", "BEGIN:VEVENT\nEND:VEVENT\n", "\x00\x01"} {
		if _, _, err := Read(strings.NewReader(text), time.UTC); err == nil || !strings.Contains(err.Error(), "no iCalendar file") {
			t.Errorf("%q: got %v", text, err)
		}
	}
	broken := errors.New("broken reader")
	if _, _, err := Read(iotest.ErrReader(broken), time.UTC); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestLimits(t *testing.T) {
	huge := "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:huge\nDTSTART:20260401T100000Z\nDESCRIPTION:" + strings.Repeat("x", MaxComponent) +
		"\nEND:VEVENT\nBEGIN:VEVENT\nUID:long\nDTSTART:20260401T100000Z\nSUMMARY:" + strings.Repeat("ü", 2000) + "\nEND:VEVENT\nEND:VCALENDAR\n"
	events, problems, err := Read(strings.NewReader(huge), time.UTC)
	if err != nil || len(events) != 1 || len([]rune(events[0].Body["summary"].(string))) != 1024 || len(problems) != 2 {
		t.Errorf("got %d events, %v, %v", len(events), problems, err)
	}
	zones := "BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:VTIMEZONE\nEND:VTIMEZONE\n", maxZones+1)
	if _, _, err := Read(strings.NewReader(zones), time.UTC); err == nil {
		t.Error("too many zones are taken")
	}
}

// TestOutlookNamesExist: a name that leads to no zone would be an unknown zone
// at somebody's import.
func TestOutlookNamesExist(t *testing.T) {
	for name, iana := range outlook {
		if _, err := time.LoadLocation(iana); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for id, want := range map[string]string{"/mozilla.org/20050126_1/Europe/Berlin": "Europe/Berlin", `"Europe/Paris"`: "Europe/Paris", "UTC": "Etc/UTC"} {
		if loc := named(id); loc == nil || loc.String() != want {
			t.Errorf("%s is %v, want %s", id, loc, want)
		}
	}
	for _, id := range []string{"", "Local", "../../etc/passwd", "Mars/Olympus"} {
		if loc := named(id); loc != nil {
			t.Errorf("%q is %v", id, loc)
		}
	}
}

// FuzzRead: nothing makes it fail but an input that is no calendar, and what
// it gives has a UID, a start and an end.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"weekly.ics", "outlook.ics", "allday.ics", "broken.ics"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		events, _, err := Read(bytes.NewReader(data), time.UTC)
		if err != nil {
			return
		}
		for _, e := range events {
			if e.UID == "" || e.Body == nil && len(e.Exceptions) == 0 {
				t.Fatalf("an event of nothing: %s", show(e))
			}
			if e.Body != nil && (e.Body["start"] == nil || e.Body["end"] == nil) {
				t.Fatalf("an event without times: %s", show(e))
			}
		}
	})
}
