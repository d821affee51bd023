// Package zone shows instants in the user's time zone.
//
// It stands apart because it links the standard package time and the zone
// data, 850 KB in a module: half as much again as everything else. A plugin
// whose service thinks in instants, as a calendar, needs it; one whose service
// thinks in days does better with package date.
package zone

import (
	"time"
	_ "time/tzdata" // a module sees no files, so the zones must be in it
)

// Zone is a time zone. The zero Zone is UTC.
type Zone struct{ at *time.Location }

// Load finds an IANA zone by the name in abi.Clock.TimeZone; ok is false, and
// the zone is UTC, where the name is not known.
func Load(name string) (z Zone, ok bool) {
	at, err := time.LoadLocation(name)
	if err != nil {
		return Zone{time.UTC}, false
	}
	return Zone{at}, true
}

// Show writes an RFC 3339 instant as a person in the zone reads it:
// "2031-05-04 11:30 CEST". What is no instant is given back as it is.
func (z Zone) Show(instant string) string {
	t, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		return instant
	}
	at := z.at
	if at == nil {
		at = time.UTC
	}
	return t.In(at).Format("2006-01-02 15:04 MST")
}

// Day is the calendar day on which the instant falls in the zone, yyyy-mm-dd.
func (z Zone) Day(instant string) string {
	shown := z.Show(instant)
	if shown == instant {
		return instant
	}
	return shown[:len("2006-01-02")]
}
