package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
)

// outcomesWorld is one user's home with records of calls.
type outcomesWorld struct {
	t    *testing.T
	home string
	now  time.Time
}

func newOutcomes(t *testing.T) *outcomesWorld {
	return &outcomesWorld{t, t.TempDir(), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
}

// app is a run that the test itself makes, to put records in place.
func (w *outcomesWorld) app() *App {
	var out, errs bytes.Buffer
	e := testEnv(w.t, w.home, map[string]string{"TZ": "Europe/Berlin"})
	e.Now = func() time.Time { return w.now }
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	a := newApp(e)
	w.t.Cleanup(a.close)
	return a
}

// run runs one command line; answer is typed at a terminal, "" is none.
func (w *outcomesWorld) run(answer string, args ...string) ran {
	var out, errs bytes.Buffer
	e := testEnv(w.t, w.home, map[string]string{"TZ": "Europe/Berlin"})
	e.Now = func() time.Time { return w.now }
	e.Streams = Streams{In: strings.NewReader(answer), Out: &out, Err: &errs, InTTY: answer != "", ErrTTY: answer != ""}
	code := Main(context.Background(), args, e)
	return ran{exit: code, stdout: out.String(), stderr: errs.String()}
}

// want runs a command line without a terminal and checks its exit code and
// some words of what it prints.
func (w *outcomesWorld) want(exit int, words string, args ...string) ran {
	w.t.Helper()
	got := w.run("", args...)
	w.check(got, exit, words)
	return got
}

func (w *outcomesWorld) check(got ran, exit int, words string) {
	w.t.Helper()
	if all := got.stdout + got.stderr; got.exit != exit || !strings.Contains(all, words) {
		w.t.Fatalf("exit %d, want %d and %q:\n%s\n%s", got.exit, exit, words, got.stdout, got.stderr)
	}
}

// claim begins a call with the key and ends it with f; the id is its name.
func (w *outcomesWorld) claim(key string, f func(*idempotency.Held) error) (id string) {
	return w.claimOf(idempotency.Request{Key: key}, f)
}

func (w *outcomesWorld) claimOf(r idempotency.Request, f func(*idempotency.Held) error) (id string) {
	w.t.Helper()
	claims, err := w.app().claims()
	if err != nil {
		w.t.Fatal(err)
	}
	r.Owner, r.Operation, r.Tool, r.Class, r.Digest = owned, "gmail.send", "gmail_send", "send", "sha256:aa"
	if r.Actor == "" {
		r.Actor = "ana@laptop"
	}
	held, _, err := claims.Begin(context.Background(), r)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := f(held); err != nil {
		w.t.Fatal(err)
	}
	return idempotency.KeyID(owned, r.Key)
}

var owned = store.Owner{Tenant: "google", Account: "4711"}

// How a claim ends.
func isLost(h *idempotency.Held) error {
	return h.Lose(context.Background(), "OUTCOME_UNKNOWN", "trace-1")
}
func isDone(h *idempotency.Held) error { return h.Complete(context.Background(), "msg-1") }
func isOpen(*idempotency.Held) error   { return nil }

func (w *outcomesWorld) status(key string) store.Status {
	w.t.Helper()
	s, err := w.app().records()
	if err != nil {
		w.t.Fatal(err)
	}
	c, err := s.Claim(context.Background(), owned, key)
	if err != nil {
		w.t.Fatal(err)
	}
	return c.Status
}

// events are the lines of the audit log, as "event status code".
func (w *outcomesWorld) events() []string {
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

func TestOutcomesList(t *testing.T) {
	w := newOutcomes(t)
	w.want(0, "nothing is unknown, and nothing is under way", "outcomes", "list")
	lost, open, done := w.claim("order-1", isLost), w.claim("order-2", isOpen), w.claim("order-3", isDone)

	got := w.want(0, "wslite outcomes resolve ID", "outcomes", "list")
	for _, words := range []string{lost, open, "unknown", "in_progress", "gmail_send", "order-1", "ana@laptop", "2026-11-30 13:00:00"} {
		if !strings.Contains(got.stdout, words) {
			t.Errorf("%q is not in\n%s", words, got.stdout)
		}
	}
	if strings.Contains(got.stdout, done) {
		t.Errorf("what has ended is in\n%s", got.stdout)
	}
	for _, args := range [][]string{{"--all"}, {"--status", "completed,unknown"}, {"--status", "completed", "--status", "unknown"}} {
		got := w.want(0, done, append([]string{"outcomes", "list"}, args...)...)
		if strings.Contains(got.stdout, open) != (args[0] == "--all") {
			t.Errorf("%v:\n%s", args, got.stdout)
		}
	}
	w.want(0, "in that state", "outcomes", "list", "--status", "failed-terminal")
	w.want(4, "did you mean unknown?", "outcomes", "list", "--status", "unkown")
	w.want(4, "exclude each other", "outcomes", "list", "--all", "--status", "unknown")
	w.want(4, "--limit must be 1 or more", "outcomes", "list", "--limit", "-1")
	for _, flag := range []string{"--dry-run", "--draft", "--local", "--yes"} {
		w.want(4, "has no effect", "outcomes", "list", flag)
	}
	if got := w.want(0, done, "outcomes", "list", "--all", "--limit", "1"); strings.Contains(got.stdout, lost) {
		t.Errorf("--limit 1:\n%s", got.stdout)
	}
}

func TestOutcomesJSON(t *testing.T) {
	w := newOutcomes(t)
	id := w.claim("order-1", isLost)
	want := map[string]any{
		"id": id, "key": "order-1", "status": "unknown", "tool": "gmail_send", "operation": "gmail.send", "class": "send",
		"code": "OUTCOME_UNKNOWN", "reference": "trace-1", "actor": "ana@laptop", "payloadDigest": "sha256:aa",
		"identity": map[string]any{"tenant": "google", "account": "4711"}, "attempt": 1.0, "version": 2.0,
		"createdAt": "2026-11-30T12:00:00Z", "updatedAt": "2026-11-30T12:00:00Z",
	}
	var list, show map[string]any
	for args, doc := range map[string]*map[string]any{"list": &list, "show " + id: &show} {
		got := w.want(0, `"ok": true`, append([]string{"--json", "outcomes"}, strings.Fields(args)...)...)
		if err := json.Unmarshal([]byte(got.stdout), doc); err != nil || got.stderr != "" {
			t.Fatal(err, got.stderr)
		}
	}
	if diff := cmp.Diff(map[string]any{"ok": true, "outcomes": []any{want}, "exitCode": 0.0}, list); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{"ok": true, "outcome": want, "exitCode": 0.0}, show); diff != "" {
		t.Error(diff)
	}
	var empty map[string]any
	got := w.want(0, "", "--json", "outcomes", "list", "--status", "completed")
	if err := json.Unmarshal([]byte(got.stdout), &empty); err != nil || cmp.Diff([]any{}, empty["outcomes"]) != "" {
		t.Errorf("%v %s", err, got.stdout)
	}
}

func TestOutcomesShow(t *testing.T) {
	w := newOutcomes(t)
	lost, open := w.claim("order-1", isLost), w.claim("order-2", isOpen)
	for _, name := range []string{lost, lost[:5], "order-1"} {
		got := w.want(0, "outcomes resolve "+lost+" --did-not-happen", "outcomes", "show", name)
		for _, words := range []string{"it may have happened", "google, 4711", "OUTCOME_UNKNOWN", "trace-1", "by ana@laptop"} {
			if !strings.Contains(got.stdout, words) {
				t.Errorf("%q is not in\n%s", words, got.stdout)
			}
		}
	}
	if got := w.want(0, "lasts until: 2026-11-30 13:15:00", "outcomes", "show", open); strings.Contains(got.stdout, "resolve") {
		t.Errorf("what is under way can't be resolved:\n%s", got.stdout)
	}
	w.want(1, "[NOT_FOUND]", "outcomes", "show", "0000000000000000")
	w.want(4, "takes the id of an outcome", "outcomes", "show")
}

// What is shown of a record can't steer a terminal.
func TestOutcomesHostile(t *testing.T) {
	w := newOutcomes(t)
	id := w.claimOf(idempotency.Request{Key: "k", Actor: "a\x1b]0;x\x07\nstate: completed\u202e"}, isLost)
	for _, args := range [][]string{{"list"}, {"show", id}, {"list", "--json"}} {
		got := w.want(0, "gmail_send", append([]string{"outcomes"}, args...)...)
		if strings.ContainsAny(got.stdout, "\x1b\x07\u202e") || strings.Contains(got.stdout, "\nstate: completed") {
			t.Errorf("%v: %q", args, got.stdout)
		}
	}
}

// TestW130OutcomesResolve: a yes, a line in the log, and one of two states.
func TestW130OutcomesResolve(t *testing.T) {
	w := newOutcomes(t)
	id, other := w.claim("order-1", isLost), w.claim("order-2", isLost)
	w.want(4, "exactly one of", "outcomes", "resolve", id)
	w.want(4, "exactly one of", "outcomes", "resolve", id, "--happened", "--did-not-happen")
	w.want(1, "has version 2 by now, not 7", "outcomes", "resolve", id, "--happened", "--version", "7", "--yes")
	w.want(2, "no terminal to ask at", "outcomes", "resolve", id, "--happened")
	w.want(2, "CONFIRMATION_REQUIRED", "--json", "outcomes", "resolve", id, "--happened")
	w.check(w.run("n\n", "outcomes", "resolve", id, "--happened"), 2, "nothing was recorded")
	if s := w.status("order-1"); s != store.Unknown || len(w.events()) != 0 {
		t.Fatalf("without a yes: %s, log %q", s, w.events())
	}

	got := w.run("y\n", "outcomes", "resolve", id[:6], "--happened")
	w.check(got, 0, "Recorded: gmail_send ("+id+") happened")
	if !strings.Contains(got.stderr, "trace-1") || !strings.Contains(got.stderr, "Its key is used up then. [y/N]") {
		t.Errorf("asked without showing it:\n%s", got.stderr)
	}
	w.want(0, "may be made again", "outcomes", "resolve", other, "--did-not-happen", "--version", "2", "--yes")
	if a, b := w.status("order-1"), w.status("order-2"); a != store.FailedTerminal || b != store.FailedRetryable {
		t.Errorf("%s %s", a, b)
	}
	// The same once more changes nothing; the opposite is refused.
	w.want(0, "Recorded", "outcomes", "resolve", id, "--happened", "--yes")
	w.want(1, "[IDEMPOTENCY_CONFLICT]", "outcomes", "resolve", id, "--did-not-happen", "--yes")
	if diff := cmp.Diff([]string{"resolved happened", "resolved did_not_happen"}, w.events()); diff != "" {
		t.Error(diff)
	}
	open := w.claim("order-3", isOpen)
	w.want(1, "still under way", "outcomes", "resolve", open, "--happened", "--yes")

	var doc map[string]any
	last := w.claim("order-4", isLost)
	got = w.want(0, "", "--json", "outcomes", "resolve", last, "--did-not-happen", "--yes")
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
		t.Fatal(err, got.stdout)
	}
	if o, _ := doc["outcome"].(map[string]any); doc["ok"] != true || doc["happened"] != false || o["status"] != "failed_retryable" || o["code"] != "RESOLVED_DID_NOT_HAPPEN" {
		t.Error(got.stdout)
	}
}

