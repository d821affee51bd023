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
	"io"

	"github.com/wslite/wslite/sdk/abi"
)

// Options says where a call's bytes go.
type Options struct {
	// Output is the path that the user named for the result's bytes: a file, or
	// a directory that exists or ends in a separator. "" keeps them for the
	// answer.
	Output string
	// Force allows Output to replace a file.
	Force bool
	// TempDir is for what outgrows memory; "" is the system's.
	TempDir string
	// Progress, where set, hears how far a transfer is. total is -1 where it is
	// not known. It is called from the transfer's goroutine.
	Progress func(name string, done, total int64)
}

// Store is the bytes of one call. It may be used by many goroutines.
type Store struct{ o Options }

// New makes a store. Close it.
func New(o Options) *Store { return &Store{o: o} }

// OpenFile opens a local file to send. The error is a USAGE fault that names
// the argument's path: missing, a directory, no regular file, not readable.
func (s *Store) OpenFile(path string) (*Blob, error) { return nil, nil }

// Create takes in what a service sends. The name is the service's and untrusted.
func (s *Store) Create(name, mimeType string) (*Writer, error) { return nil, nil }

// Get finds a blob by its name within the call ("b1").
func (s *Store) Get(id string) (*Blob, bool) { return nil, false }

// ToFile says that an output path was given.
func (s *Store) ToFile() bool { return s.o.Output != "" }

// Close removes everything that was not put in place.
func (s *Store) Close() error { return nil }

// Writer takes bytes in. It must be committed or aborted.
type Writer struct{}

func (w *Writer) Write(p []byte) (int, error) { return 0, nil }

// Restart forgets what was written, for a download that begins again.
func (w *Writer) Restart() error { return nil }

// Commit ends the content.
func (w *Writer) Commit() (*Blob, error) { return nil, nil }

// Abort drops it.
func (w *Writer) Abort() {}

// Blob is content that the host holds.
type Blob struct{}

// Facts is what a plugin may know.
func (b *Blob) Facts() abi.Blob { return abi.Blob{} }

// File is what a plugin may know of a local file that an argument names.
func (b *Blob) File(arg string) abi.File { return abi.File{} }

// MD5 is the checksum of what came in, in hexadecimal; "" for a local file.
func (b *Blob) MD5() string { return "" }

// Open gives an independent reader.
func (b *Blob) Open() (io.ReadSeekCloser, error) { return nil, nil }

// Text decodes text to UTF-8 (by BOM or stated charset), cut to maxUnits UTF-16
// units between characters; 0 does not cut.
func (b *Blob) Text(maxUnits int) (string, error) { return "", nil }

// Place puts the content at the output path and tells where it is now. The
// error is a *fault.Error: CONFLICT where a file is there and Force is not set.
func (b *Blob) Place() (path string, err error) { return "", nil }
