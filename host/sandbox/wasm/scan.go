package wasm

// editKind says how a place in a function body is rewritten.
type editKind byte

const (
	editCharge  editKind = iota // insert a charge
	editCall                    // renumber the function of a call
	editRefFunc                 // renumber the function of a reference
	editHelper                  // call a metered helper instead
)

// edit is one place of a function body that the rewriting touches. Positions
// count from the start of the body.
type edit struct {
	kind     editKind
	pos, end int
	index    uint32 // editCall, editRefFunc: the function; editHelper: a helperKey
}

// helperKey names an instruction that is replaced by a helper: the opcode in
// the low byte, above it the data segment of memory.init.
type helperKey = uint32

// scanned is what the walk through one function body found.
type scanned struct {
	locals int // declared ones, without the parameters
	start  int // where the instructions start
	edits  []edit
}

// scanner walks a function body: it refuses what is not supported, checks
// every index that the rewriting could otherwise bend, and places the charges.
type scanner struct {
	m *module
	r *reader
	scanned
	frames []frame
	// run is the greatest number of steps since the last charge over all
	// paths that lead here; dead where no path does.
	run int
	// variables are the locals with the parameters, loops the open ones.
	variables, loops int
	// effort estimates what the function costs the compiler, places counts
	// what meet was called for.
	effort, places int
}

// frame is an open block. The function's body is the outermost one.
type frame struct {
	op byte // opBlock, opLoop, opIf, opElse
	// atEnd is the greatest run of the branches that lead to the block's end,
	// atElse that of the way around an if.
	atEnd, atElse int
}

const dead = -1

// scan walks the body. The memory of reuse may be taken for the edits.
func (m *module) scan(b body, reuse []edit) (scanned, error) {
	s := &scanner{m: m, r: &reader{b: b.code, base: b.base}, scanned: scanned{edits: reuse[:0]}, variables: b.params}
	s.readLocals()
	s.variables += s.locals
	s.frames = append(make([]frame, 0, 16), frame{opBlock, dead, dead})
	for s.r.err == nil && len(s.frames) > 0 {
		s.instruction()
	}
	return s.scanned, s.r.done("function body")
}

func (s *scanner) readLocals() {
	r := s.r
	groups := r.count("groups of locals", maxLocals)
	total := uint64(0)
	for ; groups > 0 && r.err == nil; groups-- {
		total += uint64(r.u32())
		valType(r)
		if r.err == nil && total > maxLocals {
			r.fail(refuse("a function with %d locals, the limit is %d", total, maxLocals))
		}
	}
	s.locals, s.start = int(total), r.pos
}

func (s *scanner) instruction() {
	r, pos := s.r, s.r.pos
	op := r.byte()
	if w := weight(op); s.run != dead && w > 0 {
		if s.run += w; s.run > stepsPerUnit {
			s.charge(pos)
			s.run = w
		}
	}
	switch shapes[op] {
	case blockType:
		s.blockType()
		s.frames = append(s.frames, frame{op, dead, s.run})
		s.meet(1)
		if op == opLoop {
			s.loops++
			s.work(5 * s.variables * s.loops)
			s.charge(r.pos)
			s.run = min(s.run, 0)
		}
	case elseMark:
		f := s.frame(0)
		if f.op != opIf {
			r.malformed("an else without if")
			return
		}
		f.op, f.atEnd = opElse, max(f.atEnd, s.run)
		s.run = f.atElse
	case endMark:
		f := s.frame(0)
		if f.op == opLoop { // branches to it lead to its head
			s.loops--
		} else {
			s.run = max(s.run, f.atEnd)
		}
		if f.op == opIf {
			s.run = max(s.run, f.atElse)
		}
		s.frames = s.frames[:len(s.frames)-1]
	case label:
		s.branch()
		s.meet(1)
		if op == opBr {
			s.run = dead
		}
	case labels:
		n := int(r.count("branch targets", maxTargets))
		s.meet(n + 1)
		s.work(n * n / 16)
		for ; n > 0 && r.err == nil; n-- {
			s.branch()
		}
		s.branch()
		s.run = dead
	case leave:
		s.run = dead
	case function:
		kind := editCall
		if op == opRefFunc {
			kind = editRefFunc
		}
		fn := r.index("function", s.m.functions())
		s.edits = append(s.edits, edit{kind: kind, pos: pos, end: r.pos, index: fn})
	default:
		if key := s.m.operands(r, op); key != 0 {
			s.edits = append(s.edits, edit{kind: editHelper, pos: pos, end: r.pos, index: key})
		}
	}
}

func (s *scanner) charge(pos int) {
	s.edits = append(s.edits, edit{kind: editCharge, pos: pos, end: pos})
}

// meet counts an instruction where ways through the function part or meet, n
// ways at once. For each way the compiler looks at the open blocks and at the
// variables, for each instruction at a part of those before.
func (s *scanner) meet(n int) {
	s.places++
	s.work(n*(len(s.frames)+10*s.variables) + s.places*2/5)
}

func (s *scanner) work(n int) {
	if s.effort += n; s.effort > maxEffort {
		s.r.fail(refuse("a function whose control flow is too tangled to be compiled in reasonable time: too many blocks, loops or jumps for its nesting and its %d variables", s.variables))
	}
}

// frame gives the block that a label names, counted from the innermost.
func (s *scanner) frame(label uint32) *frame { return &s.frames[len(s.frames)-1-int(label)] }

func (s *scanner) branch() {
	label := s.r.index("label", len(s.frames))
	if s.r.err == nil {
		f := s.frame(label)
		f.atEnd = max(f.atEnd, s.run)
	}
}

func (s *scanner) blockType() {
	r := s.r
	switch {
	case r.err != nil:
	case r.left() == 0:
		r.malformed("unexpected end")
	case r.b[r.pos] == blockEmpty:
		r.pos++
	case r.b[r.pos]&0xc0 == 0x40: // a negative number of one byte: a value type
		valType(r)
	default:
		if i := r.signed(33); r.err == nil && (i < 0 || i >= int64(len(s.m.types))) {
			r.malformed("a type index out of range")
		}
	}
}
