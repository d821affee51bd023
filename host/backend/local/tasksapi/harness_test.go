package tasksapi

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
	b := &bench{t: t, now: time.Date(2030, 1, 31, 12, 0, 0, 0, time.UTC)}
	s, err := store.Open(store.Options{
		Path: store.Memory, Migrations: []store.Migration{Migration()},
		Now:   func() time.Time { return b.now },
		NewID: func() string { b.ids++; return fmt.Sprintf("id%d", b.ids) },
	})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	b.store, b.api = s, New(s, DefaultLimits())
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

func (r answerTo) str(key string) string { s, _ := r.body[key].(string); return s }

func (r answerTo) items() []map[string]any {
	var out []map[string]any
	list, _ := r.body["items"].([]any)
	for _, it := range list {
		out = append(out, it.(map[string]any))
	}
	return out
}

// titles gives the titles of a page, for short comparisons.
func (r answerTo) titles() string {
	var out []string
	for _, it := range r.items() {
		out = append(out, fmt.Sprint(it["title"]))
	}
	return strings.Join(out, " ")
}

// message is the error's message, "" where there is none.
func (r answerTo) message() string {
	e, _ := r.body["error"].(map[string]any)
	s, _ := e["message"].(string)
	return s
}

// send makes a request; path is below /tasks/v1/. headers are name, value.
func (b *bench) send(method, path, body string, headers ...string) answerTo {
	b.t.Helper()
	a := document().Ask(b.t, b.handler, method, "tasks/v1/"+path, body, headers...)
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

// add inserts a task into the default list and gives its id.
func (b *bench) add(title string, query ...string) string {
	b.t.Helper()
	return b.addTo("@default", title, query...)
}

func (b *bench) addTo(list, title string, query ...string) string {
	b.t.Helper()
	return b.must(200, "POST", "lists/"+list+"/tasks"+encode(query), fmt.Sprintf(`{"title":%q}`, title)).str("id")
}

// list gives the default list's tasks.
func (b *bench) list(query ...string) answerTo {
	b.t.Helper()
	return b.must(200, "GET", "lists/@default/tasks"+encode(query), "")
}

func (b *bench) get(id string) answerTo {
	b.t.Helper()
	return b.must(200, "GET", "lists/@default/tasks/"+id, "")
}

func encode(query []string) string {
	q := url.Values{}
	for i := 0; i < len(query); i += 2 {
		q.Set(query[i], query[i+1])
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

func contains(t testing.TB, what, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("%s: %q does not contain %q", what, got, want)
	}
}
