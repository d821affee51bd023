// Package linear gives wazero the memory behind a guest's linear memory.
//
// It reserves the address space of the maximum at once and commits pages as
// the guest grows, so growing copies nothing: with Go's own slices a plugin's
// first call spends most of its time copying. Where the system has no mmap,
// or refuses the reservation, memory is a plain slice.
//
// The package never looks at what the memory holds. Start reading at
// Allocator.
package linear

import "github.com/tetratelabs/wazero/experimental"

// Allocator implements experimental.MemoryAllocator. The zero value is ready;
// any number of goroutines may use it.
type Allocator struct{}

// Allocate gives a memory that can grow to most bytes.
func (Allocator) Allocate(_, most uint64) experimental.LinearMemory {
	if m, ok := reserve(most); ok {
		return m
	}
	return &plain{most: most}
}

// plain is a memory that is copied when it outgrows its capacity.
type plain struct {
	most uint64
	buf  []byte
}

// Reallocate changes the size; nil means that it can't.
func (p *plain) Reallocate(size uint64) []byte {
	if size > p.most {
		return nil
	}
	if size > uint64(cap(p.buf)) {
		grown := make([]byte, size, min(p.most, max(size, 2*uint64(cap(p.buf)))))
		copy(grown, p.buf)
		p.buf = grown
	}
	p.buf = p.buf[:size]
	return p.buf
}

// Free lets the memory go.
func (p *plain) Free() { p.buf = nil }
