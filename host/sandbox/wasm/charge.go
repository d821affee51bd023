package wasm

// Prices, in units of fuel. A unit is one function entry or one round of a
// loop, a few nanoseconds of real work; the other prices are set so that no
// operation costs much more time per unit than that. The measurements stand
// in bench_test.go.
const (
	// stepsPerUnit is how many instructions may run between two charges of a
	// unit: where a path without loop or call gets longer, the scanner puts a
	// charge into it. With 128, Go code takes 5 to 10 ns for a unit whatever
	// it computes; without a bound one unit could stand for a function of
	// 2 MiB. With 64 the charges cost a tenth more time, with 256 little less.
	stepsPerUnit = 128

	priceHostCall = 64   // leaving the guest and coming back, 0.1 to 0.3 microseconds
	priceBlock    = 256  // making or dropping a block of the host's memory
	priceLog      = 2048 // reading, cleaning and keeping a message

	shiftBytes   = 6  // 64 bytes that are copied or cleared per unit
	shiftRandom  = 3  // 8 bytes of randomness per unit
	shiftRecords = 4  // 16 units per record that the host walks
	shiftPages   = 10 // 1024 units per page of 64 KiB that is added
)

// maxSize caps an operand before it is priced. Nothing can be larger than the
// memories, and the cap keeps a lie about a length from bending the fuel
// counter around: the largest charge is far below 2^63.
const maxSize = 1 << 28

// price is what one call of a host function or one bulk instruction costs.
type price struct {
	base  int64
	sizes []size
}

// size makes a price grow with a parameter: by its value shifted left, or
// right if shift is negative.
type size struct {
	param uint32
	shift int
	// most caps the parameter before it is priced; 0 means maxSize.
	most uint32
}

// weight gives the steps that an instruction counts. What only marks a place
// counts none; the slow arithmetic counts for what it takes.
func weight(op byte) int {
	switch {
	case op >= opBlock && op <= opLoop, op == opElse, op == opEnd:
		return 0
	case op >= 0x6d && op <= 0x70, op >= 0x7f && op <= 0x82: // integer division and remainder
		return 8
	case op == 0x91, op == 0x95, op == 0x9f, op == 0xa3: // square root and division of floats
		return 4
	}
	return 1
}

// entryCost is the charge of a function's entry: clearing locals takes time.
func entryCost(locals int) int64 { return 1 + int64(locals/stepsPerUnit) }

// meter knows the places of what the charges use, appended to the module.
type meter struct {
	fuel   uint32 // global
	refill uint32 // function: fuel += yield()
}

// fixed charges cost. The sequence leaves the stack as it is, so it may stand
// anywhere. The fuel is read back instead of kept in a local: that is no
// slower, and shorter.
func (c *code) fixed(m meter, cost int64) {
	c.op(opGlobalGet, m.fuel)
	c.i64(cost)
	c.b = append(c.b, opI64Sub)
	c.settle(m)
}

// settle stores the fuel that lies on the stack and asks the host for more
// where it is used up. The host either gives some or panics.
func (c *code) settle(m meter) {
	c.op(opGlobalSet, m.fuel)
	c.op(opGlobalGet, m.fuel)
	c.i64(0)
	c.b = append(c.b, opI64LtS, opIf, blockEmpty)
	c.op(opCall, m.refill)
	c.b = append(c.b, opEnd)
}

// dynamic charges a price inside a wrapper, whose parameters hold the sizes.
func (c *code) dynamic(m meter, t FuncType, p price) {
	c.op(opGlobalGet, m.fuel)
	c.i64(p.base)
	for _, s := range p.sizes {
		c.capped(t, s)
		if s.shift < 0 {
			c.i64(int64(-s.shift))
			c.b = append(c.b, opI64ShrU)
		} else {
			c.i64(int64(s.shift))
			c.b = append(c.b, opI64Shl)
		}
		c.b = append(c.b, opI64Add)
	}
	c.b = append(c.b, opI64Sub)
	c.settle(m)
}

// capped pushes the parameter that s names as an unsigned i64, at most its cap.
func (c *code) capped(t FuncType, s size) {
	most := int64(s.most)
	if most == 0 {
		most = maxSize
	}
	push := func() {
		c.op(opLocalGet, s.param)
		if t.Params[s.param] == I32 {
			c.b = append(c.b, opI64ExtendU)
		}
	}
	push()
	c.i64(most)
	push()
	c.i64(most)
	c.b = append(c.b, opI64LtU, opSelect)
}

// code builds instructions.
type code struct{ b []byte }

func (c *code) op(op byte, arg uint32) { c.b = appendU32(append(c.b, op), arg) }

func (c *code) i64(v int64) { c.b = appendS64(append(c.b, opI64Const), v) }

func appendU32(b []byte, v uint32) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func appendS64(b []byte, v int64) []byte {
	for v < -64 || v > 63 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}

func appendName(b []byte, s string) []byte {
	return append(appendU32(b, uint32(len(s))), s...)
}
