package wasm

// editKind says how an instruction is rewritten.
type editKind byte

const (
	editLoop    editKind = iota // keep, and charge behind it
	editCall                    // renumber the function of a call
	editRefFunc                 // renumber the function of a reference
	editHelper                  // call a metered helper instead
)

// edit is one place of a function body that the rewriting touches. Positions
// count from the start of the body.
type edit struct {
	kind     editKind
	pos, end int
	cost     int64  // editLoop
	index    uint32 // editCall, editRefFunc: the function; editHelper: a helperKey
}

// helperKey names an instruction that is replaced by a helper: the opcode in
// the low byte, above it the data segment of memory.init.
type helperKey = uint32

// scanned is what the walk through one function body found.
type scanned struct {
	locals int // declared ones, without the parameters
	groups int // in how many groups
	head   int // where the groups start
	code   int // where the instructions start
	cost   int64
	edits  []edit
}

// scan walks a function body: it refuses what is not supported, checks every
// index that the rewriting could otherwise bend, and notes the edits. The
// edits' memory is reused from one body to the next.
//
// Each region - the function outside of its loops, and each loop outside of
// inner loops - costs by its length. Within a region control only moves
// forward, so what runs between two charges is never longer than what was
// charged.
func (m *module) scan(b body, reuse []edit) (scanned, error) {
	r := &reader{b: b.code, base: b.base}
	s := scanned{edits: reuse[:0]}
	m.scanLocals(r, &s)
	type region struct{ loop, length int }
	regions := []region{{-1, s.locals}}
	nest := make([]byte, 1, 16) // opcodes of the open blocks; the function itself is 0
	for r.err == nil && len(nest) > 0 {
		pos := r.pos
		op := r.byte()
		regions[len(regions)-1].length++
		switch shapes[op] {
		case blockType:
			m.blockType(r)
			nest = append(nest, op)
			if op == opLoop {
				regions = append(regions, region{len(s.edits), 0})
				s.edits = append(s.edits, edit{kind: editLoop, pos: pos, end: r.pos})
			}
		case elseMark:
			if nest[len(nest)-1] != opIf {
				r.malformed("an else without if")
			}
			nest[len(nest)-1] = opElse
		case endMark:
			top := nest[len(nest)-1]
			nest = nest[:len(nest)-1]
			if top == opLoop || top == 0 {
				last := regions[len(regions)-1]
				regions = regions[:len(regions)-1]
				if top == 0 {
					s.cost = regionCost(last.length)
				} else {
					s.edits[last.loop].cost = regionCost(last.length)
				}
			}
		case function:
			kind := editCall
			if op == opRefFunc {
				kind = editRefFunc
			}
			fn := r.index("function", m.functions())
			s.edits = append(s.edits, edit{kind: kind, pos: pos, end: r.pos, index: fn})
		default:
			if key := m.operands(r, op); key != 0 {
				s.edits = append(s.edits, edit{kind: editHelper, pos: pos, end: r.pos, index: key})
			}
		}
	}
	return s, r.done("function body")
}

func (m *module) scanLocals(r *reader, s *scanned) {
	s.groups = int(r.count("groups of locals", maxLocals))
	s.head = r.pos
	total := uint64(0)
	for i := 0; i < s.groups && r.err == nil; i++ {
		total += uint64(r.u32())
		valType(r)
		if r.err == nil && total > maxLocals {
			r.fail(refuse("a function with %d locals, the limit is %d", total, maxLocals))
		}
	}
	s.locals, s.code = int(total), r.pos
}

func (m *module) blockType(r *reader) {
	if r.err != nil || r.left() == 0 {
		r.byte()
		return
	}
	if c := r.b[r.pos]; c == blockEmpty {
		r.pos++
	} else if c&0xc0 == 0x40 { // a negative number of one byte: a value type
		valType(r)
	} else if i := r.signed(33); r.err == nil && (i < 0 || i >= int64(len(m.types))) {
		r.malformed("a type index out of range")
	}
}

// operands skips what follows op. The result is not 0 where a helper takes
// the instruction's place.
func (m *module) operands(r *reader, op byte) helperKey {
	switch shapes[op] {
	case plain:
	case label, localIndex:
		r.u32()
	case labels:
		for n := r.count("branch targets", maxBody); n > 0 && r.err == nil; n-- {
			r.u32()
		}
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
