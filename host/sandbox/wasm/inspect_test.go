package wasm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

// withCode is a module whose one function has this code.
func withCode(code ...byte) []byte {
	a := newAsm()
	a.tables = [][]byte{{0x70, 0, 2}}
	a.globals = [][]byte{{0x7f, 1, 0x41, 0, 0x0b}}
	a.fn("f", 0, code...)
	return a.bytes()
}

func with(change func(a *asm)) []byte {
	a := newAsm()
	change(a)
	return a.bytes()
}

// Each rule, and a module that breaks it alone.
var refusals = []struct {
	name   string
	module []byte
	want   string
}{
	{"empty", nil, "not a WebAssembly module"},
	{"text", []byte("(module (memory 1))"), "not a WebAssembly module"},
	{"component", []byte("\x00asm\x0d\x00\x01\x00"), "not a core module"},
	{"section order", cat(newAsm().bytes(), section(1, []byte{0})), "out of order or repeated"},
	{"unknown section", cat(newAsm().bytes(), section(40, nil)), "unknown section 40"},
	{"section too long", cat([]byte("\x00asm\x01\x00\x00\x00"), []byte{1, 9, 0}), "reaches beyond the end"},
	{"section with a rest", cat([]byte("\x00asm\x01\x00\x00\x00"), section(1, []byte{0, 0})), "extra bytes in the section"},
	{"types promised", cat([]byte("\x00asm\x01\x00\x00\x00"), section(1, []byte{0xff, 0x1f})), "more types announced than present"},
	{"integer too long", cat([]byte("\x00asm\x01\x00\x00\x00"), []byte{1, 0x80, 0x80, 0x80, 0x80, 0x80, 0}), "an integer that is too large"},
	{"integer too large", cat([]byte("\x00asm\x01\x00\x00\x00"), []byte{1, 0xff, 0xff, 0xff, 0xff, 0x1f}), "an integer that is too large"},
	{"too many types", cat([]byte("\x00asm\x01\x00\x00\x00"), section(1, u32(10_001))), "10001 types, the limit is 10000"},
	{"one body too many", with(func(a *asm) { a.codes = [][]byte{sized([]byte{0, 0x0b})} }), "functions declared and defined differ"},
	{"function without body", with(func(a *asm) { a.funcs = []byte{0} }), "1 functions are declared and 0 defined"},
	{"name not UTF-8", with(func(a *asm) { a.fn("\xff", 0) }), "not UTF-8"},

	{"import http_request", with(func(a *asm) { a.importFunc("extism:host/env", "http_request", 0) }), `"http_request" from "extism:host/env"`},
	{"import http_status_code", with(func(a *asm) { a.importFunc("extism:host/env", "http_status_code", 0) }), `"http_status_code"`},
	{"import http_headers", with(func(a *asm) { a.importFunc("extism:host/env", "http_headers", 0) }), `"http_headers"`},
	{"import var_get", with(func(a *asm) { a.importFunc("extism:host/env", "var_get", 4) }), `"var_get"`},
	{"import var_set", with(func(a *asm) { a.importFunc("extism:host/env", "var_set", 4) }), `"var_set"`},
	{"import config_get", with(func(a *asm) { a.importFunc("extism:host/env", "config_get", 4) }), `"config_get"`},
	{"import input_set", with(func(a *asm) { a.importFunc("extism:host/env", "input_set", 4) }), `"input_set"`},
	{"import reset", with(func(a *asm) { a.importFunc("extism:host/env", "reset", 0) }), `"reset"`},
	{"import foreign", with(func(a *asm) { a.importFunc("env", "abort", 0) }), `"abort" from "env"`},
	{"import ours", with(func(a *asm) { a.importFunc("wslite:host", "yield", 3) }), `"yield" from "wslite:host"`},
	{"import user function", with(func(a *asm) { a.importFunc("extism:host/user", "alloc", 4) }), `from "extism:host/user"`},
	{"import WASI of the future", with(func(a *asm) { a.importFunc("wasi_snapshot_preview1", "sock_open", 0) }), `"sock_open"`},
	{"import other WASI", with(func(a *asm) { a.importFunc("wasi_unstable", "fd_write", 0) }), `from "wasi_unstable"`},
	{"import with another type", with(func(a *asm) { a.importFunc("extism:host/env", "alloc", 6) }), "type (i64) -> (), the function's type is (i64) -> (i64)"},
	{"import memory", with(func(a *asm) { a.imports = [][]byte{cat(str("env"), str("memory"), []byte{2, 0, 1})} }), "imports a memory"},
	{"import table", with(func(a *asm) { a.imports = [][]byte{cat(str("env"), str("t"), []byte{1, 0x70, 0, 1})} }), "imports a table"},
	{"import global", with(func(a *asm) { a.imports = [][]byte{cat(str("env"), str("g"), []byte{3, 0x7f, 0})} }), "imports a global"},
	{"import tag", with(func(a *asm) { a.imports = [][]byte{cat(str("env"), str("t"), []byte{4, 0, 0})} }), "imports a tag"},
	{"hostile import name", with(func(a *asm) { a.importFunc("\x1b[2J\u202e", strings.Repeat("x", 500), 0) }), `from "\x1b[2J\u202e"`},

	{"start section", with(func(a *asm) { a.fn("f", 0); a.start = []byte{0} }), "start section"},
	{"no memory", with(func(a *asm) { a.memories = nil }), "no memory"},
	{"two memories", with(func(a *asm) { a.memories = [][]byte{{0, 1}, {0, 1}} }), "multi-memory"},
	{"memory too large", with(func(a *asm) { a.memories = [][]byte{{0, 0x81, 0x08}} }), "1025 pages of 64 KiB, the limit is 1024"},
	{"memory shared", with(func(a *asm) { a.memories = [][]byte{{3, 1, 1}} }), "threads (a shared memory)"},
	{"memory 64", with(func(a *asm) { a.memories = [][]byte{{4, 1}} }), "memory64"},
	{"memory beyond 4 GiB", with(func(a *asm) { a.memories = [][]byte{{1, 1, 0x81, 0x80, 0x04}} }), "impossible limits of a memory"},
	{"memory upside down", with(func(a *asm) { a.memories = [][]byte{{1, 2, 1}} }), "impossible limits of a memory"},
	{"table too large", with(func(a *asm) { a.tables = [][]byte{cat([]byte{0x70, 0}, u32(1<<17)), {0x70, 0, 1}} }), "131073 entries, the limit is 131072"},
	{"table of externref", with(func(a *asm) { a.tables = [][]byte{{0x6f, 0, 1}} }), "table of externref"},
	{"table 64", with(func(a *asm) { a.tables = [][]byte{{0x70, 4, 1}} }), "memory64"},
	{"reserved export", with(func(a *asm) { a.fn("__wslite_fuel", 0) }), `exports "__wslite_fuel"`},
	{"reserved prefix", with(func(a *asm) { a.fn("__wslite_later", 0) }), "names that start with __wslite_ are the host's"},
	{"mutable reference", with(func(a *asm) { a.globals = [][]byte{{0x70, 1, 0xd0, 0x70, 0x0b}} }), "global 0 is mutable and of type funcref"},
	{"global reads global", with(func(a *asm) { a.globals = [][]byte{{0x7f, 0, 0x23, 0, 0x0b}} }), "an initialiser with instruction 0x23"},
	{"extended constant", with(func(a *asm) { a.globals = [][]byte{{0x7f, 0, 0x41, 1, 0x41, 2, 0x6a, 0x0b}} }), "extended constant expressions"},
	{"export of nothing", with(func(a *asm) { a.export("f", 0, 0) }), "function index out of range"},
	{"tag section", cat(newAsm().bytes()[:8], section(13, []byte{1, 0, 0})), "exceptions"},
	{"data count lies", with(func(a *asm) { a.dataCount = 3 }), "3 data segments are announced and 0 present"},

	{"SIMD", withCode(0xfd, 0x0c), "SIMD"},
	{"SIMD type", with(func(a *asm) { a.types = append(a.types, []byte{0x60, 1, 0x7b, 0}) }), "SIMD"},
	{"SIMD local", with(func(a *asm) { a.fnLocals("f", 0, []byte{1, 1, 0x7b}, nil) }), "SIMD"},
	{"threads", withCode(0xfe, 0x03, 0), "threads"},
	{"tail call", withCode(0x12, 0), "tail calls (return_call)"},
	{"tail call indirect", withCode(0x13, 0, 0), "tail calls (return_call_indirect)"},
	{"call_ref", withCode(0x14, 0), "typed function references"},
	{"try", withCode(0x06, 0x40), "exceptions (try)"},
	{"throw", withCode(0x08, 0), "exceptions (throw)"},
	{"try_table", withCode(0x1f, 0x40, 0), "exceptions (try_table)"},
	{"GC instruction", withCode(0xfb, 0), "garbage-collected types"},
	{"GC type", with(func(a *asm) { a.types = append(a.types, []byte{0x5f, 0}) }), "garbage-collected types"},
	{"rec group", with(func(a *asm) { a.types = append(a.types, []byte{0x4e, 0}) }), "garbage-collected types"},
	{"GC value type", with(func(a *asm) { a.types = append(a.types, []byte{0x60, 1, 0x6e, 0}) }), "garbage-collected or exception types"},
	{"multi-memory load", withCode(0x41, 0, 0x28, 0x42, 1, 0, 0x1a), "multi-memory"},
	{"multi-memory size", withCode(0x3f, 1, 0x1a), "multi-memory"},
	{"multi-memory copy", withCode(0xfc, 10, 0, 1), "multi-memory"},
	{"memory64 offset", withCode(cat([]byte{0x41, 0, 0x28, 2}, []byte{0x80, 0x80, 0x80, 0x80, 0x10}, []byte{0x1a})...), "an integer that is too large"},
	{"unknown instruction", withCode(0xc5), "unknown instruction 0xc5"},
	{"unknown bulk instruction", withCode(0xfc, 18), "unknown instruction 0xfc 18"},
	{"table.set", withCode(0x41, 0, 0xd0, 0x70, 0x26, 0), "table.set"},
	{"table.grow", withCode(0xd0, 0x70, 0x41, 1, 0xfc, 15, 0, 0x1a), "table.grow"},
	{"table.fill", withCode(0xfc, 17, 0), "table.fill"},
	{"table.copy", withCode(0xfc, 14, 0, 0), "table.copy"},
	{"table.init", withCode(0xfc, 12, 0, 0), "table.init"},
	{"elem.drop", withCode(0xfc, 13, 0), "elem.drop"},
	{"data.drop", withCode(0xfc, 9, 0), "data.drop"},
	{"body without end", with(func(a *asm) { a.funcs = []byte{0}; a.codes = [][]byte{sized([]byte{0, 0x01})} }), "unexpected end"},
	{"body with a rest", withCode(0x0b, 0x01), "extra bytes in the function body"},
	{"else without if", withCode(0x05), "else without if"},
	{"label beyond", withCode(0x0c, 1), "label index out of range"},
	{"br_table beyond", withCode(0x41, 0, 0x0e, 1, 7, 0), "label index out of range"},
	{"too many locals", with(func(a *asm) { a.fnLocals("f", 0, cat([]byte{1}, u32(5_001), []byte{0x7f}), nil) }), "5001 locals, the limit is 5000"},
	{"locals that overflow", with(func(a *asm) {
		a.fnLocals("f", 0, cat([]byte{2}, u32(1<<32-1), []byte{0x7f}, u32(2), []byte{0x7f}), nil)
	}), "locals, the limit is 5000"},
	{"huge function", with(func(a *asm) { a.fn("f", 0, repeat(1<<20, 1)...) }), "a function of 1048578 bytes"},
	{"jump table too large", withCode(cat([]byte{0x41, 0, 0x0e}, u32(20_001), repeat(20_002, 0))...), "20001 branch targets, the limit is 20000"},
	{"nested ifs", withCode(cat(repeat(7000, 0x41, 1, 0x04, 0x40), repeat(7000, 0x0b))...), "too tangled"},
	{"many blocks", withCode(repeat(11_000, 0x02, 0x40, 0x0b)...), "too tangled"},
	{"many jump tables", withCode(repeat(200, cat([]byte{0x41, 0, 0x0e}, u32(2000), repeat(2001, 0))...)...), "too tangled"},
	{"nested loops over locals", with(func(a *asm) {
		a.fnLocals("f", 0, cat([]byte{1}, u32(300), []byte{0x7f}), cat(repeat(300, 0x03, 0x40), repeat(300, 0x0b)))
	}), "too tangled"},
	{"blocks over locals", with(func(a *asm) {
		a.fnLocals("f", 0, cat([]byte{1}, u32(1500), []byte{0x7f}), repeat(2000, 0x02, 0x40, 0x0b))
	}), "too tangled"},
	{"too many parameters", with(func(a *asm) {
		a.types = append(a.types, cat([]byte{0x60}, u32(129), repeat(129, 0x7f), []byte{0}))
	}), "129 parameters, the limit is 128"},

	// Indexes that would name something the rewriting appends.
	{"global of the host", withCode(0x42, 0, 0x24, 1), "global index out of range"},
	{"function of the host", withCode(0x10, 1), "function index out of range"},
	{"reference to a function of the host", withCode(0xd2, 1, 0x1a), "function index out of range"},
	{"type of the host", with(func(a *asm) { a.tables = [][]byte{{0x70, 0, 1}}; a.fn("f", 0, 0x41, 0, 0x11, 7, 0) }), "type index out of range"},
	{"block type of the host", withCode(0x02, 7, 0x0b), "type index out of range"},
	{"export of the fuel", with(func(a *asm) { a.export("fuel", 3, 0) }), "global index out of range"},
	{"element of the host", with(func(a *asm) {
		a.tables = [][]byte{{0x70, 0, 1}}
		a.elems = [][]byte{{0, 0x41, 0, 0x0b, 1, 0}}
	}), "function index out of range"},
}

