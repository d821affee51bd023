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

// observance is a part of a zone's definition: an offset, and the instants at
// which it begins.
type observance struct {
	from, to int // offsets before and after, in seconds
	begins   []time.Time
}

// The rules of a zone are compared where most events are: every ten days of
// three years. Older rules may differ.
var (
	compareFrom = time.Date(2024, 1, 1, 12, 0, 0, 0, time.UTC)
	compareTo   = compareFrom.AddDate(0, 0, 10*110)
)

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
	var offsets []int
	for t := compareFrom; t.Before(compareTo); t = t.AddDate(0, 0, 10) {
		offsets = append(offsets, offsetAt(all, t))
	}
next:
	for _, name := range candidates() {
		loc, err := time.LoadLocation(name)
		if err != nil {
			continue
		}
		for d, want := range offsets {
			if _, got := compareFrom.AddDate(0, 0, 10*d).In(loc).Zone(); got != want {
				continue next
			}
		}
		return loc
	}
	return nil
}

// offsetAt gives the offset in seconds that the definition has at an instant:
// that of the observance that began last.
func offsetAt(all []observance, t time.Time) int {
	var last time.Time
	offset := all[0].from // before the first
	for _, o := range all {
		for _, at := range o.begins {
			if !at.After(t) && !at.Before(last) {
				last, offset = at, o.to
			}
		}
	}
	return offset
}

func readObservance(c *ical.Component) (observance, bool) {
	if c.Name != ical.CompTimezoneStandard && c.Name != ical.CompTimezoneDaylight {
		return observance{}, false
	}
	start, from, to := c.Props.Get(ical.PropDateTimeStart), c.Props.Get(ical.PropTimezoneOffsetFrom), c.Props.Get(ical.PropTimezoneOffsetTo)
	if start == nil || from == nil || to == nil {
		return observance{}, false
	}
	var o observance
	var ok1, ok2 bool
	o.from, ok1 = readOffset(from.Value)
	o.to, ok2 = readOffset(to.Value)
	t, err := time.Parse(timeForm, start.Value)
	if !ok1 || !ok2 || err != nil {
		return o, false
	}
	before := time.Duration(o.from) * time.Second
	p := c.Props.Get(ical.PropRecurrenceRule)
	if p == nil {
		o.begins = []time.Time{t.Add(-before)}
		return o, true
	}
	if t.Year() < 1970 { // Outlook begins in 1601: the same rule, from later on
		t = time.Date(1970, t.Month(), min(t.Day(), 28), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	}
	rule, ok := zoneRule(p.Value, t)
	if !ok {
		return o, false
	}
	for _, w := range rule.Between(t, compareTo, true) {
		o.begins = append(o.begins, w.Add(-before))
	}
	return o, true
}

// zoneRule reads the rule of an observance. Only the form that zones have is
// taken, on a day of one month of every year: a rule that never comes true
// would be looked for up to the year 9999.
func zoneRule(text string, start time.Time) (*rrule.RRule, bool) {
	o, err := rrule.StrToROption(text)
	if err != nil || o.Freq != rrule.YEARLY || o.Interval > 1 || len(o.Bymonth) > 1 || len(o.Byweekday) > 1 ||
		len(o.Byweekno)+len(o.Byyearday)+len(o.Bysetpos)+len(o.Byhour)+len(o.Byminute)+len(o.Bysecond)+len(o.Byeaster) > 0 {
		return nil, false
	}
	often := len(o.Bymonthday) == 0
	for _, d := range o.Bymonthday {
		often = often || d >= 1 && d <= 28
	}
	for _, d := range o.Byweekday {
		often = often && d.N() >= -4 && d.N() <= 4
	}
	o.Dtstart = start
	r, err := rrule.NewRRule(*o)
	return r, often && err == nil
}

// readOffset reads +0100 or -043000, in seconds.
func readOffset(s string) (int, bool) {
	for _, form := range []string{"-0700", "-070000"} {
		if t, err := time.Parse(form, s); err == nil {
			_, seconds := t.Zone()
			return seconds, true
		}
	}
	return 0, false
}
