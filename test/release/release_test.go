// Package release tests the release binary itself: the process that a user
// starts, with its real host names, TLS and no test hook. The servers are the
// embedded workspace behind internal/recorder.
package release

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local"
	_ "github.com/wslite/wslite/host/cli" // so that a change of the program makes these tests run again
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/internal/recorder"
)

// secret is the access token of every run. It may be on the wire and nowhere
// else.
const secret = "ya29.secret-access-token-4711"

var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "release")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "wslite")
		build := exec.Command("go", "build", "-trimpath", "-o", binary, "github.com/wslite/wslite/cmd/wslite")
		if out, err := build.CombinedOutput(); err != nil {
			panic(string(out))
		}
		return m.Run()
	}())
}

// world is a home of its own and the servers behind the real names.
type world struct {
	t    *testing.T
	home string
	*recorder.Recorder
	workspace *local.Workspace
}

func newWorld(t *testing.T, wrap func(http.Handler) http.Handler) *world {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Go on Linux reads SSL_CERT_FILE, by which the binary is led to the test's servers")
	}
	ws, err := local.Open(filepath.Join(t.TempDir(), "workspace.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	h := ws.Handler()
	if wrap != nil {
		h = wrap(h)
	}
	return &world{
		t: t, home: t.TempDir(), workspace: ws,
		Recorder: recorder.New(t, h, "gmail.googleapis.com", "www.googleapis.com", "tasks.googleapis.com"),
	}
}

type result struct {
	exit           int
	stdout, stderr string
}

func (w *world) run(args ...string) result {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = w.home
	cmd.Env = append(w.Env(), "HOME="+w.home, "TZ=Europe/Berlin", "WSLITE_ACCESS_TOKEN="+secret,
		"WSLITE_CACHE_DIR="+sandboxtest.Cache(w.t)+"-cli")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		w.t.Fatal(err)
	}
	r := result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
	for _, s := range []string{r.stdout, r.stderr} {
		if strings.Contains(s, secret) || strings.Contains(s, "4711") {
			w.t.Errorf("%q shows the token:\n%s", args, s)
		}
	}
	if refused := w.Refused(); len(refused) > 0 {
		w.t.Errorf("%q wanted to reach %q", args, refused)
	}
	return r
}

// ok runs a command line that must succeed.
func (w *world) ok(args ...string) result {
	w.t.Helper()
	r := w.run(args...)
	if r.exit != 0 {
		w.t.Fatalf("%q: exit %d\n%s%s", args, r.exit, r.stdout, r.stderr)
	}
	return r
}

func routes(list []recorder.Request) string {
	var out []string
	for _, r := range list {
		out = append(out, r.Method+" "+r.Host+r.Path)
	}
	return strings.Join(out, "\n")
}

// A mail leaves as one upload to Gmail's own name, over HTTP/2, with the token
// in its header, and reads back right by a parser that is not ours.
func TestSendOnTheWire(t *testing.T) {
	w := newWorld(t, nil)
	attachment := filepath.Join(w.home, "Prüfbericht Q1.pdf")
	content := bytes.Repeat([]byte("%PDF-1.7 \x00\xff\n"), 5000)
	if err := os.WriteFile(attachment, content, 0o600); err != nil {
		t.Fatal(err)
	}
	w.ok("--yes", "--verbose", "gmail", "send", "--to", "a@example.org", "--subject", "Grüße 会議", "--body", "line1\nline2", "--attachments", attachment)
	got := w.Requests()
	if routes(got) != "GET gmail.googleapis.com/gmail/v1/users/me/settings/sendAs\nPOST gmail.googleapis.com/upload/gmail/v1/users/me/messages/send" {
		t.Fatalf("requests\n%s", routes(got))
	}
	for _, r := range got {
		if r.Proto != "HTTP/2.0" || r.Header.Get("Authorization") != "Bearer "+secret || strings.Contains(r.Query, "4711") {
			t.Errorf("%s %s: %s, authorization %d characters, query %s", r.Method, r.Path, r.Proto, len(r.Header.Get("Authorization")), r.Query)
		}
	}
	m := uploaded(t, got[1])
	if s, _ := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); s != "Grüße 会議" {
		t.Errorf("subject %q", s)
	}
	names, bodies := parts(t, m)
	if len(names) != 2 || names[1] != "Prüfbericht Q1.pdf" || !bytes.Equal(bodies[1], content) {
		t.Errorf("parts %q", names)
	}
}

