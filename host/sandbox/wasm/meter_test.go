package wasm_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/wslite/wslite/host/sandbox/wasm"
)

var errOutOfFuel = errors.New("out of fuel")

// loop wraps code into an endless loop.
func loop(code ...byte) []byte { return cat([]byte{0x03, 0x40}, code, []byte{0x0c, 0, 0x0b}) }

// attacks burn time at first sight for nothing. Each must meet a yield soon.
var attacks = []struct {
	name  string
	build func(a *asm)
}{
	{"empty loop", func(a *asm) { a.fn("run", 0, loop()...) }},
	{"loop by br_table", func(a *asm) { a.fn("run", 0, 0x03, 0x40, 0x41, 0, 0x0e, 1, 0, 0, 0x0b) }},
	{"loop by br_if", func(a *asm) { a.fn("run", 0, 0x03, 0x40, 0x41, 1, 0x0d, 0, 0x0b) }},
	{"straight code", func(a *asm) { a.fn("run", 0, loop(repeat(60_000, 0x41, 0, 0x1a)...)...) }},
	{"exponential calls", func(a *asm) {
		a.fn("", 0)
		for i := range byte(60) {
			a.fn("", 0, 0x10, i, 0x10, i)
		}
		a.fn("run", 0, 0x10, 60)
	}},
	{"memory.fill", func(a *asm) {
		a.memories = [][]byte{{0, 0x80, 0x08}}
		a.fn("run", 0, loop(cat(i32c(0), i32c(0), i32c(64<<20), []byte{0xfc, 11, 0})...)...)
	}},
	{"memory.copy", func(a *asm) {
		a.memories = [][]byte{{0, 0x80, 0x08}}
		a.fn("run", 0, loop(cat(i32c(0), i32c(32<<20), i32c(32<<20), []byte{0xfc, 10, 0, 0})...)...)
	}},
	{"memory.init", func(a *asm) {
		a.dataCount, a.datas = 1, [][]byte{cat([]byte{1}, sized(repeat(60_000, 7)))}
		a.fn("run", 0, loop(cat(i32c(0), i32c(0), i32c(60_000), []byte{0xfc, 8, 0, 0})...)...)
	}},
	{"memory.grow that fails", func(a *asm) { a.fn("run", 0, loop(cat(i32c(-1), []byte{0x40, 0, 0x1a})...)...) }},
	{"host call", func(a *asm) {
		a.importFunc("wasi_snapshot_preview1", "sched_yield", 1)
		a.fn("run", 0, loop(0x10, 0, 0x1a)...)
	}},
	{"host call through a table", func(a *asm) {
		a.importFunc("wasi_snapshot_preview1", "sched_yield", 1)
		a.tables = [][]byte{{0x70, 0, 1}}
		a.elems = [][]byte{{0, 0x41, 0, 0x0b, 1, 0}}
		a.fn("run", 0, loop(0x41, 0, 0x11, 1, 0, 0x1a)...)
	}},
	{"random bytes", func(a *asm) {
		a.importFunc("wasi_snapshot_preview1", "random_get", 2)
		a.memories = [][]byte{{0, 0x80, 0x08}}
		a.fn("run", 0, loop(cat(i32c(0), i32c(64<<20), []byte{0x10, 0, 0x1a})...)...)
	}},
	{"many locals", func(a *asm) {
		a.fnLocals("", 0, cat([]byte{1}, u32(5_000), []byte{0x7e}), nil)
		a.fn("run", 0, loop(0x10, 0)...)
	}},
}

// patience is far above the milliseconds that the tests' budgets of fuel take,
// for busy machines, and far below what the same attacks take without fuel.
const patience = 10 * time.Second

