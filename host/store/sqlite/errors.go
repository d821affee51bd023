package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/wslite/wslite/host/fault"
)

// busy says that another process holds the file: the transaction did nothing.
func busy(err error) bool {
	code := primary(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// primary is SQLite's result code without its details; 0 for another error.
func primary(err error) int {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return 0
	}
	return se.Code() & 0xff
}

// explain says what is wrong with the file, and what to do.
func (f *file) explain(err error) error {
	name := capital(f.name)
	say := func(format string, args ...any) *fault.Error {
		return fault.Wrap(err, fault.StoreUnavailable, format, args...)
	}
	switch primary(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return say("%s is in use by another process for more than %s.", name, f.busy).
			WithHint("end the other process or repeat the call")
	case sqlite3.SQLITE_NOTADB:
		return say("%s is not a database.", name).
			WithHint("move it away: the file is made anew, without the records of the old one; nothing was changed")
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH:
		return say("%s is damaged.", name).
			WithHint("restore a copy of it, or move it away: the file is made anew, and knows nothing of what was sent before")
	case sqlite3.SQLITE_FULL:
		return say("The disk that holds %s is full.", f.name).WithHint("make room on it and repeat the call")
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return say("%s can't be written: this user may read it only, or its disk is read-only.", name).
			WithHint("set its permissions right (chmod u+rw), and those of its directory")
	case sqlite3.SQLITE_CANTOPEN:
		return say("%s can't be opened.", name).WithHint("check the permissions of its directory and the room on the disk")
	case sqlite3.SQLITE_IOERR:
		return say("%s can't be read or written: the disk reports an error.", name).
			WithHint("check the disk and the room on it, then repeat the call")
	}
	return say("%s can't be used.", name).WithHint("check its permissions and its disk")
}

func openError(err error, path string) error {
	return fault.Wrap(err, fault.StoreUnavailable, "The file %q for records can't be opened: %s.", path, cause(err)).
		WithHint("WSLITE_STATE_DIR or store.path name the directory it lies in: choose one that you may write")
}

// cause names a file system error without repeating the path.
func cause(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, os.ErrPermission):
		return "permission denied"
	case errors.Is(err, syscall.EROFS):
		return "its disk is read-only"
	case errors.Is(err, syscall.ENOSPC):
		return "its disk is full"
	case errors.As(err, &pe):
		return pe.Err.Error()
	}
	return "the system refused"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
