package recurrence

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// Start is the start of a series' first instance.
type Start struct {
	// Wall is what the clock on the wall shows, held as if it were UTC. The
	// time is 00:00 for an all-day event.
	Wall time.Time
	// Zone is where the clock hangs. All-day events have none.
	Zone *time.Location
	// AllDay says that the instances are dates.
	AllDay bool
}

// Set is a parsed recurrence. It may be used by many goroutines.
type Set struct {
	start   Start
	rules   []rrule.ROption
	exrules []rrule.ROption
	dates   []time.Time        // RDATE, wall clock, sorted
	without map[time.Time]bool // EXDATE, wall clock
	days    map[time.Time]bool // EXDATE of whole days
	end     time.Time          // wall clock, exclusive: the horizon
	bounded bool
}

// Parse reads the lines of a recurrence. An error says which line is wrong
// and why; it quotes nothing longer than a name.
func Parse(lines []string, start Start) (*Set, error) {
	if len(lines) > maxLines {
		return nil, fmt.Errorf("%d lines, the maximum is %d", len(lines), maxLines)
	}
	if start.Zone == nil {
		start.Zone = time.UTC
	}
	s := &Set{start: start, without: map[time.Time]bool{}, days: map[time.Time]bool{}, end: start.Wall.AddDate(Horizon, 0, 0)}
	for i, line := range lines {
		if err := s.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if len(s.rules) == 0 && len(s.dates) == 0 {
		return nil, errors.New("there is neither an RRULE nor an RDATE")
	}
	s.bounded = true
	for _, r := range s.rules {
		if r.Count == 0 && !r.Until.Before(s.end) {
			s.bounded = false
		}
	}
	if err := s.mustMatch(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Set) line(line string) error {
	if len(line) > maxLine {
		return fmt.Errorf("longer than %d bytes", maxLine)
	}
	head, value, ok := strings.Cut(strings.TrimSpace(line), ":")
	if !ok {
		return errors.New("it has no colon")
	}
	name, params, _ := strings.Cut(head, ";")
	switch strings.ToUpper(name) {
	case "RRULE":
		return s.rule(value, &s.rules)
	case "EXRULE":
		return s.rule(value, &s.exrules)
	case "RDATE":
		return s.readDates(params, value, func(t time.Time, day bool) {
			if day && !s.start.AllDay { // a day alone: at the time of the start
				t = t.Add(s.start.Wall.Sub(midnight(s.start.Wall)))
			}
			s.dates = append(s.dates, t)
		})
	case "EXDATE":
		return s.readDates(params, value, func(t time.Time, day bool) {
			if day {
				s.days[t] = true
			} else {
				s.without[t] = true
			}
		})
	case "DTSTART", "DTEND":
		return errors.New("DTSTART and DTEND are not allowed: use the fields start and end")
	}
	return errors.New("only RRULE, EXRULE, RDATE and EXDATE are allowed")
}

// rule reads an RRULE or EXRULE.
func (s *Set) rule(value string, into *[]rrule.ROption) error {
	var kept []string
	var until time.Time
	for part := range strings.SplitSeq(strings.ToUpper(strings.TrimSuffix(value, ";")), ";") {
		if text, ok := strings.CutPrefix(part, "UNTIL="); ok {
			t, err := s.until(text)
			if err != nil {
				return err
			}
			until = t
			continue
		}
		if strings.HasPrefix(part, "DTSTART") || strings.HasPrefix(part, "BYEASTER") {
			return errors.New("the rule has a part that RFC 5545 does not know")
		}
		if strings.Count(part, ",") > maxNumbers {
			return errors.New("the rule has a list that is too long")
		}
		kept = append(kept, part)
	}
	o, err := rrule.StrToROption(strings.Join(kept, ";"))
	if err != nil {
		return errors.New("the rule can't be read; it must look like FREQ=WEEKLY;BYDAY=MO,WE")
	}
	o.Until = until
	o.Dtstart = s.start.Wall
	if err := s.checkRule(o, kept); err != nil {
		return err
	}
	if o.Until.IsZero() || o.Until.After(s.end) {
		o.Until = s.end
	}
	if _, err := rrule.NewRRule(*o); err != nil {
		return errors.New("the rule has a number out of its range")
	}
	*into = append(*into, *o)
	return nil
}

func (s *Set) checkRule(o *rrule.ROption, parts []string) error {
	seen := map[string]bool{}
	for _, p := range parts {
		name, value, _ := strings.Cut(p, "=")
		if seen[name] {
			return errors.New("the rule has a part twice")
		}
		seen[name] = true
		if (name == "COUNT" && o.Count < 1) || (name == "INTERVAL" && o.Interval < 1) || value == "" {
			return errors.New("COUNT and INTERVAL must be 1 or more")
		}
	}
	perDay := max(1, len(o.Byhour)) * max(1, len(o.Byminute)) * max(1, len(o.Bysecond))
	switch {
	case o.Freq > rrule.DAILY:
		return errors.New("FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY")
	case o.Count > 0 && !o.Until.IsZero():
		return errors.New("COUNT and UNTIL exclude each other")
	case perDay > maxPerDay:
		return fmt.Errorf("more than %d instances a day", maxPerDay)
	case s.start.AllDay && len(o.Byhour)+len(o.Byminute)+len(o.Bysecond) > 0:
		return errors.New("an all-day event has no BYHOUR, BYMINUTE or BYSECOND")
	}
	return nil
}

// mustMatch refuses rules that never have an instance, such as 30 February.
// The search is bounded by the library's last year and takes well below a
// second.
func (s *Set) mustMatch() error {
	for _, o := range s.rules {
		o.Until, o.Count = s.end, 0
		r, err := rrule.NewRRule(o)
		if err != nil {
			return errors.New("the rule has a number out of its range")
		}
		if _, ok := r.Iterator()(); !ok {
			return errors.New("the rule has no instance")
		}
	}
	return nil
}
