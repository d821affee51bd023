package sandbox

import (
	"bytes"
	"sync"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox/internal/linear"
)

// snapshot is the state that every call starts from. It is the same for all
// instances of a module, since initialisation is deterministic.
type snapshot struct {
	size    uint32 // bytes of memory
	pages   [][]byte
	globals []uint64

	mu    sync.Mutex
	tried bool          // whether the system can make an image
	image *linear.Image // of pages; nil until it is worth it, and where there is none
}

// pageSize is the unit in which memory is compared and set back.
const pageSize = linear.Page

// shareAfter is how many calls an instance takes before it shares its memory with
// the others. Making the image takes a millisecond, which a command would lose; a
// server wins it back in ten calls.
const shareAfter = 8

// take copies an instance's state. Memory and mutable globals are all of it:
// package wasm refuses what would change a table or drop a segment.
func take(in *instance) *snapshot {
	s := &snapshot{size: in.mem.Size()}
	memory, _ := in.mem.Read(0, s.size)
	zero := make([]byte, pageSize)
	for ; len(memory) > 0; memory = memory[pageSize:] {
		// A large part of a Go heap is untouched; it takes no room here.
		page := zero
		if now := memory[:pageSize]; !bytes.Equal(now, zero) {
			page = bytes.Clone(now)
		}
		s.pages = append(s.pages, page)
	}
	for _, g := range in.state {
		s.globals = append(s.globals, g.Get())
	}
	return s
}

// fits says whether restore can do its work: memory can't shrink.
func (s *snapshot) fits(in *instance) bool { return in.mem.Size() == s.size }

// restore sets an instance back to the snapshot. Where it says false the instance
// must not be used any more.
func (s *snapshot) restore(in *instance) bool {
	memory, _ := in.mem.Read(0, s.size)
	if !s.restoreShared(in, memory) {
		for i := range s.pages {
			s.restorePage(memory, i)
		}
	}
	s.restoreGlobals(in)
	if in.calls++; in.calls == shareAfter {
		return s.share(in, s.imageOf(memory))
	}
	return true
}

// restoreShared does it for the pages that the system says were written to: some
// 30 of 1000.
func (s *snapshot) restoreShared(in *instance, memory []byte) bool {
	if in.shared == nil {
		return false
	}
	changed, err := in.shared.Changed()
	if err != nil {
		return false
	}
	for _, i := range changed {
		s.restorePage(memory, i)
	}
	return true
}

// restorePage compares before it writes, which costs less.
func (s *snapshot) restorePage(memory []byte, i int) {
	if now := memory[i*pageSize : (i+1)*pageSize]; !bytes.Equal(now, s.pages[i]) {
		copy(now, s.pages[i])
	}
}

func (s *snapshot) restoreGlobals(in *instance) {
	for i, g := range in.state {
		g.Set(s.globals[i])
	}
}

// imageOf gives the image; where there is none yet it is made of a memory that was
// set back. nil: the system has none.
func (s *snapshot) imageOf(memory []byte) *linear.Image {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.tried && memory != nil {
		s.tried = true
		s.image, _ = linear.NewImage(memory) // without one all pages are compared, as ever
	}
	return s.image
}

// share puts the image in the place of an instance's memory. false is restore's.
func (s *snapshot) share(in *instance, image *linear.Image) bool {
	if image == nil {
		return true
	}
	memory, _ := in.mem.Read(0, s.size)
	shared, lost, err := image.Share(in.memories, memory)
	if err == nil {
		in.shared = shared
	}
	return !lost
}

// adopt puts a new instance into the snapshot's state, in place of its own
// initialisation.
func (s *snapshot) adopt(in *instance) error {
	const wasmPage = 1 << 16
	if now := in.mem.Size(); now < s.size {
		if _, ok := in.mem.Grow((s.size - now) / wasmPage); !ok {
			return fault.New(fault.PluginLimit, "there is no memory for another instance of it")
		}
	}
	if !s.fits(in) || len(s.globals) != len(in.state) {
		return fault.New(fault.PluginFault, "its instances differ")
	}
	if !s.share(in, s.imageOf(nil)) || !s.restore(in) {
		return fault.New(fault.PluginLimit, "there is no memory for another instance of it")
	}
	return nil
}

// close gives the image back. No instance may be left.
func (s *snapshot) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.image != nil {
		_ = s.image.Close() // nothing is in its files that could be lost
		s.image = nil
	}
}
