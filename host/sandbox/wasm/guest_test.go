package wasm_test

import (
	"math"
	"testing"
)

// A Go module computes the same with and without metering.
func TestGoModuleComputesTheSame(t *testing.T) {
	src := guestModule(t)
	h := newHost(t, compiler())
	plain, metered := h.start(t, src), h.start(t, instrument(t, src))
	for _, c := range []struct {
		export string
		n      uint64
	}{
		{"json_round", 3}, {"sorting", 500}, {"maps", 2000}, {"fib", 20}, {"zones", 20}, {"floats", 10_000}, {"crc", 3}, {"allocate", 500}, {"fault", 3},
	} {
		fuel(metered).Set(uint64(math.MaxInt64 / 4))
		want, got := call(plain, c.export, c.n), call(metered, c.export, c.n)
		if got != want {
			t.Errorf("%s(%d): metered %s, plain %s", c.export, c.n, got, want)
		}
		if used := math.MaxInt64/4 - int64(fuel(metered).Get()); used <= 0 {
			t.Errorf("%s(%d) used %d fuel", c.export, c.n, used)
		}
	}
}
