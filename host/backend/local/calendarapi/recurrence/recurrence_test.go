package recurrence

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

//go:embed testdata/golden.json
var golden []byte

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := LoadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func wall(t testing.TB, text string) time.Time {
	t.Helper()
	w, err := time.Parse("2006-01-02T15:04:05", text)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// starts gives up to n starts as text.
func starts(next Next, n int, form string) (out []string) {
	for len(out) < n {
		at, ok := next()
		if !ok {
			break
		}
		out = append(out, at.UTC().Format(form))
	}
	return out
}

// TestGolden compares with another implementation: see testdata/README.md.
// B36: the case of that name.
func TestGolden(t *testing.T) {
	var cases []struct {
		Name, Zone, Start string
		AllDay            bool
		Lines, Want       []string
	}
	if err := json.Unmarshal(golden, &cases); err != nil || len(cases) < 20 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			s, err := Parse(c.Lines, Start{Wall: wall(t, c.Start), Zone: zone(t, c.Zone), AllDay: c.AllDay})
			if err != nil {
				t.Fatal(err)
			}
			form := time.RFC3339
			if c.AllDay {
				form = time.DateOnly
			}
			if got := starts(s.All(), len(c.Want)+1, form); !slices.Equal(got, c.Want) {
				t.Errorf("got  %v\nwant %v", got, c.Want)
			}
		})
	}
}

