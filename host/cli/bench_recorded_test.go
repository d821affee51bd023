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
)

// BenchmarkRecordedCall is a read and a mutation as whole command lines, in one
// process with the module loaded. Each opens and closes what it needs of the
// records, as a process of its own would.
func BenchmarkRecordedCall(b *testing.B) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"success":true,"data":{"id":"l1","title":"My Tasks"}}`)
	}))
	defer proxy.Close()
	e := testEnv(b, b.TempDir(), map[string]string{"GOOGLE_WORKSPACE_TASKS_PROXY_URL": proxy.URL, "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN": "bench"})
	e.Now = time.Now
	for _, c := range []struct {
		name string
		argv []string
	}{
		{"read", []string{"tasks", "list-tasklists", "--json"}},
		{"mutation", []string{"tasks", "create-tasklist", "--title", "bench", "--json"}},
		{"draft", []string{"tasks", "create-tasklist", "--title", "bench", "--json", "--draft"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []time.Duration
			run := func() {
				var out, errs bytes.Buffer
				e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
				start := time.Now()
				code := Main(context.Background(), c.argv, e)
				took = append(took, time.Since(start))
				if code != 0 {
					b.Fatalf("exit %d: %s", code, out.String())
				}
			}
			run() // makes the files and loads the module
			took = nil
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms/op")
		})
	}
}
