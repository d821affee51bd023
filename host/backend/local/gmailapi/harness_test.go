package gmailapi

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local/blobs"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/gapi/discoverytest"
	"github.com/wslite/wslite/host/backend/local/store"
)

// fatal is what testing.T and rapid.T share.
type fatal = discoverytest.Fatal

// bench is a mailbox in memory with a clock that the test moves. Each answer is
// checked against the Discovery document.
type bench struct {
	t       fatal
	api     *API
	handler http.Handler
	store   *store.Store
	now     time.Time
	ids     int
}

const me = "me@example.com"

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
		Path: store.Memory, Migrations: []store.Migration{blobs.Migration(), Migration()},
		Now:   func() time.Time { return b.now },
		NewID: func() string { b.ids++; return fmt.Sprintf("id%d", b.ids) },
	})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	content := blobs.New(s)
	b.store, b.api = s, New(s, content, gapi.Person{Email: me, Name: "Me Example"})
	b.handler = gapi.NewService(b.api.Methods(), gapi.Options{Blobs: content, Uploads: content, Report: func(err error) { b.t.Fatalf("reported: %v", err) }})
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

// at walks into the answer: names of objects, numbers of lists.
func (r answerTo) at(path ...any) any {
	var v any = r.body
	for _, p := range path {
		switch p := p.(type) {
		case string:
			o, _ := v.(map[string]any)
			v = o[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}

func (r answerTo) str(path ...any) string { s, _ := r.at(path...).(string); return s }

// join gives a field of the objects of a list, or the texts of a list.
func (r answerTo) join(field string, path ...any) string {
	var out []string
	list, _ := r.at(path...).([]any)
	for _, it := range list {
		if o, ok := it.(map[string]any); ok {
			it = o[field]
		}
		out = append(out, fmt.Sprint(it))
	}
	return strings.Join(out, " ")
}

func (r answerTo) labels() string  { return r.join("", "labelIds") }
func (r answerTo) message() string { return r.str("error", "message") }

// send makes a request; path is below the user.
func (b *bench) send(method, path, body string, headers ...string) answerTo {
	b.t.Helper()
	return b.request(method, "/gmail/v1/users/me/"+path, body, headers...)
}

func (b *bench) request(method, path, body string, headers ...string) answerTo {
	b.t.Helper()
	a := document().Ask(b.t, b.handler, method, strings.TrimPrefix(path, "/"), body, headers...)
	return answerTo{status: a.Status, header: a.Header, body: a.Body, raw: a.Raw}
}

// must is send that demands a status.
func (b *bench) must(status int, method, path, body string, headers ...string) answerTo {
	b.t.Helper()
	r := b.send(method, path, body, headers...)
	if r.status != status {
		b.t.Fatalf("%s %s %.300s: status %d, want %d: %s", method, path, body, r.status, status, r.raw)
	}
	return r
}

// fails demands an error with that text.
func (b *bench) fails(status int, text, method, path, body string) {
	b.t.Helper()
	r := b.must(status, method, path, body)
	if !strings.Contains(r.message(), text) {
		b.t.Fatalf("%s %s %.300s: the message %q does not contain %q", method, path, body, r.message(), text)
	}
}

// compose writes a mail of header lines and a text.
func compose(text string, lines ...string) string {
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + text
}

// raw is the JSON of a message: its raw and more members.
func raw(mail string, more ...string) string {
	members := append([]string{`"raw":"` + base64.URLEncoding.EncodeToString([]byte(mail)) + `"`}, more...)
	return "{" + strings.Join(members, ",") + "}"
}

// insert puts a mail into the mailbox and gives its id.
func (b *bench) insert(mail string, labels ...string) string {
	b.t.Helper()
	data, _ := json.Marshal(append([]string{}, labels...))
	b.now = b.now.Add(time.Second)
	return b.must(200, "POST", "messages", raw(mail, `"labelIds":`+string(data))).str("id")
}

// simple inserts a mail with a subject into the inbox.
func (b *bench) simple(subject string, labels ...string) string {
	b.t.Helper()
	return b.insert(compose("text", "From: a@example.org", "To: "+me, "Subject: "+subject), append([]string{"INBOX"}, labels...)...)
}

// get reads a message.
func (b *bench) get(id string, query ...string) answerTo {
	b.t.Helper()
	return b.must(200, "GET", "messages/"+id+encode(query), "")
}

// find gives the subjects of the messages of a query, newest first.
func (b *bench) find(q string, more ...string) string {
	b.t.Helper()
	r := b.must(200, "GET", "messages"+encode(append([]string{"q", q}, more...)), "")
	var out []string
	list, _ := r.at("messages").([]any)
	for i := range list {
		m := b.get(r.str("messages", i, "id"), "format", "metadata", "metadataHeaders", "subject")
		out = append(out, m.str("payload", "headers", 0, "value"))
	}
	return strings.Join(out, " ")
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

func contains(t testing.TB, what, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("%s: %q does not contain %q", what, got, want)
	}
}

// storeQuery reads one number of the tables.
func (b *bench) storeQuery(query string, into *int) error {
	return b.store.Read(context.Background(), func(tx *store.Tx) error { return tx.QueryRow(query).Scan(into) })
}

// call is a request to a method with some query values, without HTTP.
func call(query ...string) *gapi.Call {
	var got *gapi.Call
	m := gapi.Method{HTTP: "GET", Path: "x", Query: searchParams(), Result: Profile{},
		Serve: func(_ context.Context, c *gapi.Call) (any, error) { got = c; return &Profile{}, nil }}
	gapi.NewService([]gapi.Method{m}, gapi.Options{}).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/x"+encode(query), nil))
	return got
}
