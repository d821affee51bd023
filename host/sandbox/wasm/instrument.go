package wasm

import (
	"strings"
)

// Inspect reads a module and applies the rules of DefaultLimits. It runs
// nothing. The error is a PLUGIN_REFUSED that names the rule.
func Inspect(src []byte) (*Info, error) { return DefaultLimits().Inspect(src) }

// Instrument inspects a module and rewrites it, with DefaultLimits.
//
// The result computes the same, and besides
//   - pays fuel: at each function entry and loop header, and for host calls
//     and bulk memory instructions by their size. The fuel is the mutable i64
//     global FuelExport. When it falls below 0 the function YieldModule
//     YieldName is called, and what it returns is added; the host stops the
//     guest there by a panic;
//   - exports each mutable global as GlobalExportPrefix and its index. One
//     more of them, behind the module's own, may count memory blocks: reset
//     all that StateGlobals lists;
//   - has tables of fixed size, a capped memory and no custom section.
//
// Calls that would change the table of open files (fd_close, fd_renumber and
// the like) answer "bad file" without reaching the host: that table would
// outlive the call. The info is that of src. Instrumenting is deterministic:
// same input, same bytes.
func Instrument(src []byte) (out []byte, info *Info, err error) {
	return DefaultLimits().Instrument(src)
}

// Inspect is the function of that name with limits of the caller's.
func (l Limits) Inspect(src []byte) (*Info, error) {
	m, info, err := l.read(src)
	if err != nil {
		return nil, err
	}
	var edits []edit
	for _, b := range m.bodies {
		s, err := m.scan(b, edits)
		if err != nil {
			return nil, err
		}
		edits = s.edits
	}
	return info, nil
}

// Instrument is the function of that name with limits of the caller's.
func (l Limits) Instrument(src []byte) (out []byte, info *Info, err error) {
	m, info, err := l.read(src)
	if err != nil {
		return nil, nil, err
	}
	w := newRewriter(m, info)
	if err := w.code(); err != nil {
		return nil, nil, err
	}
	return w.module(), info, nil
}

func (l Limits) read(src []byte) (*module, *Info, error) {
	if len(src) > l.Size {
		return nil, nil, refuse("it has %d bytes, the limit is %d", len(src), l.Size)
	}
	m, err := decode(src)
	if err != nil {
		return nil, nil, err
	}
	info, err := m.check(l)
	return m, info, err
}

// added is a function behind the module's own.
type added struct {
	typ  FuncType
	body []byte // locals and instructions
}

// rewriter builds the instrumented module. The function indexes are: the
// module's imports, yield, the module's functions, then the added ones: one
// wrapper for each import, the hook, refill, and a helper for each bulk
// instruction that occurs. Imports are reached through their wrappers alone,
// whether by call, table, reference or export.
type rewriter struct {
	m       *module
	info    *Info
	meter   meter
	added   []added
	helpers map[helperKey]uint32
	hook    uint32
	bodies  []byte // code section: the module's functions, rewritten
}

func newRewriter(m *module, info *Info) *rewriter {
	w := &rewriter{m: m, info: info, helpers: map[helperKey]uint32{}}
	w.meter.fuel = uint32(len(m.globals))
	w.meter.blocks = w.meter.fuel + 1
	w.meter.refill = w.firstAdded() + uint32(len(m.imports)) + 1
	for i := range m.imports {
		w.add(w.wrapper(uint32(i)))
	}
	w.hook = w.add(added{body: []byte{0, opEnd}})
	w.add(w.refill())
	return w
}

func (w *rewriter) yield() uint32 { return uint32(len(w.m.imports)) }

func (w *rewriter) firstAdded() uint32 { return uint32(w.m.functions()) + 1 }

func (w *rewriter) add(f added) uint32 {
	w.added = append(w.added, f)
	return w.firstAdded() + uint32(len(w.added)) - 1
}

// function translates an index of the module.
func (w *rewriter) function(i uint32) uint32 {
	if int(i) < len(w.m.imports) {
		return w.firstAdded() + i
	}
	return i + 1
}

