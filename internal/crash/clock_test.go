//go:build !wslitecrash

package crash_test

import (
	"testing"
	"time"

	"github.com/wslite/wslite/internal/crash"
)

// A normal build has the clock that it is given, whatever the environment says.
// That the other one is off where it should be is seen in test/crash.
func TestNormalBuildKeepsTheClock(t *testing.T) {
	t.Setenv("WSLITE_CRASH_CLOCK", "16m")
	is := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	if got := crash.Clock(func() time.Time { return is })(); !got.Equal(is) {
		t.Errorf("the clock shows %v instead of %v", got, is)
	}
}
