package wasm

func (m *module) typeSection(s *reader) {
	n := s.count("types", maxTypes)
	m.rawTypes = s.b[s.pos:]
	for ; n > 0 && s.err == nil; n-- {
		switch form := s.byte(); {
		case s.err != nil:
		case form == 0x60:
			m.types = append(m.types, FuncType{valTypes(s, "parameters"), valTypes(s, "results")})
		case form == 0x4e, form == 0x4f, form == 0x50, form == 0x5e, form == 0x5f:
			s.fail(refuse("it uses garbage-collected types (type form %#x)", form))
		default:
			s.malformed("an unknown type form")
		}
	}
}

func valTypes(s *reader, what string) []ValType {
	var out []ValType
	for n := s.count(what, maxParams); n > 0 && s.err == nil; n-- {
		out = append(out, valType(s))
	}
	return out
}

func valType(s *reader) ValType {
	t := ValType(s.byte())
	if s.err != nil || t.String() != "" {
		return t
	}
	switch {
	case t == 0x7b:
		s.fail(refuse("it uses vectors (SIMD, type v128)"))
	case t >= 0x63 && t <= 0x78:
		s.fail(refuse("it uses garbage-collected or exception types (type %#x)", byte(t)))
	default:
		s.malformed("an unknown value type")
	}
	return t
}

func (m *module) importSection(s *reader) {
	for n := s.count("imports", maxImports); n > 0 && s.err == nil; n-- {
		i := imported{module: s.name(), name: s.name(), kind: s.byte()}
		if s.err != nil {
			return
		}
		if i.kind != byte(Func) {
			s.fail(refuse("it imports a %s (%s from %s), only functions may be imported", kindName(i.kind), quote(i.name), quote(i.module)))
			return
		}
		i.typ = s.index("type", len(m.types))
		m.imports = append(m.imports, i)
	}
}

func kindName(k byte) string {
	if names := [...]string{"function", "table", "memory", "global", "tag"}; int(k) < len(names) {
		return names[k]
	}
	return "thing of unknown kind"
}

func (m *module) tableSection(s *reader) {
	for n := s.count("tables", maxTables); n > 0 && s.err == nil; n-- {
		t := table{elem: valType(s)}
		if s.err == nil && t.elem != FuncRef {
			s.fail(refuse("a table of %s, only funcref tables are supported", t.elem))
			return
		}
		t.min, _ = limits(s, "table", 1<<32-1)
		m.tables = append(m.tables, t)
	}
}

// limits reads a minimum and a maximum, which is top where none is written.
func limits(s *reader, what string, top uint32) (lo, hi uint32) {
	flags := s.byte()
	switch {
	case s.err != nil:
		return 0, 0
	case flags&^0x01 == 0:
	case flags&0x02 != 0 && flags <= 0x07:
		s.fail(refuse("it uses threads (a shared %s)", what))
	case flags&0x04 != 0 && flags <= 0x07:
		s.fail(refuse("it uses 64-bit addresses (memory64, in a %s)", what))
	default:
		s.malformed("unknown flags of a " + what)
	}
	lo, hi = s.u32(), top
	if flags&0x01 != 0 {
		hi = s.u32()
	}
	if s.err == nil && (lo > hi || hi > top) {
		s.malformed("impossible limits of a " + what)
	}
	return lo, hi
}

func (m *module) memorySection(s *reader) {
	n := s.u32()
	if s.err == nil && n > 1 {
		s.fail(refuse("it uses %d memories (multi-memory), exactly one is supported", n))
	}
	if s.err != nil || n == 0 {
		return
	}
	m.memory = &memory{}
	m.memory.min, m.memory.max = limits(s, "memory", 1<<16)
}

func (m *module) globalSection(s *reader) {
	for n := s.count("globals", maxGlobals); n > 0 && s.err == nil; n-- {
		g := global{typ: valType(s)}
		switch s.byte() {
		case 0:
		case 1:
			g.mutable = true
		default:
			s.malformed("an unknown mutability")
		}
		g.init = m.constant(s)
		m.globals = append(m.globals, g)
	}
}

