//go:build unix

package crash

import (
	"fmt"
	"slices"
	"testing"
)

// sizes are the rooms that are tried, in bytes: all that one call writes is
// less than the last of them.
func sizes() []int {
	list := []int{1, 1 << 10, 160 << 10}
	step := 48 << 10
	if thorough() {
		step = 10 << 10
	}
	for size := step; size < 160<<10; size += step {
		list = append(list, size)
	}
	return list
}

// The disk is full at every moment at which it may be: the call is refused and
// has no effect, or it has its effect and what could not be recorded counts as
// unknown. Once there is room again all goes on.
func TestDiskFull(t *testing.T) {
	for _, mode := range []string{byKey, byDraft} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			refused, made := 0, 0
			// A home of its own for a few sizes: its files would outgrow them.
			for list := range slices.Chunk(sizes(), 5) {
				h := newHome(t, setup{world: proxy, config: long})
				r, m := starve(t, h, mode, list, func(size int) { h.limit = size }, func() { h.limit = 0 })
				refused, made = refused+r, made+m
			}
			bothSides(t, refused, made)
		})
	}
}

// starve makes calls while there is room for so many bytes only.
func starve(t *testing.T, h *home, mode string, sizes []int, narrow func(size int), widen func()) (refused, made int) {
	newSubject(h, kindOf("task"), byKey, "mark0x").repeat(1)
	for i, size := range sizes {
		s := newSubject(h, kindOf("send"), mode, fmt.Sprintf("mark%dx", i+1))
		narrow(size)
		r := h.run(s.words...)
		widen()
		switch {
		case r.ok():
			made++
		case r.code() == noStore || r.code() == noAudit:
			refused++
		default:
			t.Errorf("with room for %d bytes it says\n%s", size, r)
		}
		c := s.claim()
		if r.ok() != (s.effects() == 1) {
			t.Errorf("with room for %d bytes: %d effects, and it says\n%s", size, s.effects(), r)
		}
		if c.status == inProgress && r.ok() && !tells(r, "could not be recorded") {
			t.Errorf("with room for %d bytes the end was not recorded, and nothing tells so:\n%s", size, r)
		}
		s.sound()
		if c.status == inProgress {
			s.repeat(1)
			h.later(ttl)
			s.repeat(1)
			s.resolve(1)
		}
		s.repeat(2)
		s.repeat(1)
		s.sound()
	}
	h.verify()
	return refused, made
}

// bothSides sees to it that the sizes are worth trying.
func bothSides(t *testing.T, refused, made int) {
	t.Helper()
	t.Logf("%d refused, %d made", refused, made)
	if refused == 0 || made == 0 {
		t.Errorf("the sizes miss a side: %d refused, %d made", refused, made)
	}
}
