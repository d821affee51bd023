package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
)

// TestReviewNeedsAScreen: where there is none, the command says what does the
// same.
func TestReviewNeedsAScreen(t *testing.T) {
	for _, tt := range []struct {
		name    string
		argv    []string
		streams Streams
		term    string
		says    string
	}{
		{"no terminal", nil, Streams{}, "xterm", "needs a terminal"},
		{"messages to a file", nil, Streams{InTTY: true, OutTTY: true}, "xterm", "needs a terminal"},
		{"input from a file", nil, Streams{OutTTY: true, ErrTTY: true}, "xterm", "needs a terminal"},
		{"a dumb terminal", nil, Streams{InTTY: true, OutTTY: true, ErrTTY: true}, "dumb", `TERM is "dumb"`},
		{"no TERM", nil, Streams{InTTY: true, OutTTY: true, ErrTTY: true}, "", `TERM is ""`},
		{"--json", []string{"--json"}, Streams{InTTY: true, OutTTY: true, ErrTTY: true}, "xterm", "no JSON form"},
		{"--yes", []string{"--yes"}, Streams{InTTY: true, OutTTY: true, ErrTTY: true}, "xterm", "--yes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := testEnv(t, t.TempDir(), map[string]string{"TERM": tt.term})
			var out, errs bytes.Buffer
			env.Streams = tt.streams
			env.In, env.Out, env.Err = strings.NewReader(""), &out, &errs
			code := Main(context.Background(), append([]string{"drafts", "review"}, tt.argv...), env)
			if code != fault.ExitUsage || !strings.Contains(out.String()+errs.String(), tt.says) {
				t.Errorf("exit code %d: %s%s", code, out.String(), errs.String())
			}
		})
	}
}

// TestReviewWithNothingToDo ends at once, and well.
func TestReviewWithNothingToDo(t *testing.T) {
	env := testEnv(t, t.TempDir(), map[string]string{"TERM": "xterm"})
	var out, errs bytes.Buffer
	env.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs, InTTY: true, OutTTY: true, ErrTTY: true}
	if code := Main(context.Background(), []string{"drafts", "review"}, env); code != 0 || out.Len() > 0 || !strings.Contains(errs.String(), "no draft waits") {
		t.Errorf("exit code %d: %q %q", code, out.String(), errs.String())
	}
}

// TestHeldWords: warnings of a decision are told on the screen, all words after
// it.
func TestHeldWords(t *testing.T) {
	var errs bytes.Buffer
	env := testEnv(t, t.TempDir(), nil)
	env.Streams = Streams{Err: &errs, ErrTTY: true}
	a := newApp(env)
	r := a.beginReview()
	a.note("warning: an old one")
	r.held.mark()
	a.note("a word")
	a.note("warning: quiet hours")
	if got := r.held.warnings(); got != " Warning: quiet hours" || a.CanPrompt() || a.ErrTTY {
		t.Errorf("warnings %q", got)
	}
	if errs.Len() > 0 {
		t.Errorf("words fall into the screen: %q", errs.String())
	}
	r.end()
	if a.Err != io.Writer(&errs) || !a.ErrTTY || strings.Count(errs.String(), "wslite: ") != 3 {
		t.Errorf("kept back for good: %q", errs.String())
	}
}

// reviewApp is an App with one mail that waits, in the middle of a review.
func reviewApp(t *testing.T) (*reviewing, *draft.Draft) {
	t.Helper()
	needPlugins(t)
	env := testEnv(t, t.TempDir(), nil)
	var out, errs bytes.Buffer
	env.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs, InTTY: true, ErrTTY: true}
	argv := []string{"--local", "--draft", "gmail", "send", "--to", "eve@other.example", "--subject", "Figures", "--body", "Dear Eve,"}
	if code := Main(t.Context(), argv, env); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	a := newApp(env)
	t.Cleanup(a.close)
	r := a.beginReview()
	waits, err := a.draftsForReview(t.Context())
	if err != nil || len(waits) != 1 {
		t.Fatalf("%d drafts wait, %v", len(waits), err)
	}
	return r, waits[0]
}

