//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package sandboxtest

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// lock waits until no other process builds the same module.
func lock(path string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if err == nil {
			return func() { f.Close(); os.Remove(path) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}
