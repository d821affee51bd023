package wasm_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/wslite/wslite/host/sandbox/wasm"
)

// What one operation costs, exactly, beside the unit for the entry of "run".
func TestPrices(t *testing.T) {
	h := newHost(t, interpreter())
	_, err := h.rt.NewHostModuleBuilder("extism:host/env").
		NewFunctionBuilder().WithFunc(func(n int64) int64 { return n }).Export("alloc").
		NewFunctionBuilder().WithFunc(func(int64) {}).Export("log_info").
		Instantiate(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	const wasi = "wasi_snapshot_preview1"
	for _, c := range []struct {
		name  string
		build func(a *asm)
		want  int64
	}{
		{"nothing", func(a *asm) { a.fn("run", 0) }, 0},
		{"call", func(a *asm) { a.fn("", 0); a.fn("run", 0, 0x10, 0) }, 1},
		{"many locals", func(a *asm) { a.fnLocals("run", 0, cat([]byte{1}, u32(1280), []byte{0x7f}), nil) }, 10},
		{"host call", func(a *asm) { a.importFunc(wasi, "sched_yield", 1); a.fn("run", 0, 0x10, 0, 0x1a) }, 64},
		{"host call through a table", func(a *asm) {
			a.importFunc(wasi, "sched_yield", 1)
			a.tables, a.elems = [][]byte{{0x70, 0, 1}}, [][]byte{{0, 0x41, 0, 0x0b, 1, 0}}
			a.fn("run", 0, 0x41, 0, 0x11, 1, 0, 0x1a)
		}, 64},
		{"host call through an expression", func(a *asm) {
			a.importFunc(wasi, "sched_yield", 1)
			a.tables, a.elems = [][]byte{{0x70, 0, 1}}, [][]byte{{4, 0x41, 0, 0x0b, 1, 0xd2, 0, 0x0b}}
			a.fn("run", 0, 0x41, 0, 0x11, 1, 0, 0x1a)
		}, 64},
		{"host call through an export", func(a *asm) { a.importFunc(wasi, "sched_yield", 1); a.export("run", 0, 0) }, 64 - 1},
		{"random bytes", func(a *asm) {
			a.importFunc(wasi, "random_get", 2)
			a.fn("run", 0, cat(i32c(0), i32c(800), []byte{0x10, 0, 0x1a})...)
		}, 64 + 100},
		{"vectors", func(a *asm) {
			a.types = append(a.types, []byte{0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f})
			a.importFunc(wasi, "fd_write", 7)
			a.fn("run", 0, cat(i32c(9), i32c(0), i32c(10), i32c(0), []byte{0x10, 0, 0x1a})...)
		}, 64 + 160},
		{"a lie about a length", func(a *asm) {
			a.importFunc(wasi, "random_get", 2)
			a.fn("run", 0, cat(i32c(0), i32c(-1), []byte{0x10, 0, 0x1a})...)
		}, 64 + 1<<25},
		{"alloc", func(a *asm) {
			a.importFunc("extism:host/env", "alloc", 4)
			a.fn("run", 0, cat([]byte{0x42}, s64(6400), []byte{0x10, 0, 0x1a})...)
		}, 256 + 100},
		{"alloc of the impossible", func(a *asm) {
			a.importFunc("extism:host/env", "alloc", 4)
			a.fn("run", 0, cat([]byte{0x42}, s64(-1), []byte{0x10, 0, 0x1a})...)
		}, 256 + 1<<22},
		{"log", func(a *asm) {
			a.importFunc("extism:host/env", "log_info", 6)
			a.fn("run", 0, 0x42, 0, 0x10, 0)
		}, 2048},
		{"memory.fill", func(a *asm) { a.fn("run", 0, cat(i32c(0), i32c(0), i32c(6400), []byte{0xfc, 11, 0})...) }, 1 + 100},
		{"memory.copy", func(a *asm) { a.fn("run", 0, cat(i32c(0), i32c(0), i32c(6400), []byte{0xfc, 10, 0, 0})...) }, 1 + 100},
		{"memory.init", func(a *asm) {
			a.dataCount, a.datas = 1, [][]byte{cat([]byte{1}, sized(repeat(640, 7)))}
			a.fn("run", 0, cat(i32c(0), i32c(0), i32c(640), []byte{0xfc, 8, 0, 0})...)
		}, 1 + 10},
		{"memory.grow", func(a *asm) { a.fn("run", 0, 0x41, 2, 0x40, 0, 0x1a) }, 1 + 2048},
		{"memory.grow beyond the maximum", func(a *asm) {
			a.memories = [][]byte{{1, 1, 4}}
			a.fn("run", 0, 0x41, 0x7f, 0x40, 0, 0x1a)
		}, 1 + 4096},
		{"straight code", func(a *asm) { a.fn("run", 0, repeat(1280, 0x01)...) }, 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := h.start(t, instrument(t, with(c.build)))
			fuel(m).Set(uint64(plenty))
			if got := call(m, "run"); strings.HasPrefix(got, "trap") {
				t.Fatal(got)
			}
			if used := plenty - int64(fuel(m).Get()) - 1; used != c.want {
				t.Errorf("used %d, want %d", used, c.want)
			}
		})
	}
}

