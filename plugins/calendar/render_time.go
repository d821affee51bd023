package main

import (
	"github.com/wslite/wslite/plugins/internal/tz"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// when writes the time of an event. Proxies write every time in UTC, which says
// nothing of where the event is: such a time is shown in the user's zone. One
// with an offset keeps it. Whole days are days: from the first to the last one,
// though the end that servers give is the day after.
func when(e value.Value, user abi.Clock) string {
	start, startZone := point(e.Get("start"))
	end, endZone := point(e.Get("end"))
	from, ok := date.Parse(start)
	to, hasEnd := date.Parse(end)
	switch {
	case !ok:
		return start
	case !from.HasClock || e.Get("isAllDay").IsTrue():
		return days(from, to, hasEnd)
	case wroteUTC(from) && (!hasEnd || wroteUTC(to)):
		if !hasEnd {
			return inZone(from, user)
		}
		return span(inZone(from, user), inZone(to, user))
	case !hasEnd:
		return moment(from) + in(startZone)
	case from.Date == to.Date && from.HasOffset == to.HasOffset && from.Offset == to.Offset:
		return from.Date.String() + " " + clock(from) + " to " + clock(to) + offset(to) + in(endZone)
	}
	return moment(from) + " to " + moment(to) + in(endZone)
}

func wroteUTC(t date.Time) bool {
	return t.HasClock && t.HasOffset && t.Offset == 0 && t.Second == 0
}

// inZone is an instant that was written in UTC as clocks in the user's zone show
// it: "2031-05-04 11:30 CEST". Where that is not known it stays in UTC.
func inZone(t date.Time, user abi.Clock) string {
	minutes, name, ok := offsetAt(t, user)
	if !ok {
		return moment(t)
	}
	minutes += t.Hour*60 + t.Minute
	local := date.Time{Date: t.Date, HasClock: true}
	for ; minutes < 0; minutes += dayMinutes {
		local.Date = local.Date.AddDays(-1)
	}
	for ; minutes >= dayMinutes; minutes -= dayMinutes {
		local.Date = local.Date.AddDays(1)
	}
	local.Hour, local.Minute = minutes/60, minutes%60
	return moment(local) + " " + name
}

// offsetAt is how far the user's clocks are ahead of UTC at an instant, and what
// people call that. The host's list ends two years from now, and with its last
// offset a meeting in the summer after it would be shown at the time of winter: from
// there on the rules of the zone count, and the list names what they give.
func offsetAt(t date.Time, user abi.Clock) (minutes int, name string, ok bool) {
	for i := len(user.Offsets) - 1; i >= 0; i-- {
		from, read := date.Parse(user.Offsets[i].From)
		if !read || t.Before(from) {
			continue
		}
		o := user.Offsets[i]
		z, known := tz.Load(user.TimeZone)
		if !known || i < len(user.Offsets)-1 {
			return o.Minutes, o.Name, true
		}
		minutes = z.Offset(t.Seconds())
		for j := i; j >= 0; j-- {
			if user.Offsets[j].Minutes == minutes {
				return minutes, user.Offsets[j].Name, true
			}
		}
		return minutes, shift(minutes), true
	}
	return 0, "", false
}

// shift writes an offset that has no name: "+02:00".
func shift(minutes int) string {
	return text.Trim(offset(date.Time{Date: date.Date{Year: 2000, Month: 1, Day: 1}, HasOffset: true, Offset: minutes}))
}

const dayMinutes = 24 * 60

// span joins two times such as "2031-05-04 11:30 CEST". What they share stands
// once.
func span(start, end string) string {
	const day, minute = len("2031-05-04 "), len("2031-05-04 11:30")
	if start[:day] != end[:day] || start[minute:] != end[minute:] {
		return start + " to " + end
	}
	return start[:minute] + " to " + end[day:]
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
