package wasm_test

import "encoding/binary"

// generator makes valid modules out of a string of bytes, which decide every
// choice: a seed for tests, the fuzzer's input for a fuzz target. When they
// are used up, every choice is the smallest, so generating ends.
//
// The modules end too: each loop round and function entry takes a step from a
// counter, and without steps left a function returns at once.
type generator struct {
	choices []byte
	a       *asm
	code    []byte
	labels  int // open blocks, all without results
	depth   int
}

const (
	genFuncs   = 4
	genSteps   = 300
	genI32s    = 4 // locals 0 to 3: two parameters and two more
	genI64     = 4 // local 4
	genGlobals = 3 // 0 i32 step counter, 1 i32, 2 i64
)

// generate makes a module that exports run (i32,i32)->(i32), memory and its
// globals g0 to g2.
func generate(choices []byte) []byte {
	g := &generator{choices: choices, a: newAsm()}
	a := g.a
	a.memories = [][]byte{{1, 1, 3}}
	a.tables = [][]byte{{0x70, 0, genFuncs + 1}}
	a.globals = [][]byte{cat([]byte{0x7f, 1}, i32c(genSteps), []byte{0x0b}), {0x7f, 1, 0x41, 0, 0x0b}, {0x7e, 1, 0x42, 0, 0x0b}}
	a.importFunc("wasi_snapshot_preview1", "random_get", 2)
	a.importFunc("wasi_snapshot_preview1", "args_sizes_get", 2)
	for i := range genFuncs {
		name := ""
		if i == 0 {
			name = "run"
		}
		g.code = nil
		g.step()
		g.statements()
		g.i32()
		a.fnLocals(name, 2, []byte{2, genI32s - 2, 0x7f, 1, 0x7e}, g.code)
	}
	// The table holds an import, then the functions; the last entry is null.
	a.elems = [][]byte{{0, 0x41, 0, 0x0b, genFuncs, 1, 2, 3, 4}}
	a.dataCount = 2
	a.datas = [][]byte{cat([]byte{0, 0x41, 0, 0x0b}, str("active data of the module")), cat([]byte{1}, str("passive"))}
	a.export("memory", 2, 0)
	for i := range uint32(genGlobals) {
		a.export("g"+string(rune('0'+i)), 3, i)
	}
	return a.bytes()
}

func (g *generator) pick(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := g.choices[0]
	g.choices = g.choices[1:]
	return int(c) % n
}

func (g *generator) emit(b ...byte) { g.code = append(g.code, b...) }

// step leaves the function if the counter is used up.
func (g *generator) step() {
	g.emit(0x23, 0, 0x45, 0x04, 0x40, 0x41, 7, 0x0f, 0x0b, 0x23, 0, 0x41, 1, 0x6b, 0x24, 0)
}

func (g *generator) nested(open ...byte) {
	g.emit(open...)
	g.labels++
	if open[0] == 0x03 {
		g.step()
	}
	g.statements()
}

func (g *generator) end() {
	g.labels--
	g.emit(0x0b)
}

func (g *generator) statements() {
	g.depth++
	defer func() { g.depth-- }()
	for range g.pick(6) {
		g.statement()
	}
}

func (g *generator) statement() {
	if g.depth > 6 || len(g.choices) == 0 {
		return
	}
	switch g.pick(16) {
	case 0, 1:
		g.i32()
		g.emit(0x21, byte(g.pick(genI32s)))
	case 2:
		g.i64()
		g.emit(0x21, genI64)
	case 3:
		g.i32()
		g.emit(0x24, 1)
	case 4:
		g.address()
		g.i32()
		g.emit(0x36, 0, byte(g.pick(8)))
	case 5:
		g.nested(0x02, 0x40)
		g.end()
	case 6:
		g.nested(0x03, 0x40)
		g.i32()
		g.emit(0x0d, 0) // round again
		g.end()
	case 7:
		g.i32()
		g.nested(0x04, 0x40)
		if g.pick(2) == 1 {
			g.emit(0x05)
			g.statements()
		}
		g.end()
	case 8:
		if g.labels > 0 {
			g.i32()
			g.emit(0x0d, byte(g.pick(g.labels)))
		}
	case 9: // three blocks and a jump table
		for range 3 {
			g.emit(0x02, 0x40)
			g.labels++
		}
		g.i32()
		g.emit(0x0e, 3, byte(g.pick(g.labels)), 1, 2, 0)
		for range 3 {
			g.end()
			g.statements()
		}
	case 10:
		g.address()
		g.i32()
		g.length()
		g.emit(0xfc, 11, 0)
	case 11:
		g.address()
		g.address()
		g.length()
		g.emit(0xfc, 10, 0, 0)
	case 12:
		g.address()
		g.emit(0x41, byte(g.pick(4)), 0x41, byte(g.pick(10)), 0xfc, 8, 1, 0)
	case 13:
		g.i64()
		g.emit(0x24, 2)
	case 14:
		for range g.pick(256) { // a straight stretch
			g.emit(0x23, 1, 0x41, 3, 0x6a, 0x24, 1)
		}
	case 15:
		switch g.pick(8) {
		case 6:
			g.i32()
			g.emit(0x0f)
		case 7:
			g.emit(0x00)
		default:
			g.emit(0x01)
		}
	}
}

