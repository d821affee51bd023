//go:build unix

package crash

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// asleep starts the call on a machine that falls asleep at a point, and gives
// what wakes it, when a claim's time is over.
func (s *subject) asleep(point string) (wake func() result) {
	s.h.t.Helper()
	flag := filepath.Join(s.h.t.TempDir(), "reached")
	p := s.h.start([]string{"WSLITE_CRASH_POINT=" + point, "WSLITE_CRASH_FILE=" + flag, "WSLITE_CRASH_SLEEP=" + ttl.String()}, s.words...)
	for deadline := time.After(patience); ; {
		select {
		case <-p.done:
			s.h.t.Fatalf("it does not come to %q:\n%s", point, p.wait())
		case <-deadline:
			p.kill()
			s.h.t.Fatalf("it neither comes to %q nor ends", point)
		case <-time.After(2 * time.Millisecond):
		}
		if _, err := os.Stat(flag); err == nil {
			return func() result { must(s.h.t, os.Remove(flag)); return p.wait() }
		}
	}
}

// A machine falls asleep between claim and request, and wakes when the claim's
// time is over: others may have done the call since, so nothing leaves any more.
func TestAsleepBeforeTheRequest(t *testing.T) {
	for _, tt := range []struct {
		mode, point string
		others      bool
	}{
		{byKey, "claimed", true}, {byKey, "audited", true}, {byKey, "audited", false},
		{byDraft, "claimed", true}, {byDraft, "started", true}, {byDraft, "audited", false},
	} {
		name := tt.mode + " " + tt.point
		if tt.others {
			name += ", others did it"
		}
		if tt.point == "claimed" && !thorough() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSubject(newHome(t, setup{world: proxy, config: long}), kindOf("send"), tt.mode, "mark1x")
			wake := s.asleep(tt.point)
			s.repeat(1)
			s.h.later(ttl)
			s.repeat(1)
			want := 0
			if tt.others {
				s.resolve(1)
				s.repeat(1)
				want = 1
			}
			r := wake()
			if r.ok() || r.exit != 1 || s.effects() != want {
				t.Errorf("it woke up when the time of its claim was over; %d effects, not %d:\n%s", s.effects(), want, r)
			}
			if !tt.others {
				s.resolve(1)
			}
			s.repeat(2)
			s.sound()
			s.h.verify()
		})
	}
}

// A machine falls asleep with the answer in its hands: the result is told, and
// that it is not recorded; what an operator said meanwhile stands.
func TestAsleepBehindTheAnswer(t *testing.T) {
	for _, mode := range []string{byKey, byDraft} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := newSubject(newHome(t, setup{world: proxy, config: long}), kindOf("send"), mode, "mark1x")
			wake := s.asleep("answered")
			s.h.later(ttl)
			s.repeat(1)
			s.resolve(1)
			if r := wake(); !r.ok() || !tells(r, "could not be recorded") {
				t.Errorf("it happened, and can't be recorded any more:\n%s", r)
			}
			s.repeat(2)
			s.sound()
			s.h.verify()
		})
	}
}
