//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package linear

import (
	"os"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// reserved is address space of which the first len(committed) bytes can be
// used.
type reserved struct {
	all       []byte
	committed int
}

// reserve takes address space that costs no memory until it is committed.
func reserve(most uint64) (experimental.LinearMemory, bool) {
	size := pages(most)
	if size == 0 || uint64(int(size)) != size {
		return nil, false
	}
	all, err := unix.Mmap(-1, 0, int(size), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, false
	}
	return &reserved{all: all}, true
}

// pages rounds up to whole pages of the system.
func pages(n uint64) uint64 {
	page := uint64(os.Getpagesize())
	return (n + page - 1) / page * page
}

// Reallocate commits what is missing up to size; nil means that the system
// has no memory. The address never changes.
func (r *reserved) Reallocate(size uint64) []byte {
	want := pages(size)
	if want > uint64(len(r.all)) {
		return nil
	}
	if more := int(want) - r.committed; more > 0 {
		if err := unix.Mprotect(r.all[r.committed:r.committed+more], unix.PROT_READ|unix.PROT_WRITE); err != nil {
			return nil
		}
		r.committed += more
	}
	return r.all[:size:r.committed]
}

// Free gives the address space back. wazero calls it once, when the instance
// is closed; nothing may touch the memory afterwards.
func (r *reserved) Free() {
	if r.all != nil {
		_ = unix.Munmap(r.all) // fails only for an address that is not ours
		r.all, r.committed = nil, 0
	}
}
