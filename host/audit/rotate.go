package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/wslite/wslite/host/canon"
)

// rotate ends the file and begins the next one. Its header is on the disk
// before it has its name, and the head before older files go: a crash leaves a
// log that the next turn understands.
func (w *writer) rotate(now time.Time) error {
	if w.file != nil {
		if err := w.file.Sync(); err != nil {
			return unavailable(err, w.file.Name())
		}
	}
	number := w.head.File + 1
	oldest := max(w.head.Oldest, 1)
	if w.o.Keep > 0 {
		oldest = max(oldest, number-w.o.Keep+1)
	}
	l := line{Record: clean(Record{Event: headerEvent}, now), Format: format, File: number, Oldest: oldest}
	raw, err := w.seal(&l)
	if err != nil {
		return err
	}
	f, err := w.create(number, raw)
	if err != nil {
		return err
	}
	if w.file != nil {
		w.file.Close()
	}
	w.file = f
	w.head.File, w.head.Oldest = number, oldest
	w.head.mark = mark{int64(len(raw)), l.Seq, l.Hash}
	w.head.Synced = w.head.mark
	if err := w.writeHead(); err != nil {
		return err
	}
	if err := w.headFile.Sync(); err != nil {
		return unavailable(err, w.headFile.Name())
	}
	return w.prune()
}

// create makes the numbered file with its first line.
func (w *writer) create(number int, first []byte) (*os.File, error) {
	temp, path := filepath.Join(w.o.Dir, newName), filepath.Join(w.o.Dir, fileName(number))
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, contradiction(w.o.Dir, fileName(number), "a file of this name is there already")
	}
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unavailable(err, temp)
	}
	f, err := open(temp, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return nil, err
	}
	if _, err = f.Write(first); err == nil {
		err = f.Sync()
	}
	f.Close()
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		os.Remove(temp)
		return nil, unavailable(err, temp)
	}
	// Some file systems can't sync a directory.
	if d, err := os.Open(w.o.Dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
	return open(path, os.O_RDWR|os.O_APPEND)
}

// prune removes the files that are older than those that are kept, also those
// that an earlier turn had no time for.
func (w *writer) prune() error {
	list, err := numbers(w.o.Dir)
	if err != nil {
		return unavailable(err, w.o.Dir)
	}
	for _, n := range list {
		if n >= w.head.Oldest {
			break
		}
		path := filepath.Join(w.o.Dir, fileName(n))
		if err := os.Remove(path); err != nil {
			return unavailable(err, path)
		}
	}
	return nil
}

func digestOf(raw []byte) string { return canon.Sum(raw) }
