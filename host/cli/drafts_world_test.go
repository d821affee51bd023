package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/draft"
)

// draftsWorld is one user's home with a local workspace, and the clock of both.
type draftsWorld struct {
	t    *testing.T
	home string
	now  time.Time
	env  map[string]string
}

func newDrafts(t *testing.T) *draftsWorld {
	t.Helper()
	needService(t, "gmail")
	w := &draftsWorld{t, t.TempDir(), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), map[string]string{"TZ": "Europe/Berlin"}}
	t.Chdir(w.home)
	return w
}

func (w *draftsWorld) at(s Streams) Env {
	e := testEnv(w.t, w.home, w.env)
	e.Now = func() time.Time { return w.now }
	e.Streams = s
	return e
}

// run runs one command line; answer is typed at a terminal, "" is none.
func (w *draftsWorld) run(answer string, argv ...string) ran {
	w.t.Helper()
	var out, errs bytes.Buffer
	// A file, which an editor gets as it is: of anything else it would get all.
	typed := filepath.Join(w.t.TempDir(), "typed")
	if err := os.WriteFile(typed, []byte(answer), 0o600); err != nil {
		w.t.Fatal(err)
	}
	in, err := os.Open(typed)
	if err != nil {
		w.t.Fatal(err)
	}
	defer in.Close()
	e := w.at(Streams{In: in, Out: &out, Err: &errs, InTTY: answer != "", ErrTTY: answer != ""})
	code := Main(context.Background(), argv, e)
	return ran{exit: code, stdout: out.String(), stderr: errs.String()}
}

// want runs a command line without a terminal and checks its exit code and some
// words of what it prints.
func (w *draftsWorld) want(exit int, words string, argv ...string) ran {
	w.t.Helper()
	return w.answer("", exit, words, argv...)
}

func (w *draftsWorld) answer(answer string, exit int, words string, argv ...string) ran {
	w.t.Helper()
	got := w.run(answer, argv...)
	if got.exit != exit || !strings.Contains(got.stdout+got.stderr, words) {
		w.t.Fatalf("%q: exit %d, want %d and %q:\n%s\n%s", argv, got.exit, exit, words, got.stdout, got.stderr)
	}
	return got
}

// app is a run that the test itself makes.
func (w *draftsWorld) app() *App {
	var out, errs bytes.Buffer
	a := newApp(w.at(Streams{In: strings.NewReader(""), Out: &out, Err: &errs}))
	w.t.Cleanup(a.close)
	return a
}

func (w *draftsWorld) drafts() *draft.Drafts {
	w.t.Helper()
	d, err := w.app().drafts()
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

func (w *draftsWorld) get(id string) *draft.Draft {
	w.t.Helper()
	d, err := w.drafts().Get(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

// mail stores a mail as a draft and gives its id.
func (w *draftsWorld) mail(more ...string) string {
	w.t.Helper()
	argv := append([]string{"--local", "--draft", "gmail", "send", "--to", "bob@example.org", "--subject", "Hello", "--body", "Dear Bob"}, more...)
	return strings.TrimSpace(w.want(0, "d-", argv...).stdout)
}

// asAuthor stores a copy of a draft as somebody else's.
func (w *draftsWorld) asAuthor(id, author string) string {
	w.t.Helper()
	d := w.get(id)
	again, err := w.drafts().Create(w.t.Context(), draft.NewDraft{Owner: d.Owner, Author: author, FrontEnd: "mcp", Payload: d.Payload})
	if err != nil {
		w.t.Fatal(err)
	}
	return again.ID
}

// sent are the subjects of what the local workspace has sent.
func (w *draftsWorld) sent() []string {
	w.t.Helper()
	doc := document(w.t, w.want(0, "", "--local", "--json", "-q", "gmail", "search-messages", "in:sent").stdout)
	items, ok := dig(doc, "data").([]any)
	if !ok {
		w.t.Fatalf("%v", doc)
	}
	var subjects []string
	for _, it := range items {
		s, _ := dig(it, "subject").(string)
		subjects = append(subjects, s)
	}
	return subjects
}

func (w *draftsWorld) config(content string) {
	w.t.Helper()
	path := filepath.Join(w.home, ".config", "wslite", "wslite.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// events are the lines of the audit log about drafts, as "event status code".
func (w *draftsWorld) events() []string {
	w.t.Helper()
	c, err := w.app().config()
	if err != nil {
		w.t.Fatal(err)
	}
	var list []string
	for e, err := range audit.Entries(c.Audit.Dir, audit.Filter{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		if slices.Contains(audit.Events(), e.Event) {
			list = append(list, strings.TrimSpace(e.Event+" "+e.Status+" "+e.Code))
		}
	}
	return list
}
