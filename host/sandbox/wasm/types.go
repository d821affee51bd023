package wasm

import (
	"slices"
	"strings"
)

// ValType is a value type as the binary format writes it.
type ValType byte

// The value types that a module may use. Vectors (SIMD) and the reference
// types of the garbage collection proposal are refused.
const (
	I32       ValType = 0x7f
	I64       ValType = 0x7e
	F32       ValType = 0x7d
	F64       ValType = 0x7c
	FuncRef   ValType = 0x70
	ExternRef ValType = 0x6f
)

var valTypeNames = map[ValType]string{I32: "i32", I64: "i64", F32: "f32", F64: "f64", FuncRef: "funcref", ExternRef: "externref"}

func (t ValType) String() string { return valTypeNames[t] }

func (t ValType) numeric() bool { return t >= F64 && t <= I32 }

// FuncType is the signature of a function.
type FuncType struct {
	Params, Results []ValType
}

// String writes the signature as "(i64, i32) -> (i32)".
func (t FuncType) String() string {
	list := func(ts []ValType) string {
		names := make([]string, len(ts))
		for i, t := range ts {
			names[i] = t.String()
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	return list(t.Params) + " -> " + list(t.Results)
}

// Equal says whether two signatures are the same.
func (t FuncType) Equal(u FuncType) bool {
	return slices.Equal(t.Params, u.Params) && slices.Equal(t.Results, u.Results)
}

// Kind says what an export is.
type Kind byte

// The kinds of exports, as the binary format numbers them.
const (
	Func   Kind = 0
	TableK Kind = 1
	Memory Kind = 2
	Global Kind = 3
)

// Import is a function that the module wants from the host. Inspect admits no
// other kind of import.
type Import struct {
	Module, Name string
	Type         FuncType
}

// Export is something that the module offers.
type Export struct {
	Name string
	Kind Kind
	// Type is the signature if Kind is Func, else empty.
	Type FuncType
}

// Table is a table's size in entries. Instrument sets the maximum to the
// minimum, whatever the module declares.
type Table struct {
	Min uint32
}

// Info is what Inspect found in a module.
type Info struct {
	Imports []Import
	Exports []Export
	// MemoryMin is the size at the start, MemoryMax the greatest one: the
	// module's own maximum, or the limit if that is lower. In pages of
	// 64 KiB.
	MemoryMin, MemoryMax uint32
	Tables               []Table
	// Functions counts those that the module defines.
	Functions int
	// Globals counts all globals, Mutable lists the indexes of the mutable
	// ones; Instrument exports each of these as GlobalExportPrefix+index.
	Globals int
	Mutable []uint32
	// Size is the module's size in bytes.
	Size int
}

// Function gives the signature of an exported function, and whether there is
// one of that name. A command module exports "_start", a reactor
// "_initialize": whether either is welcome is the caller's rule.
func (i *Info) Function(name string) (FuncType, bool) {
	for _, e := range i.Exports {
		if e.Kind == Func && e.Name == name {
			return e.Type, true
		}
	}
	return FuncType{}, false
}
