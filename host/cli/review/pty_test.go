//go:build linux

package review

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/internal/ptytest"
)

// session runs the screen on a terminal.
type session struct {
	*ptytest.Terminal
	t    *testing.T
	done chan error
}

func begin(t *testing.T, ctx context.Context, term *ptytest.Terminal, o Options) *session {
	t.Setenv("TERM", "xterm-256color")
	s := &session{Terminal: term, t: t, done: make(chan error, 1)}
	o.In, o.Out, o.Color = s.TTY, s.TTY, true
	go func() { s.done <- Run(ctx, o) }()
	return s
}

func (s *session) end() error {
	s.t.Helper()
	select {
	case err := <-s.done:
		return err
	case <-time.After(60 * time.Second):
		s.t.Fatalf("the screen does not end: %q", s.Words())
		return nil
	}
}

// TestTerminal: the screen on a real terminal leaves it as it was, however it
// ends.
func TestTerminal(t *testing.T) {
	for _, tt := range []struct {
		name  string
		leave func(s *session, cancel func())
		code  fault.Code
	}{
		{"q", func(s *session, _ func()) { s.Type("q") }, ""},
		{"Ctrl-C", func(s *session, _ func()) { s.Type("\x03") }, fault.Interrupted},
		{"a signal, which ends the context", func(_ *session, cancel func()) { cancel() }, fault.Interrupted},
		{"a panic", func(s *session, _ func()) { s.Type("n") }, fault.Client},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := deskOf(risk.Send, "x", "y")
			o := k.options()
			var broken atomic.Bool
			o.Now = func() time.Time {
				if broken.Load() {
					panic("secret-in-a-panic")
				}
				return now
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			term := ptytest.Open(t, 90, 50)
			before := term.State()
			s := begin(t, ctx, term, o)
			s.WaitFor("1 of 2 d-000000000001")
			if term.State() == before {
				t.Error("the terminal was not taken over")
			}
			broken.Store(tt.name == "a panic")
			tt.leave(s, cancel)
			err := s.end()
			if (tt.code == "") != (err == nil) || err != nil && fault.CodeOf(err) != tt.code {
				t.Errorf("ended with %v, want %q", err, tt.code)
			}
			s.WantRestored(before)
			if strings.Contains(s.Output(), "secret-in-a-panic") || strings.Contains(s.Output(), "goroutine") {
				t.Error("a panic is told on the terminal")
			}
			if len(k.approved)+len(k.rejected) > 0 {
				t.Error("something was decided")
			}
		})
	}
}

// TestTerminalApprove: two keys at a calm pace approve, and a key burst does
// not.
func TestTerminalApprove(t *testing.T) {
	k := deskOf(risk.Send, "x")
	s := begin(t, t.Context(), ptytest.Open(t, 90, 50), k.options())
	s.WaitFor("1 of 1")
	s.Type("ayayayay")
	s.Type("\x1b[200~a\x1b[201~\x1b[200~y\x1b[201~")
	for i := 0; !strings.Contains(s.Words(), "Nodraftwaits"); i++ {
		time.Sleep(draftSettles + 300*time.Millisecond)
		s.Type("a")
		time.Sleep(questionSettles + 300*time.Millisecond)
		s.Type("y")
		if i == 20 {
			t.Fatalf("two calm keys approve nothing: %q", s.Words())
		}
	}
	s.Type("q")
	if err := s.end(); err != nil {
		t.Error(err)
	}
	if !slices.Equal(k.approved, []string{"d-000000000001 1 true"}) {
		t.Errorf("approved %q", k.approved)
	}
}

// TestTerminalEdit: the editor has the terminal as it was, and the screen comes
// back after it.
func TestTerminalEdit(t *testing.T) {
	k := deskOf(risk.Write, "x")
	term := ptytest.Open(t, 90, 50)
	before := term.State()
	s := begin(t, t.Context(), term, k.options())
	edited := make(chan string, 1)
	k.edit = func(d *draft.Draft) (*draft.Draft, error) {
		if s.State() != before {
			return nil, fault.New(fault.Client, "the terminal is still the screen's")
		}
		fmt.Fprintln(s.TTY, "EDITOR-IS-HERE")
		line, err := bufio.NewReader(s.TTY).ReadString('\n')
		edited <- strings.TrimSpace(line)
		return d, err
	}
	s.WaitFor("1 of 1")
	time.Sleep(draftSettles + 300*time.Millisecond)
	s.Type("e")
	s.WaitFor("EDITOR-IS-HERE")
	s.Type("typed\n")
	if got := <-edited; got != "typed" {
		t.Errorf("the editor read %q", got)
	}
	s.WaitFor("Nothing was changed.")
	s.Type("q")
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

// TestInterruptWaits: a run that is under way is stopped and waited for before
// Run returns, and what became of it is told.
func TestInterruptWaits(t *testing.T) {
	k := deskOf(risk.Write, "x")
	o := k.options()
	begun := make(chan struct{})
	o.Approve = func(ctx context.Context, _ *draft.Draft, _ bool) (string, error) {
		close(begun)
		<-ctx.Done()
		return "", fault.New(fault.OutcomeUnknown, "it may have happened").WithHint("look first")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := begin(t, ctx, ptytest.Open(t, 90, 50), o)
	s.WaitFor("1 of 1")
	time.Sleep(draftSettles + 300*time.Millisecond)
	s.Type("a")
	<-begun
	cancel()
	err := s.end()
	if fault.CodeOf(err) != fault.Interrupted || !strings.Contains(err.Error(), "it may have happened (look first)") {
		t.Errorf("ended with %v", err)
	}
}
