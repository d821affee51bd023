package wasm

// The instructions that the walker, the initialisers or the charges name.
const (
	opBlock      = 0x02
	opLoop       = 0x03
	opIf         = 0x04
	opElse       = 0x05
	opEnd        = 0x0b
	opBr         = 0x0c
	opCall       = 0x10
	opSelect     = 0x1b
	opLocalGet   = 0x20
	opGlobalGet  = 0x23
	opGlobalSet  = 0x24
	opMemoryGrow = 0x40
	opI32Const   = 0x41
	opI64Const   = 0x42
	opF32Const   = 0x43
	opF64Const   = 0x44
	opI64LtS     = 0x53
	opI64LtU     = 0x54
	opI64Add     = 0x7c
	opI64Sub     = 0x7d
	opI64Shl     = 0x86
	opI64ShrU    = 0x88
	opI64ExtendU = 0xad // i64.extend_i32_u
	opRefNull    = 0xd0
	opRefFunc    = 0xd2
	opBulk       = 0xfc // prefix: saturating truncation, bulk memory, tables

	bulkMemoryInit = 8
	bulkMemoryCopy = 10
	bulkMemoryFill = 11

	blockEmpty = 0x40
)

// shape says what follows an opcode.
type shape byte

const (
	unknown     shape = iota
	plain             // nothing
	blockType         // block, loop, if
	elseMark          // else
	endMark           // end
	label             // br, br_if
	labels            // br_table
	leave             // return, unreachable
	function          // call, ref.func
	indirect          // call_indirect
	localIndex        // local.get, set, tee
	globalIndex       // global.get, set
	tableIndex        // table.get
	memoryArg         // loads and stores
	memoryIndex       // memory.size, memory.grow
	i32Const
	i64Const
	f32Const
	f64Const
	typedSelect
	refTypeArg // ref.null
)

// shapes covers the single-byte opcodes of the supported instruction set:
// WebAssembly 1.0, sign extension, multi-value and reference types.
var shapes = func() (t [256]shape) {
	fill := func(from, to int, s shape) {
		for op := from; op <= to; op++ {
			t[op] = s
		}
	}
	t[0x00], t[0x01] = leave, plain // unreachable, nop
	fill(opBlock, opIf, blockType)
	t[opElse], t[opEnd] = elseMark, endMark
	fill(opBr, 0x0d, label)
	t[0x0e] = labels
	t[0x0f] = leave // return
	t[opCall], t[0x11] = function, indirect
	fill(0x1a, opSelect, plain) // drop, select
	t[0x1c] = typedSelect
	fill(opLocalGet, 0x22, localIndex)
	fill(opGlobalGet, opGlobalSet, globalIndex)
	t[0x25] = tableIndex
	fill(0x28, 0x3e, memoryArg)
	fill(0x3f, opMemoryGrow, memoryIndex)
	t[opI32Const], t[opI64Const], t[opF32Const], t[opF64Const] = i32Const, i64Const, f32Const, f64Const
	fill(0x45, 0xc4, plain) // comparison, arithmetic, conversion, sign extension
	t[opRefNull], t[0xd1], t[opRefFunc] = refTypeArg, plain, function
	return t
}()

// refused names the feature behind a single-byte opcode that is not supported.
var refused = map[byte]string{
	0x06: "exceptions (try)", 0x07: "exceptions (catch)", 0x08: "exceptions (throw)", 0x09: "exceptions (rethrow)",
	0x0a: "exceptions (throw_ref)", 0x18: "exceptions (delegate)", 0x19: "exceptions (catch_all)", 0x1f: "exceptions (try_table)",
	0x12: "tail calls (return_call)", 0x13: "tail calls (return_call_indirect)",
	0x14: "typed function references (call_ref)", 0x15: "tail calls (return_call_ref)",
	0x26: "changes to a table at run time (table.set), which can't be undone between two calls",
	0xd3: "garbage-collected types (ref.eq)", 0xd4: "typed function references (ref.as_non_null)",
	0xd5: "typed function references (br_on_null)", 0xd6: "typed function references (br_on_non_null)",
	0xfb: "garbage-collected types (prefix 0xfb)", 0xfd: "vectors (SIMD, prefix 0xfd)", 0xfe: "threads (atomic instructions, prefix 0xfe)",
}

// refusedBulk does so for the opcodes behind the prefix 0xfc. The host resets
// an instance after each call; tables and dropped segments are state that no
// interface of the runtime can set back, so nothing may change them.
var refusedBulk = map[uint32]string{
	9:  "drops of data segments (data.drop), which can't be undone between two calls",
	12: "changes to a table at run time (table.init), which can't be undone between two calls",
	13: "drops of element segments (elem.drop), which can't be undone between two calls",
	14: "changes to a table at run time (table.copy), which can't be undone between two calls",
	15: "changes to a table at run time (table.grow), which can't be undone between two calls",
	17: "changes to a table at run time (table.fill), which can't be undone between two calls",
}