func TestEachRuleRefuses(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			_, inspectErr := wasm.Inspect(c.module)
			out, _, err := wasm.Instrument(c.module)
			for _, err := range []error{inspectErr, err} {
				f := fault.Of(err)
				if f == nil || f.Code != fault.PluginRefused {
					t.Fatalf("got %v, want %s", err, fault.PluginRefused)
				}
				if !strings.Contains(f.Message, c.want) {
					t.Errorf("message %q does not say %q", f.Message, c.want)
				}
				if len(f.Message) > 300 || strings.ContainsAny(f.Message, "\x1b\n\u202e") {
					t.Errorf("message is not fit to be shown: %q", f.Message)
				}
			}
			if out != nil {
				t.Error("refused and yet instrumented")
			}
		})
	}
}

func TestSizeLimit(t *testing.T) {
	l := wasm.DefaultLimits()
	b := newAsm().bytes()
	l.Size = len(b)
	if _, err := l.Inspect(b); err != nil {
		t.Fatal(err)
	}
	l.Size--
	if _, err := l.Inspect(b); err == nil || !strings.Contains(err.Error(), "bytes, the limit is") {
		t.Fatalf("got %v", err)
	}
}

// What is allowed is described as it is.
func TestInspectDescribes(t *testing.T) {
	a := newAsm()
	a.importFunc("wasi_snapshot_preview1", "sched_yield", 1)
	a.importFunc("extism:host/env", "alloc", 4)
	a.memories = [][]byte{{1, 2, 0x80, 0x10}}
	a.tables = [][]byte{{0x70, 1, 3, 9}}
	a.globals = [][]byte{{0x7f, 0, 0x41, 0, 0x0b}, {0x7e, 1, 0x42, 0, 0x0b}}
	a.fn("run", 2, i32c(1)...)
	a.export("memory", 2, 0)
	a.export("allocate", 0, 1)
	got, err := wasm.Inspect(a.bytes())
	if err != nil {
		t.Fatal(err)
	}
	i32, i64 := wasm.I32, wasm.I64
	alloc := wasm.FuncType{Params: []wasm.ValType{i64}, Results: []wasm.ValType{i64}}
	want := &wasm.Info{
		Imports: []wasm.Import{
			{Module: "wasi_snapshot_preview1", Name: "sched_yield", Type: wasm.FuncType{Results: []wasm.ValType{i32}}},
			{Module: "extism:host/env", Name: "alloc", Type: alloc},
		},
		Exports: []wasm.Export{
			{Name: "run", Kind: wasm.Func, Type: wasm.FuncType{Params: []wasm.ValType{i32, i32}, Results: []wasm.ValType{i32}}},
			{Name: "memory", Kind: wasm.Memory},
			{Name: "allocate", Kind: wasm.Func, Type: alloc},
		},
		MemoryMin: 2, MemoryMax: 1024, Tables: []wasm.Table{{Min: 3}}, Functions: 1, Globals: 2, Mutable: []uint32{1}, Size: len(a.bytes()),
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if f, ok := got.Function("allocate"); !ok || f.String() != "(i64) -> (i64)" {
		t.Errorf("Function: %v %v", f, ok)
	}
	if _, ok := got.Function("memory"); ok {
		t.Error("a memory is taken for a function")
	}
}