// refill makes the slow path of a charge: fuel += yield(). The host may read
// and change the fuel while it is asked, so it is read after.
func (w *rewriter) refill() added {
	c := code{b: []byte{0}}
	c.op(opCall, w.yield())
	c.op(opGlobalGet, w.meter.fuel)
	c.b = append(c.b, opI64Add)
	c.op(opGlobalSet, w.meter.fuel)
	c.b = append(c.b, opEnd)
	return added{body: c.b}
}

// wrapper makes the function that stands for an import.
func (w *rewriter) wrapper(i uint32) added {
	imp := w.m.imports[i]
	f, _ := allowed(imp.module, imp.name)
	c := code{b: []byte{0}}
	c.dynamic(w.meter, f.typ, f.price)
	if f.inert != 0 {
		c.b = appendS64(append(c.b, opI32Const), int64(f.inert))
	} else {
		c.params(f.typ)
		c.op(opCall, i)
	}
	c.b = append(c.b, opEnd)
	return added{f.typ, c.b}
}

func (c *code) params(t FuncType) {
	for p := range t.Params {
		c.op(opLocalGet, uint32(p))
	}
}

// helper gives the function that stands for a bulk instruction.
func (w *rewriter) helper(key helperKey) uint32 {
	if i, ok := w.helpers[key]; ok {
		return i
	}
	t, length := sig("iii"), size{param: 2, shift: -shiftBytes}
	var op []byte
	switch key & 0xff {
	case opMemoryGrow: // what is beyond the maximum fails at once
		t, length = sig("i", I32), size{param: 0, shift: shiftPages, most: w.info.MemoryMax}
		op = []byte{opMemoryGrow, 0}
	case bulkMemoryCopy:
		op = []byte{opBulk, bulkMemoryCopy, 0, 0}
	case bulkMemoryFill:
		op = []byte{opBulk, bulkMemoryFill, 0}
	case bulkMemoryInit:
		op = append(appendU32([]byte{opBulk, bulkMemoryInit}, key>>8), 0)
	}
	c := code{b: []byte{0}}
	c.dynamic(w.meter, t, price{base: 1, sizes: []size{length}})
	c.params(t)
	c.b = append(append(c.b, op...), opEnd)
	i := w.add(added{t, c.b})
	w.helpers[key] = i
	return i
}

// code rewrites the functions' bodies.
func (w *rewriter) code() error {
	var edits []edit
	var c code
	for _, b := range w.m.bodies {
		s, err := w.m.scan(b, edits)
		if err != nil {
			return err
		}
		edits = s.edits
		c.b = c.b[:0]
		w.body(&c, b.code, s)
		w.bodies = append(appendU32(w.bodies, uint32(len(c.b))), c.b...)
	}
	return nil
}

func (w *rewriter) body(c *code, src []byte, s scanned) {
	c.b = append(c.b, src[:s.start]...)
	c.fixed(w.meter, entryCost(s.locals))
	from := s.start
	for _, e := range s.edits {
		c.b = append(c.b, src[from:e.pos]...)
		switch e.kind {
		case editCharge:
			c.fixed(w.meter, 1)
		case editCall:
			c.op(opCall, w.function(e.index))
		case editRefFunc:
			c.op(opRefFunc, w.function(e.index))
		case editHelper:
			c.op(opCall, w.helper(e.index))
		}
		from = e.end
	}
	c.b = append(c.b, src[from:]...)
}

// StateGlobals lists the exports of an instrumented module that hold its
// state beyond memory: every GlobalExportPrefix global. A host that keeps an
// instance records them after initialisation and sets them back after each
// call.
func StateGlobals(instrumented []byte) ([]string, error) {
	m, err := decode(instrumented)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range m.exports {
		if e.kind == Global && strings.HasPrefix(e.name, GlobalExportPrefix) {
			names = append(names, e.name)
		}
	}
	return names, nil
}
