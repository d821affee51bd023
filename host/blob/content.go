package blob

import (
	"bytes"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wslite/wslite/host/blob/charset"
	"github.com/wslite/wslite/sdk/abi"
)

// Blob is content that the host holds. It does not change.
type Blob struct {
	store          *Store
	id             string
	name, mimeType string
	size           int64
	sha256, md5    string
	isText         bool
	units          int
	charset        charset.Charset // of text

	// One of the two holds the bytes; neither does where there are none.
	memory []byte
	file   *os.File
	// local says that the file is the user's own, which stood so at modified.
	local    bool
	modified time.Time
	// sums are its checksums, once somebody asked for them; summing keeps a
	// second one from reading it, too.
	summing sync.Mutex
	sums    atomic.Pointer[sums]

	place placement
}

// Facts is what a plugin may know. A local file has no SHA256 in it, whether
// somebody asked for that or not: what a plan makes must not hang on it.
func (b *Blob) Facts() abi.Blob {
	return abi.Blob{
		Blob: b.id, Name: b.name, MimeType: b.mimeType, Size: int(b.size), SHA256: b.sha256, Text: b.isText, Units: b.units,
	}
}

// File is what a plugin may know of a local file that an argument names.
func (b *Blob) File(arg string) abi.File {
	return abi.File{Arg: arg, Blob: b.id, Name: b.name, MimeType: b.mimeType, Size: int(b.size)}
}

// Name is the name for people: safe in a header, and empty where none is known.
func (b *Blob) Name() string { return b.name }

// Size is the length in bytes.
func (b *Blob) Size() int64 { return b.size }

// IsLocal says that it is a file of the user's, to be sent.
func (b *Blob) IsLocal() bool { return b.local }

// MD5 is the checksum of what came in, in hexadecimal; "" for a local file.
func (b *Blob) MD5() string { return b.md5 }

// Open gives an independent reader. The error is a *fault.Error: CONFLICT for a
// local file that changed since it was opened, since half of the old and half
// of the new content would be neither. A file that shrinks while it is read
// gives io.ErrUnexpectedEOF. Once SHA256 was asked for, a reader compares each
// block before it gives a byte of it, and CONFLICT comes from Read as well.
func (b *Blob) Open() (io.ReadSeekCloser, error) {
	if b.file == nil {
		return &reader{bytes.NewReader(b.memory), b.size, 0}, nil
	}
	if err := b.unchanged(); err != nil {
		return nil, err
	}
	if s := b.sums.Load(); s != nil {
		return &verified{of: b, sums: s}, nil
	}
	return &reader{io.NewSectionReader(b.file, 0, b.size), b.size, 0}, nil
}

// reader reads exactly the blob's size.
type reader struct {
	io.ReadSeeker
	size, at int64
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.ReadSeeker.Read(p)
	r.at += int64(n)
	if err == io.EOF && r.at < r.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (r *reader) Seek(offset int64, whence int) (int64, error) {
	at, err := r.ReadSeeker.Seek(offset, whence)
	if err == nil {
		r.at = at
	}
	return at, err
}

// Close implements io.Closer; the bytes belong to the store.
func (r *reader) Close() error { return nil }
