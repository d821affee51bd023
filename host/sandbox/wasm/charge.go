package wasm

// Prices, in units of fuel. A unit is one function entry or one round of a
// loop, a few nanoseconds of real work; the other prices are set so that no
// operation costs much more time per unit than that. The measurements stand
// in bench_test.go.
const (
	// regionChunk is how many instructions of straight code a unit covers.
	// Smaller means that fuel follows time more closely for code without
	// loops; but Go compiles each loop into one around the whole function, so
	// a small chunk charges every round of a short loop for its function.
	regionChunk = 256

	priceHostCall   = 64   // leaving the guest and coming back
	priceKernelCall = 128  // Extism starts a call in its kernel for it
	priceLog        = 4096 // the host reads the whole block, and cleans it
	priceBlock      = 4    // Extism's kernel walks its list of blocks: per block

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
	// block says that the cost grows with the blocks that Extism's kernel
	// holds; newBlock that there is one more afterwards.
	block, newBlock bool
}

// size makes a price grow with a parameter: by its value shifted left, or
// right if shift is negative.
type size struct {
	param uint32
	shift int
}

func regionCost(instructions int) int64 { return 1 + int64(instructions/regionChunk) }

// meter knows the places of what the charges use, all of them appended to the
// module.
type meter struct {
	fuel, blocks uint32 // globals
	refill       uint32 // function: fuel += yield()
}

// fixed charges cost. The sequence leaves the stack as it is, so it may stand
// anywhere; scratch is an i64 local.
func (c *code) fixed(m meter, scratch uint32, cost int64) {
	c.op(opGlobalGet, m.fuel)
	c.i64(cost)
	c.b = append(c.b, opI64Sub)
	c.settle(m, scratch)
}

// settle stores the fuel that lies on the stack and asks the host for more
// where it is used up. The host either gives some or panics.
func (c *code) settle(m meter, scratch uint32) {
	c.op(opLocalTee, scratch)
	c.op(opGlobalSet, m.fuel)
	c.op(opLocalGet, scratch)
	c.i64(0)
	c.b = append(c.b, opI64LtS, opIf, blockEmpty)
	c.op(opCall, m.refill)
	c.b = append(c.b, opEnd)
}

// dynamic charges a price inside a wrapper, whose parameters hold the sizes.
func (c *code) dynamic(m meter, t FuncType, p price, scratch uint32) {
	c.op(opGlobalGet, m.fuel)
	c.i64(p.base)
	for _, s := range p.sizes {
		c.capped(t, s.param)
		if s.shift < 0 {
			c.i64(int64(-s.shift))
			c.b = append(c.b, opI64ShrU)
		} else {
			c.i64(int64(s.shift))
			c.b = append(c.b, opI64Shl)
		}
		c.b = append(c.b, opI64Add)
	}
	if p.block {
		const shift = 2 // priceBlock as a shift
		c.op(opGlobalGet, m.blocks)
		c.i64(shift)
		c.b = append(c.b, opI64Shl, opI64Add)
	}
	c.b = append(c.b, opI64Sub)
	c.settle(m, scratch)
	if p.newBlock {
		c.op(opGlobalGet, m.blocks)
		c.i64(1)
		c.b = append(c.b, opI64Add)
		c.op(opGlobalSet, m.blocks)
	}
}

// capped pushes min(parameter, maxSize) as an i64, unsigned.
func (c *code) capped(t FuncType, param uint32) {
	push := func() {
		c.op(opLocalGet, param)
		if t.Params[param] == I32 {
			c.b = append(c.b, opI64ExtendU)
		}
	}
	push()
	c.i64(maxSize)
	push()
	c.i64(maxSize)
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
