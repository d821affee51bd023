package sandbox

import (
	"bytes"

	"github.com/wslite/wslite/host/fault"
)

// snapshot is the state that every call starts from. It is the same for all
// instances of a module, since initialisation is deterministic.
type snapshot struct {
	size    uint32 // bytes of memory
	pages   [][]byte
	globals []uint64
}

// pageSize is the unit in which memory is compared and set back.
const pageSize = 4096

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

// restore sets an instance back to the snapshot. A call changes some 50 pages
// of 800, and to compare a page costs less than to write it.
func (s *snapshot) restore(in *instance) {
	memory, _ := in.mem.Read(0, s.size)
	for i, page := range s.pages {
		if now := memory[i*pageSize : (i+1)*pageSize]; !bytes.Equal(now, page) {
			copy(now, page)
		}
	}
	for i, g := range in.state {
		g.Set(s.globals[i])
	}
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
	s.restore(in)
	return nil
}
