package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/vectors"
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

// BenchmarkServices runs the recorded minimal calls of each service in one
// process, over and over: a warm call with its module loaded. The largest
// module should stay within one and a half times of Tasks.
func BenchmarkServices(b *testing.B) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"success":true,"data":{"id":"x1"}}`)
	}))
	defer proxy.Close()
	byService := map[string][]invokeInput{}
	for _, v := range vectors.Load(b, "invoke") {
		if v.Kind != "minimal" {
			continue
		}
		var in invokeInput
		v.In(b, &in)
		service, _, _ := strings.Cut(in.Tool, "_")
		byService[service] = append(byService[service], in)
	}
	home := b.TempDir()
	for _, service := range services {
		b.Run(service, func(b *testing.B) {
			prefix := "GOOGLE_WORKSPACE_" + strings.ToUpper(service) + "_PROXY_"
			e := testEnv(b, home, map[string]string{prefix + "URL": proxy.URL, prefix + "TOKEN": "bench"})
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				in := byService[service][i%len(byService[service])]
				var out, errs bytes.Buffer
				e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
				start := time.Now()
				code := Main(context.Background(), []string{"--json", "--yes", "run", in.Tool, "--params-json", string(in.Arguments)}, e)
				took = append(took, time.Since(start))
				if code != 0 && code != 4 {
					b.Fatalf("%s: exit %d: %s", in.Tool, code, out.String())
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms/call")
		})
	}
}
