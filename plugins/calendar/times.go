package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// local tells whether a time of the call is written without its offset, so that
// a zone says when it is.
func local(p value.Value, keys ...string) bool {
	for _, key := range keys {
		if t, ok := date.Parse(p.Get(key).Text()); ok && t.HasClock && !t.HasOffset {
			return true
		}
	}
	return false
}

func localTimes(p value.Value) bool { return local(p, "startTime", "endTime") }

// readTime reads a time of the call. transform has refused what can't be read, a
// proxy's caller may have sent it all the same.
func readTime(p value.Value, key string) (date.Time, error) {
	t, ok := date.Parse(p.Get(key).Text())
	if !ok {
		return t, plugin.Invalid(key, key+" must be a date (2031-05-04) or a date-time (2031-05-04T09:00:00Z) that exists.")
	}
	return t, nil
}

// wall is a time as clocks show it, without an offset: 2031-05-04T09:00:00.
func wall(t date.Time) string {
	t.Offset = 0
	s := t.RFC3339()
	return s[:len(s)-1]
}

// eventTime writes a time as the API takes it. A date is whole days and has no
// zone. A time without an offset is read by Google in the zone beside it, so
// that nobody here has to know its rules; one with an offset has the zone too
// where one is known, since a series needs it to stay at its hour when clocks
// change.
func eventTime(t date.Time, zone string) value.Value {
	if !t.HasClock {
		return value.Object(value.M("date", value.String(t.Date.String())))
	}
	written := wall(t)
	if t.HasOffset {
		written = t.RFC3339()
	}
	out := value.Object(value.M("dateTime", value.String(written)))
	if zone != "" {
		out.Set("timeZone", value.String(zone))
	}
	return out
}

// apiTime reads a time of the API.
func apiTime(v value.Value) (date.Time, bool) { return date.Parse(firstOf(v, "dateTime", "date")) }

// checkOrder wants the end after the start, both of one kind. A time without an
// offset stands in the zone.
func checkOrder(start, end date.Time, zone string) error {
	if start.HasClock != end.HasClock {
		return plugin.Invalid("endTime", "The start and the end must both be dates, for whole days, or both be times. Give startTime and endTime together.")
	}
	late := plugin.Invalid("endTime", "The end must be later than the start."+wholeDay(start, end))
	if start.HasOffset == end.HasOffset {
		if !start.Before(end) {
			return late
		}
		return nil
	}
	z, err := rulesOf(zone)
	if err != nil {
		return err
	}
	if z.Instant(start) >= z.Instant(end) {
		return late
	}
	return nil
}
