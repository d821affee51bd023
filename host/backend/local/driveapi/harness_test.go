package driveapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
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

// bench is a workspace in memory with a clock that the test moves. Each JSON
// answer is checked against the Discovery document.
type bench struct {
	t       fatal
	api     *API
	blobs   *blobs.Store
	handler http.Handler
	store   *store.Store
	now     time.Time
	ids     int
}

func newBench(t testing.TB) *bench {
	t.Helper()
	b := openBench(t)
	t.Cleanup(func() { b.store.Close() })
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
	b.store, b.blobs = s, blobs.New(s)
	b.api = New(s, b.blobs, gapi.Person{Email: "Me@example.com", Name: "Me Example"})
	b.handler = gapi.NewService(b.api.Methods(), gapi.Options{Blobs: b.blobs, Uploads: b.blobs, Report: func(err error) { t.Fatalf("reported: %v", err) }})
	return b
}

// tick moves the clock on.
func (b *bench) tick(d time.Duration) { b.now = b.now.Add(d) }

// answerTo is one answer.
type answerTo struct {
	status int
	header http.Header
	body   map[string]any
	raw    []byte
}

// get follows names with dots and gives the value as a text; "" for nothing.
func (r answerTo) get(path string) string {
	var v any = r.body
	for name := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			var i int
			fmt.Sscan(name, &i)
			if i >= len(at) {
				return ""
			}
			v = at[i]
		default:
			return ""
		}
	}
	if v == nil {
		return ""
	}
	if s, ok := v.(string); ok {
		return s
	}
	data, _ := json.Marshal(v)
	return string(data)
}

func (r answerTo) message() string { return r.get("error.message") }
func (r answerTo) reason() string  { return r.get("error.errors.0.reason") }

// all gives one field of each item of a list, with spaces between.
func (r answerTo) all(list, field string) string {
	var out []string
	items, _ := r.body[list].([]any)
	for _, it := range items {
		out = append(out, answerTo{body: it.(map[string]any)}.get(field))
	}
	return strings.Join(out, " ")
}

// raw sends any request below the root of the service. The JSON of an answer is
// read unless it is a file's content.
func (b *bench) raw(method, path string, body io.Reader, headers ...string) answerTo {
	b.t.Helper()
	a := discoverytest.Exchange(b.handler, method, path, body, headers...)
	if strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") && (a.Status >= 400 || !strings.Contains(path, "alt=media")) {
		a.Decode(b.t, method, path)
	}
	return answerTo{status: a.Status, header: a.Header, body: a.Body, raw: a.Raw}
}

// conform ends the test where the document does not allow an answer.
func (b *bench) conform(method, path string, r answerTo) {
	b.t.Helper()
	document().Hold(b.t, method, path, discoverytest.Answer{Status: r.status, Header: r.header, Body: r.body, Raw: r.raw})
}

// send makes a JSON request; path is below /drive/v3/.
func (b *bench) send(method, path, body string, headers ...string) answerTo {
	b.t.Helper()
	path = "drive/v3/" + path
	r := b.raw(method, path, strings.NewReader(body), headers...)
	if r.status >= 400 || !strings.Contains(path, "alt=media") && !strings.Contains(path, "/export") {
		b.conform(method, path, r)
	}
	return r
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

// refused demands a status and a reason.
func (b *bench) refused(status int, reason, method, path, body string) answerTo {
	b.t.Helper()
	r := b.must(status, method, path, body)
	if r.reason() != reason {
		b.t.Fatalf("%s %s %s: reason %q, want %q: %s", method, path, body, r.reason(), reason, r.raw)
	}
	return r
}

// q makes a query string of names and values.
func q(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return "?" + v.Encode()
}

const every = "?fields=*&supportsAllDrives=true"

// file reads a file with all its fields.
func (b *bench) file(id string) answerTo {
	b.t.Helper()
	return b.must(200, "GET", "files/"+id+every, "")
}

// create makes a file of a JSON resource and gives its id.
func (b *bench) create(body string) string {
	b.t.Helper()
	return b.must(200, "POST", "files"+every, body).get("id")
}

func (b *bench) folder(name, parent string) string {
	b.t.Helper()
	return b.create(fmt.Sprintf(`{"name":%q,"mimeType":%q,"parents":[%q]}`, name, mimeFolder, parent))
}

// upload makes a file with content, by multipart.
func (b *bench) upload(resource, mimeType, content string) answerTo {
	b.t.Helper()
	return b.uploadTo("POST", "files", resource, mimeType, content)
}

func (b *bench) uploadTo(method, path, resource, mimeType, content string) answerTo {
	b.t.Helper()
	var body bytes.Buffer
	fmt.Fprintf(&body, "--b\r\nContent-Type: application/json\r\n\r\n%s\r\n--b\r\nContent-Type: %s\r\n\r\n%s\r\n--b--", resource, mimeType, content)
	sep := "?"
	if strings.Contains(path, "?") {
		sep = "&"
	}
	r := b.raw(method, "upload/drive/v3/"+path+sep+"uploadType=multipart&fields=*&supportsAllDrives=true", &body, "Content-Type", "multipart/related; boundary=b")
	b.conform(method, "drive/v3/"+path, r)
	return r
}

// text makes a text file and gives its id.
func (b *bench) text(name, parent, content string) string {
	b.t.Helper()
	r := b.upload(fmt.Sprintf(`{"name":%q,"parents":[%q]}`, name, parent), "text/plain", content)
	if r.status != 200 {
		b.t.Fatalf("upload: %s", r.raw)
	}
	return r.get("id")
}

// names lists files by a query and gives their names.
func (b *bench) names(query string, more ...string) string {
	b.t.Helper()
	return b.must(200, "GET", "files"+q(append([]string{"q", query, "fields", "*"}, more...)...), "").all("files", "name")
}

// content downloads a file.
func (b *bench) content(id string) string {
	b.t.Helper()
	return string(b.must(200, "GET", "files/"+id+"?alt=media&supportsAllDrives=true", "").raw)
}

func (b *bench) count(query string, args ...any) (n int) {
	b.t.Helper()
	err := b.store.Read(context.Background(), func(tx *store.Tx) error { return tx.QueryRow(query, args...).Scan(&n) })
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
	return n
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