func TestBerlinNine(t *testing.T) {
	berlin := Start{Wall: wall(t, "2026-03-02T09:00:00"), Zone: zone(t, "Europe/Berlin")}
	for _, c := range []struct {
		name  string
		lines string
		want  string
	}{
		{"UNTIL in UTC is inclusive", "RRULE:FREQ=WEEKLY;UNTIL=20260330T070000Z", "02T08 09T08 16T08 23T08 30T07"},
		{"UNTIL a second earlier", "RRULE:FREQ=WEEKLY;UNTIL=20260330T065959Z", "02T08 09T08 16T08 23T08"},
		{"UNTIL a date is its whole day", "RRULE:FREQ=WEEKLY;UNTIL=20260316", "02T08 09T08 16T08"},
		{"UNTIL on the local clock", "RRULE:FREQ=WEEKLY;UNTIL=20260316T090000", "02T08 09T08 16T08"},
		{"EXDATE in UTC over the change", "RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20260330T070000Z", "02T08 09T08 16T08 23T08"},
		{"EXDATE in another zone", "RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;TZID=America/New_York:20260309T040000", "02T08 16T08"},
		{"EXDATE of a day", "RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;VALUE=DATE:20260309", "02T08 16T08"},
		{"RDATE of a day is at the time of the start", "RRULE:FREQ=WEEKLY;COUNT=2\nRDATE;VALUE=DATE:20260304", "02T08 04T08 09T08"},
		{"RDATE alone", "RDATE:20260305T100000Z", "02T08 05T10"},
		{"an RDATE that the rule has too", "RRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20260309T080000Z", "02T08 09T08"},
		{"the start counts though the rule does not make it", "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3", "02T08 03T08 10T08"},
		{"the start alone", "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1", "02T08"},
		{"the start can be excluded", "RRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260302T080000Z", "09T08"},
		{"lower case", "rrule:freq=weekly;count=2", "02T08 09T08"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Parse(strings.Split(c.lines, "\n"), berlin)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(starts(s.All(), 10, "02T15"), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	timed := Start{Wall: wall(t, "2026-03-02T09:00:00"), Zone: zone(t, "Europe/Berlin")}
	for lines, want := range map[string]string{
		"":                                 "no colon",
		"RRULE":                            "no colon",
		"RRULE:":                           "can't be read",
		"RRULE:FREQ=HOURLY":                "FREQ must be",
		"RRULE:FREQ=SECONDLY":              "FREQ must be",
		"RRULE:FREQ=FORTNIGHTLY":           "can't be read",
		"RRULE:COUNT=3":                    "can't be read",
		"RRULE:FREQ=DAILY;COUNT=0":         "1 or more",
		"RRULE:FREQ=DAILY;INTERVAL=0":      "1 or more",
		"RRULE:FREQ=DAILY;INTERVAL=-1":     "1 or more",
		"RRULE:FREQ=DAILY;COUNT=2;COUNT=3": "twice",
		"RRULE:FREQ=DAILY;COUNT=2;UNTIL=20270101":                "exclude each other",
		"RRULE:FREQ=DAILY;UNTIL=never":                           "UNTIL can't be read",
		"RRULE:FREQ=DAILY;BYHOUR=24":                             "out of its range",
		"RRULE:FREQ=DAILY;BYEASTER=1":                            "RFC 5545 does not know",
		"RRULE:FREQ=DAILY;DTSTART=20260101":                      "RFC 5545 does not know",
		"RRULE:FREQ=DAILY;BYMINUTE=0,1,2,3,4;BYSECOND=0,1,2,3,4": "instances a day",
		"RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30":              "no instance",
		"RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30":               "no instance",
		"DTSTART:20260302T090000Z":                               "DTSTART and DTEND are not allowed",
		"EXDATE:20260302T080000Z":                                "neither an RRULE nor an RDATE",
		"X-RULE:FREQ=DAILY":                                      "only RRULE",
		"RDATE;TZID=Mars/Olympus:20260302T080000":                "IANA time zone",
		"RDATE;VALUE=PERIOD:20260302T080000Z/PT1H":               "no periods",
		"RDATE;X=1:20260302T080000Z":                             "parameter",
		"RDATE:tomorrow":                                         "can't be read",
	} {
		if _, err := Parse(strings.Split(lines, "\n"), timed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", lines, err, want)
		}
	}
	if _, err := Parse([]string{"RRULE:FREQ=DAILY;BYHOUR=9"}, Start{Wall: wall(t, "2026-03-02T00:00:00"), AllDay: true}); err == nil {
		t.Error("BYHOUR of an all-day event is taken")
	}
	if _, err := Parse(slices.Repeat([]string{"RDATE:20260302T080000Z"}, maxLines+1), timed); err == nil {
		t.Error("too many lines are taken")
	}
	if _, err := Parse([]string{"RDATE:" + strings.Repeat("20260302T080000Z,", 3500) + "20260302T080000Z", "RDATE:" + strings.Repeat("20260302T080000Z,", 3500) + "20260302T080000Z"}, timed); err == nil {
		t.Error("too many dates are taken")
	}
}

// TestB37ZonesAreEmbedded: a zone that nobody knows is an error, never UTC.
func TestB37ZonesAreEmbedded(t *testing.T) {
	if loc, err := LoadZone("Europe/Berlin"); err != nil || loc.String() != "Europe/Berlin" {
		t.Errorf("got %v, %v", loc, err)
	}
	for _, name := range []string{"", "Local", "Berlin", "Europe/Atlantis", "../etc/passwd"} {
		if loc, err := LoadZone(name); err == nil {
			t.Errorf("%q is %v", name, loc)
		}
	}
}

// TestUnbounded: a series without an end is read lazily, far on at the same
// cost, and ends at the horizon.
func TestUnbounded(t *testing.T) {
	s, err := Parse([]string{"RRULE:FREQ=DAILY"}, Start{Wall: wall(t, "2026-03-02T09:00:00"), Zone: zone(t, "Europe/Berlin")})
	if err != nil || s.Bounded() {
		t.Fatalf("bounded %v, %v", s.Bounded(), err)
	}
	late := time.Date(2099, 7, 1, 0, 0, 0, 0, time.UTC)
	if got := starts(s.From(late), 2, time.RFC3339); !slices.Equal(got, []string{"2099-07-01T07:00:00Z", "2099-07-02T07:00:00Z"}) {
		t.Errorf("got %v", got)
	}
	n := 0
	for next := s.All(); ; n++ {
		if _, ok := next(); !ok {
			break
		}
	}
	if n != 36525 {
		t.Errorf("%d instances in %d years", n, Horizon)
	}
}

// TestFromIsATailOfAll: wherever an iteration begins, it gives what All gives
// from there on, and Has and Last agree with it.
func TestFromIsATailOfAll(t *testing.T) {
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"}
	rapid.Check(t, func(rt *rapid.T) {
		rule := "RRULE:FREQ=" + rapid.SampledFrom([]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}).Draw(rt, "freq")
		if n := rapid.IntRange(1, 5).Draw(rt, "interval"); n > 1 {
			rule += ";INTERVAL=" + string(rune('0'+n))
		}
		rule += rapid.SampledFrom([]string{"", ";BYDAY=MO,FR", ";BYMONTH=3,10", ";BYDAY=SU;WKST=SU"}).Draw(rt, "by")
		rule += rapid.SampledFrom([]string{";COUNT=40", ";UNTIL=20321231"}).Draw(rt, "end")
		start := Start{Wall: time.Date(2026, time.Month(rapid.IntRange(1, 12).Draw(rt, "month")), rapid.IntRange(1, 28).Draw(rt, "day"), rapid.IntRange(0, 23).Draw(rt, "hour"), 30, 0, 0, time.UTC),
			Zone: zone(t, rapid.SampledFrom(zones).Draw(rt, "zone")), AllDay: rapid.Bool().Draw(rt, "all-day")}
		if start.AllDay {
			start.Wall = midnight(start.Wall)
		}
		s, err := Parse([]string{rule}, start)
		if err != nil && strings.Contains(err.Error(), "no instance") {
			rt.Skip("no month of these intervals is one of the rule's")
		}
		if err != nil {
			rt.Fatalf("%s: %v", rule, err)
		}
		all := starts(s.All(), 5000, time.RFC3339)
		from := start.Wall.AddDate(0, 0, rapid.IntRange(-10, 2600).Draw(rt, "from"))
		var want []string
		for _, at := range all {
			if at >= from.Format(time.RFC3339) {
				want = append(want, at)
			}
		}
		if got := starts(s.From(from), 5000, time.RFC3339); !slices.Equal(got, want) {
			rt.Fatalf("%s from %s: got %v, want %v", rule, from, got, want)
		}
		if !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != len(all) {
			rt.Fatalf("%s: not in order, or one twice: %v", rule, all)
		}
		last, ok := s.Last()
		if !ok || last.UTC().Format(time.RFC3339) != all[len(all)-1] || !s.Has(last) || s.Has(last.Add(time.Second)) {
			rt.Fatalf("%s: last is %v, %v, want %s", rule, last, ok, all[len(all)-1])
		}
	})
}

// FuzzParse: what is accepted gives its instances in order, and quickly.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10", "RRULE:FREQ=MONTHLY;BYDAY=-1FR", "RDATE;VALUE=DATE:20260304",
		"EXDATE;TZID=Europe/Berlin:20260316T090000\nRRULE:FREQ=DAILY", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20400101T000000Z"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, lines string, allDay bool) {
		start := Start{Wall: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Zone: zone(t, "Europe/Berlin"), AllDay: allDay}
		if allDay {
			start.Wall = midnight(start.Wall)
		}
		s, err := Parse(strings.Split(lines, "\n"), start)
		if err != nil {
			return
		}
		next, last := s.All(), time.Time{}
		for range 100 {
			at, ok := next()
			if !ok {
				break
			}
			if !at.After(last) && !last.IsZero() {
				t.Fatalf("%q: %s after %s", lines, at, last)
			}
			last = at
		}
	})
}
