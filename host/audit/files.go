package audit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/wslite/wslite/host/fault"
)

const (
	lockName = "audit.lock"
	// newName is a file that is being begun. It gets its own name when its
	// header is on the disk, so that each numbered file has one.
	newName = "audit.new"
)

func fileName(number int) string { return fmt.Sprintf("audit-%06d.jsonl", number) }

// numberOf is the number in a file's name; 0 where it is none of the log's.
func numberOf(name string) int {
	digits, ok := strings.CutPrefix(name, "audit-")
	digits, ok2 := strings.CutSuffix(digits, ".jsonl")
	if n, err := strconv.Atoi(digits); ok && ok2 && err == nil && n > 0 && fileName(n) == name {
		return n
	}
	return 0
}

// numbers are those of the files in dir, ascending. A directory that does not
// exist has none.
func numbers(dir string) ([]int, error) {
	list, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []int
	for _, e := range list {
		if n := numberOf(e.Name()); n > 0 {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, nil
}

// open opens a file of the log and checks that it is the user's alone. For a
// file that is not there errors.Is(err, fs.ErrNotExist) holds.
func open(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|openFlags, 0o600)
	if err != nil {
		return nil, unavailable(err, path)
	}
	info, err := f.Stat()
	if err == nil {
		if flaw := flawOf(info, false); flaw != "" {
			err = errors.New(flaw)
		}
	}
	if err != nil {
		f.Close()
		return nil, unavailable(err, path)
	}
	return f, nil
}

// wrongKind says that a file is none, or a directory.
func wrongKind(info os.FileInfo, dir bool) string {
	switch {
	case dir && !info.IsDir():
		return "it is no directory"
	case !dir && !info.Mode().IsRegular():
		return "it is no regular file"
	}
	return ""
}

// content reads a file of the log as far as it has come, up to limit bytes
// (-1: all).
func content(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	size := info.Size()
	if limit >= 0 {
		size = min(size, limit)
	}
	data := make([]byte, size)
	n, err := io.ReadFull(f, data)
	if err != nil && n < len(data) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return data[:n], nil
}

// unavailable is the error of a log that can't be written: which file, why, and
// what to do.
func unavailable(err error, path string) *fault.Error {
	if f := fault.Of(err); f != nil && f.Code == fault.AuditUnavailable {
		return f
	}
	e := fault.Wrap(err, fault.AuditUnavailable, "the audit log can't be written, so nothing is sent: %q: %s", path, reason(err))
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG), errors.Is(err, syscall.EDQUOT):
		return e.WithHint("make room there, or set audit.dir in wslite.toml to another disk")
	case errors.Is(err, syscall.ELOOP):
		return e.WithHint("a file of the log must not be a link: remove it, or set audit.dir to another directory")
	}
	if f := fault.Of(err); f != nil {
		e.Hint = f.Hint
		return e
	}
	return e.WithHint("make it a place that you alone may read and write, or set audit.dir in wslite.toml to one")
}

// reason is the text of a cause, without the path that stands before it.
func reason(err error) string {
	var n syscall.Errno
	if errors.As(err, &n) {
		return n.Error()
	}
	if f := fault.Of(err); f != nil {
		return f.Message
	}
	return err.Error()
}

// contradiction is the error of a log that is not as it was left.
func contradiction(dir, file, what string) *fault.Error {
	return fault.New(fault.AuditUnavailable, "the audit log was changed by something else, so nothing is sent: %q: %s", filepath.Join(dir, file), what).
		WithHint("wslite audit verify tells more; to go on, rename the directory %q and keep it: a new log begins", dir)
}