// TestReviewDecisions: what the screen's keys do to the draft that was shown,
// and to no other version of it.
func TestReviewDecisions(t *testing.T) {
	states := func(t *testing.T, r *reviewing, id string) (draft.State, int) {
		t.Helper()
		drafts, err := r.app.drafts()
		if err != nil {
			t.Fatal(err)
		}
		d, err := drafts.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		waits, err := r.app.draftsForReview(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return d.State, len(waits)
	}
	t.Run("approve alone", func(t *testing.T) {
		r, d := reviewApp(t)
		line, err := r.approve(t.Context(), d, false)
		if err != nil || !strings.Contains(line, "wslite drafts run "+d.ID) {
			t.Fatalf("%q, %v", line, err)
		}
		if s, n := states(t, r, d.ID); s != draft.Approved || n != 0 {
			t.Errorf("%s, and %d wait", s, n)
		}
	})
	t.Run("approve and run", func(t *testing.T) {
		r, d := reviewApp(t)
		line, err := r.approve(t.Context(), d, true)
		if err != nil || !strings.Contains(line, "ran it") {
			t.Fatalf("%q, %v", line, err)
		}
		if s, n := states(t, r, d.ID); s != draft.Executed || n != 0 {
			t.Errorf("%s, and %d wait", s, n)
		}
	})
	t.Run("reject", func(t *testing.T) {
		r, d := reviewApp(t)
		if err := r.reject(t.Context(), d, "wrong year"); err != nil {
			t.Fatal(err)
		}
		if s, n := states(t, r, d.ID); s != draft.Rejected || n != 0 {
			t.Errorf("%s, and %d wait", s, n)
		}
	})
	t.Run("A38 another revision", func(t *testing.T) {
		r, d := reviewApp(t)
		args := storedArgs(d)
		args["subject"] = "Other figures"
		if _, err := r.app.editDraft(t.Context(), d, args); err != nil {
			t.Fatal(err)
		}
		if _, err := r.approve(t.Context(), d, true); fault.CodeOf(err) != fault.DraftStale {
			t.Errorf("ended with %v", err)
		}
		if err := r.reject(t.Context(), d, ""); fault.CodeOf(err) != fault.DraftStale {
			t.Errorf("ended with %v", err)
		}
		if s, n := states(t, r, d.ID); s != draft.Pending || n != 1 {
			t.Errorf("%s, and %d wait", s, n)
		}
	})
	t.Run("A39 another content", func(t *testing.T) {
		r, d := reviewApp(t)
		d.Digest = "sha256:" + strings.Repeat("0", 64)
		if _, err := r.approve(t.Context(), d, true); fault.CodeOf(err) != fault.DraftDigest {
			t.Errorf("ended with %v", err)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		r, d := reviewApp(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.approve(ctx, d, true); err == nil {
			t.Error("approved after the end")
		}
		if s, _ := states(t, r, d.ID); s == draft.Executed {
			t.Error("it was run")
		}
	})
}

// TestReported: what a service says of a run.
func TestReported(t *testing.T) {
	fine := &invoke.Result{Response: &envelope.Response{Success: true}}
	failed := &invoke.Result{Response: &envelope.Response{Error: &envelope.Error{Code: "NOT_FOUND", Message: "no such\n\x1b[2Jthing"}}}
	partly := &invoke.Result{Response: &envelope.Response{Partial: true}}
	if err := reported(fine); err != nil {
		t.Error(err)
	}
	if err := reported(failed); fault.CodeOf(err) != fault.NotFound || strings.ContainsAny(err.Error(), "\n\x1b") {
		t.Errorf("%v", err)
	}
	if err := reported(partly); err == nil || !strings.Contains(err.Error(), "a part") {
		t.Errorf("%v", err)
	}
}
