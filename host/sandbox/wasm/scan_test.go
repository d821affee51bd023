package wasm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The promise behind stepsPerUnit is checked by random walks: whatever way
// control takes through a body, no more steps lie between two charges. The
// walker knows only the format's control flow, nothing of how the scanner
// counts.
func TestNoPathIsFree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	longest := 0
	for range 1000 {
		g := &bodyGen{rng: rng}
		g.block(0)
		code := append(append([]byte{0}, g.code...), opEnd)
		s, err := (&module{}).scan(body{code: code}, nil)
		if err != nil {
			t.Fatalf("%x: %v", code, err)
		}
		charges := map[int]bool{}
		for _, e := range s.edits {
			charges[e.pos] = true
		}
		for range 20 {
			run := walk(code, s.start, charges, rng)
			if longest = max(longest, run); run > stepsPerUnit {
				t.Fatalf("%d steps without a charge in %x", run, code)
			}
		}
	}
	if longest < stepsPerUnit {
		t.Errorf("the longest run was %d of %d steps: charges stand closer than they need, or the test does not reach", longest, stepsPerUnit)
	}
}

// bodyGen writes random structured code with long straight parts.
type bodyGen struct {
	rng  *rand.Rand
	code []byte
	open int // blocks around
}

func (g *bodyGen) block(depth int) {
	for range 1 + g.rng.IntN(6) {
		switch n := g.rng.IntN(10); {
		case n < 4 || depth > 5:
			for range g.rng.IntN(150) {
				g.code = append(g.code, 0x01)
			}
		case n < 7:
			op := []byte{opBlock, opLoop, opIf}[g.rng.IntN(3)]
			g.code = append(g.code, op, blockEmpty)
			g.open++
			g.block(depth + 1)
			if op == opIf && g.rng.IntN(2) == 0 {
				g.code = append(g.code, opElse)
				g.block(depth + 1)
			}
			g.open--
			g.code = append(g.code, opEnd)
		case n < 9: // br_if, br
			g.code = append(g.code, []byte{0x0d, 0x0d, opBr}[g.rng.IntN(3)], byte(g.rng.IntN(g.open+1)))
		case n == 9 && g.rng.IntN(3) == 0:
			g.code = append(g.code, 0x0e, 2, byte(g.rng.IntN(g.open+1)), byte(g.rng.IntN(g.open+1)), byte(g.rng.IntN(g.open+1)))
		}
	}
}

// walk takes a random path and gives the greatest number of steps between two
// charges on it. The entry counts as one.
func walk(code []byte, pos int, charges map[int]bool, rng *rand.Rand) (longest int) {
	type open struct {
		op    byte
		start int
	}
	nest := []open{{opBlock, 0}}
	run := 0
	for range 4000 {
		if charges[pos] {
			run = 0
		}
		op := code[pos]
		at := pos
		pos++
		if weight(op) > 0 {
			run += weight(op)
			longest = max(longest, run)
		}
		branch := func(label int) {
			f := nest[len(nest)-1-label]
			nest = nest[:len(nest)-1-label]
			if f.op == opLoop {
				pos = f.start + 2 // behind the loop's type, where its charge is
				nest = append(nest, f)
			} else if len(nest) > 0 {
				pos = after(code, f.start)
			}
		}
		switch op {
		case opBlock, opLoop:
			pos++
			nest = append(nest, open{op, at})
		case opIf:
			pos++
			nest = append(nest, open{op, at})
			if rng.IntN(2) == 0 { // the condition does not hold
				if e := elseOf(code, at); e > 0 {
					pos = e + 1
				} else {
					pos, nest = after(code, at), nest[:len(nest)-1]
				}
			}
		case opElse: // the first half is over
			pos = after(code, nest[len(nest)-1].start)
			nest = nest[:len(nest)-1]
		case opEnd:
			nest = nest[:len(nest)-1]
		case opBr:
			branch(int(code[at+1]))
		case 0x0d:
			pos++
			if rng.IntN(2) == 0 {
				branch(int(code[at+1]))
			}
		case 0x0e:
			branch(int(code[at+2+rng.IntN(3)]))
		}
		if len(nest) == 0 {
			return longest
		}
	}
	return longest
}

// after gives the position behind the end of the block that starts at pos.
func after(code []byte, pos int) int {
	end, _ := match(code, pos)
	return end + 1
}

func elseOf(code []byte, pos int) int {
	_, e := match(code, pos)
	return e
}

func match(code []byte, pos int) (end, elseAt int) {
	depth := 0
	for {
		switch op := code[pos]; op {
		case opBlock, opLoop, opIf:
			depth++
			pos++
		case opElse:
			if depth == 1 {
				elseAt = pos
			}
		case opEnd:
			if depth--; depth == 0 {
				return pos, elseAt
			}
		case opBr, 0x0d:
			pos++
		case 0x0e:
			pos += 4
		}
		pos++
	}
}

func TestWeights(t *testing.T) {
	straight := func(op byte, n int) int {
		code := []byte{0}
		for range n {
			code = append(code, op)
		}
		s, err := (&module{}).scan(body{code: append(code, opEnd)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return len(s.edits)
	}
	for _, c := range []struct {
		op   byte
		n    int
		want int
	}{{0x01, stepsPerUnit, 0}, {0x01, stepsPerUnit + 1, 1}, {0x01, 10 * stepsPerUnit, 9}, {0x6d, 10 * stepsPerUnit, 79}, {0x9f, 10 * stepsPerUnit, 39}} {
		if got := straight(c.op, c.n); got != c.want {
			t.Errorf("%d times %#x: %d charges, want %d", c.n, c.op, got, c.want)
		}
	}
}

// A loop's head starts a new stretch: what came before it does not count.
func TestLoopHeadIsACharge(t *testing.T) {
	nops := make([]byte, stepsPerUnit)
	for i := range nops {
		nops[i] = 0x01
	}
	code := slices.Concat([]byte{0}, nops, []byte{opLoop, blockEmpty}, nops, []byte{opEnd, opEnd})
	s, err := (&module{}).scan(body{code: code}, nil)
	if err != nil || len(s.edits) != 1 || s.edits[0].pos != 1+len(nops)+2 {
		t.Errorf("%v, charges %v", err, s.edits)
	}
}
