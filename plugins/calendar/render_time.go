package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/value"
)

// when writes the time of an event in the offset in which the server wrote it,
// and whole days as days: from the first to the last one, though the end that
// servers give is the day after.
func when(e value.Value) string {
	start, startZone := point(e.Get("start"))
	end, endZone := point(e.Get("end"))
	from, ok := date.Parse(start)
	to, hasEnd := date.Parse(end)
	switch {
	case !ok:
		return start
	case !from.HasClock || e.Get("isAllDay").IsTrue():
		return days(from, to, hasEnd)
	case !hasEnd:
		return moment(from) + in(startZone)
	case from.Date == to.Date && from.HasOffset == to.HasOffset && from.Offset == to.Offset:
		return from.Date.String() + " " + clock(from) + " to " + clock(to) + offset(to) + in(endZone)
	}
	return moment(from) + " to " + moment(to) + in(endZone)
}

// point is a time as text and the zone that stands beside it. The API's own
// events have an object here, with a date or a time.
func point(v value.Value) (at, zone string) {
	if v.Kind() != value.KindObject {
		return v.Text(), ""
	}
	return firstOf(v, "dateTime", "date"), v.Get("timeZone").Text()
}

func in(zone string) string {
	if zone == "" {
		return ""
	}
	return " (" + zone + ")"
}

func days(from, to date.Time, hasEnd bool) string {
	first := day(from)
	if !hasEnd || !first.AddDays(1).Before(day(to)) {
		return first.String()
	}
	return first.String() + " to " + day(to).AddDays(-1).String()
}

// day is the day that a whole-day event names. A date is that day and passes
// through no zone. Proxies send midnight in the calendar's zone, written in
// UTC: the nearest midnight of UTC is the day, for all zones from UTC-10 to
// UTC+13, and for the two hours beyond there are next to no people.
func day(t date.Time) date.Date {
	if !t.HasClock || t.Offset != 0 || t.Hour < 11 {
		return t.Date
	}
	return t.Date.AddDays(1)
}

func moment(t date.Time) string { return t.Date.String() + " " + clock(t) + offset(t) }

// clock is the time of day, to the minute unless it has seconds.
func clock(t date.Time) string {
	full := t.RFC3339()[11:19]
	if t.Second == 0 {
		return full[:5]
	}
	return full
}

func offset(t date.Time) string {
	switch {
	case !t.HasOffset:
		return ""
	case t.Offset == 0:
		return " UTC"
	}
	s := t.RFC3339()
	return " " + s[len(s)-6:]
}
