package store

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// Memory is the path of a workspace that lives in memory only.
const Memory = ":memory:"

// Settings of each connection. They are validated by the driver; none is
// taken from the caller. Synchronous NORMAL with a write-ahead log can lose
// the last commits on a power cut, and never breaks the file.
func settings() string {
	q := url.Values{
		"_busy_timeout": {strconv.FormatInt(BusyTimeout.Milliseconds(), 10)},
		"_synchronous":  {"NORMAL"},
		"_foreign_keys": {"on"},
		"_txlock":       {"immediate"}, // a write waits at its start, never in its middle
		"_dqs":          {"0"},         // a misspelled column is an error, not a string
		"_defensive":    {"1"},
	}
	return q.Encode()
}

// prepareFile makes sure that the file exists and is the owner's alone, and
// gives its data source name. SQLite gives the files beside it (-wal, -shm)
// the same mode.
func prepareFile(path string) (string, error) {
	if path == "" {
		return "", fault.New(fault.Usage, "The path of the workspace file is empty.")
	}
	if path == Memory {
		return "file::memory:?" + settings(), nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", openError(err, path)
	}
	if err := os.MkdirAll(filepath.Dir(abs), 0o700); err != nil {
		return "", openError(err, path)
	}
	f, err := os.OpenFile(abs, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", openError(err, path)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", openError(err, path)
	}
	if !info.Mode().IsRegular() {
		return "", fault.New(fault.Client, "%q is not a regular file, so it can't hold a workspace.", path)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		// Copied or restored with a loose mode: tasks are private.
		if err := f.Chmod(0o600); err != nil {
			return "", openError(err, path)
		}
	}
	return fileURI(abs) + "?" + settings(), nil
}

// fileURI escapes what SQLite would read as a query or an escape.
func fileURI(abs string) string {
	p := filepath.ToSlash(abs)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // a Windows drive
	}
	return "file://" + (&url.URL{Path: p}).EscapedPath()
}

func openError(err error, path string) error {
	return fault.Wrap(err, fault.Client, "The workspace file %q can't be opened: %s.", path, cause(err)).
		WithHint("WSLITE_STATE_DIR names the directory it lies in: choose one that you may write")
}
