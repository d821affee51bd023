package wasm

// operands skips what follows op, for the instructions that neither move
// control nor name a function. The result is not 0 where a helper takes the
// instruction's place.
func (m *module) operands(r *reader, op byte) helperKey {
	switch shapes[op] {
	case plain:
	case localIndex:
		r.u32()
	case indirect:
		r.index("type", len(m.types))
		r.index("table", len(m.tables))
	case globalIndex:
		r.index("global", len(m.globals))
	case tableIndex:
		r.index("table", len(m.tables))
	case memoryArg:
		if r.unsigned(32)&0x40 != 0 {
			r.fail(refuse("it uses several memories (multi-memory)"))
		}
		r.u32()
		m.needMemory(r)
	case memoryIndex:
		m.zeroMemory(r)
		if op == opMemoryGrow {
			return helperKey(op)
		}
	case i32Const:
		r.signed(32)
	case i64Const:
		r.signed(64)
	case f32Const:
		r.bytes(4)
	case f64Const:
		r.bytes(8)
	case typedSelect:
		if n := r.u32(); r.err == nil && n != 1 {
			r.malformed("a select of other than one type")
		}
		valType(r)
	case refTypeArg:
		refType(r)
	default:
		if op == opBulk {
			return m.bulk(r)
		}
		if what, ok := refused[op]; ok && r.err == nil {
			r.fail(refuse("it uses %s", what))
		} else if r.err == nil {
			r.fail(refuse("an unknown instruction %#x", op))
		}
	}
	return 0
}

func (m *module) bulk(r *reader) helperKey {
	sub := r.u32()
	switch {
	case r.err != nil:
	case sub < 8: // saturating truncation
	case sub == bulkMemoryInit:
		if m.dataCount < 0 {
			r.malformed("memory.init without a data count section")
		}
		seg := r.index("data segment", max(m.dataCount, 0))
		m.zeroMemory(r)
		return seg<<8 | bulkMemoryInit
	case sub == bulkMemoryCopy:
		m.zeroMemory(r)
		m.zeroMemory(r)
		return bulkMemoryCopy
	case sub == bulkMemoryFill:
		m.zeroMemory(r)
		return bulkMemoryFill
	case sub == 16: // table.size
		r.index("table", len(m.tables))
	case refusedBulk[sub] != "":
		r.fail(refuse("it uses %s", refusedBulk[sub]))
	default:
		r.fail(refuse("an unknown instruction 0xfc %d", sub))
	}
	return 0
}

func (m *module) zeroMemory(r *reader) {
	if i := r.u32(); r.err == nil && i != 0 {
		r.fail(refuse("it uses several memories (multi-memory)"))
	}
	m.needMemory(r)
}

func (m *module) needMemory(r *reader) {
	if m.memory == nil {
		r.malformed("a memory instruction without a memory")
	}
}
