package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/store"
)

// wired is a user's home whose backend google leads to an embedded workspace,
// over a wire that a test can cut.
type wired struct {
	*draftsWorld
	service http.RoundTripper
	// cut, where set, stands in the way of each request; nil answers pass it on.
	cut func(r *http.Request, body []byte) (*http.Response, error)
	// lose says that the answer of a request is lost after it was carried out.
	lose func(r *http.Request) bool

	sent []request
}

type request struct {
	line, auth string
	body       []byte
}

const wiredToken = "ya29.known-token-4711"

func newWired(t *testing.T) *wired {
	t.Helper()
	ws, err := local.Open(filepath.Join(t.TempDir(), "service.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	w := &wired{draftsWorld: newDrafts(t), service: ws.Transport()}
	w.env["WSLITE_ACCESS_TOKEN"] = wiredToken
	w.config("[profile.default]\nbackend = \"google\"\n")
	return w
}

// RoundTrip implements http.RoundTripper.
func (w *wired) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	w.sent = append(w.sent, request{r.Method + " " + r.URL.Path, r.Header.Get("Authorization"), body})
	if w.cut != nil {
		if res, err := w.cut(r, body); res != nil || err != nil {
			return res, err
		}
	}
	res, err := w.service.RoundTrip(r)
	if err == nil && w.lose != nil && w.lose(r) {
		res.Body.Close()
		return nil, io.ErrUnexpectedEOF
	}
	return res, err
}

// call runs one command line without a terminal.
func (w *wired) call(argv ...string) ran {
	w.t.Helper()
	var out, errs bytes.Buffer
	e := w.at(Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	e.Transport = w
	code := Main(context.Background(), argv, e)
	return ran{exit: code, stdout: out.String(), stderr: errs.String()}
}

func (w *wired) must(exit int, words string, argv ...string) ran {
	w.t.Helper()
	got := w.call(argv...)
	if got.exit != exit || !strings.Contains(got.stdout+got.stderr, words) {
		w.t.Fatalf("%q: exit %d, want %d and %q:\n%s\n%s", argv, got.exit, exit, words, got.stdout, got.stderr)
	}
	return got
}

// changes are the requests that would change something.
func (w *wired) changes() (list []request) {
	for _, r := range w.sent {
		if !strings.HasPrefix(r.line, "GET ") {
			list = append(list, r)
		}
	}
	return list
}

func answerOf(r *http.Request, status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}
}

// claims are those of the home.
func (w *draftsWorld) claimRows() []store.Claim {
	w.t.Helper()
	s, err := w.app().records()
	if err != nil {
		w.t.Fatal(err)
	}
	rows, err := s.Claims(w.t.Context(), store.ClaimFilter{})
	if err != nil {
		w.t.Fatal(err)
	}
	return rows
}

// stateHolds tells which files of the home hold a text.
func (w *draftsWorld) stateHolds(text string) (files []string) {
	w.t.Helper()
	err := filepath.WalkDir(w.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return files
}

var makeEvent = []string{"calendar", "create-event", "--title", "Tea", "--start", "2026-12-01T10:00:00Z", "--end", "2026-12-01T11:00:00Z", "--idempotency-key", "tea-1"}

// A66: an event whose answer was lost is sent again with the same id, so that
// Google itself keeps it from being there twice.
func TestA66_ARetriedEventHasTheSameID(t *testing.T) {
	w := newWired(t)
	w.lose = func(r *http.Request) bool { return r.Method == "POST" }
	w.must(6, "OUTCOME_UNKNOWN", makeEvent...)
	w.lose = nil
	w.must(6, "OUTCOME_UNKNOWN", makeEvent...)
	if n := len(w.changes()); n != 1 {
		t.Fatalf("%d were sent while nobody knew", n)
	}
	rows := w.claimRows()
	if len(rows) != 1 || rows[0].Status != store.Unknown {
		t.Fatalf("%+v", rows)
	}
	w.must(0, "", "outcomes", "resolve", "tea-1", "--did-not-happen", "--yes") // it did
	w.must(0, "", makeEvent...)
	var ids []string
	for _, r := range w.changes() {
		var body struct{ ID string }
		if err := json.Unmarshal(r.body, &body); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, body.ID)
	}
	if len(ids) != 2 || ids[0] == "" || ids[0] != ids[1] {
		t.Errorf("the ids are %q", ids)
	}
	doc := document(t, w.must(0, "", "--json", "calendar", "list-events", "--time-min", "2026-12-01", "--time-max", "2026-12-01").stdout)
	if items, _ := dig(doc, "data", "items").([]any); len(items) != 1 {
		t.Errorf("%d events", len(items))
	}
}

// A77: without a token nothing is sent, by a read or a change; with one the same
// call goes through.
func TestA77_NoToken(t *testing.T) {
	for _, none := range []string{"", " ", "\r\n"} {
		w := newWired(t)
		w.env["WSLITE_ACCESS_TOKEN"] = none
		w.must(5, "NOT_SIGNED_IN", "tasks", "list-tasklists")
		w.must(5, "NOT_SIGNED_IN", makeEvent...)
		if len(w.sent) > 0 {
			t.Fatalf("%q: %q was sent", none, w.sent)
		}
		w.env["WSLITE_ACCESS_TOKEN"] = wiredToken
		w.must(0, "", makeEvent...)
		if n := len(w.changes()); n != 1 {
			t.Errorf("%q: %d were sent", none, n)
		}
	}
}

// A82, W120: whatever fails or works, the token stands in no output, log, row,
// draft or file, and no row or draft holds what a service answered.
func TestA82_W120_TheTokenIsNowhere(t *testing.T) {
	w := newWired(t)
	const told = "what-the-service-said"
	var seen strings.Builder
	all := func(how string, argv ...string) {
		got := w.call(append([]string{"--verbose", "--json"}, argv...)...)
		seen.WriteString(how + ": " + got.stdout + got.stderr + "\n")
	}
	send := []string{"gmail", "send", "--to", "bob@example.org", "--subject", "Hello", "--body", "Dear Bob", "--yes"}
	failures := map[string]func(*http.Request, []byte) (*http.Response, error){
		"none": nil,
		"401 that repeats it": func(r *http.Request, _ []byte) (*http.Response, error) {
			return answerOf(r, 401, `{"error":{"code":401,"message":"`+told+` `+r.Header.Get("Authorization")+`"}}`), nil
		},
		"403": func(r *http.Request, _ []byte) (*http.Response, error) {
			return answerOf(r, 403, `{"error":{"code":403,"message":"token `+wiredToken+` is not enough"}}`), nil
		},
		"500": func(r *http.Request, _ []byte) (*http.Response, error) { return answerOf(r, 500, told+wiredToken), nil },
		"HTML": func(r *http.Request, _ []byte) (*http.Response, error) {
			return answerOf(r, 200, "<p>"+told+wiredToken), nil
		},
		"a cut": func(*http.Request, []byte) (*http.Response, error) {
			return nil, errors.New("cut: Bearer " + wiredToken)
		},
	}
	for how, cut := range failures {
		w.cut = cut
		all(how, send...)
		if how == "500" || how == "a cut" {
			continue // what may be repeated is, after a while
		}
		all(how, "tasks", "list-tasklists")
		all(how, makeEvent...)
		all(how, append([]string{"--draft"}, send...)...)
	}
	w.cut = func(r *http.Request, _ []byte) (*http.Response, error) {
		return answerOf(r, 200, `{"id":"m1","threadId":"t1","snippet":"`+told+`"}`), nil
	}
	all("a success", send...)
	w.cut = nil
	for _, argv := range [][]string{{"outcomes", "list", "--all"}, {"drafts", "list", "--all"}, {"audit", "list"}, {"audit", "export"}} {
		all("records", argv...)
	}
	if !slices.ContainsFunc(w.sent, func(r request) bool { return r.auth == "Bearer "+wiredToken }) || len(w.claimRows()) < 5 {
		t.Fatalf("the token was not used: %d requests, %d claims", len(w.sent), len(w.claimRows()))
	}
	for _, part := range []string{wiredToken, "known-token"} {
		if i := strings.Index(seen.String(), part); i >= 0 {
			t.Errorf("it is told: …%.200s", seen.String()[max(0, i-100):])
		}
		if files := w.stateHolds(part); len(files) > 0 {
			t.Errorf("it is kept in %q", files)
		}
	}
	if files := w.stateHolds(told); len(files) > 0 {
		t.Errorf("an answer is kept in %q", files)
	}
}

// A84: the number of a page is a number, and no request asks for more than a
// service gives.
func TestA84_PageSizes(t *testing.T) {
	w := newWired(t)
	for _, c := range []struct {
		args []string
		most string
	}{
		{[]string{"gmail", "search-messages", "--max-results"}, "100"},
		{[]string{"drive", "search-files", "--query", "name = 'x'", "--max-results"}, ""},
		{[]string{"calendar", "list-events", "--max-results"}, ""},
	} {
		for _, bad := range []string{"abc", "NaN", "1e", "-1", "0", "100000", "99999999999999999999"} {
			argv := append(slices.Clone(c.args), bad)
			got := w.call(argv...)
			if got.exit != 4 || !strings.Contains(got.stderr, "max-results") && !strings.Contains(got.stderr, "maxResults") {
				t.Errorf("%q: exit %d %s", argv, got.exit, got.stderr)
			}
			if c.most != "" && bad == "100000" && !strings.Contains(got.stderr, c.most) {
				t.Errorf("%q does not say how many there may be: %s", argv, got.stderr)
			}
		}
		if len(w.sent) > 0 {
			t.Errorf("%q: %q was sent", c.args, w.sent)
			w.sent = nil
		}
	}
	w.must(0, "", "gmail", "search-messages", "--max-results", "100")
	if len(w.sent) == 0 {
		t.Error("nothing was asked")
	}
}

// A36, A37: a change that is to wait is told as a draft and sends nothing; the
// same call has the same digest however it is written, and another has another.
func TestA36_A37_AChangeThatWaits(t *testing.T) {
	w := newWired(t)
	digests := map[string]string{}
	for name, args := range map[string]string{
		"as it is":          `{"to":"bob@example.org","subject":"Hello","body":"Dear Bob","cc":"cy@example.org"}`,
		"in another order":  `{"cc":"cy@example.org","body":"Dear Bob","subject":"Hello","to":"bob@example.org"}`,
		"with escapes":      `{ "to" : "bob\u0040example.org", "subject":"\u0048ello","body":"Dear Bob","cc":"cy@example.org" }`,
		"another character": `{"to":"bob@example.org","subject":"Hello","body":"Dear Rob","cc":"cy@example.org"}`,
		"another field":     `{"to":"bob@example.org","subject":"Hello","body":"Dear Bob","bcc":"cy@example.org"}`,
	} {
		data, _ := document(t, w.must(0, "", "--json", "--draft", "run", "gmail_send", "--params-json", args).stdout)["data"].(map[string]any)
		digests[name], _ = data["payloadDigest"].(string)
		id, _ := data["draftId"].(string)
		if data["status"] != "pending_approval" || data["revision"] != float64(1) || !strings.HasPrefix(digests[name], "sha256:") || len(digests[name]) != 71 || w.get(id).Digest != digests[name] {
			t.Errorf("%s: %v", name, data)
		}
	}
	if n := len(w.changes()) + len(w.claimRows()); n != 0 {
		t.Errorf("sent %v, claims %v", w.changes(), w.claimRows())
	}
	one := digests["as it is"]
	if digests["in another order"] != one || digests["with escapes"] != one || digests["another character"] == one || digests["another field"] == one {
		t.Errorf("%v", digests)
	}
}
