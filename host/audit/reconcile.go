package audit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// reconcile compares the log with its head. Lines behind the head are taken in:
// a process was killed between the two writes. What is less than the head says,
// or something else, is an error.
func (w *writer) reconcile() error {
	if w.head.File > 0 {
		if err := w.openFile(w.head.File); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return contradiction(w.o.Dir, fileName(w.head.File), "the file is missing")
			}
			return err
		}
		if err := w.compare(); err != nil {
			return err
		}
		return w.follow()
	}
	list, err := numbers(w.o.Dir)
	if err != nil {
		return unavailable(err, w.o.Dir)
	}
	if len(list) > 0 && list[0] != 1 {
		return contradiction(w.o.Dir, headName, "it says that there is no file yet")
	}
	return w.follow()
}

// follow takes in files behind the last one: their headers are whole.
func (w *writer) follow() error {
	for w.found.torn == nil {
		next := w.head.File + 1
		if _, err := os.Lstat(filepath.Join(w.o.Dir, fileName(next))); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err := w.openFile(next); err != nil {
			return err
		}
		// All before it was on the disk when it was begun; what is in it may not
		// be.
		begin := mark{0, w.head.Seq, w.head.Hash}
		w.head.File, w.head.mark, w.head.Synced = next, begin, begin
		if err := w.scan(); err != nil {
			return err
		}
		if w.head.Seq == begin.Seq {
			return contradiction(w.o.Dir, fileName(next), "it does not go on where the file before it ends")
		}
	}
	return nil
}

func (w *writer) openFile(number int) error {
	f, err := open(filepath.Join(w.o.Dir, fileName(number)), os.O_RDWR|os.O_APPEND)
	if err != nil {
		return err
	}
	if w.file != nil {
		w.file.Close()
	}
	w.file = f
	return nil
}

// compare holds the file against the head and takes in what is behind it.
func (w *writer) compare() error {
	left := w.head
	if left.Boot != "" && left.Boot != boot() && left.Synced != left.mark {
		if done, err := w.afterRestart(); done || err != nil {
			return err
		}
		w.head = left
	}
	info, err := w.file.Stat()
	if err != nil {
		return unavailable(err, w.file.Name())
	}
	ends, err := w.endsAt(left.mark)
	switch name := fileName(left.File); {
	case err != nil:
		return err
	case ends && info.Size() == left.Size:
		return nil
	case ends:
		return w.scan()
	case info.Size() < left.Size:
		return contradiction(w.o.Dir, name, fmt.Sprintf("it has %d bytes, and had %d: lines are missing at the end", info.Size(), left.Size))
	default:
		return contradiction(w.o.Dir, name, fmt.Sprintf("line %d of the log is not what was written", left.Seq))
	}
}

// afterRestart looks at what was not surely on the disk when the machine was
// started anew: it may be lost without anybody's doing. It is not done where the
// log does not have what was surely there, or has other lines than it had.
func (w *writer) afterRestart() (done bool, err error) {
	left := w.head
	w.head.mark = left.Synced
	if ends, err := w.endsAt(left.Synced); !ends || err != nil {
		return false, err
	}
	if err := w.scan(); err != nil {
		return false, err
	}
	if w.head.Seq >= left.Seq {
		// Nothing is missing; compare says whether it is the same.
		w.found = found{}
		return false, nil
	}
	w.found.lost = left.Seq - w.head.Seq
	return true, nil
}

// endsAt says whether the line before a mark is the one that the mark names.
func (w *writer) endsAt(m mark) (bool, error) {
	if m.Size == 0 {
		return true, nil
	}
	// Nearly every line is shorter than the first try.
	for _, n := range []int64{2 << 10, maxLine + 2} {
		from := max(0, m.Size-n)
		data := make([]byte, m.Size-from)
		if got, err := w.file.ReadAt(data, from); got < len(data) {
			if info, serr := w.file.Stat(); serr == nil && info.Size() < m.Size {
				return false, nil
			}
			return false, unavailable(err, w.file.Name())
		}
		body, ended := bytes.CutSuffix(data, []byte{'\n'})
		start := bytes.LastIndexByte(body, '\n') + 1
		if !ended || start == 0 && from > 0 {
			continue
		}
		l, err := parse(body[start:])
		return err == nil && l.Seq == m.Seq && l.Hash == m.Hash, nil
	}
	return false, nil
}

// scan takes in the lines behind the head as far as they are whole and chained.
// The rest, if any, is torn: a write was cut short, and what follows it was
// never built on.
func (w *writer) scan() error {
	data, err := w.rest()
	if err != nil {
		return err
	}
	for len(data) > 0 {
		raw, rest, ended := bytes.Cut(data, []byte{'\n'})
		l, err := parse(raw)
		if !ended || err != nil || l.Seq != w.head.Seq+1 || l.Prev != w.head.Hash {
			break
		}
		w.take(l, len(raw)+1)
		data = rest
	}
	w.leave(data)
	return nil
}

// take moves the head behind a line.
func (w *writer) take(l line, size int) {
	w.head.mark = mark{w.head.Size + int64(size), l.Seq, l.Hash}
	if l.Oldest > 0 {
		w.head.Oldest = l.Oldest
	}
}

// leave keeps what is no line, as the log's, and remembers to tell.
func (w *writer) leave(data []byte) {
	if len(data) == 0 {
		return
	}
	torn, ended := bytes.CutSuffix(data, []byte{'\n'})
	w.found.torn, w.found.open = torn, !ended
	w.head.Size += int64(len(data))
}

// rest reads the file from the head on.
func (w *writer) rest() ([]byte, error) {
	info, err := w.file.Stat()
	if err != nil {
		return nil, unavailable(err, w.file.Name())
	}
	data := make([]byte, max(0, info.Size()-w.head.Size))
	if n, err := w.file.ReadAt(data, w.head.Size); n < len(data) {
		return nil, unavailable(err, w.file.Name())
	}
	return data, nil
}

// withoutHead finds the end of the log in its last file. Nothing tells whether
// that was its end; the line that says so stays in the log.
func (w *writer) withoutHead() error {
	w.head = empty()
	list, err := numbers(w.o.Dir)
	if err != nil {
		return unavailable(err, w.o.Dir)
	}
	if len(list) == 0 {
		// A new log, or one that was killed before its first line.
		w.found.head = ""
		return w.writeHead()
	}
	w.head.File = list[len(list)-1]
	if err := w.openFile(w.head.File); err != nil {
		return err
	}
	data, err := w.rest()
	if err != nil {
		return err
	}
	raw, _, ended := bytes.Cut(data, []byte{'\n'})
	first, err := parse(raw)
	if !ended || err != nil || first.Event != headerEvent || first.File != w.head.File {
		return contradiction(w.o.Dir, fileName(w.head.File), "it has no header, and "+headName+" is "+w.found.head)
	}
	w.head.mark = mark{0, first.Seq - 1, first.Prev}
	w.head.Synced = w.head.mark
	return w.scan()
}
