package mcpoauth

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is wslite as it is released, serving ana and bo over HTTP, each with an
// embedded workspace.
type server struct {
	url string

	mu  sync.Mutex
	log strings.Builder
}

const config = `
[mcp.oauth]
issuer = %q
scopes = ["wslite"]
[profile.of-ana]
backend = "local"
[profile.of-ana.local]
path = "~/ana.db"
[profile.of-bo]
backend = "local"
[profile.of-bo.local]
path = "~/bo.db"
[mcp.users.ana]
profile = "of-ana"
subject = "ana-there"
[mcp.users.bo]
profile = "of-bo"
subject = "bo-there"
`

var serving = regexp.MustCompile(`serving MCP at (http://127\.0\.0\.1:\d+/mcp)`)

func serve(t *testing.T, issuer string) *server {
	t.Helper()
	exe, home := filepath.Join(t.TempDir(), "wslite"), t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-o", exe, "./cmd/wslite")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	file := filepath.Join(home, "wslite.toml")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, issuer), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "--config", file, "--verbose", "mcp", "--http", "127.0.0.1:0", "--users")
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TZ=UTC"}
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{}
	read := make(chan struct{})
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		guard := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		defer guard.Stop()
		<-read
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	found := make(chan string, 1)
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(errs); lines.Scan(); {
			s.mu.Lock()
			s.log.WriteString(lines.Text() + "\n")
			s.mu.Unlock()
			if m := serving.FindStringSubmatch(lines.Text()); m != nil {
				found <- m[1]
			}
		}
	}()
	select {
	case s.url = <-found:
	case <-read:
		t.Fatalf("the server did not start: %s", s.said())
	}
	return s
}

func (s *server) said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// hello begins a session with a token and gives what the server says of that.
func (s *server) hello(t *testing.T, token string) (status int, challenge string) {
	t.Helper()
	const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	io.Copy(io.Discard, got.Body)
	return got.StatusCode, got.Header.Get("WWW-Authenticate")
}
