package ics

import (
	"errors"
	"strings"
	"time"

	ical "github.com/emersion/go-ical"
)

const (
	dateForm = "20060102"
	timeForm = "20060102T150405"
)

// moment is a date or a time in a zone.
type moment struct {
	at     time.Time // of a date midnight UTC
	allDay bool
	zone   string // IANA name
}

func (m moment) body() map[string]any {
	if m.allDay {
		return map[string]any{"date": m.at.Format(time.DateOnly)}
	}
	return map[string]any{"dateTime": m.at.UTC().Format(time.RFC3339), "timeZone": m.zone}
}

// value is the moment as a value of RDATE and EXDATE.
func (m moment) value() string {
	if m.allDay {
		return m.at.Format(dateForm)
	}
	return m.at.UTC().Format(timeForm) + "Z"
}

// moment reads a property with one date or time.
func (f *file) moment(p *ical.Prop) (moment, error) {
	all, err := f.moments(p)
	if err != nil {
		return moment{}, err
	}
	return all[0], nil
}

// moments reads a property with a list of them. Of a period the start counts.
func (f *file) moments(p *ical.Prop) ([]moment, error) {
	zone, err := f.zoneOf(p)
	if err != nil {
		return nil, err
	}
	var out []moment
	for text := range strings.SplitSeq(p.Value, ",") {
		text, _, _ = strings.Cut(strings.TrimSpace(text), "/")
		m, err := readMoment(text, zone)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

func readMoment(text string, zone *time.Location) (moment, error) {
	if t, err := time.Parse(dateForm, text); err == nil {
		return moment{at: t, allDay: true}, valid(t)
	}
	if local, ok := strings.CutSuffix(text, "Z"); ok {
		t, err := time.Parse(timeForm, local)
		if err == nil {
			return moment{at: t, zone: "UTC"}, valid(t)
		}
	}
	t, err := time.ParseInLocation(timeForm, text, zone)
	if err != nil {
		return moment{}, errors.New("a date or time can't be read")
	}
	return moment{at: t, zone: zone.String()}, valid(t)
}

func valid(t time.Time) error {
	if t.Year() < 1 {
		return errors.New("a date is before the year 1")
	}
	return nil
}

// zoneOf gives the zone that a property names; the calendar's where it names
// none.
func (f *file) zoneOf(p *ical.Prop) (*time.Location, error) {
	id := p.Params.Get(ical.ParamTimezoneID)
	if id == "" {
		return f.home, nil
	}
	loc := f.zones[id]
	if loc == nil {
		loc = named(id)
	}
	if loc == nil {
		return nil, errors.New("its time zone is unknown: it is no IANA or Outlook name, and the file does not define it")
	}
	return loc, nil
}
