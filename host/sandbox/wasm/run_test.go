package wasm_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/wslite/wslite/host/sandbox/wasm"
)

// plenty is more fuel than any test uses.
const plenty = int64(math.MaxInt64 / 4)

// compiled keeps what the tests compile, so that each module is compiled once.
var compiled = sync.OnceValue(wazero.NewCompilationCache)

// compiler is the runtime that the project uses, interpreter one that is
// quicker to set up; hand-written modules need no more.
func compiler() wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithCompilationCache(compiled())
}

func interpreter() wazero.RuntimeConfig { return wazero.NewRuntimeConfigInterpreter() }

// host is a runtime that offers WASI and yield.
type host struct {
	rt wazero.Runtime
	// yield answers the guest; by default it gives plenty.
	yield func() int64
}

func newHost(t testing.TB, cfg wazero.RuntimeConfig) *host {
	t.Helper()
	ctx := context.Background()
	h := &host{rt: wazero.NewRuntimeWithConfig(ctx, cfg), yield: func() int64 { return plenty }}
	t.Cleanup(func() { h.rt.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, h.rt)
	_, err := h.rt.NewHostModuleBuilder(wasm.YieldModule).NewFunctionBuilder().
		WithFunc(func() int64 { return h.yield() }).Export(wasm.YieldName).Instantiate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *host) start(t testing.TB, module []byte) api.Module {
	t.Helper()
	ctx := context.Background()
	c, err := h.rt.CompileModule(ctx, module)
	if err != nil {
		t.Fatalf("compile: %v", err)
	}
	m, err := h.rt.InstantiateModule(ctx, c, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		t.Fatalf("instantiate: %v", err)
	}
	t.Cleanup(func() { m.Close(ctx) })
	if g := m.ExportedGlobal(wasm.FuelExport); g != nil {
		g.(api.MutableGlobal).Set(uint64(plenty))
	}
	if init := m.ExportedFunction("_initialize"); init != nil {
		if _, err := init.Call(ctx); err != nil {
			t.Fatalf("initialize: %v", err)
		}
	}
	return m
}

// call gives an export's results, or the reason of its trap.
func call(m api.Module, name string, args ...uint64) string {
	out, err := m.ExportedFunction(name).Call(context.Background(), args...)
	if err != nil {
		return "trap: " + firstLine(err.Error())
	}
	return fmt.Sprint(out)
}

func firstLine(s string) string {
	for i, c := range s {
		if c == '\n' {
			return s[:i]
		}
	}
	return s
}

func fuel(m api.Module) api.MutableGlobal {
	return m.ExportedGlobal(wasm.FuelExport).(api.MutableGlobal)
}

// guest builds testdata/guest once for all tests.
var guest = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "guest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "guest.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-o", out, "./testdata/guest")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, msg)
	}
	return os.ReadFile(out)
})

func guestModule(t testing.TB) []byte {
	t.Helper()
	b, err := guest()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func instrument(t testing.TB, src []byte) []byte {
	t.Helper()
	out, _, err := wasm.Instrument(src)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
