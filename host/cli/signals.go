package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// EndSignals are the signals that end a command in order: what is under way is
// told, and no half of a file stays behind. A terminal that is closed is one of
// them, unless the command was started not to care (nohup).
func EndSignals() []os.Signal {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	return ends
}
