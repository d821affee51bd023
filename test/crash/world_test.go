//go:build unix

package crash

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/internal/loopback"
)

// The worlds.
const (
	embedded = "local"      // the embedded workspace, inside the process that is killed
	proxy    = "appsscript" // a proxy on the loopback address
	google   = "google"     // Google's names on the loopback address
)

// world is where effects happen, and where they are counted.
type world interface {
	env() []string
	// args are what a command needs to reach the world.
	args(command []string) []string
	// effects counts what was done that carries the mark.
	effects(k *kind, mark string) int
	// next says how the next change is answered; nil where nobody can say.
	next() *manner
	// file is the id of a file that can be shared.
	file() string
}

func newWorld(t testing.TB, h *home, name string) world {
	t.Helper()
	switch name {
	case embedded:
		return newEmbedded(t, filepath.Join(h.state(), "workspace.db"))
	case proxy:
		w := &proxyWorld{home: h, counts: map[string]int{}}
		w.server = httptest.NewServer(http.HandlerFunc(w.serve))
		t.Cleanup(w.server.Close)
		return w
	}
	return newGoogle(t, h)
}

// manner is how a server behaves: each value counts for one change.
type manner struct {
	mu   sync.Mutex
	plan []string
	// held is told that a change was made whose answer is held back.
	held chan struct{}
	// release, once closed, lets held answers go.
	release chan struct{}
}

// What a server does with a change.
const (
	answers = "answers"
	cuts    = "cuts"  // does it and ends the connection
	drops   = "drops" // ends the connection and does nothing
	holds   = "holds" // does it and never answers
	waits   = "waits" // does it and answers when the test says so
)

func (m *manner) set(plan ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.plan, m.held, m.release = plan, make(chan struct{}, 16), make(chan struct{})
}

// apply makes the change the way that is next.
func (m *manner) apply(w http.ResponseWriter, r *http.Request, change http.HandlerFunc) {
	m.mu.Lock()
	how := answers
	if len(m.plan) > 0 {
		how, m.plan = m.plan[0], m.plan[1:]
	}
	held, release := m.held, m.release
	m.mu.Unlock()
	switch how {
	case drops:
		panic(http.ErrAbortHandler)
	case answers:
		change(w, r)
		return
	}
	answer := httptest.NewRecorder()
	change(answer, r)
	if how == holds || how == waits {
		held <- struct{}{}
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}
	if how == waits {
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		w.Write(answer.Body.Bytes())
		return
	}
	panic(http.ErrAbortHandler)
}

// workspace is an embedded workspace that the test looks into.
type workspace struct {
	t    testing.TB
	path string
	id   string
}