// address is mostly inside the first page.
func (g *generator) address() {
	g.i32()
	if g.pick(8) != 7 {
		g.emit(i32c(0xfff)...)
		g.emit(0x71)
	}
}

func (g *generator) length() {
	g.i32()
	g.emit(i32c(0x3ff)...)
	g.emit(0x71)
}

func (g *generator) i32() {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 7 || len(g.choices) == 0 {
		g.emit(0x20, byte(g.pick(genI32s)))
		return
	}
	switch g.pick(14) {
	case 0:
		g.emit(0x20, byte(g.pick(genI32s)))
	case 1:
		g.emit(i32c(int32(binary.LittleEndian.Uint32([]byte{byte(g.pick(256)), byte(g.pick(256)), byte(g.pick(256)), byte(g.pick(256))})))...)
	case 2:
		g.emit(i32c(int32(g.pick(5)))...)
	case 3, 4: // arithmetic and comparison, now and then a division by zero
		g.i32()
		g.i32()
		if g.pick(8) != 7 {
			g.emit(0x41, 1, 0x72)
		}
		g.emit([]byte{0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x46, 0x48, 0x4e}[g.pick(16)])
	case 5:
		g.i32()
		g.emit([]byte{0x45, 0x67, 0x68, 0x69, 0xc0, 0xc1}[g.pick(6)])
	case 6:
		g.address()
		g.emit([]byte{0x28, 0x2c, 0x2d, 0x2e, 0x2f}[g.pick(5)], 0, byte(g.pick(8)))
	case 7:
		g.i32()
		g.i32()
		g.emit(0x10, byte(2+g.pick(genFuncs)))
	case 8:
		g.i32()
		g.i32()
		g.emit(i32c(int32(g.pick(genFuncs)))...)
		if g.pick(8) == 7 { // the null entry, or one beyond the table
			g.emit(0x41, 4, 0x6a)
		}
		g.emit(0x11, 2, 0)
	case 9:
		g.i32()
		g.emit(i32c(1)...)
		g.emit(0x71, 0x40, 0) // memory.grow by 0 or 1
	case 10:
		g.i64()
		g.emit(0xa7)
	case 11: // a host call: random_get in bounds, args_sizes_get
		g.address()
		g.length()
		g.emit(0x10, byte(g.pick(2)))
	case 12:
		g.emit(0x23, 1)
	case 13:
		g.i32()
		g.emit(0x04, 0x7f)
		g.labels++ // a label with a result: no branch may name it
		inner := g.labels
		g.labels = 0
		g.i32()
		g.emit(0x05)
		g.i32()
		g.labels = inner
		g.end()
	}
}

func (g *generator) i64() {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 7 || len(g.choices) == 0 {
		g.emit(0x20, genI64)
		return
	}
	switch g.pick(5) {
	case 0:
		g.emit(0x20, genI64)
	case 1:
		g.emit(0x23, 2)
	case 2:
		g.i32()
		g.emit([]byte{0xac, 0xad}[g.pick(2)])
	case 3:
		g.i64()
		g.i64()
		if g.pick(8) != 7 {
			g.emit(0x42, 1, 0x84)
		}
		g.emit([]byte{0x7c, 0x7d, 0x7e, 0x7f, 0x80, 0x83, 0x85, 0x86, 0x89}[g.pick(9)])
	case 4:
		g.i32()
		g.emit(0xb7, 0x9f, 0xfc, 6) // to f64, square root, saturating back
	}
}
