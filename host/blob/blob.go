// Package blob holds the bytes of one call: the local files that it names, and
// what a service sent back. A plugin sees a blob's name and facts, never its
// bytes.
//
// It owns opening files to send (regular files only, held open so that a swap
// of the path changes nothing), keeping what comes in (in memory while small,
// then in a file that only the user can read, or beside its destination where
// one is known), and putting it in place (safe names, nothing overwritten
// unasked, ".part" first, then a rename). It sends nothing and decides nothing
// about who may have what.
//
// Start reading at Store.
package blob

import (
	"fmt"
	"os"
	"sync"

	"github.com/wslite/wslite/host/fault"
)

// Bounds of one call's bytes.
const (
	// inMemory is the largest content, in bytes, that stays in memory, and
	// allInMemory what all of them together may take.
	inMemory    = 8 << 20
	allInMemory = 64 << 20
	// maxKept is how many bytes a call may keep that do not go to a file, on disk
	// and in memory together: twenty mails with all that a mail can hold.
	maxKept = 512 << 20
	// maxBlobs is how many one call may hold: mails in one page have a few
	// parts each.
	maxBlobs = 2000
)

// Options says where a call's bytes go.
type Options struct {
	// Output is the path that the user named for the result's bytes: a file, or
	// a directory that exists or ends in a separator. "" keeps them for the
	// answer.
	Output string
	// Force allows Output to replace a file.
	Force bool
	// NoFiles refuses local files: whoever calls may not name any.
	NoFiles bool
	// Roots, where NoFiles is set, are directories whose files may be named all
	// the same, absolute. A path counts by where the file really is.
	Roots []string
	// TempDir is for what outgrows memory; "" is the system's.
	TempDir string
	// Progress, where set, hears how far a transfer is. total is -1 where it is
	// not known. It is called from the transfer's goroutine, so from several at
	// once where several transfers run.
	Progress func(name string, done, total int64)
}

// Store is the bytes of one call. It may be used by many goroutines.
type Store struct {
	o Options

	mu     sync.Mutex
	blobs  map[string]*Blob
	count  int
	memory int64 // bytes of contents that are in memory
	kept   int64 // bytes of contents that came in
	closed bool
	// open are the files that Close closes, and whether it removes them: what
	// comes in beside its destination, until it is in place.
	open map[*os.File]bool
	// placed are the paths that this call has filled, folded in case, since
	// some file systems don't tell A from a.
	placed map[string]bool
}

// New makes a store. Close it.
func New(o Options) *Store {
	return &Store{o: o, blobs: map[string]*Blob{}, open: map[*os.File]bool{}, placed: map[string]bool{}}
}

// Get finds a blob by its name within the call ("b1").
func (s *Store) Get(id string) (*Blob, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.blobs[id]
	return b, ok
}

// ToFile says that an output path was given.
func (s *Store) ToFile() bool { return s.o.Output != "" }

// Progress tells the user how far a transfer is, both in bytes; total is -1
// where it is not known.
func (s *Store) Progress(name string, done, total int64) {
	if s.o.Progress != nil {
		s.o.Progress(name, done, total)
	}
}

// Close removes everything that was not put in place. Transfers that still run
// end with an error.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	var first error
	for f, remove := range s.open {
		f.Close()
		if remove {
			if err := os.Remove(f.Name()); err != nil && !os.IsNotExist(err) && first == nil {
				first = fault.Wrap(err, fault.Client, "%q could not be removed", f.Name()).WithHint("remove it yourself")
			}
		}
	}
	clear(s.open)
	clear(s.blobs)
	return first
}

// add takes a finished blob in and names it.
func (s *Store) add(b *Blob) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errClosed()
	case s.count >= maxBlobs:
		return fault.New(fault.LimitExceeded, "one call can hold %d files and contents at most", maxBlobs).WithHint("use several calls")
	}
	s.count++
	b.store, b.id = s, fmt.Sprintf("b%d", s.count)
	s.blobs[b.id] = b
	return nil
}

// hold has Close take care of a file; it refuses after Close.
func (s *Store) hold(f *os.File, remove bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed()
	}
	s.open[f] = remove
	return nil
}

// drop closes a file, and removes it where Close would have.
func (s *Store) drop(f *os.File) {
	s.mu.Lock()
	remove, held := s.open[f]
	delete(s.open, f)
	s.mu.Unlock()
	if !held {
		return // Close was here
	}
	f.Close()
	if remove {
		os.Remove(f.Name())
	}
}

// take reserves memory for n bytes; false means that there is none.
func (s *Store) take(n int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.memory+n > allInMemory {
		return false
	}
	s.memory += n
	return true
}

// keep counts n bytes that came in; below 0 they are gone again. It refuses what
// would fill the disk.
func (s *Store) keep(n int64) error {
	if s.ToFile() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept+n > maxKept {
		return fault.New(fault.LimitExceeded, "one call keeps %d MB of content at most", maxKept>>20).
			WithHint("use several calls, or save it to a file with --output")
	}
	s.kept += n
	return nil
}

func (s *Store) give(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.memory -= n
}

func errClosed() error { return fault.New(fault.Interrupted, "the call has ended") }
