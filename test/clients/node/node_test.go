// Package node runs Google's clients for Node against "wslite local serve" of
// the released program: a second implementation of what a client is, by other
// people. It installs them into the user's cache directory, never runs their
// install scripts, and reaches nothing but this machine after that.
package node

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/wslite/wslite/internal/npmtest"
	"time"
)

var passed = regexp.MustCompile(`^[1-9]\d+ checks passed\n$`)

func TestClients(t *testing.T) {
	modules := npmtest.Install(t, "node", "Google's clients for Node")
	url := serve(t, build(t))
	for _, service := range []string{"gmail", "calendar", "drive"} {
		t.Run(service, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "node", "--require", "./guard.cjs", service+".cjs", url+"/")
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "NODE_PATH=" + modules}
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			if err := cmd.Run(); err != nil || !passed.MatchString(out.String()) {
				t.Errorf("%v\n%s%s", err, out.String(), errs.String())
			}
		})
	}
}

// TestGuard: the preload keeps a mistake on this machine.
func TestGuard(t *testing.T) {
	npmtest.Needs(t, "node", "Google's clients for Node")
	cmd := exec.Command("node", "--require", "./guard.cjs", "--eval", "fetch('http://www.example.com/').catch((e) => { console.log(e.cause.message); })")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "only this machine may be reached") {
		t.Errorf("%v %s", err, out)
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

// serve runs "wslite local serve" in an empty home, and gives its address.
func serve(t *testing.T, exe string) string {
	t.Helper()
	cmd := exec.Command(exe, "--json", "local", "serve")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TZ=UTC"}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGINT)
		if err := cmd.Wait(); err != nil && !strings.Contains(err.Error(), "interrupt") {
			t.Logf("local serve ended with %v\n%s", err, errs.String())
		}
	})
	var said struct{ URL string }
	if err := json.NewDecoder(out).Decode(&said); err != nil || !strings.HasPrefix(said.URL, "http://127.0.0.1:") {
		t.Fatalf("local serve said %q: %v\n%s", said.URL, err, errs.String())
	}
	return said.URL
}