// uploaded takes the mail out of a multipart/related upload.
func uploaded(t *testing.T, r recorder.Request) *mail.Message {
	t.Helper()
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/related" {
		t.Fatalf("content type %q", r.Header.Get("Content-Type"))
	}
	mr := multipart.NewReader(bytes.NewReader(r.Body), params["boundary"])
	if _, err := mr.NextPart(); err != nil {
		t.Fatal(err)
	}
	p, err := mr.NextRawPart()
	if err != nil || p.Header.Get("Content-Type") != "message/rfc822" {
		t.Fatalf("second part %v (%v)", p, err)
	}
	m, err := mail.ReadMessage(p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// parts reads the parts of a multipart mail: file names and decoded bytes.
func parts(t *testing.T, m *mail.Message) (names []string, bodies [][]byte) {
	t.Helper()
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	mr := multipart.NewReader(m.Body, params["boundary"])
	for {
		p, err := mr.NextRawPart()
		if err == io.EOF {
			return names, bodies
		}
		if err != nil {
			t.Fatal(err)
		}
		_, disposition, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
		names = append(names, disposition["filename"])
		bodies = append(bodies, decoded(t, p))
	}
}

func decoded(t *testing.T, p *multipart.Part) []byte {
	t.Helper()
	b, err := io.ReadAll(transferDecoder(p.Header.Get("Content-Transfer-Encoding"), p))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A dry run shows the very mail, and nothing that changes anything leaves.
func TestDryRunSendsNothing(t *testing.T) {
	w := newWorld(t, nil)
	r := w.ok("--dry-run", "gmail", "send", "--to", "a@example.org", "--subject", "Plan", "--body", "the body 4-6-1-1")
	for _, want := range []string{"https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send", "message/rfc822", "To: a@example.org", "Subject: Plan", "the body 4-6-1-1", "MIME-Version: 1.0"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("%q is missing in\n%s", want, r.stdout)
		}
	}
	for _, req := range w.Requests() {
		if req.Method != "GET" {
			t.Errorf("%s %s was sent", req.Method, req.Path)
		}
	}
	found := w.ok("gmail", "search-messages", "--query", "in:anywhere", "--json")
	var doc struct{ Data []any }
	if err := json.Unmarshal([]byte(found.stdout), &doc); err != nil || len(doc.Data) != 0 {
		t.Errorf("after the dry run: %s (%v)", found.stdout, err)
	}
}

// A file goes up and comes down again byte for byte, in pieces, into a file.
func TestFileThereAndBack(t *testing.T) {
	w := newWorld(t, nil)
	up := filepath.Join(w.home, "up.bin")
	content := bytes.Repeat([]byte("0123456789abcdef\x00\xff\xfe"), 700_000) // 13 MB: resumable
	if err := os.WriteFile(up, content, 0o600); err != nil {
		t.Fatal(err)
	}
	id := strings.TrimSpace(w.ok("drive", "create-file", "--file", up, "--jq", ".data.file.id").stdout)
	var resumable bool
	for _, r := range w.Requests() {
		q, _ := url.ParseQuery(r.Query)
		resumable = resumable || q.Get("uploadType") == "resumable"
	}
	if !resumable {
		t.Error("13 MB went up in one piece")
	}
	dir := filepath.Join(w.home, "down") + string(filepath.Separator)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	w.ok("drive", "read-file", "--file-id", id, "--output", dir)
	back, err := os.ReadFile(filepath.Join(dir, "up.bin"))
	if err != nil || !bytes.Equal(back, content) {
		t.Errorf("%d bytes came back (%v)", len(back), err)
	}
	if r := w.run("drive", "read-file", "--file-id", id, "--output", dir); r.exit == 0 || !strings.Contains(r.stderr, "--force") {
		t.Errorf("a file was overwritten: exit %d %s", r.exit, r.stderr)
	}
	w.ok("drive", "read-file", "--file-id", id, "--output", dir, "--force")
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("left behind: %q", left)
	}
}

