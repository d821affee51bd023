package local

import (
	"errors"
	"io/fs"
	"os"

	"github.com/wslite/wslite/host/fault"
)

// Reset removes the workspace at a path with everything in it. A file that is no
// workspace is refused, and a path where there is none is no error: removed then
// says false. Errors are *fault.Error.
func Reset(path string) (removed bool, err error) {
	if path == "" || path == Memory {
		return false, fault.New(fault.Usage, "There is no workspace file at %q.", path)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	// Opening it shows whether it is ours.
	w, err := Open(path)
	if err != nil {
		return false, err
	}
	if err := w.Close(); err != nil {
		return false, err
	}
	// The log goes first: beside a new file an old one would be replayed.
	for _, end := range []string{"-wal", "-shm", ""} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fault.Wrap(err, fault.Client, "The workspace file %q can't be removed.", path).
				WithHint("see whether you may write to its directory, and whether another program has it open")
		}
	}
	return true, nil
}
