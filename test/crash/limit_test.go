//go:build unix

package crash

import (
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// limitedChild makes the test binary start another program whose files may not
// grow: a full disk for whoever can't mount a small one.
const limitedChild = "crash-limited-child"

// limited becomes the program args[1:] with files of at most args[0] bytes.
func limited(args []string) {
	n, err := strconv.ParseUint(args[0], 10, 64)
	if err == nil {
		signal.Ignore(syscall.SIGXFSZ) // a write fails then, as on a full disk
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
	}
	if err == nil {
		err = syscall.Exec(args[1], args[1:], os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(70)
}
