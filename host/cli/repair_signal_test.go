//go:build unix

package cli

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestRepairInterrupt sends SIGINT to a real process while the proxy holds the
// new token back: exit code 130, the .env file is as it was, no half-written
// one lies beside it, and the words say what may have happened.
func TestRepairInterrupt(t *testing.T) {
	got := make(chan struct{}, 1)
	hold := make(chan struct{})
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			io.WriteString(w, healthyAnswer("tasks"))
			return
		}
		io.Copy(io.Discard, r.Body)
		got <- struct{}{}
		<-hold
	}))
	defer proxy.Close()
	defer close(hold)

	root := t.TempDir()
	const env = "A=1\r\nexport GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN=\r\n"
	putFile(t, filepath.Join(root, ".env"), env)
	putFile(t, filepath.Join(root, "packages/tasks/apps-script/BootstrapSecret.gs"), "const BOOTSTRAP_SETUP_SECRET = 'setup-key-1'")
	var out, errs bytes.Buffer
	cmd := exec.Command("wslite", "repair", "--yes")
	cmd.Dir = root
	cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "GOOGLE_WORKSPACE_TASKS_PROXY_URL=" + proxy.URL}
	cmd.Stdout, cmd.Stderr = &out, &errs
	interruptOnce(t, cmd, syscall.SIGINT, got, &errs)
	if out.Len() > 0 || !strings.Contains(errs.String(), "may have issued") || !strings.Contains(errs.String(), "env-crlf was repaired before") || strings.Contains(errs.String(), "setup-key-1") {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
	// The line ends were agreed to and done before; the token's line was not
	// reached.
	text, _ := os.ReadFile(filepath.Join(root, ".env"))
	if string(text) != strings.ReplaceAll(env, "\r", "") {
		t.Errorf(".env holds %q", text)
	}
	if all, _ := os.ReadDir(root); len(all) != 2 {
		t.Errorf("left behind: %v", all)
	}
}
