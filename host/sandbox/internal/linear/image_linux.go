package linear

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"reflect"
	"unsafe"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// Page is the unit in which Shared tells what was written, in bytes.
const Page = 4096

// Memories is an allocator that knows what it gave, so that an image can be put
// there. The zero value is ready; use one for each instance.
type Memories struct{ given []*reserved }

// Allocate is Allocator's.
func (m *Memories) Allocate(least, most uint64) experimental.LinearMemory {
	memory := Allocator{}.Allocate(least, most)
	if r, ok := memory.(*reserved); ok {
		m.given = append(m.given, r)
	}
	return memory
}

// holding finds the reservation that b is the beginning of.
func (m *Memories) holding(b []byte) *reserved {
	for _, r := range m.given {
		if len(b) > 0 && len(b) <= r.committed && &r.all[0] == &b[0] {
			return r
		}
	}
	return nil
}

// Image is what memories begin with. They share its pages until they write to
// them, and the system knows which those are. Any number of goroutines may use it.
type Image struct {
	file    *os.File // sealed: nobody can write to it
	content []byte   // the same, to read
	table   *os.File // the process's page table, as the system shows it
	size    int
}

// NewImage makes an image of some pages. The error says that the system can't.
func NewImage(content []byte) (*Image, error) {
	if os.Getpagesize() != Page || len(content) == 0 || len(content)%Page != 0 {
		return nil, errors.New("no whole pages")
	}
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("wslite", flags|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3
		fd, err = unix.MemfdCreate("wslite", flags)
	}
	if err != nil {
		return nil, err
	}
	i := &Image{file: os.NewFile(uintptr(fd), "image"), size: len(content)}
	if err := i.write(content); err != nil {
		return nil, errors.Join(err, i.Close())
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL); err != nil {
		return nil, errors.Join(err, i.Close())
	}
	if i.table, err = os.Open("/proc/self/pagemap"); err != nil {
		return nil, errors.Join(err, i.Close())
	}
	if i.content, err = unix.Mmap(fd, 0, i.size, unix.PROT_READ, unix.MAP_SHARED); err != nil {
		return nil, errors.Join(err, i.Close())
	}
	return i, nil
}

// write fills the file. A page of zeros is left out and takes no memory.
func (i *Image) write(content []byte) error {
	if err := i.file.Truncate(int64(i.size)); err != nil {
		return err
	}
	zero := make([]byte, Page)
	for at := 0; at < i.size; at += Page {
		if page := content[at : at+Page]; !bytes.Equal(page, zero) {
			if _, err := i.file.WriteAt(page, int64(at)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Content is what the image holds, to be read until Close.
func (i *Image) Content() []byte { return i.content }

// Close gives the image back. Memories that share it keep what they have, and are
// not to be asked any more.
func (i *Image) Close() error {
	err := i.file.Close()
	if i.table != nil {
		err = errors.Join(err, i.table.Close())
	}
	if i.content != nil {
		err = errors.Join(err, unix.Munmap(i.content))
	}
	return err
}

// Shared is a memory that shares an image. One goroutine at a time may use it.
type Shared struct {
	image   *Image
	at      int64 // where its entries are in the page table
	entries []byte
	changed []int
}

// Share puts the image into the place of memory: all of a memory that m gave, of
// the image's size. The address stays, what was there is gone. After an error the
// memory holds the image, or what it held before; where lost is true it must not be
// used any more.
func (i *Image) Share(m *Memories, memory []byte) (s *Shared, lost bool, err error) {
	if len(memory) != i.size || m.holding(memory) == nil {
		return nil, false, errors.New("this is no memory of the image's size")
	}
	// The range lies in a reservation of ours, so nothing else is replaced.
	_, err = unix.MmapPtr(int(i.file.Fd()), 0, unsafe.Pointer(&memory[0]), uintptr(i.size),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
	if err != nil {
		return nil, true, err
	}
	s = &Shared{
		image: i, at: int64(reflect.ValueOf(memory).Pointer()) / Page * entrySize,
		entries: make([]byte, i.size/Page*entrySize),
	}
	return s, false, s.prove(memory)
}

// prove asks about what is known: nothing was written, then one page. A system that
// told less than all would let one call read what another left.
func (s *Shared) prove(memory []byte) error {
	before, err := s.Changed()
	if err != nil || len(before) > 0 {
		return errors.Join(errUntold, err)
	}
	last := len(memory) - 1
	was := memory[last]
	memory[last] = ^was
	after, err := s.Changed()
	memory[last] = was
	if err != nil || len(after) != 1 || after[0] != last/Page {
		return errors.Join(errUntold, err)
	}
	return nil
}

var errUntold = errors.New("the system does not tell which pages were written to")

// The entries of a page table, as the system shows them: see pagemap in the
// kernel's documentation. A page that is there or swapped and is no file's is the
// memory's own: it was written to.
const (
	entrySize    = 8
	entryPresent = 1 << 63
	entrySwapped = 1 << 62
	entryOfFile  = 1 << 61
)

// Changed gives the pages that were ever written to since Share, in order. All
// others are the image's. The slice is good until the next call.
func (s *Shared) Changed() ([]int, error) {
	if _, err := s.image.table.ReadAt(s.entries, s.at); err != nil { // also for less than all
		return nil, err
	}
	s.changed = s.changed[:0]
	for p := range s.image.size / Page {
		e := binary.NativeEndian.Uint64(s.entries[p*entrySize:])
		if e&(entryPresent|entrySwapped) != 0 && e&entryOfFile == 0 {
			s.changed = append(s.changed, p)
		}
	}
	return s.changed, nil
}
