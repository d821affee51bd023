package sqlite

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// Settings of each connection; none is taken from the caller. Synchronous FULL:
// a claim that a power cut took away could double an effect.
func settings() string {
	q := url.Values{
		"_busy_timeout": {strconv.FormatInt(slice.Milliseconds(), 10)},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"on"},
		"_txlock":       {"immediate"}, // a write waits at its start, never in its middle
		"_dqs":          {"0"},         // a misspelled column is an error, not a string
		"_defensive":    {"1"},
		// macOS alone: without it the disk may keep what it was told to write.
		"_pragma": {"fullfsync(1)"},
	}
	return q.Encode()
}

// prepareFile makes sure that the file exists, is the owner's alone and can't
// be swapped by others, and gives its data source name and its path. SQLite
// gives the files beside it (-wal, -shm) the same mode.
func prepareFile(path string) (dsn, abs string, err error) {
	if path == "" {
		return "", "", fault.New(fault.StoreUnavailable, "The path of the file for records is empty.")
	}
	abs, err = filepath.Abs(path)
	if err != nil {
		return "", "", openError(err, path)
	}
	if err := os.MkdirAll(filepath.Dir(abs), 0o700); err != nil {
		return "", "", openError(err, abs)
	}
	if err := safefile.Check(filepath.Dir(abs)); err != nil {
		return "", "", untrusted(err)
	}
	f, err := os.OpenFile(abs, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", "", openError(err, abs)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", "", openError(err, abs)
	}
	if !info.Mode().IsRegular() {
		return "", "", fault.New(fault.StoreUnavailable, "%q is not a regular file, so it can't hold the records.", abs).
			WithHint("move it away; the file is made anew")
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		// Copied or restored with a loose mode: what was sent, and to whom, is
		// private.
		if err := f.Chmod(0o600); err != nil {
			return "", "", openError(err, abs)
		}
	}
	if err := safefile.Check(abs); err != nil {
		return "", "", untrusted(err)
	}
	return fileURI(abs) + "?" + settings(), abs, nil
}

// fileURI escapes what SQLite would read as a query or an escape.
func fileURI(abs string) string {
	p := filepath.ToSlash(abs)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // a Windows drive
	}
	return "file://" + (&url.URL{Path: p}).EscapedPath()
}

// untrusted keeps the words of safefile under the code of this package.
func untrusted(err error) error {
	e := fault.Wrap(err, fault.StoreUnavailable, "The records can't be kept: %s.", fault.Of(err).Message)
	e.Hint = fault.Of(err).Hint
	return e
}
