package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The numbers are those of the peer's defects in its services. Those that show
// in arguments, texts or single requests are tested beside the plugins; these
// show only when a service answers.

// Calendar 3: events of the user's own, those not answered and all beyond the
// first hundred were reported as free; what is marked as free was busy.
func TestCalendarDefect03BusyIsWhatIsBusy(t *testing.T) {
	d := newDesk(t)
	var ics strings.Builder
	event := func(i int, more string) {
		fmt.Fprintf(&ics, "BEGIN:VEVENT\r\nUID:%d@x\r\nDTSTAMP:20260901T080000Z\r\nDTSTART:202612%02dT%02d0000Z\r\nDTEND:202612%02dT%02d3000Z\r\nSUMMARY:e%d\r\n%sEND:VEVENT\r\n",
			i, i/20+1, i%20, i/20+1, i%20, i, more)
	}
	for i := range 120 {
		event(i, "")
	}
	event(121, "TRANSP:TRANSPARENT\r\n")
	event(122, "ORGANIZER:mailto:ana@example.org\r\nATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:me@example.com\r\n")
	event(123, "ORGANIZER:mailto:ana@example.org\r\nATTENDEE;PARTSTAT=TENTATIVE:mailto:me@example.com\r\n")
	event(124, "ORGANIZER:mailto:ana@example.org\r\nATTENDEE;PARTSTAT=DECLINED:mailto:me@example.com\r\n")
	d.file("c.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n"+ics.String()+"END:VCALENDAR\r\n")
	d.answer("local", "import", "c.ics")
	busy := d.answer("calendar", "find-freebusy", "--time-min", "2026-12-01T00:00:00Z", "--time-max", "2026-12-08T00:00:00Z")
	titles := map[string]bool{}
	for _, slot := range dig(busy, "data", "busySlots").([]any) {
		titles[fmt.Sprint(dig(slot, "title"))] = true
	}
	if len(titles) != 122 || !titles["e119"] || !titles["e122"] || !titles["e123"] || titles["e121"] || titles["e124"] {
		t.Errorf("%d slots: %v", len(titles), titles)
	}
}

// Calendar 4: all occurrences had the id of the series. 7: a change was half
// done before its times were looked at.
func TestCalendarDefect04And07OneOccurrenceAndNoHalfChange(t *testing.T) {
	d := newDesk(t)
	series := fmt.Sprint(dig(d.answer("calendar", "create-event-series", "--title", "Choir", "--start-time", "2026-03-02T09:00:00-05:00",
		"--end-time", "2026-03-02T10:00:00-05:00", "--recurrence", "WEEKLY", "--time-zone", "America/New_York"), "data", "seriesId"))
	instances := func() (ids, starts []string) {
		doc := d.answer("calendar", "get-event-instances", series, "--time-min", "2026-03-01", "--time-max", "2026-03-20", "--time-zone", "America/New_York")
		for _, e := range dig(doc, "data", "items").([]any) {
			ids, starts = append(ids, fmt.Sprint(dig(e, "id"))), append(starts, fmt.Sprint(dig(e, "title"), " ", dig(e, "start")))
		}
		return ids, starts
	}
	ids, _ := instances()
	if len(ids) != 3 || ids[0] == ids[1] || ids[1] == ids[2] {
		t.Fatalf("%q", ids)
	}
	moved := d.answer("calendar", "update-event", ids[1], "--start-time", "2026-03-09T11:00:00-04:00", "--end-time", "2026-03-09T12:00:00-04:00")
	if dig(moved, "data", "event", "recurringEventId") != series {
		t.Errorf("%v", moved)
	}
	exit, _, _ := d.run("calendar", "update-event", ids[2], "--title", "Half", "--end-time", "2026-03-16T08:00:00-04:00")
	_, starts := instances()
	// The hour stays the same in New York over the change of clocks.
	if got := strings.Join(starts, ", "); exit == 0 || got != "Choir 2026-03-02T09:00:00-05:00, Choir 2026-03-09T11:00:00-04:00, Choir 2026-03-16T09:00:00-04:00" {
		t.Errorf("exit %d: %s", exit, got)
	}
}

// Calendar 11: a search and busy times took no calendar. 12: a page that was
// just full promised another one. 18: the own calendar has several names.
func TestCalendarDefect11And12And18CalendarsAndFullPages(t *testing.T) {
	d := newDesk(t)
	garden := fmt.Sprint(dig(d.answer("calendar", "create-calendar", "--summary", "Garden"), "data", "calendar", "id"))
	for day := 1; day <= 4; day++ {
		at := fmt.Sprintf("2026-12-%02dT10:", day)
		d.answer("calendar", "create-event", "--calendar-id", garden, "--title", "Sow", "--start-time", at+"00:00Z", "--end-time", at+"30:00Z")
	}
	d.answer("calendar", "create-event", "--title", "Tea", "--start-time", "2026-12-01T12:00:00Z", "--end-time", "2026-12-01T13:00:00Z")
	span := []string{"--time-min", "2026-12-01", "--time-max", "2026-12-05"}
	count := func(key string, argv ...string) (int, any) {
		doc := d.answer(append(argv, span...)...)
		return len(dig(doc, "data", key).([]any)), dig(doc, "pagination", "hasMore")
	}
	if n, _ := count("items", "calendar", "search-events", "--query", "sow", "--calendar-id", garden); n != 4 {
		t.Errorf("%d events are found", n)
	}
	if n, _ := count("busySlots", "calendar", "find-freebusy", "--calendar-id", garden); n != 4 {
		t.Errorf("%d busy times", n)
	}
	for max, more := range map[string]bool{"2": true, "4": false} {
		if n, has := count("items", "calendar", "list-events", "--calendar-id", garden, "--max-results", max); fmt.Sprint(n) != max || has != more {
			t.Errorf("%d of %s, more: %v", n, max, has)
		}
	}
	for _, own := range []string{"primary", "default", "me@example.com", "ME@example.com"} {
		if n, _ := count("items", "calendar", "list-events", "--calendar-id", own); n != 1 {
			t.Errorf("%s has %d events", own, n)
		}
	}
}

