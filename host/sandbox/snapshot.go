package sandbox

import (
	"bytes"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox/internal/linear"
)

// snapshot is the state that every call starts from. It is the same for all
// instances of a module, since initialisation is deterministic.
type snapshot struct {
	size    uint32 // bytes of memory
	pages   [][]byte
	globals []uint64

	image *linear.Image // of pages; nil where they are copies of our own
}

// pageSize is the unit in which memory is compared and set back.
const pageSize = linear.Page

// take copies an instance's state. Memory and mutable globals are all of it:
// package wasm refuses what would change a table or drop a segment. With share the
// copy is an image, if the system has them: making it takes a millisecond, which a
// command would lose and a server wins back in ten calls.
func take(in *instance, share bool) *snapshot {
	s := &snapshot{size: in.mem.Size()}
	memory, _ := in.mem.Read(0, s.size)
	if share {
		s.image, _ = linear.NewImage(memory) // without one all pages are compared, as ever
	}
	if s.image != nil {
		for all := s.image.Content(); len(all) > 0; all = all[pageSize:] {
			s.pages = append(s.pages, all[:pageSize])
		}
	} else {
		s.pages = copied(memory)
	}
	for _, g := range in.state {
		s.globals = append(s.globals, g.Get())
	}
	return s
}

// copied takes memory apart. A large part of a Go heap is untouched; it takes no
// room here.
func copied(memory []byte) (pages [][]byte) {
	zero := make([]byte, pageSize)
	for ; len(memory) > 0; memory = memory[pageSize:] {
		page := zero
		if now := memory[:pageSize]; !bytes.Equal(now, zero) {
			page = bytes.Clone(now)
		}
		pages = append(pages, page)
	}
	return pages
}

// fits says whether restore can do its work: memory can't shrink.
func (s *snapshot) fits(in *instance) bool { return in.mem.Size() == s.size }

// restore sets an instance back to the snapshot.
func (s *snapshot) restore(in *instance) {
	memory, _ := in.mem.Read(0, s.size)
	if !s.restoreShared(in, memory) {
		for i := range s.pages {
			s.restorePage(memory, i)
		}
	}
	for i, g := range in.state {
		g.Set(s.globals[i])
	}
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

// share puts the image, if there is one, in the place of an instance's memory. Where
// it says false the instance must not be used any more.
func (s *snapshot) share(in *instance) bool {
	if s.image == nil {
		return true
	}
	memory, _ := in.mem.Read(0, s.size)
	shared, lost, err := s.image.Share(in.memories, memory)
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
	if !s.share(in) {
		return fault.New(fault.PluginLimit, "there is no memory for another instance of it")
	}
	s.restore(in)
	return nil
}

// close gives the image back. No instance may be left.
func (s *snapshot) close() {
	if s.image != nil {
		_ = s.image.Close() // nothing is in its files that could be lost
	}
}
