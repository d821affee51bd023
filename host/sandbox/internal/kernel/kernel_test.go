package kernel

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"pgregory.net/rapid"
)

func newKernel() *Kernel { return New(Limits{Memory: 1 << 20, Output: 1 << 10}) }

func alloc(t interface{ Fatal(...any) }, k *Kernel, n uint64) uint64 {
	at, err := k.Alloc(n)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func wantCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if fault.CodeOf(err) != code {
		t.Errorf("got %v, want code %s", err, code)
	}
}

func TestInputIsCopiedAndReadByWords(t *testing.T) {
	k, in := newKernel(), []byte("0123456789")
	if err := k.Reset(in); err != nil {
		t.Fatal(err)
	}
	at, n := k.Input()
	if n != 10 || k.Length(at) != 10 || k.Text(at) != "0123456789" {
		t.Fatalf("input of %d bytes at %d", n, at)
	}
	if w := k.InputLoad64(0); w != 0x3736353433323130 {
		t.Errorf("first word %#x", w)
	}
	if w := k.InputLoad64(8); w != 0x3938 {
		t.Errorf("a word beyond the end must be filled with 0: %#x", w)
	}
	if k.InputLoad8(9) != '9' || k.InputLoad8(10) != 0 || k.InputLoad64(10) != 0 || k.InputLoad64(math.MaxUint64) != 0 {
		t.Error("bytes at the end of the input are wrong")
	}
	if err := k.Store8(at, 'x'); err != nil || in[0] != '0' {
		t.Errorf("the guest wrote into the host's input: %v", err)
	}
}

func TestOutput(t *testing.T) {
	k := newKernel()
	at := alloc(t, k, 9)
	for _, err := range []error{k.Store64(at, 0x6867666564636261), k.Store8(at+8, 'i'), k.SetOutput(at, 9)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	k.Free(at) // some PDKs free the block that they have named
	if got, err := k.Output(); err != nil || string(got) != "abcdefghi" {
		t.Errorf("%q, %v", got, err)
	}
	if w, err := k.Load64(at); err != nil || w != 0x6867666564636261 {
		t.Errorf("%#x, %v", w, err)
	}
	if err := k.SetOutput(0, 0); err != nil {
		t.Error("an empty output is refused")
	}
	if got, err := k.Output(); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
}

// Lies about addresses and lengths are what a hostile guest is made of.
func TestNothingOutsideOfABlock(t *testing.T) {
	k := newKernel()
	a, b := alloc(t, k, 16), alloc(t, k, 16)
	if b != a+16 {
		t.Fatal("the test wants neighbours")
	}
	for _, at := range []uint64{0, 1, start - 1, a + 9, b + 9, b + 16, math.MaxUint64, math.MaxUint64 - 7} {
		_, err := k.Load64(at)
		wantCode(t, err, fault.PluginFault)
		wantCode(t, k.Store64(at, 1), fault.PluginFault)
	}
	for _, at := range []uint64{0, b + 16, math.MaxUint64} {
		_, err := k.Load8(at)
		wantCode(t, err, fault.PluginFault)
		wantCode(t, k.Store8(at, 1), fault.PluginFault)
	}
	wantCode(t, k.SetOutput(a, 17), fault.PluginFault)
	wantCode(t, k.SetOutput(0, 1), fault.PluginFault)
	wantCode(t, k.SetOutput(a, 1<<10+1), fault.PluginLimit)
	wantCode(t, k.SetOutput(a, math.MaxUint64), fault.PluginLimit)
	k.SetError(12345)
	if msg, set := k.Error(); msg != "" || !set {
		t.Errorf("error %q, %v", msg, set)
	}
	if k.Length(a+1) != 0 || k.Length(math.MaxUint64) != 0 {
		t.Error("a length for an address that is no block's start")
	}
}

func TestMemoryLimit(t *testing.T) {
	k := newKernel()
	for _, n := range []uint64{1<<20 - overhead + 1, 1 << 40, math.MaxUint64, math.MaxUint64 - 15} {
		_, err := k.Alloc(n)
		wantCode(t, err, fault.PluginLimit)
	}
	big := alloc(t, k, 1<<20-overhead)
	_, err := k.Alloc(1)
	wantCode(t, err, fault.PluginLimit)
	k.Free(big)
	alloc(t, k, 1<<20-overhead)
	wantCode(t, k.Reset(make([]byte, 1<<20)), fault.PluginLimit)
	// Many small blocks count with what they cost the host.
	k = newKernel()
	n := 0
	for ; err == nil || n == 0; n++ {
		_, err = k.Alloc(1)
	}
	if n > 1<<20/overhead+1 {
		t.Errorf("%d blocks of one byte fit", n)
	}
}

func TestResetLeavesNothing(t *testing.T) {
	k := newKernel()
	secret := alloc(t, k, 100)
	for i := range uint64(100) {
		if err := k.Store8(secret+i, 0xaa); err != nil {
			t.Fatal(err)
		}
	}
	k.SetError(secret)
	if err := k.SetOutput(secret, 100); err != nil {
		t.Fatal(err)
	}
	if err := k.Reset(nil); err != nil {
		t.Fatal(err)
	}
	if out, _ := k.Output(); len(out) > 0 {
		t.Errorf("output %x", out)
	}
	if _, set := k.Error(); set {
		t.Error("the error is still set")
	}
	if _, n := k.Input(); n != 0 {
		t.Error("the input is still set")
	}
	again := alloc(t, k, 100)
	if again != secret {
		t.Error("addresses differ after a reset, so a call depends on the one before")
	}
	if i := bytes.IndexByte([]byte(k.Text(again)), 0xaa); i >= 0 {
		t.Errorf("byte %d of a new block is old", i)
	}
}

func TestFreedBlocksAreGone(t *testing.T) {
	k := newKernel()
	a, b, c := alloc(t, k, 8), alloc(t, k, 8), alloc(t, k, 8)
	k.Free(b)
	k.Free(b) // twice
	k.Free(a + 1)
	k.Free(0)
	_, err := k.Load8(b)
	wantCode(t, err, fault.PluginFault)
	if _, err := k.Load8(a); err != nil {
		t.Error(err)
	}
	k.Free(c)
	if next := alloc(t, k, 8); next != b {
		t.Errorf("the end is not used again: %d, want %d", next, b)
	}
}

// Against a model: any sequence of calls keeps live blocks apart and intact.
func TestBlocksAgreeWithAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, model := newKernel(), map[uint64][]byte{}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "op") {
			case 0:
				n := rapid.Uint64Range(1, 100).Draw(t, "n")
				at := alloc(t, k, n)
				if model[at] != nil {
					t.Fatalf("block %d was given out twice", at)
				}
				model[at] = make([]byte, n)
			case 1:
				if live := slices.Sorted(maps.Keys(model)); len(live) > 0 {
					at := rapid.SampledFrom(live).Draw(t, "free")
					k.Free(at)
					delete(model, at)
				}
			default:
				at := rapid.Uint64Range(start, start+2000).Draw(t, "at")
				v := rapid.Byte().Draw(t, "v")
				err := k.Store8(at, v)
				inside := false
				for a, data := range model {
					if at >= a && at < a+uint64(len(data)) {
						data[at-a], inside = v, true
					}
				}
				if inside != (err == nil) {
					t.Fatalf("store at %d: inside a block %v, error %v", at, inside, err)
				}
			}
		}
		for at, data := range model {
			if k.Text(at) != string(data) {
				t.Fatalf("block %d changed", at)
			}
		}
	})
}
