//go:build wslitecrash

package crash

import (
	"fmt"
	"os"
	"time"
)

// ClockVar holds how far the program's clock is off, as "16m" or "-2h": a test
// can't wait until a claim's time is over.
const ClockVar = "WSLITE_CRASH_CLOCK"

// Clock gives a clock that is off by what the environment says.
func Clock(now func() time.Time) func() time.Time {
	value := os.Getenv(ClockVar)
	if value == "" {
		return now
	}
	off, err := time.ParseDuration(value)
	if err != nil {
		fmt.Fprintln(os.Stderr, "crash clock:", err)
		os.Exit(70) // a test with another clock than it thinks proves nothing
	}
	return func() time.Time { return now().Add(off) }
}