// A token that the service refuses is exit 5 with what to do.
func TestRefusedToken(t *testing.T) {
	w := newWorld(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Content-Type", "application/json")
			rw.WriteHeader(http.StatusUnauthorized)
			io.WriteString(rw, `{"error":{"code":401,"message":"Request had invalid authentication credentials.","status":"UNAUTHENTICATED"}}`)
		})
	})
	r := w.run("--json", "gmail", "profile")
	if r.exit != 5 || !strings.Contains(r.stdout, "wslite auth login") && !strings.Contains(r.stdout, "WSLITE_ACCESS_TOKEN") {
		t.Errorf("exit %d %s%s", r.exit, r.stdout, r.stderr)
	}
	if n := len(w.Requests()); n > 2 {
		t.Errorf("%d requests", n)
	}
}

// What does not stand for Google under its own name, signed by an authority
// that the machine trusts, gets nothing.
func TestForeignCertificate(t *testing.T) {
	w := newWorld(t, nil)
	other := recorder.New(t, w.workspace.Handler(), "gmail.googleapis.com")
	cmd := exec.Command(binary, "--json", "gmail", "profile")
	env := w.Env()
	for i, v := range other.Env() {
		if strings.HasPrefix(v, "HTTP") {
			env[i] = v // the way there, without its authority
		}
	}
	cmd.Env = append(env, "HOME="+w.home, "WSLITE_ACCESS_TOKEN="+secret)
	out, _ := cmd.Output()
	if cmd.ProcessState.ExitCode() == 0 || !bytes.Contains(out, []byte("certificate")) || len(other.Requests()) > 0 {
		t.Errorf("exit %d: %s", cmd.ProcessState.ExitCode(), out)
	}
}

// The memory of a process holds its token, so a crash must not write it to the
// disk: the program takes itself the right to a core file.
func TestNoCoreFile(t *testing.T) {
	asked, hold := make(chan struct{}, 8), make(chan struct{})
	w := newWorld(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked <- struct{}{}; <-hold })
	})
	cmd := exec.Command("sh", "-c", `ulimit -S -c unlimited 2>/dev/null; exec "$0" gmail profile`, binary)
	cmd.Dir = w.home
	cmd.Env = append(w.Env(), "HOME="+w.home, "WSLITE_ACCESS_TOKEN="+secret, "GOTRACEBACK=crash",
		"WSLITE_CACHE_DIR="+sandboxtest.Cache(t)+"-cli")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer close(hold)
	select {
	case <-asked:
	case <-time.After(time.Minute):
		cmd.Process.Kill()
		cmd.Wait()
		t.Fatalf("no request came\n%s", out.String())
	}
	limits, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(cmd.Process.Pid), "limits"))
	cmd.Process.Signal(syscall.SIGABRT) // with GOTRACEBACK=crash it would dump core
	cmd.Wait()
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^Max core file size +(\S+)`).FindStringSubmatch(string(limits))
	if len(line) != 2 || line[1] != "0" {
		t.Errorf("core files: %q", line)
	}
	if found, _ := filepath.Glob(filepath.Join(w.home, "*core*")); len(found) > 0 {
		t.Errorf("the crash left %q", found)
	}
	if strings.Contains(out.String(), secret) {
		t.Error("the crash shows the token")
	}
}
