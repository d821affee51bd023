// Package mcp runs a session of the official TypeScript client against the
// released program, started as the configuration says that wslite mcp config
// prints. It installs the client into the user's cache directory and never runs
// install scripts; the session reaches nothing but the embedded workspace.
package mcp

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/wslite/wslite/internal/npmtest"
	"time"
)

var passed = regexp.MustCompile(`^[1-9]\d+ checks passed\n$`)

func TestTypeScriptClient(t *testing.T) {
	modules := npmtest.Install(t, "mcp", "the TypeScript client")
	home := t.TempDir()
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "NODE_PATH=" + modules}
	config := exec.Command(build(t), "-q", "--local", "mcp", "config", "--client", "claude")
	config.Env = env
	printed, err := config.Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "claude.json")
	if err := os.WriteFile(file, printed, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "session.cjs", file)
	cmd.Env = env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || !passed.MatchString(out.String()) {
		t.Errorf("%v\n%s%s", err, out.String(), errs.String())
	}
}

// build makes the program as it is released.
func build(t *testing.T) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "wslite")
	cmd := exec.Command("go", "build", "-trimpath", "-o", exe, "./cmd/wslite")
	cmd.Dir = "../../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}
