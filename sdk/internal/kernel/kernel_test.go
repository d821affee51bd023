package kernel

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// fake is the kernel in memory. Like the real one it refuses words that lie
// outside a block.
type fake struct {
	t              *testing.T
	input          []byte
	memory         []byte
	room           uint64
	output         []byte
	failure, lines string
	set            bool
}

func (f *fake) InputLength() uint64 { return uint64(len(f.input)) }
func (f *fake) InputWord(at uint64) uint64 {
	return binary.LittleEndian.Uint64(f.input[at : at+8])
}
func (f *fake) InputByte(at uint64) uint8 { return f.input[at] }
func (f *fake) Alloc(n uint64) uint64 {
	if n == 0 {
		f.t.Error("a block of no bytes was asked for")
	}
	if n > f.room {
		return 0
	}
	at := uint64(len(f.memory)) + 8 // the kernel never gives offset 0
	f.memory = append(f.memory, make([]byte, 8+n)...)
	return at
}
func (f *fake) StoreWord(at, word uint64)    { binary.LittleEndian.PutUint64(f.memory[at:at+8], word) }
func (f *fake) StoreByte(at uint64, b uint8) { f.memory[at] = b }
func (f *fake) OutputSet(at, n uint64)       { f.output, f.set = f.memory[at:at+n], true }
func (f *fake) ErrorSet(at uint64)           { f.failure = string(f.memory[at:]) }
func (f *fake) LogInfo(at uint64)            { f.lines += string(f.memory[at:]) }

// Words and the bytes behind them must join without a gap, whatever the length.
func TestBytesPassUnchanged(t *testing.T) {
	for n := range 70 {
		want := make([]byte, n)
		for i := range want {
			want[i] = byte(3*i + n + 1)
		}
		f := &fake{t: t, input: want, room: 1 << 20}
		got := Input(f)
		if !bytes.Equal(got, want) {
			t.Fatalf("%d bytes in: %x, want %x", n, got, want)
		}
		if !Output(f, got) || !f.set || !bytes.Equal(f.output, want) {
			t.Fatalf("%d bytes out: %x, want %x", n, f.output, want)
		}
	}
}

func TestNoRoom(t *testing.T) {
	f := &fake{t: t, room: 4}
	if Output(f, []byte("12345")) || f.set {
		t.Error("output without room")
	}
	Fail(f, "why")
	Log(f, "line")
	Fail(f, "too long a reason")
	if f.failure != "why" || f.lines != "line" {
		t.Errorf("failure %q, log %q", f.failure, f.lines)
	}
}
