package rest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/route"
)

func driveRoute(t *testing.T) *route.Route {
	t.Helper()
	tab, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	r, ok := tab.Get("drive.files.create")
	if !ok {
		t.Fatal("no such route")
	}
	return r
}

func TestLift(t *testing.T) {
	for name, c := range map[string]struct{ in, text, rest string }{
		"plain":         {`{"size":5,"data":"abc","x":1}`, "abc", `{"size":5,"data":null,"x":1}`},
		"first":         {`{"data" : "abc"}`, "abc", `{"data" : null}`},
		"nested":        {`{"a":{"data":"no"},"b":[{"data":"no"},"data","x"],"data":"yes"}`, "yes", `{"a":{"data":"no"},"b":[{"data":"no"},"data","x"],"data":null}`},
		"a value":       {`{"a":"data","b":"data"}`, "", `{"a":"data","b":"data"}`},
		"escapes":       {`{"\u0064ata":"a\/b\u003d\nc\u00e9"}`, "a/b=\nc\xff", `{"\u0064ata":null}`},
		"tricky quotes": {`{"a\"data":"\\\"data\":\"no","data":"y"}`, "y", `{"a\"data":"\\\"data\":\"no","data":null}`},
		"not text":      {`{"data":7}`, "", `{"data":7}`},
		"a list":        {`["data",{"data":"no"}]`, "", `["data",{"data":"no"}]`},
		"empty":         {``, "", ``},
	} {
		var text bytes.Buffer
		l := &lift{in: bufio.NewReader(strings.NewReader(c.in)), field: "data", to: &text, limit: 1000}
		if err := l.run(); err != nil || text.String() != c.text || l.rest.String() != c.rest {
			t.Errorf("%s: %q %q %v", name, text.String(), l.rest.String(), err)
		}
	}
	for in, want := range map[string]string{
		`{"data":"a","data":"b"}`: errTwice.Error(),
		`{"data":"a`:              "unexpected EOF",
		`{"data":"\u00`:           "unexpected EOF",
		`{"a":"b`:                 "unexpected EOF",
		`{"a":"` + strings.Repeat("x", 2000) + `"`: "larger",
		`[` + strings.Repeat("1,", 2000):           "larger",
	} {
		l := &lift{in: bufio.NewReader(strings.NewReader(in)), field: "data", to: &bytes.Buffer{}, limit: 1000}
		if err := l.run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s: %v", in, err)
		}
	}
}

// Whatever JSON comes, what lift leaves is the JSON with null in the member's
// place, and what it takes is the member.
func FuzzLift(f *testing.F) {
	for _, s := range []string{`{"data":"abc"}`, `{"a":{"data":"x"},"data":"y"}`, `["data","data"]`, `{"data":["data","x"]}`, `{"":"data","data":""}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var text bytes.Buffer
		l := &lift{in: bufio.NewReader(bytes.NewReader(in)), field: "data", to: &text, limit: 1 << 20}
		err := l.run()
		if !json.Valid(in) || keyTwice(in) {
			return // only: no panic
		}
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		before, _ := decode(in)
		after, err := decode(l.rest.Bytes())
		if before == nil {
			return
		}
		if err != nil {
			t.Fatalf("%q became %q", in, l.rest.Bytes())
		}
		want, isText := object(before)["data"].(string)
		if isText != l.found {
			t.Fatalf("%q: found %v", in, l.found)
		}
		if isText && !strings.ContainsFunc(want, func(r rune) bool { return r >= 0x80 || r < ' ' }) && text.String() != want {
			t.Fatalf("%q: took %q", in, text.String())
		}
		if isText {
			object(before)["data"] = nil
		}
		if a, b := fmt.Sprint(before), fmt.Sprint(after); a != b {
			t.Fatalf("%s is not %s", b, a)
		}
	})
}

func TestContentRanges(t *testing.T) {
	for in, want := range map[string][2]int64{"bytes 5-9/10": {5, 10}, "bytes 0-0/*": {0, -1}} {
		if start, total, ok := contentRange(in); !ok || start != want[0] || total != want[1] {
			t.Errorf("%s: %d %d %v", in, start, total, ok)
		}
	}
	for _, in := range []string{"", "bytes */10", "bytes 5-9", "bytes -5-9/10", "bytes x-9/10", "bytes 5-9/x", "bytes 5-9/5"} {
		if _, _, ok := contentRange(in); ok {
			t.Errorf("%q passed", in)
		}
	}
}

func TestPacerKeepsTheQuota(t *testing.T) {
	p, now := NewPacer(), time.Unix(0, 0)
	units, end := 0.0, now.Add(time.Minute)
	for n := 0; ; n++ {
		d := p.delay("a", "gmail", "gmail.users.messages.get", now)
		if now = now.Add(d); now.After(end) {
			if n < 2900 {
				t.Errorf("only %d requests a minute", n)
			}
			break
		}
		units += 5
	}
	if units > 15_000 {
		t.Errorf("%v units in a minute", units)
	}
	start := time.Unix(0, 0)
	for what, d := range map[string]time.Duration{
		"another account": p.delay("b", "gmail", "gmail.users.messages.get", start),
		"another service": p.delay("a", "drive", "drive.files.get", start),
		"no quota known":  p.delay("a", "notes", "notes.get", start),
	} {
		if d != 0 {
			t.Errorf("%s waits %v", what, d)
		}
	}
	if a, b := weightOf("gmail", "gmail.users.messages.send"), weightOf("drive", "drive.files.get"); a != 100 || b != 1 {
		t.Errorf("%v %v", a, b)
	}
}

// Every route with a weight of its own exists; a misspelt one would silently
// cost five.
func TestWeightsNameRoutes(t *testing.T) {
	tab, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	for id := range weights {
		if _, ok := tab.Get(id); !ok {
			t.Errorf("%s is no route", id)
		}
	}
}

func TestBudgetStandsStillWhileContentMoves(t *testing.T) {
	ctx, b := newBudget(context.Background(), 30*time.Millisecond)
	defer b.stop()
	one, two := b.pause(), b.pause()
	time.Sleep(60 * time.Millisecond)
	one()
	if ctx.Err() != nil {
		t.Fatal("it ran while content moved")
	}
	time.Sleep(60 * time.Millisecond)
	if ctx.Err() != nil {
		t.Fatal("it ran while other content moved")
	}
	two()
	select {
	case <-ctx.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
	if !outOfTime(ctx) || !errors.Is(context.Cause(ctx), errCallTime) {
		t.Error(context.Cause(ctx))
	}
}
