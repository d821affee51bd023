package wasm_test

import (
	"slices"

	"github.com/wslite/wslite/host/sandbox/wasm"
)

// asm is a tiny assembler: a module as lists of encoded entries, so that a test
// can also write what no toolchain would.
type asm struct {
	types, imports, tables, memories, globals, exports, elems, codes, datas [][]byte

	funcs     []byte // type indexes, below 128
	start     []byte // payload of the section
	dataCount int    // -1: no section
	tail      []byte // whatever follows the last section
}

// newAsm starts with the types 0 ()->(), 1 ()->(i32), 2 (i32,i32)->(i32),
// 3 ()->(i64), 4 (i64)->(i64), 5 (i32)->(), 6 (i64)->() and a memory of one page.
func newAsm() *asm {
	a := &asm{dataCount: -1, memories: [][]byte{{0, 1}}}
	i32, i64 := wasm.I32, wasm.I64
	for _, t := range []wasm.FuncType{
		{}, {Results: []wasm.ValType{i32}}, {Params: []wasm.ValType{i32, i32}, Results: []wasm.ValType{i32}},
		{Results: []wasm.ValType{i64}}, {Params: []wasm.ValType{i64}, Results: []wasm.ValType{i64}},
		{Params: []wasm.ValType{i32}}, {Params: []wasm.ValType{i64}},
	} {
		b := []byte{0x60}
		for _, list := range [][]wasm.ValType{t.Params, t.Results} {
			b = append(b, byte(len(list)))
			for _, v := range list {
				b = append(b, byte(v))
			}
		}
		a.types = append(a.types, b)
	}
	return a
}

// fn adds a function with the given code (the end is added) and exports it,
// where name is not empty. It gives the function's index.
func (a *asm) fn(name string, typ byte, code ...byte) uint32 {
	return a.fnLocals(name, typ, []byte{0}, code)
}

func (a *asm) fnLocals(name string, typ byte, locals, code []byte) uint32 {
	a.funcs = append(a.funcs, typ)
	a.codes = append(a.codes, sized(cat(locals, code, []byte{0x0b})))
	i := uint32(len(a.imports) + len(a.funcs) - 1)
	if name != "" {
		a.export(name, 0, i)
	}
	return i
}

func (a *asm) export(name string, kind byte, index uint32) {
	a.exports = append(a.exports, cat(str(name), []byte{kind}, u32(index)))
}

func (a *asm) importFunc(module, name string, typ byte) {
	a.imports = append(a.imports, cat(str(module), str(name), []byte{0, typ}))
}

func (a *asm) bytes() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	list := func(id byte, entries [][]byte) {
		if len(entries) > 0 {
			out = append(out, section(id, append(u32(uint32(len(entries))), cat(entries...)...))...)
		}
	}
	list(1, a.types)
	list(2, a.imports)
	var funcs [][]byte
	for _, t := range a.funcs {
		funcs = append(funcs, []byte{t})
	}
	list(3, funcs)
	list(4, a.tables)
	list(5, a.memories)
	list(6, a.globals)
	list(7, a.exports)
	if a.start != nil {
		out = append(out, section(8, a.start)...)
	}
	list(9, a.elems)
	if a.dataCount >= 0 {
		out = append(out, section(12, u32(uint32(a.dataCount)))...)
	}
	list(10, a.codes)
	list(11, a.datas)
	return append(out, a.tail...)
}

func section(id byte, payload []byte) []byte { return append([]byte{id}, sized(payload)...) }

func sized(b []byte) []byte { return append(u32(uint32(len(b))), b...) }

func str(s string) []byte { return sized([]byte(s)) }

func cat(parts ...[]byte) []byte { return slices.Concat(parts...) }

func u32(v uint32) []byte {
	var b []byte
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

func s64(v int64) []byte {
	var b []byte
	for ; v < -64 || v > 63; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v)&0x7f)
}

// i32c is an i32.const instruction.
func i32c(v int32) []byte { return append([]byte{0x41}, s64(int64(v))...) }

func repeat(n int, code ...byte) []byte { return slices.Repeat(code, n) }
