//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wslite/wslite/internal/ptytest"
)

// reviewHome is a home with a draft in it: a mail of an agent's to somebody
// outside, which waits.
func reviewHome(t *testing.T) (home, id string) {
	t.Helper()
	needPlugins(t)
	home = t.TempDir()
	code, out, errs := process(t, home, nil, []string{
		"--local", "--draft", "gmail", "send", "--to", "eve@other.example", "--subject", "Figures of November", "--body", "Dear Eve,\nhere they are.",
	})
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	return home, strings.TrimSpace(out)
}

// startReview runs wslite drafts review on a terminal of its own.
func startReview(t *testing.T, home string, env ...string) (*ptytest.Terminal, *exec.Cmd) {
	t.Helper()
	return onTerminal(t, home, env, "drafts", "review")
}

// calm is longer than any pause that the screen wants before a decision.
const calm = 1500 * time.Millisecond

// TestReviewSends: an author's mail waits, a person sees it on the screen, and
// two keys send it, once.
func TestReviewSends(t *testing.T) {
	home, id := reviewHome(t)
	term, cmd := startReview(t, home)
	before := term.State()
	for _, s := range []string{"1 of 1 " + id, "to, external", "eve@other.example", "Figures of November", "here they are.", "waits for a yes"} {
		term.WaitFor(s)
	}
	state := func() string {
		_, out, _ := process(t, home, nil, []string{"drafts", "show", id, "--json"})
		return out
	}
	for i := 0; !strings.Contains(state(), `"status": "executed"`); i++ {
		if i == 20 {
			t.Fatalf("two calm keys send nothing: %q\n%s", term.Words(), state())
		}
		time.Sleep(calm)
		term.Type("a")
		time.Sleep(calm)
		term.Type("y")
		time.Sleep(calm)
	}
	term.Type("q")
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v: %q", err, term.Words())
	}
	term.WantRestored(before)
	_, out, _ := process(t, home, nil, []string{"--local", "gmail", "search-messages", "--query", "in:sent Figures", "--json"})
	if strings.Count(out, "Figures of November") != 1 {
		t.Errorf("sent otherwise than once: %s", out)
	}
}

// TestReviewLeaves: Ctrl-C and signals leave without a decision, with exit code
// 130 and a terminal as it was.
func TestReviewLeaves(t *testing.T) {
	home, id := reviewHome(t)
	for name, leave := range map[string]func(*ptytest.Terminal, *os.Process) error{
		"Ctrl-C":  func(term *ptytest.Terminal, _ *os.Process) error { term.Type("\x03"); return nil },
		"SIGTERM": func(_ *ptytest.Terminal, p *os.Process) error { return p.Signal(syscall.SIGTERM) },
		"SIGINT":  func(_ *ptytest.Terminal, p *os.Process) error { return p.Signal(syscall.SIGINT) },
	} {
		t.Run(name, func(t *testing.T) {
			term, cmd := startReview(t, home)
			before := term.State()
			term.WaitFor("1 of 1 " + id)
			if err := leave(term, cmd.Process); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 130 {
				t.Errorf("exit code %d, want 130", code)
			}
			term.WaitFor("was not decided on")
			term.WantRestored(before)
		})
	}
	if _, out, _ := process(t, home, nil, []string{"drafts", "show", id, "--json"}); !strings.Contains(out, `"status": "pending_approval"`) {
		t.Errorf("the draft does not wait any more: %s", out)
	}
}

// TestReviewEdits: e opens the person's editor on the terminal; what it changes
// is a new revision.
func TestReviewEdits(t *testing.T) {
	home, id := reviewHome(t)
	editor := filepath.Join(home, "editor")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\necho EDITOR-IS-HERE\nread line\nsed 's/November/December/' \"$1\" > \"$1.new\" && cat \"$1.new\" > \"$1\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	term, cmd := startReview(t, home, "EDITOR="+editor)
	term.WaitFor("1 of 1 " + id)
	time.Sleep(calm)
	term.Type("e")
	term.WaitFor("EDITOR-IS-HERE")
	term.Type("\n")
	term.WaitFor("revision 2, which nobody has approved")
	term.WaitFor("December")
	term.Type("q")
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
}