// An attack is over when its budget is, whatever it does.
func TestAttacksRunOutOfFuel(t *testing.T) {
	for _, c := range attacks {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, compiler())
			m := h.start(t, instrument(t, with(c.build)))
			fuel(m).Set(100_000)
			h.yield = func() int64 { panic(errOutOfFuel) }
			start := time.Now()
			if got := call(m, "run"); !strings.Contains(got, errOutOfFuel.Error()) {
				t.Errorf("got %s", got)
			}
			if d := time.Since(start); d > patience {
				t.Errorf("stopped after %v", d)
			}
			if left := int64(fuel(m).Get()); left >= 0 {
				t.Errorf("stopped with %d fuel left", left)
			}
		})
	}
}

// Endless recursion ends by wazero's own bound on the stack or by fuel,
// whichever is first.
func TestRecursionStops(t *testing.T) {
	h := newHost(t, compiler())
	m := h.start(t, instrument(t, with(func(a *asm) { a.fn("run", 0, 0x10, 0) })))
	fuel(m).Set(uint64(plenty))
	if got := call(m, "run"); !strings.Contains(got, "stack overflow") {
		t.Errorf("with plenty of fuel: %s", got)
	}
	h.yield = func() int64 { panic(errOutOfFuel) }
	fuel(m).Set(1000)
	if got := call(m, "run"); !strings.Contains(got, errOutOfFuel.Error()) {
		t.Errorf("with little fuel: %s", got)
	}
}

// A yield may give the next slice: the guest goes on, and uses the same fuel
// as with one large slice. Fuel is negative when the host is asked.
func TestSlices(t *testing.T) {
	m := instrument(t, with(func(a *asm) {
		// for (i = 1000; i != 0; i--) {}
		a.fnLocals("run", 0, []byte{1, 1, 0x7f}, cat(i32c(1000), []byte{0x21, 0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b}))
	}))
	used := func(slice int64) (total int64, yields int) {
		h := newHost(t, interpreter())
		mod := h.start(t, m)
		fuel(mod).Set(0)
		granted := int64(0)
		h.yield = func() int64 {
			if left := int64(fuel(mod).Get()); left >= 0 {
				t.Errorf("asked for fuel while %d is left", left)
			}
			yields++
			granted += slice
			return slice
		}
		if got := call(mod, "run"); got != "[]" {
			t.Fatal(got)
		}
		return granted - int64(fuel(mod).Get()), yields
	}
	const want = 1 + 1000 // the entry and each round
	for _, c := range []struct {
		slice  int64
		yields int
	}{{math.MaxInt32, 1}, {100, 11}, {1, want}} {
		if got, yields := used(c.slice); got != want || yields != c.yields {
			t.Errorf("slices of %d: used %d fuel in %d yields, want %d in %d", c.slice, got, yields, want, c.yields)
		}
	}
}

// fib(60) would take hours.
func TestFibStops(t *testing.T) {
	h := newHost(t, compiler())
	m := h.start(t, instrument(t, guestModule(t)))
	slices := 0
	h.yield = func() int64 {
		if slices++; slices > 50 {
			panic(errOutOfFuel)
		}
		return 100_000
	}
	fuel(m).Set(0)
	start := time.Now()
	if got := call(m, "fib", 60); !strings.Contains(got, errOutOfFuel.Error()) {
		t.Error(got)
	}
	if d := time.Since(start); d > patience {
		t.Errorf("5 million units lasted %v", d)
	}
}

