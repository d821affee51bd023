package policy

import (
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests, also where the machine has none

	"github.com/wslite/wslite/host/risk"
)

func berlin(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func span(t testing.TB, s string, classes ...string) Quiet {
	t.Helper()
	from, until, err := ParseQuiet(s)
	if err != nil {
		t.Fatalf("%q %v", s, err)
	}
	return Quiet{from, until, classes}
}

func TestParseQuiet(t *testing.T) {
	for s, want := range map[string]Quiet{
		"22:00-07:00": {22 * 60, 7 * 60, nil}, "00:00-24:00": {0, dayMinutes, nil}, "12:30-12:31": {750, 751, nil}, "23:59-00:00": {1439, 0, nil},
	} {
		if got := span(t, s); got.From != want.From || got.Until != want.Until || got.String() != s || !got.sound() {
			t.Errorf("%s: %+v", s, got)
		}
	}
	for _, s := range []string{"", "22:00", "22-07", "22:00 - 07:00", "24:00-07:00", "25:00-07:00", "22:60-07:00", "7:00-08:00", "07:00-07:00",
		"22:00-07:00-08:00", "-", "22:00-24:01", "22:00–07:00", "+2:00-07:00"} {
		if _, _, err := ParseQuiet(s); err == nil {
			t.Errorf("%q is read", s)
		}
	}
}

// Quiet hours go by the clock on the wall, past midnight too, and through both
// nights in which the clock is changed.
func TestQuietHours(t *testing.T) {
	zone := berlin(t)
	at := func(s string) time.Time {
		day, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return day.In(zone)
	}
	night := Policy{Quiet: []Quiet{span(t, "22:00-07:00", "send")}}
	for now, quiet := range map[string]bool{
		"2026-07-01T21:59:59+02:00": false, "2026-07-01T22:00:00+02:00": true, "2026-07-02T00:00:00+02:00": true,
		"2026-07-02T06:59:59+02:00": true, "2026-07-02T07:00:00+02:00": false, "2026-07-02T12:00:00+02:00": false,
		// 29 March: 02:00 becomes 03:00; 25 October: 03:00 becomes 02:00.
		"2026-03-29T06:59:00+02:00": true, "2026-03-29T07:00:00+02:00": false,
		"2026-10-25T06:59:00+01:00": true, "2026-10-25T07:00:00+01:00": false,
	} {
		in := mail(t, CLI, param("to", "x@y.example"))
		in.Now = at(now)
		d := night.Decide(in)
		if d.Allowed == quiet {
			t.Errorf("%s: %+v", now, d)
		}
		if quiet && (!slices.Equal(rules(d), []string{RuleQuietHours}) || !strings.Contains(d.Reasons[0].Text, "it may run from 07:00")) {
			t.Errorf("%s: %+v", now, d.Reasons)
		}
	}
	// The hour that the clock shows twice is quiet twice.
	hour := Policy{Quiet: []Quiet{span(t, "02:00-02:30", "send")}}
	for now, quiet := range map[string]bool{
		"2026-10-25T02:15:00+02:00": true, "2026-10-25T02:45:00+02:00": false, "2026-10-25T02:15:00+01:00": true, "2026-10-25T02:45:00+01:00": false,
		"2026-03-29T01:59:00+01:00": false, "2026-03-29T03:00:00+02:00": false, // it never is 02:15 in this night
	} {
		in := mail(t, CLI, param("to", "x@y.example"))
		in.Now = at(now)
		if d := hour.Decide(in); d.Allowed == quiet {
			t.Errorf("%s: %+v", now, d)
		}
	}
}

// What is stored or only shown does not run, so it is noted; an approval changes
// nothing. Classes that are not named run.
func TestQuietIsAboutRunning(t *testing.T) {
	p := Policy{Quiet: []Quiet{span(t, "00:00-24:00", "send", "share")}}
	in := mail(t, CLI, param("to", "x@y.example"))
	in.Now = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	if d := p.Decide(in); d.Allowed || !strings.Contains(d.Reasons[0].Text, "from no time of the day") {
		t.Errorf("%+v", d)
	}
	for name, change := range map[string]func(*Input){"stored": func(in *Input) { in.Stored = true }, "dry run": func(in *Input) { in.DryRun = true }} {
		in := in
		change(&in)
		if d := p.Decide(in); !d.Allowed || len(d.Notes) != 1 {
			t.Errorf("%s: %+v", name, d)
		}
	}
	in.Approved = true
	if d := p.Decide(in); d.Allowed {
		t.Error("an approved draft runs in the quiet hours")
	}
	in.Now = time.Time{}
	if d := p.Decide(in); d.Allowed {
		t.Error("without a time it runs")
	}
	free := call(t, "tasks", "tasksDelete", list("L"))
	if d := p.Decide(free); !d.Allowed {
		t.Errorf("%+v", d)
	}
	// Two spans: free when both are over.
	p.Quiet = []Quiet{span(t, "22:00-07:00", "send"), span(t, "06:30-09:00", "send"), span(t, "09:00-10:00", "share")}
	in.Now = time.Date(2026, 7, 1, 23, 0, 0, 0, time.UTC)
	if d := p.Decide(in); !strings.Contains(d.Reasons[0].Text, "from 09:00") {
		t.Errorf("%+v", d)
	}
}

// Some classes run only as drafts.
func TestSecondPersonAndDraftOnly(t *testing.T) {
	send := mail(t, CLI, param("to", "x@y.example"))
	trash := call(t, "gmail", "trashMessage", nil)
	p := Policy{SecondPerson: []string{"send"}, DraftOnly: []string{"destructive"}}
	d := p.Decide(send)
	if !slices.Equal(rules(d), []string{RuleSecondPerson}) || !strings.Contains(d.Reasons[0].Text, "store it with --draft") || !d.SecondPerson || !d.DraftOnly {
		t.Errorf("%+v", d)
	}
	if d := p.Decide(trash); !slices.Equal(rules(d), []string{RuleDraftOnly}) || d.SecondPerson || !d.DraftOnly {
		t.Errorf("%+v", d)
	}
	for name, change := range map[string]func(*Input){
		"stored": func(in *Input) { in.Stored = true }, "approved": func(in *Input) { in.Approved = true }, "dry run": func(in *Input) { in.DryRun = true },
	} {
		in := send
		change(&in)
		if d := p.Decide(in); !d.Allowed || !d.SecondPerson {
			t.Errorf("%s: %+v", name, d)
		}
	}
	// In a batch the classes of the operations count, not the batch's own.
	in := call(t, "gmail", risk.Batch, batch(op("markRead", nil), op("send", param("to", "x@y.example")), op("trashThread", nil)))
	if d := p.Decide(in); !slices.Equal(rules(d), []string{RuleSecondPerson, RuleDraftOnly}) {
		t.Errorf("%+v", d)
	}
	if d := p.Decide(call(t, "gmail", "markRead", nil)); !d.Allowed || d.SecondPerson || d.DraftOnly {
		t.Errorf("%+v", d)
	}
}

// Each operation takes from the cap of its class.
func TestCaps(t *testing.T) {
	p := Policy{Daily: map[string]int{"send": 2, "destructive": 0, "write": 100}}
	to := param("to", "x@y.example")
	for _, c := range []struct {
		in    Input
		caps  []Cap
		rules []string
	}{
		{call(t, "gmail", "send", to), []Cap{{"send", 1, 2}}, nil},
		{call(t, "gmail", "getMessage", nil), nil, nil},
		{call(t, "drive", "fileAddEditor", param("email", "x@y.example")), nil, nil},
		{call(t, "gmail", "trashMessage", nil), []Cap{{"destructive", 1, 0}}, []string{RuleDaily}},
		{call(t, "gmail", "batch", batch(op("send", to), op("markRead", nil), op("send", to))), []Cap{{"send", 2, 2}, {"write", 1, 100}}, nil},
		{call(t, "gmail", "batch", batch(op("send", to), op("batch", batch(op("send", to), op("send", to))))), []Cap{{"send", 3, 2}}, []string{RuleDaily}},
		{call(t, "gmail", "nobodyKnows", nil), []Cap{{"destructive", 1, 0}}, []string{RuleDaily}},
		{call(t, "nowhere", "batch", batch(op("send", to))), []Cap{{"destructive", 2, 0}}, []string{RuleDaily}},
	} {
		d := p.Decide(c.in)
		if !slices.Equal(d.Caps, c.caps) || !slices.Equal(rules(d), c.rules) {
			t.Errorf("%s %v: %+v", c.in.Action, c.in.Params, d)
		}
	}
	d := p.Decide(call(t, "gmail", "trashMessage", nil))
	if r := d.Reasons[0]; r.Key != "policy.daily.destructive" || r.Line != "destructive = 1" || !strings.Contains(p.hint(d.Reasons), "[policy.daily] destructive = 1") {
		t.Errorf("%+v %s", r, p.hint(d.Reasons))
	}
}