// with opens the file for a moment, as any other process would.
func (w *workspace) with(f func(http.Handler)) {
	w.t.Helper()
	ws, err := local.Open(w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer ws.Close()
	f(ws.Handler())
}

func ask(t testing.TB, h http.Handler, method, path, body string) map[string]any {
	t.Helper()
	rec := httptest.NewRecorder()
	req := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(rec, req)
	if rec.Code >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	var doc map[string]any
	if err := json.Unmarshal(rec.Body.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// prepare makes the file that gets shared.
func (w *workspace) prepare() {
	w.with(func(h http.Handler) {
		w.id, _ = ask(w.t, h, "POST", "/drive/v3/files", `{"name":"to be shared"}`)["id"].(string)
	})
}

func (w *workspace) file() string { return w.id }

func (w *workspace) count(h http.Handler, k *kind, mark string) int {
	path := strings.NewReplacer("MARK", url.QueryEscape(mark), "FILE", w.id).Replace(k.look)
	list, _ := ask(w.t, h, "GET", path, "")[k.list].([]any)
	n := 0
	for _, one := range list {
		if k.search || strings.Contains(jsonText(one), mark) {
			n++
		}
	}
	return n
}

type embeddedWorld struct{ workspace }

func newEmbedded(t testing.TB, path string) *embeddedWorld {
	w := &embeddedWorld{workspace{t: t, path: path}}
	w.prepare()
	return w
}

func (*embeddedWorld) env() []string { return nil }

func (*embeddedWorld) args(command []string) []string {
	switch command[0] {
	case "drafts", "outcomes", "audit":
		return nil
	}
	return []string{"--local"}
}

func (*embeddedWorld) next() *manner { return nil }

func (w *embeddedWorld) effects(k *kind, mark string) (n int) {
	w.with(func(h http.Handler) { n = w.count(h, k, mark) })
	return n
}

// proxyWorld counts the actions that come, by the marks that they carry.
type proxyWorld struct {
	manner
	home   *home
	server *httptest.Server
	mu     sync.Mutex
	counts map[string]int
}

func (w *proxyWorld) env() (env []string) {
	for _, s := range []string{"GMAIL", "TASKS", "DRIVE", "CALENDAR"} {
		env = append(env, "GOOGLE_WORKSPACE_"+s+"_PROXY_URL="+w.server.URL, "GOOGLE_WORKSPACE_"+s+"_PROXY_TOKEN=tok-proxy")
	}
	return env
}

func (*proxyWorld) args([]string) []string { return nil }
func (w *proxyWorld) next() *manner        { return &w.manner }
func (*proxyWorld) file() string           { return "abc123" }

func (w *proxyWorld) effects(_ *kind, mark string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for text, times := range w.counts {
		n += strings.Count(text, mark) * times
	}
	return n
}

func (w *proxyWorld) serve(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if r.Method != http.MethodPost || err != nil {
		return // a connection that was opened ahead
	}
	w.apply(rw, r, func(rw http.ResponseWriter, _ *http.Request) {
		var req struct {
			Action string
			Params map[string]any
		}
		if err := json.Unmarshal(body, &req); err != nil {
			w.home.t.Errorf("the proxy got %q", body)
			return
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.counts[jsonText(req.Params)]++
		all := 0
		for _, n := range w.counts {
			all += n
		}
		// The very moment at which an effect takes place is when the log must know.
		if known := w.home.attempts(""); known < all {
			w.home.t.Errorf("effect %d takes place, and the audit log knows %d attempts", all, known)
		}
		data := map[string]any{"id": "made-" + jsonText(all)}
		if list, ok := req.Params["operations"].([]any); ok {
			var results []any
			for i := range list {
				results = append(results, map[string]any{"index": i, "action": "tasksCreate", "success": true, "data": map[string]any{"id": i}})
			}
			data = map[string]any{"results": results, "failed": 0}
		}
		json.NewEncoder(rw).Encode(map[string]any{"success": true, "data": data})
	})
}

// googleWorld is a workspace behind Google's names.
type googleWorld struct {
	manner
	workspace
	server *loopback.Server
	ws     *local.Workspace
	mu     sync.Mutex
	bodies []string
}

func newGoogle(t testing.TB, h *home) *googleWorld {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Go on Linux reads SSL_CERT_FILE, by which the program is led to the test's servers")
	}
	w := &googleWorld{workspace: workspace{t: t, path: filepath.Join(t.TempDir(), "google.db")}}
	w.prepare()
	var err error
	if w.ws, err = local.Open(w.path); err != nil {
		t.Fatal(err)
	}
	w.server, err = loopback.Serve(http.HandlerFunc(w.serve), filepath.Join(t.TempDir(), "ca.pem"),
		"gmail.googleapis.com", "www.googleapis.com", "tasks.googleapis.com")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.server.Close(); w.ws.Close() })
	return w
}

func (w *googleWorld) env() []string {
	return append(w.server.Env(), "WSLITE_ACCESS_TOKEN=ya29.token-of-the-crash-tests")
}

func (*googleWorld) args([]string) []string { return nil }
func (w *googleWorld) next() *manner        { return &w.manner }

// effects takes the larger of what the workspace holds and what was asked for:
// sharing a file twice with one person leaves no trace.
func (w *googleWorld) effects(k *kind, mark string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := 0
	for _, body := range w.bodies {
		asked += strings.Count(body, mark)
	}
	if k.name != "share" {
		asked = 0
	}
	return max(asked, w.count(w.ws.Handler(), k, mark))
}

func (w *googleWorld) serve(rw http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		w.ws.Handler().ServeHTTP(rw, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client was killed
	}
	w.apply(rw, r, func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.bodies = append(w.bodies, string(body))
		r.Body = io.NopCloser(bytes.NewReader(body))
		w.ws.Handler().ServeHTTP(rw, r)
	})
}
