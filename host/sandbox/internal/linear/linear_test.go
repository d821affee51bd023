package linear

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/tetratelabs/wazero/experimental"
)

const page = 64 << 10

func memories(t *testing.T, most uint64) map[string]experimental.LinearMemory {
	t.Helper()
	all := map[string]experimental.LinearMemory{"plain": &plain{most: most}, "default": Allocator{}.Allocate(0, most)}
	for _, m := range all {
		t.Cleanup(m.Free)
	}
	return all
}

func TestGrowingKeepsTheBytesAndClearsTheNew(t *testing.T) {
	for name, m := range memories(t, 64*page) {
		b := m.Reallocate(page)
		for i := range b {
			b[i] = 7
		}
		for _, pages := range []uint64{2, 3, 17, 64} {
			b = m.Reallocate(pages * page)
			if len(b) != int(pages*page) {
				t.Fatalf("%s: %d bytes for %d pages", name, len(b), pages)
			}
			if !bytes.Equal(b[:page], bytes.Repeat([]byte{7}, page)) {
				t.Errorf("%s: the first page changed when it grew to %d", name, pages)
			}
			if bytes.IndexFunc(b[page:], func(r rune) bool { return r != 0 }) >= 0 {
				t.Errorf("%s: new memory is not zero at %d pages", name, pages)
			}
		}
	}
}

func TestNoGrowthBeyondTheMaximum(t *testing.T) {
	for name, m := range memories(t, 3*page) {
		if b := m.Reallocate(4 * page); b != nil {
			t.Errorf("%s: grew to %d bytes", name, len(b))
		}
		if b := m.Reallocate(3 * page); len(b) != 3*page {
			t.Errorf("%s: did not reach its maximum after a refused growth", name)
		}
	}
}

func TestGrowingDoesNotMove(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("only where the system has mmap")
	}
	m := Allocator{}.Allocate(0, 1024*page)
	defer m.Free()
	before := &m.Reallocate(page)[0]
	if after := &m.Reallocate(1024 * page)[0]; after != before {
		t.Error("the memory was copied")
	}
}

func TestEmptyMemory(t *testing.T) {
	for name, m := range memories(t, 0) {
		if b := m.Reallocate(0); len(b) != 0 {
			t.Errorf("%s: %d bytes", name, len(b))
		}
	}
}
