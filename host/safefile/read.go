package safefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/wslite/wslite/host/fault"
)

// Read gives the content of a trusted regular file of at most max bytes.
//
// A file that does not exist gives an error for which errors.Is(err,
// fs.ErrNotExist) holds. Every other failure is a *fault.Error: CLIENT_ERROR
// where the file can't be trusted or read, LIMIT_EXCEEDED where it is too
// large.
func Read(path string, max int64) ([]byte, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	return ReadAny(path, max)
}

// ReadPrivate is Read for a secret: a file that other users may read is refused
// too, whatever the directories above it allow today.
func ReadPrivate(path string, max int64) ([]byte, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	if err := private(path); err != nil {
		return nil, err
	}
	return ReadAny(path, max)
}

// ReadAny is Read without the question who may change the file. It is for
// files that a person names as an argument and that are looked at, not
// trusted: a module that is to be inspected.
func ReadAny(path string, max int64) ([]byte, error) {
	// The type is asked before the file is opened: opening a named pipe
	// would wait for a writer.
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fault.New(fault.Client, "%q is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if int64(len(data)) > max {
		return nil, fault.New(fault.LimitExceeded, "%q is larger than %d bytes", path, max)
	}
	return data, nil
}

// absolute makes path absolute and clean, so that each directory on the way
// can be looked at.
func absolute(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Client, "can't tell where %q is: the current directory is gone", path)
	}
	return abs, nil
}

// unreadable says why path can't be read. The cause is kept, so that callers
// can ask for fs.ErrNotExist.
func unreadable(path string, err error) error {
	why := "it can't be read"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		why = "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		why = "this user may not read it"
	case errors.Is(err, syscall.ENOTDIR):
		why = "it can't be read: a part of the path that should be a directory is a file"
	}
	return fault.Wrap(err, fault.Client, "%q: %s", path, why)
}
