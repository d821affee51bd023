package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// writer is one turn at the log, with the lock held: it finds out where the log
// ends and writes behind it. Nothing of it outlives the turn, since another
// process may come in between.
type writer struct {
	o        Options
	head     head
	headFile *os.File
	file     *os.File // of head.File; nil before the first
	// found is what was not as it should be; the next line tells it.
	found found
}

// found is how the log differs from how it was left, without harm to what is
// written behind it.
type found struct {
	torn []byte // behind the last line; without its last newline
	open bool   // torn has no newline yet
	lost int64  // lines that went with the machine
	head string // "missing" or "damaged"
}

func (f found) none() bool { return f.torn == nil && f.lost == 0 && f.head == "" }

// begin opens the head and the file, and compares the two.
func begin(o Options) (*writer, error) {
	w := &writer{o: o}
	if err := w.open(); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *writer) open() (err error) {
	path := filepath.Join(w.o.Dir, headName)
	w.headFile, err = open(path, os.O_RDWR)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing {
		w.headFile, err = open(path, os.O_RDWR|os.O_CREATE|os.O_EXCL)
	}
	if err != nil {
		return err
	}
	w.head, err = readHead(w.headFile)
	switch {
	case missing:
		w.found.head = "missing"
	case errors.Is(err, errNoHead):
		w.found.head = "damaged"
	case err != nil:
		return unavailable(err, path)
	}
	if w.found.head != "" {
		return w.withoutHead()
	}
	return w.reconcile()
}

func (w *writer) close() {
	for _, f := range []*os.File{w.file, w.headFile} {
		if f != nil {
			f.Close()
		}
	}
}

// append writes what was found, then the record.
func (w *writer) append(r Record) error {
	now := w.o.Now()
	if w.head.File == 0 {
		if err := w.rotate(now); err != nil {
			return err
		}
	}
	if !w.found.none() {
		if err := w.tell(now); err != nil {
			return err
		}
	}
	l := line{Record: r}
	raw, err := w.seal(&l)
	if err != nil {
		return err
	}
	if w.head.Size+int64(len(raw)) > w.o.RotateBytes && w.filled() {
		if err := w.rotate(now); err != nil {
			return err
		}
		if raw, err = w.seal(&l); err != nil {
			return err
		}
	}
	return w.write(raw, l, r.Event == Attempt)
}

// filled says that the file holds more than its header: a record larger than a
// file must not begin one file after another.
func (w *writer) filled() bool { return w.head.Size > maxHeader }

// maxHeader is more than a header takes, in bytes.
const maxHeader = 512

// tell notes what was found. It is on the disk before anything is built on it.
func (w *writer) tell(now time.Time) error {
	l := line{Record: clean(Record{Event: recoveredEvent}, now), LostLines: w.found.lost, Head: w.found.head}
	if w.found.torn != nil {
		l.TornBytes, l.TornDigest = int64(len(w.found.torn)), digestOf(w.found.torn)
	}
	raw, err := w.seal(&l)
	if err != nil {
		return err
	}
	if w.found.open {
		raw = append([]byte{'\n'}, raw...)
	}
	if err := w.write(raw, l, true); err != nil {
		return err
	}
	w.found = found{}
	return nil
}

// seal chains a line to the last one and gives its bytes with the newline.
func (w *writer) seal(l *line) ([]byte, error) {
	l.Seq, l.Prev = w.head.Seq+1, w.head.Hash
	raw, err := l.encode()
	if err != nil {
		return nil, fault.Wrap(err, fault.AuditUnavailable, "the audit log can't hold the record, so nothing is sent")
	}
	return append(raw, '\n'), nil
}

// write puts a line behind the others in one write, and says so in the head.
func (w *writer) write(raw []byte, l line, sync bool) error {
	if _, err := w.file.Write(raw); err != nil {
		return unavailable(err, w.file.Name())
	}
	w.head.mark = mark{w.head.Size + int64(len(raw)), l.Seq, l.Hash}
	if sync {
		if err := w.file.Sync(); err != nil {
			return unavailable(err, w.file.Name())
		}
		w.head.Synced = w.head.mark
	}
	return w.writeHead()
}

func (w *writer) writeHead() error {
	w.head.Boot = boot()
	if err := w.head.write(w.headFile); err != nil {
		return unavailable(err, w.headFile.Name())
	}
	return nil
}
