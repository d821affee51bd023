//go:build wslitecrash

package crash

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// ClockVar holds how far the program's clock is off, as "16m" or "-2h": a test
// can't wait until a claim's time is over.
const ClockVar = "WSLITE_CRASH_CLOCK"

// slept is what the clock gained while the machine slept, in nanoseconds.
var slept atomic.Int64

// Clock gives a clock that is off by what the environment says, and by what was
// slept.
func Clock(now func() time.Time) func() time.Time {
	var off time.Duration
	if value := os.Getenv(ClockVar); value != "" {
		off = duration(value)
	}
	return func() time.Time { return now().Add(off + time.Duration(slept.Load())) }
}

func duration(value string) time.Duration {
	d, err := time.ParseDuration(value)
	if err != nil {
		fmt.Fprintln(os.Stderr, "crash clock:", err)
		os.Exit(70) // a test with another clock than it thinks proves nothing
	}
	return d
}