// The same module and input use the same fuel: in another instance, and with
// the interpreter as with the compiler.
func TestFuelIsDeterministic(t *testing.T) {
	out := instrument(t, guestModule(t))
	if !slices.Equal(out, instrument(t, guestModule(t))) {
		t.Error("instrumenting twice gives different bytes")
	}
	use := func(cfg wazero.RuntimeConfig, module []byte, export string, args ...uint64) int64 {
		m := newHost(t, cfg).start(t, module)
		fuel(m).Set(uint64(plenty))
		call(m, export, args...)
		return plenty - int64(fuel(m).Get())
	}
	first := use(compiler(), out, "sorting", 30)
	if again := use(compiler(), out, "sorting", 30); again != first || first == 0 {
		t.Errorf("first %d, then %d", first, again)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for range 10 {
		m := instrument(t, generate(randomBytes(rng, 800)))
		if c, i := use(compiler(), m, "run", 3, 4), use(interpreter(), m, "run", 3, 4); c != i {
			t.Errorf("compiled %d, interpreted %d", c, i)
		}
	}
}

// Code that runs before the host has set the fuel is metered too.
func TestFuelStartsEmpty(t *testing.T) {
	h := newHost(t, interpreter())
	ctx := context.Background()
	h.yield = func() int64 { panic(errOutOfFuel) }
	m, err := h.rt.Instantiate(ctx, instrument(t, with(func(a *asm) { a.fn("run", 0) })))
	if err != nil {
		t.Fatal(err)
	}
	if got := call(m, "run"); !strings.Contains(got, errOutOfFuel.Error()) {
		t.Error(got)
	}
}

// The host can set back what a call changed.
func TestStateIsExported(t *testing.T) {
	a := newAsm()
	a.globals = [][]byte{{0x7f, 1, 0x41, 5, 0x0b}, {0x7f, 0, 0x41, 6, 0x0b}, {0x7e, 1, 0x42, 7, 0x0b},
		{0x7d, 1, 0x43, 0, 0, 0, 0, 0x0b}, {0x7c, 1, 0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0x0b}}
	a.fn("run", 0, 0x41, 9, 0x24, 0, 0x42, 9, 0x24, 2)
	out := instrument(t, a.bytes())
	names, err := wasm.StateGlobals(out)
	if err != nil || !slices.Equal(names, []string{"__wslite_g0", "__wslite_g2", "__wslite_g3", "__wslite_g4"}) {
		t.Fatal(names, err)
	}
	m := newHost(t, interpreter()).start(t, out)
	before := state(m, names)
	call(m, "run")
	if slices.Equal(before, state(m, names)) {
		t.Fatal("the call changed nothing")
	}
	for i, n := range names {
		m.ExportedGlobal(n).(api.MutableGlobal).Set(before[i])
	}
	if got := state(m, names); !slices.Equal(before, got) {
		t.Errorf("set back to %v, want %v", got, before)
	}
	fuel(m).Set(1000)
	if got := call(m, wasm.HookExport); got != "[]" || fuel(m).Get() != 1000 {
		t.Errorf("hook: %s, fuel %d", got, fuel(m).Get())
	}
}

func state(m api.Module, names []string) []uint64 {
	var out []uint64
	for _, n := range names {
		out = append(out, m.ExportedGlobal(n).Get())
	}
	return out
}

// Growth ends at the limit, and at a module's own maximum below it.
func TestMemoryIsCapped(t *testing.T) {
	l := wasm.DefaultLimits()
	l.MemoryPages = 4
	for _, c := range []struct {
		memory []byte
		want   uint64
	}{{[]byte{0, 1}, 4}, {[]byte{1, 1, 9}, 4}, {[]byte{1, 1, 3}, 3}} {
		a := newAsm()
		a.memories = [][]byte{c.memory}
		a.fn("run", 1, cat(
			// grow by a page until that fails
			[]byte{0x03, 0x40, 0x41, 1, 0x40, 0, 0x41, 0x7f, 0x47, 0x0d, 0, 0x0b},
			[]byte{0x3f, 0},
		)...)
		out, info, err := l.Instrument(a.bytes())
		if err != nil {
			t.Fatal(err)
		}
		m := newHost(t, interpreter()).start(t, out)
		if got := call(m, "run"); got != fmt.Sprint([]uint64{c.want}) || uint64(info.MemoryMax) != c.want {
			t.Errorf("memory %v: %s pages, info says %d, want %d", c.memory, got, info.MemoryMax, c.want)
		}
	}
}