// Drive 5, 11, 12: content was overwritten without a way back, parents had no
// ids, white space at the ends was lost.
func TestDriveDefect05And11And12ContentAndParents(t *testing.T) {
	d := newDesk(t)
	folder := fmt.Sprint(dig(d.answer("drive", "create-folder", "--name", "f"), "data", "folder", "id"))
	made := d.answer("drive", "create-file", "--name", "a.txt", "--content", "  a\n\n", "--parent-id", folder)
	id := fmt.Sprint(dig(made, "data", "file", "id"))
	if dig(made, "data", "file", "parents", 0) != folder {
		t.Errorf("%v", made)
	}
	for _, next := range []string{"", "\n b \n", " "} {
		before := dig(d.answer("drive", "read-file", id), "data", "content")
		changed := d.answer("drive", "update-content", id, "--content", next)
		revision := fmt.Sprint(dig(changed, "data", "previousRevisionId"))
		if got := dig(d.answer("drive", "read-file", id), "data", "content"); got != next || before == next {
			t.Errorf("%q became %q", next, got)
		}
		if got := dig(d.answer("drive", "get-revision", id, revision), "data", "revision", "id"); got != revision {
			t.Errorf("no way back to %s: %v", revision, got)
		}
	}
}

// Drive 15, 16: a token that can't be read began anew, and a folder of more than
// 200 files hid the rest. 18: a second parent is a shortcut, and goes again.
func TestDriveDefect15And16And18FoldersAreReadWhole(t *testing.T) {
	d := newDesk(t)
	if err := os.MkdirAll(filepath.Join(d.home, "in", "many"), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 205 {
		d.file(fmt.Sprintf("in/many/%03d.txt", i), "x")
	}
	d.answer("local", "import", "in")
	folder := fmt.Sprint(dig(d.answer("drive", "search-files", "--query", "name = 'many'"), "data", 0, "id"))
	for tool, want := range map[string]int{"list-files": 205, "list-folders": 205} {
		seen, token := map[any]bool{}, ""
		for range 9 {
			argv := []string{"drive", tool, "--folder-id", folder}
			if token != "" {
				argv = append(argv, "--page-token", token)
			}
			doc := d.answer(argv...)
			items, ok := dig(doc, "data").([]any)
			if !ok {
				items, _ = dig(doc, "data", "files").([]any)
			}
			for _, f := range items {
				if seen[dig(f, "id")] {
					t.Errorf("%v twice", f)
				}
				seen[dig(f, "id")] = true
			}
			if token, _ = dig(doc, "pagination", "nextPageToken").(string); token == "" {
				break
			}
		}
		if len(seen) != want {
			t.Errorf("%s: %d files", tool, len(seen))
		}
	}
	if exit, stdout, _ := d.run("--json", "drive", "list-files", "--folder-id", folder, "--page-token", "no-token"); exit == 0 {
		t.Errorf("%s", stdout)
	}
	other := fmt.Sprint(dig(d.answer("drive", "create-folder", "--name", "other"), "data", "folder", "id"))
	file := fmt.Sprint(dig(d.answer("drive", "search-files", "--query", "name = '007.txt'"), "data", 0, "id"))
	inOther := func() int {
		return len(dig(d.answer("drive", "list-files", "--folder-id", other), "data").([]any))
	}
	d.answer("drive", "add-parent", file, other)
	if n := inOther(); n != 1 {
		t.Errorf("%d files", n)
	}
	d.answer("drive", "remove-parent", file, other)
	if n, kept := inOther(), dig(d.answer("drive", "get-file", file), "data", "file", "parents", 0); n != 0 || kept != folder {
		t.Errorf("%d files; the file is in %v", n, kept)
	}
}

// Gmail 9, 11: the profile was a visitor's, and a search gave every message of a
// conversation in which one fitted.
func TestGmailDefect09And11OwnMailboxAndFittingMessages(t *testing.T) {
	d := newDesk(t)
	first := d.answer("gmail", "send", "--to", "me@example.com", "--subject", "Seeds", "--body", "carrots")
	d.answer("gmail", "reply", fmt.Sprint(dig(first, "data", "id")), "--body", "pumpkins")
	if got := dig(d.answer("gmail", "profile"), "data", "email"); got != "me@example.com" {
		t.Errorf("the mailbox is of %v", got)
	}
	for query, want := range map[string]int{"pumpkins": 1, "subject:seeds": 2, "carrots pumpkins": 0} {
		if got := len(dig(d.answer("gmail", "search-messages", "--query", query), "data").([]any)); got != want {
			t.Errorf("%s: %d messages, want %d", query, got, want)
		}
	}
}