// Without the log nothing is resolved: who said it would be lost.
func TestOutcomesResolveNeedsTheLog(t *testing.T) {
	w := newOutcomes(t)
	id := w.claim("order-1", isLost)
	c, err := w.app().config()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(c.Audit.Dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.Audit.Dir, nil, 0o600); err != nil { // a file in the place of the directory
		t.Fatal(err)
	}
	w.want(1, "[AUDIT_UNAVAILABLE]", "outcomes", "resolve", id, "--happened", "--yes")
	if s := w.status("order-1"); s != store.Unknown {
		t.Errorf("it is %s", s)
	}
}

// A draft follows its claim: executed, or back to where somebody must agree to
// it anew.
func TestOutcomesResolveDraft(t *testing.T) {
	for flag, want := range map[string]draft.State{"--happened": draft.Executed, "--did-not-happen": draft.Pending} {
		t.Run(flag, func(t *testing.T) {
			w := newOutcomes(t)
			ctx := context.Background()
			drafts, err := w.app().drafts()
			if err != nil {
				t.Fatal(err)
			}
			d, err := drafts.Create(ctx, draft.NewDraft{Owner: owned, Author: "bot@server", FrontEnd: "mcp", Payload: draft.Payload{
				Service: "gmail", Tool: "gmail_send", Action: "send", Class: risk.Send, Args: map[string]any{}, Params: map[string]any{},
				Profile: "default", Backend: "google",
			}})
			if err != nil {
				t.Fatal(err)
			}
			if d, err = drafts.Approve(ctx, draft.Approving{ID: d.ID, Revision: 1, Approver: "ana@laptop"}); err != nil {
				t.Fatal(err)
			}
			id := w.claimOf(idempotency.Request{Key: draft.Key(d.ID, 1), Draft: d.ID}, func(h *idempotency.Held) error {
				run, err := drafts.Start(ctx, d)
				if err != nil {
					return err
				}
				if err := run.Lost(ctx, "OUTCOME_UNKNOWN"); err != nil {
					return err
				}
				return isLost(h)
			})
			w.want(0, "Recorded", "outcomes", "resolve", id, flag, "--yes")
			again, err := drafts.Get(ctx, d.ID)
			if err != nil || again.State != want || want == draft.Pending && again.Approval != nil {
				t.Fatalf("%+v %v", again, err)
			}
			// A command that was cut off before the draft followed is repeated.
			w.want(0, "Recorded", "outcomes", "resolve", id, flag, "--yes")
		})
	}
}

func TestW143OutcomesPrune(t *testing.T) {
	w := newOutcomes(t)
	w.claim("done", isDone)
	w.claim("open", isOpen)
	w.claim("lost", isLost)
	w.now = w.now.AddDate(0, 0, 31)
	got := w.want(0, "Removed 1 record.", "outcomes", "prune")
	if !strings.Contains(got.stderr, "for too long is unknown now: 1 call;") {
		t.Error(got.stderr)
	}
	if a, b := w.status("open"), w.status("lost"); a != store.Unknown || b != store.Unknown {
		t.Errorf("%s %s", a, b)
	}
	if got := w.want(0, "", "--json", "outcomes", "prune", "--limit", "500"); !strings.Contains(got.stdout, `"removed": 0`) || !strings.Contains(got.stdout, `"becameUnknown": 0`) {
		t.Error(got.stdout)
	}
	w.want(4, "--limit", "outcomes", "prune", "--limit", "0")
	w.want(4, "from 1 to 500", "outcomes", "prune", "--limit", "501")
}
