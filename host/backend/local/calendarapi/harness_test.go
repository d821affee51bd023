package calendarapi

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/gapi/discoverytest"
	"github.com/wslite/wslite/host/backend/local/store"
)

// fatal is what testing.T and rapid.T share.
type fatal = discoverytest.Fatal

var me = gapi.Person{Email: "me@example.com", Name: "Me Example"}

// bench is a workspace in memory with a clock that the test moves. Each
// answer is checked against the Discovery document.
type bench struct {
	t       fatal
	api     *API
	handler http.Handler
	store   *store.Store
	now     time.Time
	ids     int
}

func newBench(t testing.TB) *bench {
	t.Helper()
	b := openBench(t)
	t.Cleanup(b.close)
	return b
}

func openBench(t fatal) *bench {
	t.Helper()
	b := &bench{t: t, now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	s, err := store.Open(store.Options{
		Path: store.Memory, Migrations: []store.Migration{Migration("")},
		Now:   func() time.Time { return b.now },
		NewID: func() string { b.ids++; return fmt.Sprintf("id%d", b.ids) },
	})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	b.store, b.api = s, New(s, me)
	b.handler = gapi.NewService(b.api.Methods(), gapi.Options{Report: func(err error) { t.Fatalf("reported: %v", err) }})
	return b
}

func (b *bench) close() { b.store.Close() }

// answerTo is one answer.
type answerTo struct {
	status int
	header http.Header
	body   map[string]any
	raw    []byte
}

// at walks down the answer: names of objects and numbers of list items.
func (r answerTo) at(path string) any { return at(r.body, path) }

func at(v any, path string) any {
	for step := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

func (r answerTo) str(path string) string { s, _ := r.at(path).(string); return s }

func (r answerTo) items() []map[string]any {
	var out []map[string]any
	list, _ := r.body["items"].([]any)
	for _, it := range list {
		out = append(out, it.(map[string]any))
	}
	return out
}

// each gives one value of each item, for short comparisons.
func (r answerTo) each(path string) string {
	var out []string
	for _, it := range r.items() {
		out = append(out, fmt.Sprint(at(it, path)))
	}
	return strings.Join(out, " ")
}

// send makes a request; path is below /calendar/v3/. headers are name, value.
func (b *bench) send(method, path, body string, headers ...string) answerTo {
	b.t.Helper()
	a := document().Ask(b.t, b.handler, method, "calendar/v3/"+path, body, headers...)
	return answerTo{status: a.Status, header: a.Header, body: a.Body, raw: a.Raw}
}

// must is send that demands a status.
func (b *bench) must(status int, method, path, body string, headers ...string) answerTo {
	b.t.Helper()
	r := b.send(method, path, body, headers...)
	if r.status != status {
		b.t.Fatalf("%s %s %s: status %d, want %d: %s", method, path, body, r.status, status, r.raw)
	}
	return r
}

// refuse demands an error with a status, a reason and a part of the message.
func (b *bench) refuse(status int, reason, message, method, path, body string, headers ...string) {
	b.t.Helper()
	r := b.must(status, method, path, body, headers...)
	if r.str("error.errors.0.reason") != reason || !strings.Contains(r.str("error.message"), message) {
		b.t.Fatalf("%s %s %s: got %s %q, want %s %q", method, path, body, r.str("error.errors.0.reason"), r.str("error.message"), reason, message)
	}
}

const events = "calendars/primary/events"

// add inserts an event into the primary calendar.
func (b *bench) add(body string, query ...string) answerTo {
	b.t.Helper()
	return b.must(200, "POST", events+encode(query), body)
}

// event is the body of an event from a time to a time of 2 March 2026, UTC.
func event(summary, from, to string) string {
	return fmt.Sprintf(`{"summary":%q,"start":{"dateTime":"2026-03-02T%s:00Z"},"end":{"dateTime":"2026-03-02T%s:00Z"}}`, summary, from, to)
}

// weekly is a series on Mondays at 09:00 in Berlin from 2 March 2026.
func weekly(rule string) string {
	return fmt.Sprintf(`{"summary":"Weekly","recurrence":[%q],"start":{"dateTime":"2026-03-02T09:00:00","timeZone":"Europe/Berlin"},
		"end":{"dateTime":"2026-03-02T10:00:00","timeZone":"Europe/Berlin"}}`, rule)
}

func (b *bench) list(query ...string) answerTo {
	b.t.Helper()
	return b.must(200, "GET", events+encode(query), "")
}

func encode(query []string) string {
	q := url.Values{}
	for i := 0; i < len(query); i += 2 {
		q.Add(query[i], query[i+1])
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// say joins values with spaces.
func say(values ...any) string { return strings.TrimSpace(fmt.Sprintln(values...)) }
