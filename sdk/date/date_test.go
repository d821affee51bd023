package date

import (
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"2031-05-04":                        "2031-05-04T00:00:00Z",
		"2032-02-29":                        "2032-02-29T00:00:00Z",
		"2031-05-04T09:00:00Z":              "2031-05-04T09:00:00Z",
		"2031-05-04t09:00:00z":              "2031-05-04T09:00:00Z",
		"2031-05-04 09:00":                  "2031-05-04T09:00:00Z",
		"2031-05-04T09:00":                  "2031-05-04T09:00:00Z",
		"2031-05-04T09:00Z":                 "2031-05-04T09:00:00Z",
		"2031-05-04T09:00:00.123456Z":       "2031-05-04T09:00:00.123456Z",
		"2031-05-04T09:30:00+02:00":         "2031-05-04T09:30:00+02:00",
		"2031-05-04T09:30:00-0330":          "2031-05-04T09:30:00-03:30",
		"2031-05-04T09:30:00.1234567890123": "2031-05-04T09:30:00.1234567890123Z",
	} {
		got, ok := Parse(text)
		if !ok || got.RFC3339() != want {
			t.Errorf("%s: %s %v, want %s", text, got.RFC3339(), ok, want)
		}
	}
	for _, text := range []string{
		"", " ", "2031", "1", "tomorrow", "2031-02-30", "2031-02-29", "2100-02-29", "2031-13-01", "2031-00-01", "2031-01-00",
		"0000-01-01", "2031-05-04T25:00:00Z", "2031-05-04T24:00:00Z", "2031-05-04T09:60Z", "2031-05-04T09:00:60Z",
		"2031-05-04T9:00:00Z", "2031-05-04T09Z", "2031-05-04T", "2031-05-04T09:00:00.Z", "2031-05-04T09:00:00+24:00",
		"2031-05-04T09:00:00+02:60", "2031-05-04T09:00:00+2", "2031-05-04T09:00:00Zx", "+002031-05-04T00:00:00Z",
		"2031-5-4", "20310504", "4/5/2031", "May 4 2031", "2031-05-04T09:00:00\u00a0Z", "２０３１-05-04", "-031-05-04",
	} {
		if got, ok := Parse(text); ok {
			t.Errorf("%q was read as %s", text, got.RFC3339())
		}
	}
}

// What RFC 3339 allows must mean here what it means in package time.
func FuzzAgainstTime(f *testing.F) {
	for _, seed := range []string{"2031-05-04T09:30:00+02:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999-12:30", "2000-02-29T00:00:00.5Z"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, err := time.Parse(time.RFC3339, text)
		got, ok := Parse(text)
		if err == nil && want.Year() > 0 && !ok && !lenient(text) {
			t.Fatalf("refused %q", text)
		}
		if !ok {
			return
		}
		again, ok := Parse(got.RFC3339())
		if !ok || again.Before(got) || got.Before(again) || again.RFC3339() != got.RFC3339() {
			t.Fatalf("%q became %q", text, got.RFC3339())
		}
		if err != nil {
			return
		}
		if got.unix() != want.Unix() || got.UTCDate() != (Date{want.UTC().Year(), int(want.UTC().Month()), want.UTC().Day()}) {
			t.Fatalf("%q: %d %s, want %d %s", text, got.unix(), got.UTCDate(), want.Unix(), want.UTC())
		}
	})
}

// lenient: package time takes one-digit hours and a comma before the fraction.
func lenient(text string) bool {
	return len(text) < 20 || text[13] != ':' || text[19] == ','
}

func TestDaysFollowTheCalendar(t *testing.T) {
	day := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 146097 + 400 { // a whole cycle and some more
		d := Date{day.Year(), int(day.Month()), day.Day()}
		if got := d.days(); got != day.Unix()/86400 || !d.Valid() || fromDays(got) != d {
			t.Fatalf("%s: day %d, back %s", d, got, fromDays(got))
		}
		day = day.AddDate(0, 0, 1)
	}
}

func TestDaysAdd(t *testing.T) {
	for _, c := range []struct {
		from string
		days int
		want string
	}{
		{"2032-02-28", 1, "2032-02-29"}, {"2032-03-01", -1, "2032-02-29"}, {"2031-12-31", 1, "2032-01-01"}, {"2031-01-01", -366, "2029-12-31"},
		{"2031-05-04", 0, "2031-05-04"}, {"9999-12-31", 1, "9999-12-31"}, {"9999-12-30", 400, "9999-12-31"}, {"0001-01-01", -1, "0001-01-01"},
		{"0001-01-01", 3652058, "9999-12-31"},
	} {
		from, _ := Parse(c.from)
		got := from.Date.AddDays(c.days)
		if got.String() != c.want {
			t.Errorf("%s and %d days: %s, want %s", c.from, c.days, got, c.want)
		}
		if from.Date.Before(got) != (from.Date.String() < got.String()) {
			t.Errorf("%s before %s", from.Date, got)
		}
	}
}

func FuzzUnix(f *testing.F) {
	for _, n := range []int64{0, -1, 86399, 86400, -86400, -86401, 1935736200, 1 << 62, -1 << 63} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		got := Unix(n)
		if want := time.Unix(n, 0).UTC(); want.Year() >= 1 && want.Year() <= 9999 && n > -1<<40 && n < 1<<40 {
			if got.RFC3339() != want.Format(time.RFC3339) || got.unix() != n {
				t.Fatalf("%d: %s, want %s", n, got.RFC3339(), want)
			}
		} else if end := map[bool]string{true: "0001-01-01", false: "9999-12-31"}[n < 0]; got.Date.String() != end {
			t.Fatalf("%d: %s, want %s", n, got.Date, end)
		}
	})
}

func TestBefore(t *testing.T) {
	order := []string{
		"2031-05-03", "2031-05-04T00:30:00+02:00", "2031-05-04", "2031-05-04T00:00:00.05Z",
		"2031-05-04T00:00:00.5Z", "2031-05-04T09:00", "2031-05-04T05:00:00-05:00",
	}
	for i := range order {
		for j := range order {
			a, _ := Parse(order[i])
			b, _ := Parse(order[j])
			if a.Before(b) != (i < j) {
				t.Errorf("%s before %s: %v", order[i], order[j], a.Before(b))
			}
		}
	}
	a, _ := Parse("2031-05-04T00:00:00.5Z")
	b, _ := Parse("2031-05-04T02:00:00.50+02:00")
	if a.Before(b) || b.Before(a) {
		t.Error("equal instants differ")
	}
}

func TestMidnight(t *testing.T) {
	for text, want := range map[string]bool{
		"2031-05-04": true, "2031-05-04T00:00:00.000Z": true, "2031-05-04T00:00": true,
		"2031-05-04T00:00:00.001Z": false, "2031-05-04T12:20:00+01:00": false,
	} {
		if got, ok := Parse(text); !ok || got.Midnight() != want {
			t.Errorf("%s: %v", text, got.Midnight())
		}
	}
}
