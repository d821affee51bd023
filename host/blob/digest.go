package blob

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/wslite/wslite/host/fault"
)

// block is how many bytes of a local file are compared at once, and so how many
// a reader holds. A file of 5 GB has 20 000 sums of 32 bytes then.
const block = 256 << 10

// sums bind the bytes of a local file: of all, and of each block.
type sums struct {
	all    string
	blocks [][sha256.Size]byte
}

// SHA256 is the content's checksum in hexadecimal. A local file is read for it
// once, the first time that somebody asks; from then on every reader of it
// gives those very bytes or an error, however the file changes meanwhile, so
// that what an approval or a key was bound to is what leaves.
//
// Size and time of the file could not tell that: both can be set. A private copy
// could, at the price of the file's size on the disk; so the blocks' sums are
// kept instead, and each block is compared before any byte of it is given out.
//
// Any number of goroutines may ask; they wait for the one that reads. The error
// is a *fault.Error: CONFLICT for a file that changed since it was opened.
func (b *Blob) SHA256() (string, error) {
	if !b.local {
		return b.sha256, nil
	}
	b.summing.Lock()
	defer b.summing.Unlock()
	if s := b.sums.Load(); s != nil {
		return s.all, nil
	}
	if err := b.unchanged(); err != nil {
		return "", err
	}
	s, err := sum(b.file, b.size)
	if err != nil {
		return "", b.changed(err)
	}
	// What was read while somebody wrote is neither the old content nor the new.
	if err := b.unchanged(); err != nil {
		return "", err
	}
	b.sums.Store(s)
	return s.all, nil
}

func sum(file io.ReaderAt, size int64) (*sums, error) {
	s, whole, buf := &sums{}, sha256.New(), make([]byte, min(block, size))
	for at := int64(0); at < size; at += block {
		buf = buf[:min(block, size-at)]
		if err := fill(file, buf, at); err != nil {
			return nil, err
		}
		whole.Write(buf)
		s.blocks = append(s.blocks, sha256.Sum256(buf))
	}
	s.all = hex.EncodeToString(whole.Sum(nil))
	return s, nil
}

// fill reads a whole buffer from a place on.
func fill(file io.ReaderAt, buf []byte, at int64) error {
	n, err := file.ReadAt(buf, at)
	switch {
	case n == len(buf):
		return nil
	case err == nil || err == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return err
}

// unchanged looks whether the file can be read, and a local one stands as it was
// opened.
func (b *Blob) unchanged() error {
	info, err := b.file.Stat()
	if err != nil {
		return fault.Wrap(err, fault.Client, "%q can't be read any more", b.name)
	}
	if b.local && (info.Size() != b.size || !info.ModTime().Equal(b.modified)) {
		return b.changed(nil)
	}
	return nil
}

func (b *Blob) changed(cause error) error {
	if cause != nil && cause != io.ErrUnexpectedEOF {
		return fault.Wrap(cause, fault.Client, "%q can't be read any more", b.name)
	}
	return fault.Wrap(cause, fault.Conflict, "%q changed while it was being used", b.name).
		WithHint("repeat the call when nothing writes to the file")
}

// verified reads a local file whose sums are known. It is one goroutine's.
type verified struct {
	of   *Blob
	sums *sums
	at   int64
	// held is block number, compared; nil where none is.
	held   []byte
	number int64
}

// Read gives bytes of one block at most.
func (v *verified) Read(p []byte) (int, error) {
	if v.at >= v.of.size {
		return 0, io.EOF
	}
	if number := v.at / block; v.held == nil || v.number != number {
		if err := v.load(number); err != nil {
			return 0, err
		}
	}
	n := copy(p, v.held[v.at-v.number*block:])
	v.at += int64(n)
	return n, nil
}

// load takes a block into memory and compares it there: what is given out is
// what was compared, whatever happens to the file in between.
func (v *verified) load(number int64) error {
	buf := v.held[:0]
	v.held = nil
	if buf == nil {
		buf = make([]byte, 0, min(block, v.of.size))
	}
	buf = buf[:min(block, v.of.size-number*block)]
	if err := fill(v.of.file, buf, number*block); err != nil {
		return v.of.changed(err)
	}
	if sha256.Sum256(buf) != v.sums.blocks[number] {
		return v.of.changed(nil)
	}
	v.held, v.number = buf, number
	return nil
}

// Seek implements io.Seeker.
func (v *verified) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += v.at
	case io.SeekEnd:
		offset += v.of.size
	}
	if offset < 0 {
		return 0, fault.New(fault.Client, "%q has no place before its beginning", v.of.name)
	}
	v.at = offset
	return offset, nil
}

// Close implements io.Closer; the bytes belong to the store.
func (v *verified) Close() error { return nil }
