package main

import (
	"github.com/wslite/wslite/plugins/calendar/internal/rrule"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// timedSeries tells whether the series needs a zone: with clock times alone it
// would move by an hour when clocks change.
func timedSeries(p value.Value) bool {
	t, ok := date.Parse(p.Get("startTime").Text())
	return ok && t.HasClock
}

func planSeries(w *work) (*plugin.Next, error) {
	switch w.Name {
	case "":
		body, err := newSeries(w)
		if err != nil {
			return nil, err
		}
		return w.ask("created", insert(w, body, nobody)), nil
	case "created", "exists":
		e, next, err := made(w, newSeries)
		if next != nil || err != nil {
			return next, err
		}
		told, err := seriesOf(w)
		if err != nil {
			return nil, err
		}
		data := finished(w, e,
			value.M("seriesId", e.Get("id")),
			value.M("fullId", e.Get("iCalUID")),
			value.M("title", trimmed(w.Params, "title")),
			value.M("start", w.Params.Get("startTime")),
			value.M("end", w.Params.Get("endTime")),
			value.M("recurrence", w.Params.Get("recurrence")),
		)
		return data.Warn(told.warnings...), nil
	}
	return w.Stray()
}

// newSeries is the series as it is sent.
func newSeries(w *work) (value.Value, error) {
	s, err := seriesOf(w)
	if err != nil {
		return value.Value{}, err
	}
	body := texts(w.Params)
	body.Set("start", eventTime(s.start, w.zoneName()))
	body.Set("end", eventTime(s.end, w.zoneName()))
	body.Set("recurrence", value.Strings(s.lines))
	options(w.Params, &body)
	return body, nil
}

// seriesPlan is a series as it will be made.
type seriesPlan struct {
	start, end date.Time
	lines      []string
	warnings   []string
}

// seriesOf reads the call's series. Its first day is one that the rule has: an
// event that begins on another would have a stray first occurrence. Its rule has
// an end.
func seriesOf(w *work) (s seriesPlan, err error) {
	if s.start, err = readTime(w.Params, "startTime"); err != nil {
		return s, err
	}
	if s.end, err = readTime(w.Params, "endTime"); err != nil {
		return s, err
	}
	if err := checkOrder(s.start, s.end, w.zoneName()); err != nil {
		return s, err
	}
	lines, warning, problem := recurrenceOf(w.Params.Get("recurrence").Text())
	if problem != nil {
		return s, problem
	}
	if warning != "" {
		s.warnings = append(s.warnings, warning)
	}
	for i := range lines {
		if lines[i].Other == "" {
			if err := s.begin(w, lines[i].Rule); err != nil {
				return s, err
			}
			break
		}
	}
	for _, l := range lines {
		if l.Other != "" {
			s.lines = append(s.lines, l.Other)
			continue
		}
		rule, err := s.bounded(w, l.Rule)
		if err != nil {
			return s, err
		}
		s.lines = append(s.lines, "RRULE:"+rule.String())
	}
	return s, nil
}

// begin moves the series to the first day of the rule. Days are those of the
// series' zone.
func (s *seriesPlan) begin(w *work, rule rrule.Rule) error {
	start, end := s.start, s.end
	if start.HasOffset || end.HasOffset {
		z, err := rulesOf(w.zoneName())
		if err != nil {
			return err
		}
		start, end = z.Show(z.Instant(start)), z.Show(z.Instant(end))
	}
	shift, found := rule.First(start.Date)
	if !found {
		return plugin.Invalid("recurrence", "No day of the next five years fits the rule.")
	}
	if shift > 0 {
		start.Date, end.Date = start.Date.AddDays(shift), end.Date.AddDays(shift)
		// From here on the clock counts: its offset may be another one.
		start.HasOffset, start.Offset, end.HasOffset, end.Offset = false, 0, false, 0
		s.start, s.end = start, end
		s.warnings = append(s.warnings, "The start is on no day of the rule: the series begins on "+start.Date.String()+".")
	}
	return nil
}

// bounded gives the rule an end where it has none, a year after the start, and
// writes one that it has as the API wants it: a date for whole days, else an
// instant in UTC.
func (s *seriesPlan) bounded(w *work, rule rrule.Rule) (rrule.Rule, error) {
	if rule.Get("COUNT") != "" {
		return rule, nil
	}
	until, given := rrule.Stamp(rule.Get("UNTIL"))
	var shown date.Time // as people in the zone read it
	if !s.start.HasClock {
		if !given {
			until = yearOn(s.start)
		}
		shown = until
		until.HasClock, until.HasOffset = false, false
		if until.Date.Before(s.start.Date) {
			return rule, untilTooEarly()
		}
	} else {
		z, err := rulesOf(w.zoneName())
		if err != nil {
			return rule, err
		}
		switch {
		case !given:
			until = yearOn(z.Show(z.Instant(s.start)))
		case !until.HasClock: // the whole of the last day
			until.HasClock, until.Hour, until.Minute, until.Second = true, 23, 59, 59
		}
		last := z.Instant(until)
		if last < z.Instant(s.start) {
			return rule, untilTooEarly()
		}
		until, shown = date.Unix(last), z.Show(last)
	}
	if !given {
		s.warnings = append(s.warnings, "The rule has no end, so the series ends after a year, on "+shown.Date.String()+". Give COUNT or UNTIL for another end.")
	}
	return rule.With("UNTIL", rrule.WriteStamp(until)), nil
}

// yearOn is the same day and time of the clock a year later, in the same zone.
func yearOn(t date.Time) date.Time {
	if t.Date.Year++; !t.Date.Valid() {
		t.Date.Day-- // 29 February
	}
	t.HasOffset, t.Offset, t.Fraction = false, 0, ""
	return t
}

func untilTooEarly() error {
	return plugin.Invalid("recurrence", "UNTIL must not be earlier than the start.")
}
