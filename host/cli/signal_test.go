//go:build unix

package cli

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt sends signals to a real process while the proxy holds its
// answer back: exit code 130, no stdout, words that say what may have happened.
func TestInterrupt(t *testing.T) {
	needPlugins(t)
	tests := []struct {
		name   string
		signal syscall.Signal
		args   []string
		says   string
	}{
		{"read", syscall.SIGINT, []string{"tasks", "list-tasklists"}, "nothing was changed"},
		{"mutation", syscall.SIGINT, []string{"tasks", "create-tasklist", "--title", "x"}, "may have happened"},
		{"batch", syscall.SIGTERM, []string{"-y", "tasks", "batch", "--params-json", `{"operations":[{"action":"tasksDelete","params":{"tasklistId":"l","taskId":"t"}}]}`}, "may have happened"},
		{"closed terminal", syscall.SIGHUP, []string{"tasks", "create-tasklist", "--title", "x"}, "may have happened"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if signal.Ignored(tt.signal) {
				t.Skip("the signal is ignored by whoever started the tests (nohup), so it is by the program, as it should be")
			}
			got := make(chan struct{}, 1)
			hold := make(chan struct{})
			proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got <- struct{}{}
				<-hold
			}))
			defer proxy.Close()
			defer close(hold)

			var out, errs bytes.Buffer
			cmd := exec.Command("wslite", tt.args...)
			cmd.Env = []string{
				"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "WSLITE_CACHE_DIR=" + sharedCache(t),
				"GOOGLE_WORKSPACE_TASKS_PROXY_URL=" + proxy.URL, "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN=tok",
			}
			cmd.Stdout, cmd.Stderr = &out, &errs
			interruptOnce(t, cmd, tt.signal, got, &errs)
			if out.Len() > 0 || !strings.Contains(errs.String(), tt.says) {
				t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
			}
		})
	}
}

// interruptOnce starts cmd, sends it a signal when the first request is in, and
// wants it to end with exit code 130.
func interruptOnce(t *testing.T, cmd *exec.Cmd, sig syscall.Signal, request <-chan struct{}, stderr *bytes.Buffer) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-request:
	case <-time.After(60 * time.Second):
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // what it said may be read once it has ended
		t.Fatalf("no request: %s", stderr)
	}
	if err := cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("ended with %v, want exit code 130", err)
	}
}
