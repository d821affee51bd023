package recurrence

import (
	"errors"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // zones where the system has none
)

// The forms of iCalendar's values.
const (
	dateForm = "20060102"
	timeForm = "20060102T150405"
)

// readDates reads the value of an EXDATE or RDATE line.
func (s *Set) readDates(params, value string, add func(t time.Time, day bool)) error {
	zone := s.start.Zone
	for p := range strings.SplitSeq(params, ";") {
		name, v, _ := strings.Cut(p, "=")
		switch strings.ToUpper(name) {
		case "TZID":
			loc, err := LoadZone(strings.Trim(v, `"`))
			if err != nil {
				return errors.New("its TZID is no IANA time zone")
			}
			zone = loc
		case "VALUE":
			if v := strings.ToUpper(v); v != "DATE" && v != "DATE-TIME" {
				return errors.New("only dates and times are allowed, no periods")
			}
		case "":
		default:
			return errors.New("it has a parameter other than TZID and VALUE")
		}
	}
	for text := range strings.SplitSeq(value, ",") {
		if len(s.dates)+len(s.without)+len(s.days) >= maxDates {
			return fmt.Errorf("more than %d dates", maxDates)
		}
		t, day, err := s.wall(strings.TrimSpace(text), zone)
		if err != nil {
			return err
		}
		add(t, day)
	}
	return nil
}

// wall reads one date or time and gives what the clock on the series' wall
// shows then.
func (s *Set) wall(text string, zone *time.Location) (t time.Time, day bool, err error) {
	if t, err := time.Parse(dateForm, text); err == nil {
		return t, true, nil
	}
	local, utc := strings.CutSuffix(text, "Z")
	if utc {
		zone = time.UTC
	}
	t, err = time.ParseInLocation(timeForm, local, zone)
	if err != nil {
		return t, false, errors.New("a date can't be read; it must look like 20300131 or 20300131T090000Z")
	}
	if s.start.AllDay {
		return midnight(floating(t)), true, nil
	}
	return floating(t.In(s.start.Zone)), false, nil
}

// until reads UNTIL; the bound is inclusive, and a date means its whole day.
func (s *Set) until(text string) (time.Time, error) {
	t, day, err := s.wall(text, s.start.Zone)
	if err != nil {
		return t, errors.New("UNTIL can't be read; it must look like 20300131 or 20300131T090000Z")
	}
	if day && !s.start.AllDay {
		t = t.Add(24*time.Hour - time.Second)
	}
	return t, nil
}

// LoadZone finds a zone of the IANA database. "Local" and "" are none.
func LoadZone(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, errors.New("no such time zone")
	}
	return time.LoadLocation(name)
}

// floating gives what a clock shows as if it were UTC.
func floating(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

func midnight(t time.Time) time.Time { return t.Truncate(24 * time.Hour) }
