package wasm

// module is a module that was read: what the rules and the rewriting need,
// with slices into the source for the rest.
type module struct {
	size    int
	types   []FuncType
	imports []imported
	funcs   []uint32 // type indexes of the functions that the module defines
	tables  []table
	memory  *memory
	globals []global
	exports []export
	start   bool
	elems   []element
	bodies  []body

	dataCount int // -1: no such section
	data      int // segments

	// Payloads that are written back with little or no change.
	rawTypes, rawData []byte
}

type imported struct {
	module, name string
	kind         byte
	typ          uint32
}

type table struct {
	elem ValType
	min  uint32
}

type memory struct{ min, max uint32 }

type global struct {
	typ     ValType
	mutable bool
	init    constant
}

type export struct {
	name  string
	kind  Kind
	index uint32
}

// element is an element segment in the format's eight shapes.
type element struct {
	flags  uint32
	table  uint32
	offset constant // active segments
	elem   byte     // element kind or reference type, where one is written
	funcs  []uint32
	exprs  []constant
}

// constant is an initialiser. Only a single instruction may stand there; a
// function index (ref.func) is kept apart, since it is rewritten.
type constant struct {
	raw    []byte // the instruction without the end
	isFunc bool
	fn     uint32
}

type body struct {
	code   []byte
	base   int // its place in the source
	params int // of its function
}

// functions counts imported and defined functions together.
func (m *module) functions() int { return len(m.imports) + len(m.funcs) }

// typeOf gives the signature of a function by index.
func (m *module) typeOf(fn uint32) FuncType {
	if int(fn) < len(m.imports) {
		return m.types[m.imports[fn].typ]
	}
	return m.types[m.funcs[int(fn)-len(m.imports)]]
}

// The sections by number. Data count stands between element and code.
const (
	secCustom = iota
	secType
	secImport
	secFunction
	secTable
	secMemory
	secGlobal
	secExport
	secStart
	secElement
	secCode
	secData
	secDataCount
	secTag // exceptions
)

// rank gives the place of a section in the order that the format demands.
var rank = [...]int{secType: 1, secImport: 2, secFunction: 3, secTable: 4, secMemory: 5, secGlobal: 6, secExport: 7, secStart: 8,
	secElement: 9, secDataCount: 10, secCode: 11, secData: 12}

var header = []byte("\x00asm\x01\x00\x00\x00")

// decode reads the module's structure. It refuses what is malformed or uses a
// feature beyond the supported ones; the other rules are check's.
func decode(src []byte) (*module, error) {
	if len(src) < len(header) || string(src[:4]) != string(header[:4]) {
		return nil, refuse("not a WebAssembly module (it does not start with \\0asm)")
	}
	if string(src[4:8]) != string(header[4:]) {
		return nil, refuse("not a core module of version 1 (a component, or of a later version)")
	}
	m := &module{size: len(src), dataCount: -1}
	r := &reader{b: src, pos: len(header)}
	last := 0
	for r.more() {
		id := r.byte()
		s := r.sub(r.u32())
		if r.err != nil {
			break
		}
		if id == secCustom {
			continue // names, DWARF, producers: dropped unread
		}
		if id == secTag {
			return nil, refuse("it uses exceptions (a tag section)")
		}
		if int(id) >= len(rank) {
			return nil, refuse("malformed, an unknown section %d", id)
		}
		if rank[id] <= last {
			return nil, refuse("malformed, section %d is out of order or repeated", id)
		}
		last = rank[id]
		m.section(id, s)
		if err := s.done("section"); err != nil {
			return nil, err
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	if len(m.bodies) != len(m.funcs) {
		return nil, refuse("malformed, %d functions are declared and %d defined", len(m.funcs), len(m.bodies))
	}
	if m.dataCount >= 0 && m.dataCount != m.data {
		return nil, refuse("malformed, %d data segments are announced and %d present", m.dataCount, m.data)
	}
	return m, nil
}

func (m *module) section(id byte, s *reader) {
	switch id {
	case secType:
		m.typeSection(s)
	case secImport:
		m.importSection(s)
	case secFunction:
		for n := s.count("functions", maxFunctions); n > 0 && s.err == nil; n-- {
			m.funcs = append(m.funcs, s.index("type", len(m.types)))
		}
	case secTable:
		m.tableSection(s)
	case secMemory:
		m.memorySection(s)
	case secGlobal:
		m.globalSection(s)
	case secExport:
		m.exportSection(s)
	case secStart:
		m.start = true
		s.u32()
	case secElement:
		m.elementSection(s)
	case secDataCount:
		m.dataCount = int(s.u32())
	case secCode:
		m.codeSection(s)
	case secData:
		m.dataSection(s)
	}
}