// Each function of preview 1 may be imported with the very type that the
// runtime gives it, and with no other.
func TestEveryWASIFunctionIsKnown(t *testing.T) {
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, interpreter())
	defer rt.Close(ctx)
	host, err := wasi_snapshot_preview1.NewBuilder(rt).Compile(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defs := host.ExportedFunctions()
	if len(defs) < 45 {
		t.Fatalf("the runtime has only %d functions", len(defs))
	}
	for name, def := range defs {
		module := func(params, results []api.ValueType) []byte {
			a := newAsm()
			a.types = append(a.types, cat([]byte{0x60}, sized(params), sized(results)))
			a.importFunc("wasi_snapshot_preview1", name, 7)
			return a.bytes()
		}
		if _, err := wasm.Inspect(module(def.ParamTypes(), def.ResultTypes())); err != nil {
			t.Error(err)
		}
		more := append(slices.Clone(def.ParamTypes()), api.ValueTypeI32)
		if _, err := wasm.Inspect(module(more, def.ResultTypes())); err == nil {
			t.Errorf("%s may be imported with one more parameter", name)
		}
	}
}

// Extism's functions with the types in host.go of its Go SDK, v1.7.1.
func TestExtismFunctionsAreKnown(t *testing.T) {
	for signature, names := range map[string]string{
		"() -> (i64)":      "input_length input_offset",
		"() -> (i32)":      "get_log_level",
		"(i64) -> ()":      "free error_set log_trace log_debug log_info log_warn log_error",
		"(i64) -> (i32)":   "load_u8 input_load_u8",
		"(i64) -> (i64)":   "alloc length length_unsafe load_u64 input_load_u64",
		"(i64, i64) -> ()": "store_u64 output_set",
		"(i64, i32) -> ()": "store_u8",
	} {
		parse := func(s string) (b []byte) {
			for _, f := range strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune("(), ", c) }) {
				b = append(b, map[string]byte{"i32": 0x7f, "i64": 0x7e}[f])
			}
			return b
		}
		params, results, _ := strings.Cut(signature, "->")
		for _, name := range strings.Fields(names) {
			a := newAsm()
			a.types = append(a.types, cat([]byte{0x60}, sized(parse(params)), sized(parse(results))))
			a.importFunc("extism:host/env", name, 7)
			info, err := wasm.Inspect(a.bytes())
			if err != nil {
				t.Error(err)
			} else if got := info.Imports[0].Type.String(); got != signature {
				t.Errorf("%s is described as %s", name, got)
			}
		}
	}
}
