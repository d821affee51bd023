package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// contents are what a caller might by mistake put into a record: parameters,
// texts and names of people that a call reaches.
var contents = []string{
	"Dear Bob, the code is 4711",
	"bob@other.example",
	`{"to":"bob@other.example"}`,
	"https://other.example/?q=secret",
	"Budget 2027 (final).xlsx",
	"=cmd|' /C calc'!A1",
	"line\nline",
	"\x1b[31mred",
	"\u202egnp.exe",
	"été",
	strings.Repeat("a", 5000),
}

// names are the fields that hold the name of who and where, as the front end
// knows it: the only ones that are free text, and never a parameter.
var names = map[string]bool{"Tenant": true, "Account": true, "Actor": true, "Profile": true}

// Whatever stands in a field, no content gets into a line but under the four
// names, and there it is one short line without controls. A field that is added
// to Record and forgotten in clean fails here.
func TestNoContentGetsIn(t *testing.T) {
	kind := reflect.TypeFor[Record]()
	for i := range kind.NumField() {
		f := kind.Field(i)
		for _, c := range contents {
			var r Record
			switch v := reflect.ValueOf(&r).Elem().Field(i); v.Interface().(type) {
			case string:
				v.SetString(c)
			case []string:
				v.Set(reflect.ValueOf([]string{c, "policy.read_only"}))
			case int, int64, time.Time:
				continue // no text fits in
			default:
				t.Fatalf("%s has a type that may hold content: %s", f.Name, f.Type)
			}
			l := openTest(t, Options{})
			if err := l.Append(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			raw, err := os.ReadFile(filepath.Join(l.o.Dir, fileName(1)))
			if err != nil {
				t.Fatal(err)
			}
			_, raw, _ = bytes.Cut(raw, []byte("\n")) // behind the header
			if strings.Count(string(raw), "\n") != 1 || strings.ContainsAny(string(raw), "\x1b\u202e") {
				t.Errorf("%s: %q", f.Name, raw)
			}
			got := reflect.ValueOf(entries(t, l.o.Dir, Filter{})[0].Record).Field(i)
			switch {
			case names[f.Name]:
				if len(got.String()) > maxName {
					t.Errorf("%s: %d bytes", f.Name, got.Len())
				}
			case strings.Contains(string(raw), c) || !strings.Contains(string(raw), invalid):
				t.Errorf("%s holds %q", f.Name, got)
			}
		}
	}
}

func TestCleanBounds(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 123456789, time.FixedZone("", 3600))
	many := make([]string, 500)
	for i := range many {
		many[i] = "gmail.users.messages.send"
	}
	r := clean(Record{
		Reasons: many, Routes: many, DurationMS: 1 << 60, SentBytes: -1, Revision: -3, Tenant: strings.Repeat("é", 400),
		Time: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC),
	}, now)
	if len(r.Reasons) != maxRules+1 || r.Reasons[maxRules] != more || len(r.Routes) != maxRoutes+1 {
		t.Errorf("%d reasons, %d routes", len(r.Reasons), len(r.Routes))
	}
	if r.DurationMS != maxNumber || r.SentBytes != 0 || r.Revision != 0 {
		t.Errorf("%+v", r)
	}
	if len(r.Tenant) != maxName || !utf8.ValidString(r.Tenant) {
		t.Errorf("%d %q", len(r.Tenant), r.Tenant)
	}
	if want := "2026-11-30T08:00:00.123456Z"; r.Time.Format(time.RFC3339Nano) != want {
		t.Errorf("%v, want %s", r.Time, want)
	}
	l := openTest(t, Options{})
	if err := l.Append(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	whole(t, l.o.Dir)
}

// Cleaning is done once: what was cleaned stays as it is, and always makes a
// line that is read back.
func TestCleanTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.String(), 0, 4)
		r := Record{
			Event: rapid.String().Draw(t, "event"), Tenant: rapid.String().Draw(t, "tenant"), Actor: rapid.String().Draw(t, "actor"),
			Tool: rapid.String().Draw(t, "tool"), Digest: rapid.String().Draw(t, "digest"),
			Reasons: list.Draw(t, "reasons"), Routes: list.Draw(t, "routes"),
			DurationMS: rapid.Int64().Draw(t, "duration"), Time: time.Unix(rapid.Int64().Draw(t, "time"), 0),
		}
		once := clean(r, time.Unix(1, 0))
		if twice := clean(once, time.Unix(2, 0)); !reflect.DeepEqual(once, twice) {
			t.Fatalf("%+v\n%+v", once, twice)
		}
		l := line{Record: once, Seq: 1, Prev: noHash}
		raw, err := l.encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := parseStrict(raw); err != nil || back.Hash != l.Hash {
			t.Fatalf("%v: %s", err, raw)
		}
	})
}
