package recurrence

import (
	"slices"
	"time"

	"github.com/teambition/rrule-go"
)

// Next gives the start of the next instance, and false after the last. A date
// of an all-day event is its midnight in UTC.
type Next func() (time.Time, bool)

// Bounded says that the series ends by itself and not at the horizon.
func (s *Set) Bounded() bool { return s.bounded }

// From iterates over the starts at or after a time, in order, each once.
func (s *Set) From(t time.Time) Next {
	from := s.start.Wall
	if w := s.toWall(t).AddDate(0, 0, -1); w.After(from) {
		from = w // a day early: the clock may have changed in between
	}
	next := s.walls(from)
	return func() (time.Time, bool) {
		for {
			w, ok := next()
			if !ok {
				return time.Time{}, false
			}
			if at := s.instant(w); !at.Before(t) {
				return at, true
			}
		}
	}
}

// All iterates over all starts.
func (s *Set) All() Next { return s.From(s.instant(s.start.Wall).AddDate(-1, 0, 0)) }

// Has says whether an instance starts at that time.
func (s *Set) Has(t time.Time) bool {
	got, ok := s.From(t)()
	return ok && got.Equal(t)
}

// Last gives the start of the last instance: false where the series has none.
// It goes through the whole series; an unbounded one ends at the horizon.
func (s *Set) Last() (last time.Time, ok bool) {
	if !s.bounded {
		return s.instant(s.end), true
	}
	for next := s.All(); ; ok = true {
		t, more := next()
		if !more {
			return last, ok
		}
		last = t
	}
}

func (s *Set) toWall(t time.Time) time.Time {
	if s.start.AllDay {
		return midnight(t.UTC())
	}
	return floating(t.In(s.start.Zone))
}

// instant puts a wall clock time into the zone.
func (s *Set) instant(w time.Time) time.Time {
	if s.start.AllDay {
		return w
	}
	t := time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), 0, s.start.Zone)
	// RFC 5545, section 3.3.5: a time that the clock skips or shows twice is
	// meant with the offset before the change. time.Date promises neither.
	_, offset := t.AddDate(0, 0, -1).Zone()
	before := w.Add(-time.Duration(offset) * time.Second).In(s.start.Zone)
	if floating(before).Equal(w) || !floating(t).Equal(w) {
		return before
	}
	return t
}

// walls merges all rules and dates, drops doubles and what is excluded. It
// may begin before from, never after.
func (s *Set) walls(from time.Time) Next {
	var sources []*source
	for _, o := range s.rules {
		sources = append(sources, newSource(ruleFrom(s.withStart(o), from)))
	}
	// The start is the first instance even where no rule makes it.
	dates := append(slices.Clone(s.dates), s.start.Wall)
	slices.SortFunc(dates, time.Time.Compare)
	sources = append(sources, newSource(fixed(dates)))
	var excluded []*source
	for _, o := range s.exrules {
		excluded = append(excluded, newSource(ruleFrom(o, from)))
	}
	var last time.Time
	return func() (time.Time, bool) {
		for {
			w, ok := least(sources)
			if !ok || w.After(s.end) {
				return time.Time{}, false
			}
			if w.Equal(last) || s.without[w] || s.days[midnight(w)] || reach(excluded, w) {
				continue
			}
			last = w
			return w, true
		}
	}
}

// ruleFrom iterates over a rule, starting near from where that can be done
// without changing the result: a daily or weekly rule without COUNT repeats
// every INTERVAL days or weeks.
func ruleFrom(o rrule.ROption, from time.Time) Next {
	step := max(1, o.Interval)
	if o.Freq == rrule.WEEKLY {
		step *= 7
	}
	if o.Count == 0 && (o.Freq == rrule.DAILY || o.Freq == rrule.WEEKLY) {
		days := int(from.Sub(o.Dtstart).Hours() / 24)
		if n := days/step - 1; n > 0 {
			o.Dtstart = o.Dtstart.AddDate(0, 0, n*step)
		}
	}
	r, err := rrule.NewRRule(o)
	if err != nil || o.Count < 0 {
		return fixed(nil) // the former can't be: Parse tried it
	}
	return Next(r.Iterator())
}

// withStart leaves one instance less to a rule with COUNT that does not make
// the start itself, since the start is an instance all the same.
func (s *Set) withStart(o rrule.ROption) rrule.ROption {
	if o.Count == 0 {
		return o
	}
	r, err := rrule.NewRRule(o)
	if err != nil {
		return o
	}
	if first, ok := r.Iterator()(); ok && first.Equal(s.start.Wall) {
		return o
	}
	if o.Count--; o.Count == 0 {
		o.Count = -1 // none; 0 means no limit
	}
	return o
}

func fixed(dates []time.Time) Next {
	return func() (time.Time, bool) {
		if len(dates) == 0 {
			return time.Time{}, false
		}
		t := dates[0]
		dates = dates[1:]
		return t, true
	}
}
