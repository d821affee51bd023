package cli

import (
	"runtime/debug"
	"testing"
)

func TestAServersHeapIsItsOwnAlone(t *testing.T) {
	before := debug.SetGCPercent(123)
	defer debug.SetGCPercent(before)
	now := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	for gogc, want := range map[string]int{"": serverGC, "300": 123} {
		a := newApp(Env{Getenv: func(string) string { return gogc }})
		undo := a.keepHeapSmall()
		if got := now(); got != want {
			t.Errorf("GOGC=%q: %d percent, want %d", gogc, got, want)
		}
		if undo(); now() != 123 {
			t.Errorf("GOGC=%q: %d percent are left behind", gogc, now())
		}
	}
}
