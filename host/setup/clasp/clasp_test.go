//go:build unix

package clasp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// install puts a clasp into a folder of its own and gives the folder.
func install(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "clasp"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func env(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

// The words arrive as they are, in the folder, with nothing on the input and
// no token in the environment.
func TestRun(t *testing.T) {
	bin := install(t, `printf '%s|' "$#" "$@"; pwd; read x && echo "input $x"; export -p`)
	dir := t.TempDir()
	out, err := New(env(map[string]string{
		"PATH": bin, "HOME": "/home/me", "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN": "tok-zq7", "LD_PRELOAD": "/zq7.so", "NODE_OPTIONS": "--zq7",
	})).Run(t.Context(), dir, "list", "$(echo x); rm -rf .")
	if err != nil {
		t.Fatal(err)
	}
	got := string(out)
	real, _ := filepath.EvalSymlinks(dir)
	if !strings.HasPrefix(got, "2|list|$(echo x); rm -rf .|"+real) {
		t.Errorf("ran as %s", got)
	}
	if strings.Contains(got, "input") || strings.Contains(got, "zq7") || !strings.Contains(got, "/home/me") {
		t.Errorf("its world is %s", got)
	}
}

func TestFailures(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"exit code": {"echo zq7; echo zq7 >&2; exit 3", "clasp deployments failed"},
		"too long":  {"exec sleep 60", "took longer than 100ms"},
		"endless":   {"while :; do echo 0123456789012345678901234567890123456789012345678901234567890123456789; done", "printed more than"},
	} {
		p := New(env(map[string]string{"PATH": install(t, c.script) + ":/usr/bin:/bin"}))
		if name == "too long" {
			p.timeout = 100 * time.Millisecond
		}
		out, err := p.Run(t.Context(), t.TempDir(), "deployments")
		if out != nil || fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "zq7") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What holds the output open is not waited for.
func TestBackgroundChild(t *testing.T) {
	p := New(env(map[string]string{"PATH": install(t, "sleep 20 & exit 0") + ":/usr/bin:/bin"}))
	start := time.Now()
	p.Run(t.Context(), t.TempDir(), "list")
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("waited %s", took)
	}
}

func TestInterrupted(t *testing.T) {
	p := New(env(map[string]string{"PATH": install(t, "exec sleep 60") + ":/usr/bin:/bin"}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Run(ctx, t.TempDir(), "list"); fault.CodeOf(err) != fault.Interrupted {
		t.Errorf("got %v", err)
	}
}

// A clasp in the current directory is none, even if PATH names that.
func TestNotFound(t *testing.T) {
	at := install(t, "echo ran")
	t.Chdir(filepath.Dir(at))
	for _, path := range []string{"", ".", ":", filepath.Base(at), "./" + filepath.Base(at), "/nonexistent"} {
		if _, err := New(env(map[string]string{"PATH": path})).Run(t.Context(), ".", "list"); err == nil || !strings.Contains(err.Error(), "not installed") {
			t.Errorf("PATH=%s: %v", path, err)
		}
	}
}