// constant reads an initialiser. global.get can only name imported globals
// there, of which there are none; the arithmetic of extended constant
// expressions is not supported.
func (m *module) constant(s *reader) constant {
	var c constant
	from := s.pos
	switch op := s.byte(); {
	case s.err != nil:
	case op == opI32Const:
		s.signed(32)
	case op == opI64Const:
		s.signed(64)
	case op == opF32Const:
		s.bytes(4)
	case op == opF64Const:
		s.bytes(8)
	case op == opRefNull:
		refType(s)
	case op == opRefFunc:
		c.isFunc, c.fn = true, s.index("function", m.functions())
	default:
		s.fail(refuse("an initialiser with instruction %#x, only a constant is supported", op))
	}
	c.raw = s.b[from:s.pos]
	if end := s.byte(); s.err == nil && end != opEnd {
		s.fail(refuse("an initialiser with more than one instruction (extended constant expressions)"))
	}
	return c
}

func refType(s *reader) byte {
	t := valType(s)
	if s.err == nil && t.numeric() {
		s.malformed("a number type where a reference type must stand")
	}
	return byte(t)
}

func (m *module) exportSection(s *reader) {
	for n := s.count("exports", maxExports); n > 0 && s.err == nil; n-- {
		e := export{name: s.name(), kind: Kind(s.byte())}
		switch {
		case s.err != nil:
		case e.kind == Func:
			e.index = s.index("function", m.functions())
		case e.kind == TableK:
			e.index = s.index("table", len(m.tables))
		case e.kind == Memory:
			e.index = s.index("memory", m.memories())
		case e.kind == Global:
			e.index = s.index("global", len(m.globals))
		default:
			s.fail(refuse("it exports a %s", kindName(byte(e.kind))))
		}
		m.exports = append(m.exports, e)
	}
}

func (m *module) memories() int {
	if m.memory == nil {
		return 0
	}
	return 1
}

func (m *module) elementSection(s *reader) {
	total := uint32(0)
	for n := s.count("element segments", maxElements); n > 0 && s.err == nil; n-- {
		e := element{flags: s.u32()}
		if s.err == nil && e.flags > 7 {
			s.malformed("unknown flags of an element segment")
			return
		}
		passive, explicit, exprs := e.flags&1 != 0, e.flags&2 != 0, e.flags&4 != 0
		if !passive {
			if explicit {
				e.table = s.u32()
			}
			if s.err == nil && int64(e.table) >= int64(len(m.tables)) {
				s.malformed("a table index out of range")
			}
			e.offset = m.constant(s)
		}
		if passive || explicit {
			if exprs {
				e.elem = refType(s)
			} else if e.elem = s.byte(); s.err == nil && e.elem != 0 {
				s.malformed("an unknown element kind")
			}
		}
		entries := s.count("elements", maxEntries-total)
		total += entries
		for ; entries > 0 && s.err == nil; entries-- {
			if exprs {
				e.exprs = append(e.exprs, m.constant(s))
			} else {
				e.funcs = append(e.funcs, s.index("function", m.functions()))
			}
		}
		m.elems = append(m.elems, e)
	}
}

func (m *module) codeSection(s *reader) {
	n := int(s.count("function bodies", maxFunctions))
	if s.err == nil && n != len(m.funcs) {
		s.malformed("functions declared and defined differ in number")
	}
	for i := 0; i < n && s.err == nil; i++ {
		size := s.u32()
		if s.err == nil && size > maxBody {
			s.fail(refuse("a function of %d bytes, the limit is %d", size, maxBody))
		}
		base := s.base + s.pos
		m.bodies = append(m.bodies, body{s.bytes(size), base, len(m.types[m.funcs[i]].Params)})
	}
}

func (m *module) dataSection(s *reader) {
	m.rawData = s.b
	n := s.count("data segments", maxData)
	m.data = int(n)
	for ; n > 0 && s.err == nil; n-- {
		flags := s.u32()
		switch {
		case s.err != nil:
		case flags > 2:
			s.malformed("unknown flags of a data segment")
		case flags == 2:
			s.index("memory", m.memories())
			m.constant(s)
		case flags == 0:
			m.constant(s)
		}
		s.bytes(s.u32())
	}
}
