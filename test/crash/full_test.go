//go:build unix

package crash

import (
	"fmt"
	"testing"
)

// The disk is full at every moment at which it may be: the call is refused and
// has no effect, or it has its effect and what could not be recorded counts as
// unknown. Once there is room again all goes on.
func TestDiskFull(t *testing.T) {
	sizes := []int{1, 1 << 10, 160 << 10}
	step := 48 << 10
	if thorough() {
		step = 4 << 10
	}
	for size := step; size < 160<<10; size += step {
		sizes = append(sizes, size)
	}
	for _, mode := range []string{byKey, byDraft} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			refused, made := 0, 0
			h := newHome(t, setup{world: proxy, config: long})
			newSubject(h, kindOf("task"), byKey, "mark0x").repeat(1)
			for i, size := range sizes {
				s := newSubject(h, kindOf("send"), mode, fmt.Sprintf("mark%dx", i+1))
				h.limit = size
				r := h.run(s.words...)
				h.limit = 0
				switch {
				case r.ok():
					made++
				case r.code() == noStore || r.code() == noAudit:
					refused++
				default:
					t.Errorf("with files of at most %d bytes it says\n%s", size, r)
				}
				c := s.claim()
				if r.ok() != (s.effects() == 1) {
					t.Errorf("with files of at most %d bytes: %d effects, and it says\n%s", size, s.effects(), r)
				}
				s.sound()
				if c.status == inProgress { // its end could not be recorded
					s.repeat(1)
					h.later(ttl)
					s.repeat(1)
					s.resolve(1)
				}
				s.repeat(2)
				s.repeat(1)
				s.sound()
			}
			if refused == 0 || made == 0 {
				t.Errorf("the sizes miss a side: %d refused, %d made", refused, made)
			}
			h.verify()
		})
	}
}
