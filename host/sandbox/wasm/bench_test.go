package wasm_test

import (
	"context"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/wslite/wslite/host/sandbox/wasm"
)

// BenchmarkMetering compares a Go module plain, metered, and plain with
// wazero's own cancellation checks. The three take turns and the least time of
// each counts, so that a busy machine does not decide the comparison. ns/unit
// is the time that a unit of fuel stands for: the closer together over the
// workloads, the better fuel measures time.
func BenchmarkMetering(b *testing.B) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	src := guestModule(b)
	variants := []struct {
		host   *host
		module []byte
	}{
		{newHost(b, wazero.NewRuntimeConfig()), src},
		{newHost(b, wazero.NewRuntimeConfig()), instrument(b, src)},
		{newHost(b, wazero.NewRuntimeConfig().WithCloseOnContextDone(true)), src},
	}
	for _, v := range variants {
		v.host.start(b, v.module).Close(ctx) // compiles
	}
	for _, w := range []struct {
		export string
		n      uint64
	}{{"json_round", 1}, {"sorting", 2000}, {"maps", 2000}, {"fib", 20}, {"zones", 50}, {"floats", 10_000}, {"crc", 10}, {"allocate", 500}} {
		b.Run(w.export, func(b *testing.B) {
			modules := make([]api.Module, len(variants))
			least := []time.Duration{time.Hour, time.Hour, time.Hour}
			used := int64(0)
			for round := 0; b.Loop(); round++ {
				for i, v := range variants {
					// Between calls Go's collector gets no turn in a guest, so
					// an instance does not last.
					if round%16 == 0 {
						if round > 0 {
							modules[i].Close(ctx)
						}
						modules[i] = v.host.start(b, v.module)
					}
					if i == 1 {
						fuel(modules[i]).Set(uint64(plenty))
					}
					start := time.Now()
					if _, err := modules[i].ExportedFunction(w.export).Call(ctx, w.n); err != nil {
						b.Fatal(err)
					}
					least[i] = min(least[i], time.Since(start))
					if i == 1 {
						used = plenty - int64(fuel(modules[i]).Get())
					}
				}
			}
			base := float64(least[0])
			b.ReportMetric(base, "plain-ns")
			b.ReportMetric(100*(float64(least[1])/base-1), "%-metered")
			b.ReportMetric(100*(float64(least[2])/base-1), "%-closeOnContextDone")
			b.ReportMetric(float64(least[1])/float64(used), "ns/unit")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkInstrument shows what inspection and rewriting cost, and how much
// the code grows: against the module without its custom sections, which are
// dropped.
func BenchmarkInstrument(b *testing.B) {
	src := guestModule(b)
	b.Run("inspect", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if _, err := wasm.Inspect(src); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("instrument", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		var out []byte
		for b.Loop() {
			out = instrument(b, src)
		}
		bare := len(withoutCustom(src))
		b.ReportMetric(float64(len(src)), "bytes-in")
		b.ReportMetric(float64(bare), "bytes-bare")
		b.ReportMetric(float64(len(out)), "bytes-out")
		b.ReportMetric(100*float64(len(out)-bare)/float64(bare), "%-growth")
	})
}
