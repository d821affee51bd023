// Package mcp runs sessions of the official TypeScript client against the
// released program: over a pipe, started as the configuration says that wslite mcp
// config prints, and over HTTP. It installs the client into the user's cache directory and never runs
// install scripts; the sessions reach nothing but the embedded workspace.
package mcp

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/wslite/wslite/internal/npmtest"
)

var passed = regexp.MustCompile(`^[1-9]\d* checks passed\n$`)

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
	session(t, env, "session.cjs", file)
}

// token is what clients over HTTP show.
const token = "of-this-test-0123456789abcdef"

// TestTypeScriptClientOverHTTP has it ask its human and give up calls over HTTP,
// with a token, while a plugin is added.
func TestTypeScriptClientOverHTTP(t *testing.T) {
	modules := npmtest.Install(t, "mcp", "the TypeScript client")
	exe, home := build(t), t.TempDir()
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "NODE_PATH=" + modules, "WSLITE_MCP_TOKEN=" + token}
	url := serve(t, env, exe, "--local", "mcp", "--http", "127.0.0.1:0", "--list", "full")
	session(t, env, "http.cjs", url, token, exe, plugin(t, home))
}

// TestTypeScriptClientWithoutSessions has it send a mail where it can't be asked.
func TestTypeScriptClientWithoutSessions(t *testing.T) {
	modules := npmtest.Install(t, "mcp", "the TypeScript client")
	exe := build(t)
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "NODE_PATH=" + modules, "WSLITE_MCP_TOKEN=" + token}
	session(t, env, "stateless.cjs", serve(t, env, exe, "--local", "mcp", "--http", "127.0.0.1:0", "--stateless"), token, exe)
}

// session runs a script that ends with what it checked.
func session(t *testing.T, env []string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Env = env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || !passed.MatchString(out.String()) {
		t.Errorf("%v\n%s%s", err, out.String(), errs.String())
	}
	t.Logf("%s: %s", args[0], out.String())
}

var serving = regexp.MustCompile(`serving MCP at (http://127\.0\.0\.1:\d+/mcp)`)

// serve starts a server and gives its address. At the end it has to end in order.
func serve(t *testing.T, env []string, exe string, args ...string) string {
	t.Helper()
	cmd := exec.Command(exe, args...)
	cmd.Env = env
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		stop := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		defer stop.Stop()
		<-read
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	lines := bufio.NewReader(errs)
	for {
		line, err := lines.ReadString('\n')
		if m := serving.FindStringSubmatch(line); m != nil {
			go func() {
				_, _ = io.Copy(io.Discard, lines)
				close(read)
			}()
			return m[1]
		}
		if err != nil {
			close(read)
			t.Fatalf("the server did not start: %s", line)
		}
	}
}

// plugin builds the example plugin and gives its file.
func plugin(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "notes.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	cmd.Dir = "../../../examples/plugins/notes"
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
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
