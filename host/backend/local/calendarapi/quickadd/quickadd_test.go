package quickadd

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"
)

// now is Wednesday, 25 March 2026, 10:20 in Berlin; the clocks change on
// Sunday.
func now(t testing.TB) time.Time {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2026, 3, 25, 10, 20, 30, 0, berlin)
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ line, title, when string }{
		{"Lunch with Ann tomorrow 12:30-13:30", "Lunch with Ann", "26T12:30 26T13:30"},
		{"Dentist at 3pm", "Dentist", "25T15:00 25T16:00"},
		{"Dentist at 3", "Dentist", "26T03:00 26T04:00"},
		{"Dentist at 15", "Dentist", "25T15:00 25T16:00"},
		{"Stand-up 9:30", "Stand-up", "26T09:30 26T10:30"},
		{"3:30 pm call", "call", "25T15:30 25T16:30"},
		{"Call 3:30 p.m.", "Call", "25T15:30 25T16:30"},
		{"Workshop from 3pm to 5pm on Friday", "Workshop", "27T15:00 27T17:00"},
		{"Workshop friday 3-4pm", "Workshop", "27T15:00 27T16:00"},
		{"Workshop friday 11-1pm", "Workshop", "27T11:00 27T13:00"},
		{"Shift 22:00-06:00", "Shift", "25T22:00 26T06:00"},
		{"Wednesday review", "review", "25 26"},
		{"next wednesday review", "review", "04-01 04-02"},
		{"review on Sunday", "review", "29 30"},
		{"Sunday run 8am", "run", "29T08:00 29T09:00"},
		{"Night watch on 28 March 11pm for 5 hours", "Night watch", "28T23:00 29T05:00"}, // over the change
		{"in 3 days Pay rent", "Pay rent", "28 29"},
		{"Pay rent in 2 weeks", "Pay rent", "04-08 04-09"},
		{"Trip 2026-05-12", "Trip", "05-12 05-13"},
		{"Trip on 12 May", "Trip", "05-12 05-13"},
		{"Trip 12th of May 2027", "Trip", "2027-05-12 2027-05-13"},
		{"Trip May 12th, 2027 at noon", "Trip", "2027-05-12T12:00 2027-05-12T13:00"},
		{"Ann's birthday 24 March", "Ann's birthday", "2027-03-24 2027-03-25"},
		{"Leap 29 February", "Leap", "2028-02-29 2028-03-01"},
		{"Focus for 90 minutes", "Focus", "25T10:20 25T11:50"},
		{"Focus at 2pm for an hour", "Focus", "25T14:00 25T15:00"},
		{"Focus at 2pm for 1.5 hours", "Focus", "25T14:00 25T15:30"},
		{"Focus tomorrow for 2 hours", "Focus", "26T10:20 26T12:20"},
		{"Ship it", "Ship it", "25T10:20 25T11:20"},
		{"tomorrow", "tomorrow", "26 27"},
		{"Buy 3 apples", "Buy 3 apples", "25T10:20 25T11:20"},
		{"Meet at Luigi's", "Meet at Luigi's", "25T10:20 25T11:20"},
		{"May the force be with you", "May the force be with you", "25T10:20 25T11:20"},
		{"31 February party", "31 February party", "25T10:20 25T11:20"},
		{"Meet 25:00", "Meet 25:00", "25T10:20 25T11:20"},
		{"Room 13pm", "Room 13pm", "25T10:20 25T11:20"},
		{"  spaces   are   joined  ", "spaces are joined", "25T10:20 25T11:20"},
	} {
		e := Parse(c.line, now(t))
		if got := when(e); e.Title != c.title || got != c.when {
			t.Errorf("%q: got %q %s, want %q %s", c.line, e.Title, got, c.title, c.when)
		}
	}
}

// when shows a time as short as it can be told from now.
func when(e Event) string {
	form := "2006-01-02T15:04"
	if e.AllDay {
		form = "2006-01-02"
	}
	short := func(t time.Time) string {
		s := strings.TrimPrefix(t.Format(form), "2026-")
		return strings.TrimPrefix(s, "03-")
	}
	return short(e.Start) + " " + short(e.End)
}

// FuzzParse: whatever the line, there is a title and an end that is not before
// the start, and what was read as a time is not in the title too.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"Lunch tomorrow 12:30-13:30", "from 3pm to 5pm on 12 May", "in 3 days", "for 2 hours", "at 3", "May 12th, 2030", "\xff at", "on"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		e := Parse(line, now(t))
		if e.End.Before(e.Start) {
			t.Fatalf("%q ends %s, before it starts %s", line, e.End, e.Start)
		}
		if e.Title == "" && strings.TrimSpace(line) != "" {
			t.Fatalf("%q has no title", line)
		}
		if len(e.Title) > len(line) {
			t.Fatalf("%q has the longer title %q", line, e.Title)
		}
		if h, m, s := e.Start.Clock(); e.AllDay && h+m+s != 0 {
			t.Fatalf("%q is all-day from %s", line, e.Start)
		}
	})
}
