package blob

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"

	"github.com/wslite/wslite/host/fault"
)

// Writer takes bytes in. It must be committed or aborted. One goroutine uses
// it at a time.
type Writer struct {
	store          *Store
	raw            string // the name as the service gave it
	name           string // the same, for people
	mimeType       string
	memory         []byte
	file           *os.File // where it outgrew memory
	n, total       int64
	sha256Of, md5s hash.Hash
	meter          *meter
	ended          bool
}

// Create takes in what a service sends. The name is the service's and untrusted.
// The error is CONFLICT where the content could not be put in place in the end,
// so that nobody waits for a transfer in vain.
func (s *Store) Create(name, mimeType string) (*Writer, error) {
	if err := s.CheckOutput(); err != nil {
		return nil, err
	}
	name = lastOf(name)
	w := &Writer{store: s, raw: name, name: headerName(name), mimeType: mimeType, total: -1}
	w.begin()
	return w, nil
}

func (w *Writer) begin() {
	w.n, w.sha256Of, w.md5s, w.meter = 0, sha256.New(), md5.New(), newMeter(w.mimeType)
}

// Type sets the content type, where it is known only with the answer; it must
// come before the first byte.
func (w *Writer) Type(mimeType string) {
	w.mimeType = mimeType
	w.begin()
}

// Expect tells how many bytes will come, for the progress; -1 is unknown.
func (w *Writer) Expect(total int64) { w.total = total }

// Size is how many bytes have come in.
func (w *Writer) Size() int64 { return w.n }

// Write takes bytes in. The error is a *fault.Error.
func (w *Writer) Write(p []byte) (int, error) {
	if w.ended {
		return 0, errClosed()
	}
	if err := w.store.keep(int64(len(p))); err != nil {
		return 0, err
	}
	if w.file == nil && (max(w.total, w.n+int64(len(p))) > inMemory || !w.store.take(int64(len(p)))) {
		if err := w.spill(); err != nil {
			return 0, err
		}
	}
	if w.file == nil {
		w.memory = append(w.memory, p...)
	} else if _, err := w.file.Write(p); err != nil {
		return 0, cantKeep(w.file.Name(), err)
	}
	w.n += int64(len(p))
	w.sha256Of.Write(p)
	w.md5s.Write(p)
	w.meter.write(p)
	w.store.Progress(w.name, w.n, w.total)
	return len(p), nil
}

// spill moves the content from memory to a file.
func (w *Writer) spill() error {
	f, err := w.store.spillFile(w.raw)
	if err != nil {
		return err
	}
	if _, err := f.Write(w.memory); err != nil {
		w.store.drop(f)
		return cantKeep(f.Name(), err)
	}
	w.store.give(int64(len(w.memory)))
	w.memory, w.file = nil, f
	return nil
}

// spillFile makes the file for what outgrows memory: beside its destination, so
// that a rename puts it in place, else one that vanishes with the process where
// the system allows a file without a name.
func (s *Store) spillFile(raw string) (*os.File, error) {
	if s.ToFile() {
		dir, base, err := s.destination(raw)
		if err != nil {
			return nil, err
		}
		return s.part(dir, base)
	}
	f, err := os.CreateTemp(s.o.TempDir, "wslite-*")
	if err != nil {
		return nil, fault.Wrap(err, fault.Client, "content that is too large for memory can't be kept in a temporary file").
			WithHint("make room, or name a file with --output")
	}
	nameless := os.Remove(f.Name()) == nil
	if err := s.hold(f, !nameless); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	return f, nil
}

// Restart forgets what was written, for a download that begins again.
func (w *Writer) Restart() error {
	if w.file != nil {
		if err := w.file.Truncate(0); err != nil {
			return cantKeep(w.file.Name(), err)
		}
		if _, err := w.file.Seek(0, io.SeekStart); err != nil {
			return cantKeep(w.file.Name(), err)
		}
	}
	w.forget()
	w.begin()
	return nil
}

// forget gives back the room of what was written.
func (w *Writer) forget() {
	w.store.give(int64(len(w.memory)))
	w.memory = nil
	w.store.keep(-w.n)
}

// Sum is the MD5 checksum of what has come in, in hexadecimal.
func (w *Writer) Sum() string { return hex.EncodeToString(w.md5s.Sum(nil)) }

// Commit ends the content.
func (w *Writer) Commit() (*Blob, error) {
	if w.ended {
		return nil, errClosed()
	}
	b := &Blob{
		name: w.name, mimeType: w.mimeType, size: w.n, sha256: hex.EncodeToString(w.sha256Of.Sum(nil)), md5: w.Sum(),
		memory: w.memory, file: w.file, place: placement{raw: w.raw},
	}
	b.isText, b.units, b.charset = w.meter.end()
	if err := w.store.add(b); err != nil {
		w.Abort()
		return nil, err
	}
	w.ended = true
	return b, nil
}

// Abort drops it. After Commit it does nothing.
func (w *Writer) Abort() {
	if w.ended {
		return
	}
	w.ended = true
	w.forget()
	if w.file != nil {
		w.store.drop(w.file)
	}
}

func cantKeep(path string, err error) error {
	return fault.Wrap(err, fault.Client, "what came in could not be written to %q", path).WithHint("check the disk's space and rights, then repeat")
}
