package rrule

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for s, want := range map[string]string{
		"FREQ=DAILY":                           "FREQ=DAILY",
		" freq=weekly;byday=mo,we ":            "FREQ=WEEKLY;BYDAY=MO,WE",
		"FREQ=MONTHLY;BYDAY=-1FR;COUNT=5":      "FREQ=MONTHLY;BYDAY=-1FR;COUNT=5",
		"FREQ=MONTHLY;BYMONTHDAY=1,-1":         "FREQ=MONTHLY;BYMONTHDAY=1,-1",
		"FREQ=YEARLY;BYWEEKNO=53;WKST=SU":      "FREQ=YEARLY;BYWEEKNO=53;WKST=SU",
		"UNTIL=20310504T090000Z;FREQ=DAILY":    "UNTIL=20310504T090000Z;FREQ=DAILY",
		"FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1": "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
	} {
		r, problem := Parse(s)
		if problem != "" || r.String() != want {
			t.Errorf("%q: %q %s", s, r, problem)
		}
	}
	for s, want := range map[string]string{
		"": "NAME=VALUE", "DAILY": "NAME=VALUE", "FREQ=": "NAME=VALUE", "FREQ=DAILY;;COUNT=1": "NAME=VALUE",
		"FREQ=HOURLY": "value of FREQ", "FREQ=DAILY;FREQ=DAILY": "FREQ twice", "COUNT=5": "no FREQ",
		"FREQ=DAILY;COUNT=0": "COUNT", "FREQ=DAILY;INTERVAL=-1": "INTERVAL", "FREQ=DAILY;COUNT=05": "COUNT", "FREQ=DAILY;COUNT=1e3": "COUNT",
		"FREQ=DAILY;COUNT=5;UNTIL=20310504": "both COUNT and UNTIL", "FREQ=DAILY;UNTIL=20310230": "UNTIL", "FREQ=DAILY;UNTIL=20310504T090000+02": "UNTIL",
		"FREQ=WEEKLY;BYDAY=XX": "BYDAY", "FREQ=WEEKLY;BYDAY=2MO": "number its days", "FREQ=MONTHLY;BYDAY=0MO": "BYDAY", "FREQ=WEEKLY;BYDAY=MO,": "BYDAY",
		"FREQ=MONTHLY;BYMONTHDAY=32": "BYMONTHDAY", "FREQ=YEARLY;BYMONTH=13": "BYMONTH", "FREQ=DAILY;BYSETPOS=1": "BYSETPOS", "FREQ=DAILY;BYWEEKNO=1": "BYWEEKNO",
		"FREQ=DAILY;X=1": "no rule has", "FREQ=DAILY\nDTSTART:20310504": "FREQ",
	} {
		if r, problem := Parse(s); !strings.Contains(problem, want) || r.String() != "" {
			t.Errorf("%q: %q, %q, want %q", s, r, problem, want)
		}
	}
}

func TestLines(t *testing.T) {
	for s, want := range map[string]string{
		"FREQ=DAILY":                             "FREQ=DAILY",
		"rrule:freq=daily":                       "FREQ=DAILY",
		"RRULE:FREQ=DAILY\r\nEXDATE:20310504":    "FREQ=DAILY|EXDATE:20310504",
		"RDATE;VALUE=DATE:20310504,20310505\n\n": "RDATE;VALUE=DATE:20310504,20310505",
		"RRULE:FREQ=DAILY\nexdate;TZID=Europe/Berlin:20310504t090000\nEXRULE:freq=weekly": "FREQ=DAILY|EXDATE;TZID=Europe/Berlin:20310504T090000|EXRULE:FREQ=WEEKLY",
	} {
		lines, problem := Lines(s)
		var got []string
		for _, l := range lines {
			got = append(got, l.Rule.String()+l.Other)
		}
		if problem != "" || strings.Join(got, "|") != want {
			t.Errorf("%q: %q %s", s, got, problem)
		}
	}
	for s, want := range map[string]string{
		"": "no RRULE", "EXDATE:20310504": "no RRULE", "DTSTART:20310504\nRRULE:FREQ=DAILY": "startTime", "RRULE:FREQ=DAILY\nDTEND;TZID=X:20310504": "startTime",
		"RRULE;X=1:FREQ=DAILY": "colon", "RRULE:FREQ=DAILY\nEXDATE:tomorrow": "dates of EXDATE", "RRULE:FREQ=DAILY\nRDATE;VALUE=PERIOD:20310504": "dates of RDATE",
		"RRULE:FREQ=DAILY\nRDATE:": "dates of RDATE", "daily": "none of", "RRULE:FREQ=DAILY\nEXRULE:COUNT=1": "no FREQ", "RRULE:FREQ=DAILY\nSUMMARY:x": "none of",
	} {
		if lines, problem := Lines(s); !strings.Contains(problem, want) || lines != nil {
			t.Errorf("%q: %q, want %q", s, problem, want)
		}
	}
}

func TestEqual(t *testing.T) {
	rule := func(s string) Rule {
		r, problem := Parse(s)
		if problem != "" {
			t.Fatal(s, problem)
		}
		return r
	}
	for other, want := range map[string]bool{
		"BYDAY=MO;FREQ=WEEKLY": true, "FREQ=WEEKLY;BYDAY=TU": false, "FREQ=WEEKLY": false, "FREQ=WEEKLY;BYDAY=MO;COUNT=2": false,
	} {
		a, b := rule("FREQ=WEEKLY;BYDAY=MO"), rule(other)
		if a.Equal(b) != want || b.Equal(a) != want {
			t.Errorf("%s: %v", other, !want)
		}
	}
	if got := rule("FREQ=DAILY;UNTIL=20310504").With("UNTIL", "20310505").With("INTERVAL", "2").String(); got != "FREQ=DAILY;UNTIL=20310505;INTERVAL=2" {
		t.Error(got)
	}
}

func TestStamp(t *testing.T) {
	for _, s := range []string{"20310504", "20310504T093000", "20310504T093000Z", "00010101"} {
		if got, ok := Stamp(s); !ok || WriteStamp(got) != s {
			t.Errorf("%s: %s %v", s, WriteStamp(got), ok)
		}
	}
	for _, s := range []string{"", "2031054", "20310504T0930", "20310504T093000X", "20310504 093000", "20310504T246000Z", "2031-5-4"} {
		if _, ok := Stamp(s); ok {
			t.Errorf("%q was read", s)
		}
	}
}

// FuzzLines: what was read is read again as the same, and a rule has a FREQ.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"FREQ=WEEKLY;BYDAY=MO", "RRULE:FREQ=DAILY\nEXDATE;TZID=A:20310504T090000", "RDATE:20310504", "RRULE:;=,:", "FREQ:x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		lines, problem := Lines(s)
		if (problem == "") != (lines != nil) {
			t.Fatalf("%q: %v %q", s, lines, problem)
		}
		written := ""
		for _, l := range lines {
			if l.Other == "" {
				if l.Rule.Get("FREQ") == "" {
					t.Fatalf("%q has a rule without FREQ", s)
				}
				written += "RRULE:" + l.Rule.String() + "\n"
			}
			written += l.Other + "\n"
		}
		if lines == nil {
			return
		}
		again, problem := Lines(written)
		if problem != "" || len(again) != len(lines) {
			t.Fatalf("%q became %q, which is refused: %s", s, written, problem)
		}
		for i := range lines {
			if again[i].Other != lines[i].Other || again[i].Rule.String() != lines[i].Rule.String() {
				t.Fatalf("%q became %q and then something else", s, written)
			}
		}
	})
}
