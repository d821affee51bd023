//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package sandboxtest

import (
	"os"
	"syscall"
)

// lock waits until no other process builds the same module.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
