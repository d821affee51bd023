package ics

import (
	"strings"
	"time"

	ical "github.com/emersion/go-ical"
	"github.com/teambition/rrule-go"
)

// named finds a zone by an IANA name, also one with a prefix such as
// "/mozilla.org/20050126_1/Europe/Berlin", or by Outlook's name.
func named(id string) *time.Location {
	id = strings.Trim(id, `" `)
	if name, ok := outlook[id]; ok {
		id = name
	}
	parts := strings.Split(strings.Trim(id, "/"), "/")
	for i := range parts {
		name := strings.Join(parts[i:], "/")
		if name == "" || name == "Local" {
			continue
		}
		if loc, err := time.LoadLocation(name); err == nil {
			return loc
		}
	}
	return nil
}

// addZone resolves a zone that the file defines.
func (f *file) addZone(b block) {
	c, err := b.decode()
	if err != nil {
		return // an event that uses the zone says so
	}
	id := c.Props.Get(ical.PropTimezoneID)
	if id == nil {
		return
	}
	for _, name := range []string{id.Value, hint(c)} {
		if loc := named(name); loc != nil {
			f.zones[id.Value] = loc
			return
		}
	}
	if loc := matching(c); loc != nil {
		f.zones[id.Value] = loc
	}
}

func hint(c *ical.Component) string {
	if p := c.Props.Get("X-LIC-LOCATION"); p != nil {
		return p.Value
	}
	return ""
}

// observance is a part of a zone's definition: an offset, and when it begins.
type observance struct {
	from, to time.Duration // offsets before and after
	start    time.Time     // wall clock, as if UTC
	rule     *rrule.RRule  // nil: once
}

// begun gives the last time at or before t that the offset began.
func (o observance) begun(t time.Time) (time.Time, bool) {
	wall := t.Add(o.from)
	if wall.Before(o.start) {
		return t, false
	}
	if o.rule == nil {
		return o.start.Add(-o.from), true
	}
	w := o.rule.Before(wall, true)
	return w.Add(-o.from), !w.IsZero()
}

// matching finds an IANA zone that shows the same times as the definition.
func matching(c *ical.Component) *time.Location {
	var all []observance
	for _, part := range c.Children {
		if o, ok := readObservance(part); ok {
			all = append(all, o)
		}
	}
	if len(all) == 0 {
		return nil
	}
	// The rules are compared where most events are: every ten days of three
	// years. Old rules may differ.
	var offsets []int
	begin := time.Date(2024, 1, 1, 12, 0, 0, 0, time.UTC)
	for d := range 110 {
		offsets = append(offsets, offsetAt(all, begin.AddDate(0, 0, 10*d)))
	}
next:
	for _, name := range candidates() {
		loc, err := time.LoadLocation(name)
		if err != nil {
			continue
		}
		for d, want := range offsets {
			if _, got := begin.AddDate(0, 0, 10*d).In(loc).Zone(); got != want {
				continue next
			}
		}
		return loc
	}
	return nil
}

// offsetAt gives the offset in seconds that the definition has at an instant.
func offsetAt(all []observance, t time.Time) int {
	var last time.Time
	offset := all[0].from // before the first
	for _, o := range all {
		if at, ok := o.begun(t); ok && !at.Before(last) {
			last, offset = at, o.to
		}
	}
	return int(offset / time.Second)
}

func readObservance(c *ical.Component) (observance, bool) {
	var o observance
	if c.Name != ical.CompTimezoneStandard && c.Name != ical.CompTimezoneDaylight {
		return o, false
	}
	start, from, to := c.Props.Get(ical.PropDateTimeStart), c.Props.Get(ical.PropTimezoneOffsetFrom), c.Props.Get(ical.PropTimezoneOffsetTo)
	if start == nil || from == nil || to == nil {
		return o, false
	}
	var ok1, ok2 bool
	o.from, ok1 = readOffset(from.Value)
	o.to, ok2 = readOffset(to.Value)
	t, err := time.Parse(timeForm, start.Value)
	if !ok1 || !ok2 || err != nil {
		return o, false
	}
	o.start = t
	if t.Year() < 1970 { // Outlook begins in 1601: the same rule, from later on
		o.start = time.Date(1970, t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	}
	p := c.Props.Get(ical.PropRecurrenceRule)
	if p == nil {
		return o, true
	}
	opt, err := rrule.StrToROption(p.Value)
	if err != nil || opt.Freq > rrule.MONTHLY {
		return o, false
	}
	opt.Dtstart = o.start
	o.rule, err = rrule.NewRRule(*opt)
	return o, err == nil
}

// readOffset reads +0100 or -043000.
func readOffset(s string) (time.Duration, bool) {
	for _, form := range []string{"-0700", "-070000"} {
		if t, err := time.Parse(form, s); err == nil {
			_, seconds := t.Zone()
			return time.Duration(seconds) * time.Second, true
		}
	}
	return 0, false
}
