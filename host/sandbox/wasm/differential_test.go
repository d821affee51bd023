package wasm_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/wslite/wslite/host/sandbox/wasm"
)

// outcome is everything that a run of a generated module leaves.
func outcome(t testing.TB, m api.Module) string {
	var b strings.Builder
	for _, args := range [][2]uint64{{1, 2}, {1 << 31, 0xffffffff}} {
		m.ExportedGlobal("g0").(api.MutableGlobal).Set(genSteps)
		b.WriteString(call(m, "run", args[0], args[1]) + "\n")
	}
	mem, _ := m.Memory().Read(0, m.Memory().Size())
	fmt.Fprintf(&b, "memory %d %x\n", len(mem), sha256.Sum256(mem))
	for i := range genGlobals {
		fmt.Fprintf(&b, "global %d = %d\n", i, m.ExportedGlobal(fmt.Sprint("g", i)).Get())
	}
	return b.String()
}

// same runs a generated module plain and metered.
func same(t testing.TB, h *host, choices []byte) string {
	src := generate(choices)
	plain := outcome(t, h.start(t, src))
	m := h.start(t, instrument(t, src))
	if metered := outcome(t, m); metered != plain {
		t.Errorf("choices %x\nplain:\n%s\nmetered:\n%s", choices, plain, metered)
	}
	if used := plenty - int64(fuel(m).Get()); used <= 0 {
		t.Errorf("choices %x: %d fuel used", choices, used)
	}
	return plain
}

// Generated modules give the same result or the same trap, the same memory and
// the same globals with and without metering.
func TestGeneratedModulesComputeTheSame(t *testing.T) {
	h := newHost(t, compiler())
	rng := rand.New(rand.NewPCG(3, 4))
	kinds := map[string]int{}
	const modules = 160
	for range modules {
		for _, line := range strings.Split(same(t, h, randomBytes(rng, 50+rng.IntN(1500))), "\n")[:2] {
			if !strings.HasPrefix(line, "trap: ") {
				line = "result"
			}
			kinds[line]++
		}
	}
	// A generator that only makes modules which trap at once proves nothing.
	t.Log(kinds)
	if kinds["result"] < modules/2 || len(kinds) < 5 {
		t.Errorf("the generated modules are too much alike: %v", kinds)
	}
}

func randomBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func FuzzDifferential(f *testing.F) {
	f.Add([]byte("0123456789"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) < 4096 {
			same(t, newHost(t, interpreter()), choices)
		}
	})
}

// seeds are modules that a fuzzer may start from.
func seeds() [][]byte {
	all := [][]byte{newAsm().bytes()}
	for _, c := range refusals {
		if len(c.module) < 1000 {
			all = append(all, c.module)
		}
	}
	for _, c := range attacks {
		if m := with(c.build); len(m) < 2000 {
			all = append(all, m)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		all = append(all, generate(randomBytes(rng, 300)))
	}
	return all
}

// Whatever the bytes, Instrument refuses or gives a module that is valid if
// and only if the original is: metering makes nothing invalid, and no invalid
// module gets through because the rewriting bent it into shape.
func FuzzInstrument(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, interpreter())
	f.Cleanup(func() { rt.Close(ctx) })
	valid := func(b []byte) error {
		c, err := rt.CompileModule(ctx, b)
		if err == nil {
			c.Close(ctx)
		}
		return err
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		out, info, err := wasm.Instrument(src)
		if err != nil {
			return
		}
		before, after := valid(withoutCustom(src)), valid(out)
		if (before == nil) != (after == nil) {
			t.Fatalf("original: %v\ninstrumented: %v", before, after)
		}
		if info.MemoryMax > wasm.DefaultLimits().MemoryPages || info.MemoryMin > info.MemoryMax {
			t.Errorf("memory %d to %d pages", info.MemoryMin, info.MemoryMax)
		}
		if _, _, err := wasm.Instrument(out); err == nil {
			t.Error("an instrumented module was instrumented again")
		}
	})
}

// withoutCustom drops the custom sections of a well-formed module, which
// Instrument drops unread.
func withoutCustom(b []byte) []byte {
	out := append([]byte(nil), b[:8]...)
	for pos := 8; pos < len(b); {
		size, n := uint32(0), 0
		for shift := 0; ; shift += 7 {
			n++
			size |= uint32(b[pos+n]&0x7f) << shift
			if b[pos+n]&0x80 == 0 {
				break
			}
		}
		end := pos + 1 + n + int(size)
		if b[pos] != 0 {
			out = append(out, b[pos:end]...)
		}
		pos = end
	}
	return out
}

// Inspect takes any bytes, agrees with Instrument, and reads no more memory
// than the input justifies.
func FuzzInspect(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		info, err := wasm.Inspect(src)
		_, _, other := wasm.Instrument(src)
		if fmt.Sprint(err) != fmt.Sprint(other) {
			t.Errorf("Inspect says %v, Instrument %v", err, other)
		}
		if err == nil && len(info.Imports)+len(info.Exports)+len(info.Tables)+info.Functions+info.Globals > len(src) {
			t.Errorf("%d bytes hold %+v", len(src), info)
		}
	})
}
