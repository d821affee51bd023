//go:build !wslitecrash

package crash

import "time"

// Clock is the clock itself.
func Clock(now func() time.Time) func() time.Time { return now }
