package wasm

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
	c.params(f.typ)
	c.op(opCall, i)
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
