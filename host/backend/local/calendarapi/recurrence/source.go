package recurrence

import "time"

// source is an iterator with its next value at hand.
type source struct {
	next Next
	head time.Time
	ok   bool
}

func newSource(next Next) *source {
	s := &source{next: next}
	s.head, s.ok = next()
	return s
}

func (s *source) advance() { s.head, s.ok = s.next() }

// least takes the earliest value of all sources.
func least(sources []*source) (time.Time, bool) {
	var best *source
	for _, s := range sources {
		if s.ok && (best == nil || s.head.Before(best.head)) {
			best = s
		}
	}
	if best == nil {
		return time.Time{}, false
	}
	t := best.head
	best.advance()
	return t, true
}

// reach moves the sources up to t and says whether one of them has it.
func reach(sources []*source, t time.Time) bool {
	found := false
	for _, s := range sources {
		for s.ok && s.head.Before(t) {
			s.advance()
		}
		found = found || s.ok && s.head.Equal(t)
	}
	return found
}
