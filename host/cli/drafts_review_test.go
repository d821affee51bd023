package cli

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
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
