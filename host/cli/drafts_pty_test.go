//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/wslite/wslite/internal/ptytest"
)

// onTerminal starts a real process on a terminal of its own.
func onTerminal(t *testing.T, home string, env []string, argv ...string) (*ptytest.Terminal, *exec.Cmd) {
	t.Helper()
	term := ptytest.Open(t, 100, 60)
	cmd := exec.Command("wslite", argv...)
	cmd.Dir = home
	cmd.Env = append([]string{
		"HOME=" + filepath.Join(home, "home"), "PATH=" + os.Getenv("PATH"), "WSLITE_CACHE_DIR=" + sharedCache(t), "TERM=xterm-256color",
	}, env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = term.TTY, term.TTY, term.TTY
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return term, cmd
}

// TestDraftsOnATerminal: a person edits a draft in an editor that has the
// terminal, reads what would happen, and says yes to it.
func TestDraftsOnATerminal(t *testing.T) {
	home, id := reviewHome(t)
	editor := filepath.Join(home, "editor.sh")
	const script = `#!/bin/sh
test -t 0 && test -t 1 && echo "the editor has the terminal"
sed -i.bak 's/here they are/here they go/' "$1"
`
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	term, cmd := onTerminal(t, home, []string{"EDITOR=" + editor}, "drafts", "edit", id)
	term.WaitFor("the editor has the terminal")
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %q", err, term.Words())
	}
	term.WaitFor("revision 2 waits for approval")

	term, cmd = onTerminal(t, home, nil, "drafts", "approve", id, "--run")
	term.WaitFor("here they go")
	term.WaitFor("Approve and run draft " + id + ", revision 2?")
	term.Type("y\r")
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %q", err, term.Words())
	}
	if n := sentFigures(t, home); n != 1 {
		t.Errorf("sent %d times", n)
	}
}

// TestW121_SixteenProcessesRunOneDraft: each is told what became of it, and it
// happens once.
func TestW121_SixteenProcessesRunOneDraft(t *testing.T) {
	home, id := reviewHome(t)
	if code, _, errs := process(t, home, nil, []string{"drafts", "approve", id, "--yes", "--revision", "1"}); code != 0 {
		t.Fatal(errs)
	}
	type end struct {
		code      int
		out, errs string
	}
	ends := make([]end, 16)
	var wg sync.WaitGroup
	for i := range ends {
		wg.Go(func() {
			e := &ends[i]
			e.code, e.out, e.errs = process(t, home, nil, []string{"drafts", "run", id})
		})
	}
	wg.Wait()
	ran := 0
	for _, e := range ends {
		switch {
		case e.code == 0 && strings.Contains(e.out, `"sent": true`):
			ran++
		case e.code == 0 && strings.Contains(e.errs, "was done already"):
		case strings.Contains(e.errs, "[IDEMPOTENCY_REFUSED]"), strings.Contains(e.errs, "[DRAFT_STALE]"):
		default:
			t.Errorf("exit %d: %s%s", e.code, e.out, e.errs)
		}
	}
	if n := sentFigures(t, home); n != 1 || ran != 1 {
		t.Errorf("sent %d times, and %d say so", n, ran)
	}
	if code, out, errs := process(t, home, nil, []string{"audit", "verify"}); code != 0 {
		t.Errorf("%s%s", out, errs)
	}
}

// sentFigures counts the mails of reviewHome's draft among those that were sent.
func sentFigures(t *testing.T, home string) int {
	t.Helper()
	code, out, errs := process(t, home, nil, []string{"--local", "--json", "gmail", "search-messages", "in:sent"})
	if code != 0 {
		t.Fatal(errs)
	}
	return strings.Count(out, "Figures of November")
}
