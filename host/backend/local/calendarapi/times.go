package calendarapi

import (
	"strings"
	"time"

	"github.com/wslite/wslite/host/backend/local/calendarapi/recurrence"
	"github.com/wslite/wslite/host/backend/local/gapi"
)

// moment is one end of an event: an instant, or a date.
type moment struct {
	at     time.Time // the instant; of a date its midnight in UTC
	allDay bool
	zone   string // IANA name; "" for none given
}

const dateForm = "2006-01-02"

// readMoment reads the field start or end of an event.
func readMoment(o obj, what string) (moment, error) {
	date, dateTime, zone := text(o, "date"), text(o, "dateTime"), text(o, "timeZone")
	if date == "" && dateTime == "" {
		return moment{}, required("Missing %s time.", what)
	}
	if date != "" && dateTime != "" {
		return moment{}, gapi.Invalid("Invalid %s time: it has both a date and a dateTime; to change from one to the other set the former to null.", what)
	}
	var loc *time.Location
	if zone != "" {
		var err error
		if loc, err = recurrence.LoadZone(zone); err != nil {
			return moment{}, gapi.Invalid("Invalid time zone definition for %s time.", what)
		}
	}
	if date != "" {
		t, err := time.Parse(dateForm, date)
		if err != nil || outOfRange(t) {
			return moment{}, gapi.Invalid("Invalid value for: Invalid format: %s is not a date such as 2030-01-31.", gapi.Quote(date))
		}
		return moment{at: t, allDay: true, zone: zone}, nil
	}
	t, err := readInstant(dateTime, loc)
	if err == errNoZone {
		return moment{}, required("Missing time zone definition for %s time.", what)
	}
	if err != nil || outOfRange(t) {
		return moment{}, gapi.Invalid("Invalid value for: Invalid format: %s is not an RFC 3339 time such as 2030-01-31T09:00:00+01:00.", gapi.Quote(dateTime))
	}
	return moment{at: t.Truncate(time.Second), zone: zone}, nil
}

// moment reads what is stored, which was checked.
func (d *EventDateTime) moment() (moment, error) {
	if d == nil {
		return moment{}, required("Missing time.")
	}
	return readMoment(obj{"date": d.Date, "dateTime": d.DateTime, "timeZone": d.TimeZone}, "stored")
}

// outOfRange keeps times where four digits and every zone can show them.
func outOfRange(t time.Time) bool { return t.Year() < 1 || t.Year() > 9900 }

var errNoZone = gapi.Invalid("no zone")

// readInstant reads an RFC 3339 time. Its offset may be missing where a zone
// is given.
func readInstant(text string, loc *time.Location) (time.Time, error) {
	t, err := gapi.ParseTime(text)
	if err == nil {
		return t, nil
	}
	if _, bad := gapi.ParseTime(text + "Z"); bad != nil {
		return t, err
	}
	if loc == nil {
		return t, errNoZone
	}
	clock, _, _ := strings.Cut(text, ".")
	return time.ParseInLocation("2006-01-02T15:04:05", clock, loc)
}

// tree is the moment as it is stored: instants in UTC.
func (m moment) tree() obj {
	o := obj{}
	if m.allDay {
		o["date"] = m.at.Format(dateForm)
	} else {
		o["dateTime"] = m.at.UTC().Format(time.RFC3339)
	}
	if m.zone != "" {
		o["timeZone"] = m.zone
	}
	return o
}

// instant is when the moment is, for a date the midnight in the calendar's
// zone.
func (m moment) instant(loc *time.Location) time.Time {
	if !m.allDay {
		return m.at
	}
	return time.Date(m.at.Year(), m.at.Month(), m.at.Day(), 0, 0, 0, 0, loc)
}

// show is the moment as an answer has it: in the zone that the answer is in,
// with the event's zone.
func (v *view) show(m moment) *EventDateTime {
	if m.allDay {
		return &EventDateTime{Date: m.at.Format(dateForm), TimeZone: m.zone}
	}
	return &EventDateTime{DateTime: m.at.In(v.zone).Format(time.RFC3339), TimeZone: m.zone}
}

// times is when an event is.
type times struct {
	start, end moment
	set        *recurrence.Set // nil for an event that is no series
}

// readTimes reads start, end and recurrence of an event's data.
func readTimes(data obj) (t times, err error) {
	if t.start, err = readMoment(sub(data, "start"), "start"); err != nil {
		return t, err
	}
	if t.end, err = readMoment(sub(data, "end"), "end"); err != nil {
		return t, err
	}
	if t.start.allDay != t.end.allDay {
		return t, gapi.Invalid("Start and end times must either both be date or both be dateTime.")
	}
	if t.end.at.Before(t.start.at) || t.start.allDay && !t.end.at.After(t.start.at) {
		return t, emptyRange("")
	}
	lines := list(data, "recurrence")
	if len(lines) == 0 {
		return t, nil
	}
	t.set, err = t.recur(lines)
	return t, err
}

func (t times) recur(lines []any) (*recurrence.Set, error) {
	start := recurrence.Start{Wall: t.start.at, AllDay: t.start.allDay}
	if !t.start.allDay {
		if t.start.zone == "" {
			return nil, required("Missing time zone definition for start time.")
		}
		loc, err := recurrence.LoadZone(t.start.zone)
		if err != nil {
			return nil, err // can't be: readMoment loaded it
		}
		w := t.start.at.In(loc)
		start.Zone = loc
		start.Wall = time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), 0, time.UTC)
	}
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i], _ = l.(string)
	}
	set, err := recurrence.Parse(texts, start)
	if err != nil {
		return nil, gapi.Invalid("Invalid recurrence rule: %s.", err)
	}
	return set, nil
}

// length is how long the event takes; days count as 24 hours.
func (t times) length() time.Duration { return t.end.at.Sub(t.start.at) }

// at gives the times of the instance that starts then.
func (t times) at(start time.Time) times {
	out := times{start: t.start, end: t.end}
	out.start.at, out.end.at = start, start.Add(t.length())
	return out
}

// endless is the end of a series that has none: later than any other time.
const endless = int64(1) << 40

// span gives what the window of a list is compared with, in Unix seconds.
func (t times) span(loc *time.Location) (start, end int64) {
	start, end = t.start.instant(loc).Unix(), t.end.instant(loc).Unix()
	if t.set == nil {
		return start, end
	}
	first, ok := t.set.All()()
	if !ok {
		return start, start // every instance is excluded
	}
	start = t.at(first).start.instant(loc).Unix()
	if !t.set.Bounded() {
		return start, endless
	}
	last, _ := t.set.Last()
	return start, t.at(last).end.instant(loc).Unix()
}
