package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkWarmCall is a whole command line in-process, from parsing to JSON:
// load the module from the compile cache, start an instance, call a loopback
// proxy. It is what a process does but for its start.
func BenchmarkWarmCall(b *testing.B) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"success":true,"data":{"items":[{"id":"l1","title":"My Tasks"}]}}`)
	}))
	defer proxy.Close()
	home, cache := b.TempDir(), sharedCache(b)
	vars := map[string]string{
		"WSLITE_CACHE_DIR":                   cache,
		"GOOGLE_WORKSPACE_TASKS_PROXY_URL":   proxy.URL,
		"GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN": "bench",
	}
	run := func() {
		var out, errs bytes.Buffer
		e := OSEnv()
		e.Getenv = func(k string) string { return vars[k] }
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		e.UserConfigDir = func() (string, error) { return home, nil }
		if code := Main(context.Background(), []string{"tasks", "list-tasklists", "--json"}, e); code != 0 {
			b.Fatalf("exit %d: %s", code, errs.String())
		}
	}
	run() // compiles where the cache is empty
	b.ResetTimer()
	for b.Loop() {
		run()
	}
}

// BenchmarkTools lists all tools: no plugin runs.
func BenchmarkTools(b *testing.B) {
	home := b.TempDir()
	for b.Loop() {
		var out bytes.Buffer
		e := OSEnv()
		e.Getenv = func(string) string { return "" }
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &out}
		e.UserConfigDir = func() (string, error) { return home, nil }
		if code := Main(context.Background(), []string{"tools"}, e); code != 0 {
			b.Fatal(out.String())
		}
	}
}
