package sandbox_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// The figures of docs/performance.md that concern the sandbox. Each reports
// the median: a busy machine disturbs it least. The plugin is testdata/honest,
// a Go module with encoding/json.

// transformInput is a transform's input of about 1 KB.
func transformInput(b *testing.B) []byte {
	args := map[string]any{"title": "Water the plants ", "count": 3, "done": false, "notes": strings.Repeat("word and another ", 40), "tags": []string{"a", "b", "c"}}
	in, err := json.Marshal(map[string]any{"tool": "tasks_create_task", "args": args, "clock": sandboxtest.Clock()})
	if err != nil {
		b.Fatal(err)
	}
	return in
}

// timings collects the time of single steps and reports their median.
type timings []time.Duration

func (t *timings) step(f func()) {
	began := time.Now()
	f()
	*t = append(*t, time.Since(began))
}

func (t timings) report(b *testing.B, unit string) {
	slices.Sort(t)
	b.ReportMetric(float64(t[len(t)/2].Nanoseconds())/1e6, unit)
}

func call(b *testing.B, inv *sandbox.Invocation, in []byte) {
	if _, err := inv.Call(background, "transform", in); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkReadyInstance: a call of 1 KB in an instance that is ready, and the
// reset after it.
func BenchmarkReadyInstance(b *testing.B) {
	m := sandboxtest.Load(b, sandboxtest.New(b), "testdata/honest")
	in := transformInput(b)
	var calls, both timings
	var fuel int64
	for b.Loop() {
		inv, err := m.Begin(background, sandboxtest.Clock())
		if err != nil {
			b.Fatal(err)
		}
		both.step(func() {
			calls.step(func() { call(b, inv, in) })
			inv.End()
		})
		fuel = inv.FuelUsed()
	}
	calls.report(b, "ms/call")
	both.report(b, "ms/call+reset")
	b.ReportMetric(float64(fuel), "fuel")
}

// BenchmarkFirstCall: the module is loaded, nothing else: first an instance
// with its initialisation and its call, then another one.
func BenchmarkFirstCall(b *testing.B) {
	src := sandboxtest.Source("honest", sandboxtest.Build(b, "testdata/honest"))
	in := transformInput(b)
	var first, another timings
	for b.Loop() {
		s := sandboxtest.New(b)
		m, err := s.Load(background, src)
		if err != nil {
			b.Fatal(err)
		}
		begin := func() (inv *sandbox.Invocation) {
			if inv, err = m.Begin(background, sandboxtest.Clock()); err != nil {
				b.Fatal(err)
			}
			call(b, inv, in)
			return inv
		}
		var held *sandbox.Invocation
		first.step(func() { held = begin() })
		another.step(func() { begin().End() })
		held.End()
		_ = s.Close(background)
	}
	first.report(b, "ms/first")
	another.report(b, "ms/another")
}

// BenchmarkLoad: from a warm cache, as each run of the program does, and
// without one.
func BenchmarkLoad(b *testing.B) {
	src := sandboxtest.Source("honest", sandboxtest.Build(b, "testdata/honest"))
	for _, bench := range []struct {
		name string
		dir  func() string
	}{
		{"warm", func() string { return sandboxtest.Cache(b) }},
		{"cold", func() string { return filepath.Join(b.TempDir(), "cache") }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var t timings
			for b.Loop() {
				s := sandboxtest.New(b, func(c *sandbox.Config) { c.CacheDir = bench.dir() })
				t.step(func() {
					if _, err := s.Load(background, src); err != nil {
						b.Fatal(err)
					}
				})
				_ = s.Close(background)
			}
			t.report(b, "ms/load")
		})
	}
}
