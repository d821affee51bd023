package oauth

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
)

// binary is wslite as it is released, in an empty home, with the provider in
// its configuration.
type binary struct {
	t         *testing.T
	exe, home string
	env       []string
	mu        sync.Mutex
	output    strings.Builder
}

func build(t *testing.T, p oauth.Provider) *binary {
	t.Helper()
	b := &binary{t: t, exe: filepath.Join(t.TempDir(), "wslite"), home: t.TempDir()}
	cmd := exec.Command("go", "build", "-trimpath", "-o", b.exe, "./cmd/wslite")
	cmd.Dir = "../../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	config := fmt.Sprintf("[auth]\nstore = \"file\"\n[auth.provider]\nauth_url = %q\ntoken_url = %q\nrevoke_url = %q\nuserinfo_url = %q\n",
		p.AuthURL, p.TokenURL, p.RevokeURL, p.UserInfoURL)
	if err := os.WriteFile(filepath.Join(b.home, "wslite.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *binary) command(args ...string) *exec.Cmd {
	cmd := exec.Command(b.exe, append([]string{"--config", filepath.Join(b.home, "wslite.toml"), "--verbose"}, args...)...)
	cmd.Env = append([]string{"HOME=" + b.home, "PATH=" + os.Getenv("PATH"), "TZ=UTC"}, b.env...)
	return cmd
}

func (b *binary) run(stdin string, args ...string) (string, error) {
	cmd := b.command(args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.output.WriteString(out.String() + errs.String())
	if err != nil {
		err = fmt.Errorf("%q: %w\n%s%s", args, err, out.String(), errs.String())
	}
	return out.String(), err
}

func (b *binary) must(stdin string, args ...string) string {
	b.t.Helper()
	out, err := b.run(stdin, args...)
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

var consent = regexp.MustCompile(`^  (http://127\.0\.0\.1:\d+/auth\?\S+)$`)

// login runs auth login, and a browser that goes where it says.
func (b *binary) login(args ...string) string {
	b.t.Helper()
	cmd := b.command(append([]string{"auth", "login"}, args...)...)
	var out bytes.Buffer
	cmd.Stdout = &out
	errs, err := cmd.StderrPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	lines := bufio.NewScanner(io.TeeReader(errs, &b.output))
	for lines.Scan() {
		if m := consent.FindStringSubmatch(lines.Text()); m != nil {
			go browser(b.t, m[1], false)
		}
	}
	if err := cmd.Wait(); err != nil {
		b.t.Fatalf("%v\n%s", err, b.output.String())
	}
	b.output.WriteString(out.String())
	return out.String()
}

// TestBinary is the whole way with the released program: client, sign-in in
// the browser, renewal by eight processes at once at a provider that takes each
// refresh token once, sign-out.
func TestBinary(t *testing.T) {
	p, st := start(t)
	b := build(t, p)
	b.must(`{"client_id":"`+nativeClient+`"}`, "auth", "credentials", "-")
	if out := b.login("--services", "tasks", "--account", "work", "--no-browser"); !strings.Contains(out, "Signed in as work ("+address+")") {
		t.Errorf("%s", out)
	}
	var status struct {
		Account struct {
			Address string
			Scopes  []string
		}
		Token struct{ Fresh, Renews bool }
	}
	if err := json.Unmarshal([]byte(b.must("", "auth", "status", "--json")), &status); err != nil || status.Account.Address != address || !status.Token.Fresh || !status.Token.Renews ||
		!strings.Contains(strings.Join(status.Account.Scopes, " "), "https://www.googleapis.com/auth/tasks") {
		t.Errorf("%+v %v", status, err)
	}

	// From here on tokens live for two seconds, and are renewed after one.
	st.life.Store(int64(2 * time.Second))
	b.login("--services", "tasks", "--account", "work", "--no-browser", "--force")
	time.Sleep(1200 * time.Millisecond)
	before := st.renewals.Load()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := b.run("", "auth", "doctor", "--live"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	// A slow machine may see a second round; without the lock there would be
	// eight, and the provider would have ended the grant.
	if n := st.renewals.Load() - before; n < 1 || n > 4 {
		t.Errorf("%d renewals by eight processes", n)
	}

	secrets := secretsOf(t, b.home)
	if out := b.must("", "auth", "logout", "work", "--json"); !strings.Contains(out, `"revoked": true`) {
		t.Errorf("%s", out)
	}
	if _, err := b.run("", "auth", "status"); err == nil || !strings.Contains(err.Error(), "exit status 5") {
		t.Errorf("signed out: %v", err)
	}
	if left := secretsOf(t, b.home); left >= secrets {
		t.Errorf("%d sealed files before the sign-out, %d after", secrets, left)
	}
	for _, s := range []string{"access_token", "refresh_token", "code_verifier", "Bearer ", "&code=", "?code=", "id_token", password} {
		if strings.Contains(b.output.String(), s) {
			t.Errorf("a verbose run shows %s", s)
		}
	}
}

// TestBinaryCallsGoogle: the released program calls Google's real host names with
// the token of the account that was named, and renews a token that Google
// refuses.
func TestBinaryCallsGoogle(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("SKIPPED: these systems have no variable for one's own authority")
	}
	p, st := start(t)
	b, g := build(t, p), standIn(t)
	b.env = g.Env()
	b.must(`{"client_id":"`+nativeClient+`"}`, "auth", "credentials", "-")
	b.login("--services", "tasks", "--account", "work", "--no-browser")
	b.must("", "tasks", "list-tasklists", "--json")
	calls := g.Requests()
	if len(calls) != 1 || calls[0].Host != tasksHost || calls[0].Path != "/tasks/v1/users/@me/lists" || len(tokenOf(calls[0].Header)) < 10 {
		t.Fatalf("%d calls", len(calls))
	}
	own := tokenOf(calls[0].Header)
	g.reject(own)
	before := st.renewals.Load()
	b.must("", "tasks", "list-tasklists", "--account", "work")
	calls = g.Requests()
	if len(calls) != 2 || tokenOf(calls[0].Header) != own || tokenOf(calls[1].Header) == own || st.renewals.Load() != before+1 {
		t.Errorf("%d calls after a token was refused, %d renewals", len(calls), st.renewals.Load()-before)
	}
	b.env = append(b.env, "WSLITE_ACCESS_TOKEN=plain-token-of-a-test")
	b.must("", "tasks", "list-tasklists")
	if calls = g.Requests(); len(calls) != 1 || tokenOf(calls[0].Header) != "plain-token-of-a-test" {
		t.Error("the token of the environment was not used")
	}
	if _, err := b.run("", "--account", "nobody", "tasks", "list-tasklists"); err == nil || len(g.Requests()) != 0 {
		t.Errorf("an account that is not there: %v", err)
	}
	for _, s := range []string{own, "plain-token", "Bearer "} {
		if strings.Contains(b.output.String(), s) {
			t.Error("a verbose run shows a token")
		}
	}
}

func secretsOf(t *testing.T, home string) int {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(home, ".local/state/wslite/auth/secrets/*.sealed"))
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}
