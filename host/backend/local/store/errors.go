package store

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/wslite/wslite/host/fault"
)

// These stand in the chain of a *fault.Error for callers that must not show
// its message, which names the file. The transaction did nothing.
var (
	// ErrBusy: another process held the file for too long; may be repeated.
	ErrBusy = errors.New("workspace busy")
	// ErrFull: the disk is full.
	ErrFull = errors.New("workspace disk full")
	// ErrFile: the file is damaged, or can't be read or written.
	ErrFile = errors.New("workspace file unusable")
)

// classify turns what database/sql and SQLite report into a *fault.Error.
// Errors of other kinds, such as those of the caller's own function, pass.
func classify(err error, path string) error {
	var se *sqlite.Error
	if !errors.As(err, &se) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	switch se.Code() & 0xff { // the primary code; the rest is detail
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fault.Wrap(errors.Join(ErrBusy, err), fault.Client,
			"The workspace file %q is in use by another process for more than %s.", path, BusyTimeout).
			WithHint("end the other process or try again")
	case sqlite3.SQLITE_NOTADB:
		return fault.Wrap(err, fault.Client, "%q is not a workspace file.", path).
			WithHint("choose another path; nothing was changed")
	case sqlite3.SQLITE_CORRUPT:
		return fault.Wrap(errors.Join(ErrFile, err), fault.Client, "The workspace file %q is damaged.", path).
			WithHint("restore a copy or choose another path")
	case sqlite3.SQLITE_FULL:
		return fault.Wrap(errors.Join(ErrFull, err), fault.Client, "The disk that holds the workspace file %q is full.", path)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM:
		return fault.Wrap(errors.Join(ErrFile, err), fault.Client, "The workspace file %q can't be read or written.", path).
			WithHint("check its permissions and the disk")
	}
	return err
}

// cause names a file system error without repeating the path.
func cause(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, os.ErrPermission):
		return "permission denied"
	case errors.Is(err, os.ErrNotExist):
		return "its directory does not exist"
	case errors.As(err, &pe):
		return pe.Err.Error()
	}
	return "the system refused"
}
