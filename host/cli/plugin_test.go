package cli

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// notesService is the outsider's REST service, on a TLS listener that the
// transport takes for notes.example.com.
type notesService struct {
	*httptest.Server
	requests []string
}

func newNotesService(t *testing.T) *notesService {
	s := &notesService{}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests = append(s.requests, r.Method+" "+r.Host+r.URL.RequestURI())
		for name := range r.Header {
			if name == "Authorization" || name == "Cookie" {
				t.Errorf("the service got the header %s", name)
			}
		}
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == "GET" && r.URL.Path == "/v1/notes":
			io.WriteString(w, `{"notes":[{"id":"n1","title":"Milk","updated":"2026-01-01T00:00:00Z"}]}`)
		case r.Method == "DELETE":
			w.WriteHeader(http.StatusNoContent)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// transport sends every connection to the listener, whatever the host's name.
func (s *notesService) transport() http.RoundTripper {
	return &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, network, s.Listener.Addr().String())
		},
		TLSClientConfig: &tls.Config{RootCAs: s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, ServerName: "example.com"},
	}
}

// pluginWorld is one user's home with the notes service behind the network.
type pluginWorld struct {
	t    *testing.T
	home string
	svc  *notesService
}

// run runs one command line; answer is typed at a terminal, "" is none.
func (w pluginWorld) run(answer string, args ...string) ran {
	var out, errs bytes.Buffer
	e := testEnv(w.t, w.home, map[string]string{"GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN": "tok-of-another-service"})
	e.Streams = Streams{In: strings.NewReader(answer), Out: &out, Err: &errs, InTTY: answer != "", ErrTTY: answer != ""}
	e.Transport = w.svc.transport()
	code := Main(context.Background(), args, e)
	return ran{exit: code, stdout: out.String(), stderr: errs.String()}
}

// want runs a command line and checks the exit code and some words of its
// output.
func (w pluginWorld) want(exit int, words string, answer string, args ...string) ran {
	w.t.Helper()
	r := w.run(answer, args...)
	if r.exit != exit || !strings.Contains(r.stdout+r.stderr, words) {
		w.t.Fatalf("wslite %s: exit %d, want %d with %q\nstdout %s\nstderr %s", strings.Join(args, " "), r.exit, exit, words, r.stdout, r.stderr)
	}
	return r
}

// TestOutsidersPlugin takes the example plugin through its whole life: looked
// at, refused, added, used, gated, tampered with, changed, removed.
func TestOutsidersPlugin(t *testing.T) {
	needPlugins(t)
	w := pluginWorld{t, t.TempDir(), newNotesService(t)}
	wasm := sandboxtest.BuildRaw(t, filepath.Join("..", "..", "examples", "plugins", "notes"))
	file := filepath.Join(t.TempDir(), "notes.wasm")
	if err := os.WriteFile(file, wasm, 0o600); err != nil {
		t.Fatal(err)
	}

	w.want(4, `no command or service "notes"`, "", "notes", "list")
	w.want(0, "notes.example.com", "", "plugin", "inspect", file)
	w.want(4, `no command or service "notes"`, "", "notes", "list")

	// Only a yes adds it.
	w.want(2, "needs a yes", "", "plugin", "add", file)
	w.want(2, "It may send to notes.example.com. [y/N]", "n\n", "plugin", "add", file)
	w.want(4, `no command or service "notes"`, "", "notes", "list")
	w.want(0, "added notes", "y\n", "plugin", "add", file)
	w.want(0, "as granted", "", "plugin", "verify")

	w.want(0, "notes_list", "", "tools", "--service", "notes")
	w.want(0, "Milk", "", "notes", "list", "--limit", "5")
	if got := w.svc.requests; len(got) != 1 || !strings.HasPrefix(got[0], "GET notes.example.com/v1/notes?") {
		t.Errorf("the service got %q", got)
	}

	// The class that the operator accepted is what gates.
	w.svc.requests = nil
	w.want(2, "CONFIRMATION_REQUIRED", "", "notes", "delete", "--note-id", "n1")
	if len(w.svc.requests) > 0 {
		t.Errorf("an unconfirmed delete sent %q", w.svc.requests)
	}
	w.want(0, "", "", "-y", "notes", "delete", "--note-id", "n1")
	w.want(1, "PLUGIN_VIOLATION", "", "notes", "get", "--note-id", "../../admin")
	w.want(1, "NOT_SUPPORTED", "", "--local", "notes", "list")

	w.tamper()
	w.want(0, "added notes", "", "--yes", "plugin", "add", file)
	w.want(0, "Milk", "", "notes", "list")

	w.want(0, "removed notes", "", "plugin", "remove", "notes")
	w.want(4, `no command or service "notes"`, "", "notes", "list")
	w.want(1, "", "", "plugin", "remove", "notes")
}

// tamper changes one byte of the stored module; nothing of it may run.
func (w pluginWorld) tamper() {
	w.t.Helper()
	var stored string
	filepath.WalkDir(w.home, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".wasm") {
			stored = path
		}
		return nil
	})
	if stored == "" {
		w.t.Fatal("no stored module")
	}
	b, err := os.ReadFile(stored)
	if err != nil {
		w.t.Fatal(err)
	}
	b[len(b)-1] ^= 1
	if err := os.WriteFile(stored, b, 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.svc.requests = nil
	w.want(1, "PLUGIN_CHANGED", "", "notes", "list")
	r := w.want(1, "", "", "--json", "plugin", "verify")
	var doc struct {
		OK      bool
		Plugins []struct{ Code string }
	}
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || doc.OK || len(doc.Plugins) != 1 || doc.Plugins[0].Code != "PLUGIN_CHANGED" {
		w.t.Errorf("verify says %s", r.stdout)
	}
	if len(w.svc.requests) > 0 {
		w.t.Errorf("a changed plugin sent %q", w.svc.requests)
	}
}
