package rrule

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	library "github.com/teambition/rrule-go"

	"github.com/wslite/wslite/sdk/date"
)

// 2031-05-04 is a Sunday.
func TestFirst(t *testing.T) {
	for _, c := range []struct{ rule, start, want string }{
		{"FREQ=DAILY", "2031-05-04", "2031-05-04"},
		{"FREQ=DAILY;BYMONTH=6", "2031-05-04", "2031-06-01"},
		{"FREQ=WEEKLY", "2031-05-04", "2031-05-04"},
		{"FREQ=WEEKLY;BYMONTH=6", "2031-05-05", "2031-06-02"},
		{"FREQ=WEEKLY;BYDAY=SU", "2031-05-04", "2031-05-04"},
		{"FREQ=WEEKLY;BYDAY=MO,TU", "2031-05-04", "2031-05-05"},
		{"FREQ=MONTHLY;BYDAY=1SU", "2031-05-04", "2031-05-04"},
		{"FREQ=MONTHLY;BYDAY=2SU", "2031-05-04", "2031-05-11"},
		{"FREQ=MONTHLY;BYDAY=-1SU", "2031-05-04", "2031-05-25"},
		{"FREQ=MONTHLY;BYMONTHDAY=-1", "2032-02-28", "2032-02-29"},
		{"FREQ=MONTHLY;BYMONTHDAY=-1", "2031-02-28", "2031-02-28"},
		{"FREQ=MONTHLY;BYMONTH=7", "2031-05-04", "2031-07-04"},
		{"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2031-05-04", "2031-05-30"},
		{"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", "2031-05-04", "2031-06-02"},
		{"FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=2", "2031-05-05", "2031-05-09"},
		{"FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4", "2031-05-04", "2031-05-04"},
		{"FREQ=YEARLY;BYMONTH=3", "2031-05-04", "2032-03-04"},
		{"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2033-01-01", "2036-02-29"},
		{"FREQ=YEARLY;BYDAY=20SU", "2031-05-04", "2031-05-18"},
		{"FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "2031-05-04", "2031-05-11"},
		{"FREQ=YEARLY;BYYEARDAY=100,-1", "2031-05-04", "2031-12-31"},
		{"FREQ=YEARLY;BYWEEKNO=20", "2031-05-04", "2031-05-18"}, // the week from the 12th to the 18th
		{"FREQ=YEARLY;BYWEEKNO=20;WKST=SU", "2031-05-04", "2031-05-11"},
		{"FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO", "2031-05-04", "2031-12-22"},
		{"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2031-05-04", "none"},
		{"FREQ=MONTHLY;BYDAY=6SU", "2031-05-04", "none"},
	} {
		if got := firstOf(t, c.rule, c.start); got != c.want {
			t.Errorf("%s from %s: %s, want %s", c.rule, c.start, got, c.want)
		}
	}
}

func firstOf(t *testing.T, rule, start string) string {
	t.Helper()
	r, problem := Parse(rule)
	from, ok := date.Parse(start)
	if problem != "" || !ok {
		t.Fatalf("%s from %s: %s", rule, start, problem)
	}
	shift, found := r.First(from.Date)
	if !found {
		return "none"
	}
	return from.Date.AddDays(shift).String()
}

// What First finds is what a library of recurrences begins with, for rules of many
// kinds. The library takes every day of the weeks of BYWEEKNO where we keep the
// weekday, and lets BYSETPOS count from the start on in the first of all weeks where
// RFC 5545 counts in the whole week: neither is among these rules.
func TestFirstIsThatOfALibrary(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[rnd.IntN(len(from))] }
	n := func(most int) string {
		return pick("", "-") + fmt.Sprint(1+rnd.IntN(most)) + "," + fmt.Sprint(1+rnd.IntN(most))
	}
	for range 300 {
		freq := pick("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
		parts := []string{"FREQ=" + freq}
		add := func(in int, part string) {
			if rnd.IntN(in) == 0 {
				parts = append(parts, part)
			}
		}
		add(3, fmt.Sprintf("BYMONTH=%d", 1+rnd.IntN(12)))
		week := freq == "YEARLY" && rnd.IntN(4) == 0
		switch {
		case week:
			parts = append(parts, fmt.Sprintf("BYWEEKNO=%d", 2+rnd.IntN(50)), "BYDAY="+pick("MO", "TU,SU"))
		case freq == "MONTHLY" || freq == "YEARLY":
			add(3, "BYDAY="+pick("MO", "2TU", "-1FR", "WE,SU", "MO,TU,WE,TH,FR"))
		default:
			add(2, "BYDAY="+pick("MO", "WE,SU", "MO,TU,WE,TH,FR"))
		}
		if freq != "WEEKLY" && !week {
			add(3, "BYMONTHDAY="+n(28))
		}
		if freq == "YEARLY" && !week {
			add(4, "BYYEARDAY="+n(365))
		}
		if len(parts) > 1 && freq != "WEEKLY" {
			add(3, "BYSETPOS="+pick("1", "-1", "2"))
		}
		rule := strings.Join(parts, ";")
		start := time.Date(2026+rnd.IntN(10), 1, 1+rnd.IntN(365), 0, 0, 0, 0, time.UTC)
		option, err := library.StrToROption(rule)
		if err != nil {
			t.Fatal(rule, err)
		}
		option.Dtstart, option.Until = start, start.AddDate(0, 0, horizon-1)
		theirs, err := library.NewRRule(*option)
		if err != nil {
			t.Fatal(rule, err)
		}
		want := "none"
		if one := theirs.After(start, true); !one.IsZero() {
			want = one.Format(time.DateOnly)
		}
		if got := firstOf(t, rule, start.Format(time.DateOnly)); got != want {
			t.Errorf("%s from %s: %s, the library has %s", rule, start.Format(time.DateOnly), got, want)
		}
	}
}
