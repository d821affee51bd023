package wasm

import (
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
)

// reader walks a slice of the module. The first failure sticks: from then on
// every method gives zero values, so a loop needs to look at err only once per
// round.
type reader struct {
	b    []byte
	pos  int
	base int // where b starts in the module, for messages
	err  error
}

// refuse is the one way in which this package says no.
func refuse(format string, args ...any) error {
	return fault.New(fault.PluginRefused, "module refused: "+format, args...)
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *reader) malformed(what string) {
	r.fail(refuse("malformed, %s at byte %d", what, r.base+r.pos))
}

func (r *reader) left() int { return len(r.b) - r.pos }

// more says whether a loop over the rest may go on.
func (r *reader) more() bool { return r.err == nil && r.pos < len(r.b) }

func (r *reader) byte() byte {
	if r.err != nil {
		return 0
	}
	if r.pos >= len(r.b) {
		r.malformed("unexpected end")
		return 0
	}
	c := r.b[r.pos]
	r.pos++
	return c
}

// bytes gives the next n bytes without copying them.
func (r *reader) bytes(n uint32) []byte {
	if r.err != nil {
		return nil
	}
	if uint64(n) > uint64(r.left()) {
		r.malformed("a length that reaches beyond the end")
		return nil
	}
	s := r.b[r.pos : r.pos+int(n)]
	r.pos += int(n)
	return s
}

// sub gives a reader of the next n bytes.
func (r *reader) sub(n uint32) *reader {
	base := r.base + r.pos
	return &reader{b: r.bytes(n), base: base, err: r.err}
}

// unsigned reads LEB128 of at most bits bits. Padding is legal in the format,
// a longer encoding or bits beyond the width are not.
func (r *reader) unsigned(bits uint) uint64 {
	var v uint64
	for shift := uint(0); ; shift += 7 {
		c := r.byte()
		if r.err != nil {
			return 0
		}
		if rest := bits - shift; rest < 7 && c>>rest != 0 {
			r.malformed("an integer that is too large")
			return 0
		}
		v |= uint64(c&0x7f) << shift
		if c&0x80 == 0 {
			return v
		}
	}
}

// signed reads signed LEB128 of at most bits bits; what stands beyond the
// width must repeat the sign.
func (r *reader) signed(bits uint) int64 {
	var v int64
	for shift := uint(0); ; shift += 7 {
		c := r.byte()
		if r.err != nil {
			return 0
		}
		if rest := bits - shift; rest < 7 {
			// The last byte: no continuation, and from the sign bit up all
			// bits alike.
			if sign := int8(c<<1) >> 1 >> (rest - 1); c&0x80 != 0 || sign != 0 && sign != -1 {
				r.malformed("an integer that is too large")
				return 0
			}
		}
		v |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			if s := shift + 7; s < 64 {
				v = v << (64 - s) >> (64 - s)
			}
			return v
		}
	}
}

func (r *reader) u32() uint32 { return uint32(r.unsigned(32)) }

// count reads the length of a vector. Each element takes a byte at least, so
// a count beyond what is left is a lie.
func (r *reader) count(what string, limit uint32) uint32 {
	n := r.u32()
	if r.err != nil {
		return 0
	}
	if n > limit {
		r.fail(refuse("%d %s, the limit is %d", n, what, limit))
		return 0
	}
	if uint64(n) > uint64(r.left()) {
		r.malformed("more " + what + " announced than present")
		return 0
	}
	return n
}

// index reads an index that must be below n. This check is more than
// tidiness: instrumenting appends functions, types and globals, and an index
// beyond the module's own would reach them.
func (r *reader) index(what string, n int) uint32 {
	v := r.u32()
	if r.err == nil && uint64(v) >= uint64(n) {
		r.malformed("a " + what + " index out of range")
		return 0
	}
	return v
}

func (r *reader) name() string {
	n := r.u32()
	if r.err == nil && n > maxName {
		r.fail(refuse("a name of %d bytes, the limit is %d", n, maxName))
	}
	s := r.bytes(n)
	if r.err == nil && !utf8.Valid(s) {
		r.malformed("a name that is not UTF-8")
		return ""
	}
	return string(s)
}

// done demands that nothing is left over.
func (r *reader) done(what string) error {
	if r.err == nil && r.pos != len(r.b) {
		r.malformed("extra bytes in the " + what)
	}
	return r.err
}
