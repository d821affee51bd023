//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/appsscript"
	hostcatalog "github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/mcp"
	"github.com/wslite/wslite/host/mcp/web"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// inProcess runs this plugin's functions as they are, without a sandbox: what
// isolation costs is seen beside it.
type inProcess struct{ plugintest.Caller }

func (p inProcess) Begin(context.Context, string, abi.Clock) (invoke.Invocation, error) {
	return p, nil
}
func (inProcess) FuelUsed() int64 { return 0 }
func (inProcess) End()            {}

// sandboxed runs the module.
type sandboxed struct{ *sandbox.Module }

func (m sandboxed) Begin(ctx context.Context, _ string, clock abi.Clock) (invoke.Invocation, error) {
	inv, err := m.Module.Begin(ctx, clock)
	if err != nil {
		return nil, err
	}
	return inv, nil
}

// serving is how the sandbox of a server works.
func serving(c *sandbox.Config) { c.Serving = true }

// timed counts the time that calls wait for the plugin.
type timed struct {
	invoke.Modules
	spent *atomic.Int64
}

func (m timed) Begin(ctx context.Context, service string, clock abi.Clock) (invoke.Invocation, error) {
	defer m.count(time.Now())
	inv, err := m.Modules.Begin(ctx, service, clock)
	if err != nil {
		return nil, err
	}
	return timedCall{inv, m}, nil
}

func (m timed) count(since time.Time) { m.spent.Add(int64(time.Since(since))) }

type timedCall struct {
	invoke.Invocation
	m timed
}

func (c timedCall) Call(ctx context.Context, export string, in []byte) ([]byte, error) {
	defer c.m.count(time.Now())
	return c.Invocation.Call(ctx, export, in)
}

func (c timedCall) End() {
	defer c.m.count(time.Now())
	c.Invocation.End()
}

// serve serves this plugin's tools over HTTP, with a loopback proxy behind them.
func serve(b *testing.B, modules invoke.Modules) string {
	b.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"success":true,"data":{"items":[{"id":"l1","title":"My Tasks"},{"id":"l2","title":"Garden"}]}}`)
	}))
	b.Cleanup(proxy.Close)
	own := catalog()
	x, err := hostcatalog.Build([]*abi.Catalog{&own})
	if err != nil {
		b.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		b.Fatal(err)
	}
	vars := map[string]string{appsscript.URLName("tasks"): proxy.URL, appsscript.TokenName("tasks", "TOKEN"): "bench"}
	line := &invoke.Pipeline{
		Catalog: x, Modules: modules, Risk: tables, Proxied: true, Policy: policy.Policy{External: policy.ExternalAllow},
		Backend: appsscript.New(appsscript.Options{Getenv: func(name string) string { return vars[name] }, Limits: limits.Default()}),
		Clock: func() abi.Clock {
			return abi.Clock{Now: time.Now().UTC().Format(time.RFC3339Nano), TimeZone: "UTC", Nonce: strings.Repeat("0", 32)}
		},
		Now: time.Now,
	}
	var tools []mcp.Tool
	for _, t := range x.Tools() {
		tools = append(tools, mcp.Tool{Tool: t, Classes: []risk.Class{tables.Resolve("tasks", t.Action, nil)}})
	}
	server, err := mcp.New(mcp.Options{
		Name: "bench", Version: "1", Tools: tools, Mode: mcp.Draft, Budget: mcp.DefaultBudget,
		Pipeline: func(context.Context, string) (*invoke.Pipeline, error) { return line, nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, l, server, web.Options{}) }()
	b.Cleanup(func() { cancel(); <-ended })
	return "http://" + l.Addr().String() + web.Path
}

// asker is a client that does no more than the protocol wants.
type asker struct {
	url, session string
	client       http.Client
}

func (a *asker) post(body string) (string, error) {
	r, err := http.NewRequest(http.MethodPost, a.url, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-06-18"}}
	if a.session != "" {
		r.Header.Set("Mcp-Session-Id", a.session)
	}
	answer, err := a.client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if id := answer.Header.Get("Mcp-Session-Id"); id != "" {
		a.session = id
	}
	raw, err := io.ReadAll(answer.Body)
	return string(raw), err
}

func newAsker(b *testing.B, url string) *asker {
	b.Helper()
	a := &asker{url: url}
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	} {
		if _, err := a.post(body); err != nil {
			b.Fatal(err)
		}
	}
	return a
}

// call reads the lists of tasks.
func (a *asker) call(id int) error {
	raw, err := a.post(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"tasks_list_tasklists","arguments":{"maxResults":20}}}`, id))
	if err == nil && (!strings.Contains(raw, "Garden") || strings.Contains(raw, `"isError":true`)) {
		err = fmt.Errorf("no good answer: %s", raw)
	}
	return err
}

// BenchmarkMCPNative is a call from HTTP to HTTP with the plugin natively, and in
// its sandbox: the same server, pipeline and proxy. Server, client and proxy are
// one process, and CPU is that of all. What is told as plugin-ms is how long a call
// waits for the plugin, the wait for an instance included.
func BenchmarkMCPNative(b *testing.B) {
	kinds := []struct {
		name    string
		modules func() invoke.Modules
	}{
		{"native", func() invoke.Modules { return inProcess{plugintest.Native(tasks())} }},
		{"sandbox", func() invoke.Modules { return sandboxed{sandboxtest.Load(b, sandboxtest.New(b, serving), ".")} }},
	}
	for _, clients := range []int{1, 16} {
		for _, k := range kinds {
			b.Run(fmt.Sprintf("%s/clients=%d", k.name, clients), func(b *testing.B) {
				var spent atomic.Int64
				callers(b, serve(b, timed{k.modules(), &spent}), clients, &spent)
			})
		}
	}
}

// callers send b.N calls and report what they took.
func callers(b *testing.B, url string, clients int, spent *atomic.Int64) {
	var (
		mu     sync.Mutex
		took   []time.Duration
		failed error
		all    sync.WaitGroup
	)
	work := make(chan int)
	for range clients {
		a := newAsker(b, url)
		if err := a.call(1); err != nil {
			b.Fatal(err)
		}
		all.Go(func() {
			for id := range work {
				start := time.Now()
				err := a.call(id)
				d := time.Since(start)
				mu.Lock()
				if took = append(took, d); err != nil {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	spent.Store(0)
	before := cpuTime(b)
	b.ResetTimer()
	for i := range b.N {
		work <- i + 2
	}
	close(work)
	all.Wait()
	b.StopTimer()
	if failed != nil {
		b.Fatal(failed)
	}
	slices.Sort(took)
	calls := float64(b.N)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(calls/b.Elapsed().Seconds(), "calls/s")
	b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/1000/calls, "cpu-ms/call")
	b.ReportMetric(float64(spent.Load())/1e6/calls, "plugin-ms")
}

// cpuTime is what this process has used.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
