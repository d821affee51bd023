//go:build unix

package crash

import (
	"fmt"
	"slices"
	"testing"
)

// A50 to A52: TestPoints cuts a call off at each point, in each world, and goes through all
// that an operator may do then, in order.
func TestPoints(t *testing.T) {
	runs := []struct{ world, kind, mode string }{{embedded, "send", byDraft}, {proxy, "task", byKey}}
	if thorough() {
		runs = append(runs, runs[0], runs[1], runs[0], runs[1])
		runs[2].mode, runs[3].mode = byKey, byDraft
		runs[4].world, runs[5].world = google, google
	}
	for _, run := range runs {
		t.Run(run.world+" "+run.mode, func(t *testing.T) {
			t.Parallel()
			// One home for all points: what one left must not matter to the next.
			h := newHome(t, setup{world: run.world, config: long})
			first := newSubject(h, kindOf(run.kind), run.mode, "mark0x")
			for i, c := range first.crashes() {
				s := first
				if i > 0 {
					s = newSubject(h, kindOf(run.kind), run.mode, fmt.Sprintf("mark%dx", i))
				}
				s.suffer(c, 0)
				if slices.Contains(c.status, inProgress) {
					s.repeat(1)
					h.later(ttl)
				}
				s.repeat(1) // unknown, or a duplicate
				if !slices.Contains(c.status, completed) {
					s.resolve(1)
					s.repeat(2)
				}
				s.repeat(1)
				s.sound()
			}
			h.verify()
		})
	}
}
