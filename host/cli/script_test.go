package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// TestMain lets scripts run this test binary as wslite, so that they see a
// real process: its exit code, its streams, its signals.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"wslite": func() {
		ctx, stop := signal.NotifyContext(context.Background(), EndSignals()...)
		context.AfterFunc(ctx, stop)
		env := OSEnv()
		env.Version = "test"
		if at := os.Getenv("WSLITE_TEST_NOW"); at != "" {
			now, err := time.Parse(time.RFC3339, at)
			if err != nil {
				panic(err)
			}
			env.Now = func() time.Time { return now }
		}
		os.Exit(Main(ctx, os.Args[1:], env))
	}})
}

// TestScripts runs testdata/script: one behaviour a file, the comment on top
// says which. `go test ./host/cli -run Scripts -update` is not needed: they
// compare with patterns. Their own commands:
//
//	proxy [-status N] [-wait DURATION] [FILE]   start a proxy that answers with FILE
//	requests FILE                               write what the proxies got, one call a line
//	keep NAME                                   put the last stdout into a variable
//	interrupt DURATION CMD...                   run wslite, send SIGINT after DURATION
func TestScripts(t *testing.T) {
	needPlugins(t)
	cache := sharedCache(t)
	var servers sync.Map // *testscript.Env work directory -> *scriptProxy
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			if err := os.Mkdir(home, 0o700); err != nil {
				return err
			}
			env.Setenv("HOME", home)
			env.Setenv("WSLITE_CACHE_DIR", cache)
			env.Setenv("WSLITE_TEST_NOW", "2026-11-30T12:00:00Z")
			env.Setenv("TZ", "UTC")
			p := &scriptProxy{}
			servers.Store(env.WorkDir, p)
			env.Defer(p.close)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"proxy": func(ts *testscript.TestScript, neg bool, args []string) {
				p, _ := servers.Load(ts.Getenv("WORK"))
				url := p.(*scriptProxy).start(ts, args)
				ts.Setenv("GOOGLE_WORKSPACE_TASKS_PROXY_URL", url)
				ts.Setenv("GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN", "tok-secret-1")
			},
			"keep": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
			},
			"requests": func(ts *testscript.TestScript, neg bool, args []string) {
				p, _ := servers.Load(ts.Getenv("WORK"))
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(p.(*scriptProxy).log()), 0o600))
			},
		},
	})
}

// scriptProxy records calls and answers with a file.
type scriptProxy struct {
	mu     sync.Mutex
	calls  []string
	server []*httptest.Server
}

func (p *scriptProxy) start(ts *testscript.TestScript, args []string) string {
	status, wait, body := 200, time.Duration(0), `{"success":true,"data":{"id":"x1"}}`
	for len(args) > 0 {
		switch args[0] {
		case "-status":
			n, err := strconv.Atoi(args[1])
			ts.Check(err)
			status, args = n, args[2:]
		case "-wait":
			d, err := time.ParseDuration(args[1])
			ts.Check(err)
			wait, args = d, args[2:]
		default:
			body, args = strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), args[1:]
		}
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		p.calls = append(p.calls, string(b))
		p.mu.Unlock()
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
			return
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	p.server = append(p.server, s)
	return s.URL
}

func (p *scriptProxy) log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	for _, c := range p.calls {
		fmt.Fprintln(&b, c)
	}
	return b.String()
}

func (p *scriptProxy) close() {
	for _, s := range p.server {
		s.CloseClientConnections()
		s.Close()
	}
}

// sharedCache is the compile cache that all tests of this package share.
//
// It lies beside the one of the other packages: their hostile modules would
// fill it to its bound, and a plugin that had to go says on stderr that it is
// prepared again, where a vector wants silence.
func sharedCache(t testing.TB) string {
	return sandboxtest.Cache(t) + "-cli"
}

// sharedSandbox keeps modules loaded between the command lines of this test
// process: they are run by the hundred.
func sharedSandbox(t testing.TB) *sandbox.Sandbox {
	t.Helper()
	s, err := loaded(t)()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var loadedOnce sync.Once
var loadedSandbox func() (*sandbox.Sandbox, error)

func loaded(t testing.TB) func() (*sandbox.Sandbox, error) {
	loadedOnce.Do(func() {
		cache := sharedCache(t)
		loadedSandbox = sync.OnceValues(func() (*sandbox.Sandbox, error) {
			return sandbox.New(sandbox.Config{CacheDir: cache, Limits: limits.Default(), Warn: func(string) {}})
		})
	})
	return loadedSandbox
}

// needPlugins ends a test plainly where the binary has no plugins in it.
func needPlugins(t *testing.T) {
	t.Helper()
	a := newApp(testEnv(t, t.TempDir(), nil))
	x, err := a.catalog()
	if err != nil || x.Service("tasks") == nil {
		t.Fatalf("no plugins are embedded; run `make plugins` first (%v)", err)
	}
}
