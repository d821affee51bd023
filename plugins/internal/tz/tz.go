// Package tz knows the time zones of the world inside a module: which names
// there are, and how far the clocks of each are ahead of UTC at an instant.
//
// The standard package time does the same and adds 834 KB to a module, a third
// of what a plugin has; this one adds about 60. It keeps no names of offsets
// (CEST), and it is exact from 2000 to 2037. Before and after, a zone changes its
// clocks as it does 28 years on or back, when the weekdays fall on the same
// days: right for as long as the rules of today hold. data.go is made by gen.go
// from the zone data of Go itself. Start at [Load].
package tz

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
)

//go:generate go run gen.go

// Zone is a time zone. The zero Zone is none: use what [Load] gave.
type Zone struct {
	name string
	// history is the offset when 2000 began, and each change after it; see
	// data.go.
	history string
}

const (
	// first and end are what the data is about, in seconds of UTC: from the
	// beginning of 2000 to the end of 2037.
	first, end int64 = 946684800, 2145916800
	// cycle is 28 years, after which dates have their weekdays again.
	cycle int64 = 10227 * 86400
	day   int64 = 86400
)

// Load finds a zone by its IANA name (Europe/Berlin), whatever its case. ok is
// false where there is none: the caller must say so and never take UTC.
func Load(name string) (z Zone, ok bool) {
	want := text.Lower(name)
	if want == "" {
		return Zone{}, false
	}
	for rest := names; rest != ""; {
		line := rest[:text.Index(rest, "\n")]
		rest = rest[len(line)+1:]
		at := text.Index(line, " ")
		if text.Lower(line[:at]) != want {
			continue
		}
		n, _ := text.Digits(line[at+1:])
		return Zone{line[:at], histories[n]}, true
	}
	return Zone{}, false
}

// Name is the zone's name as IANA spells it.
func (z Zone) Name() string { return z.name }

// Offset is how many minutes the clocks are ahead of UTC at an instant, in
// seconds after 1970 began.
func (z Zone) Offset(at int64) int {
	for at < first {
		at += cycle
	}
	for at >= end {
		at -= cycle
	}
	offset, changed := quarters(z.history[:2]), first
	for rest := z.history[2:]; rest != ""; rest = rest[6:] {
		changed += 60 * number(rest[:4])
		if at < changed {
			break
		}
		offset = quarters(rest[4:6])
	}
	return offset
}

// Instant is when the clocks in the zone show t, in seconds after 1970 began. A
// t that states its offset is an instant already; a bare date is its first
// moment. Of two instants it is the first; a time that the clocks skip is taken
// to follow the time before, as RFC 5545 has it.
func (z Zone) Instant(t date.Time) int64 {
	local := t.Seconds()
	if t.HasOffset {
		return local
	}
	before, after := z.Offset(local-day), z.Offset(local+day)
	for _, minutes := range [...]int{max(before, after), min(before, after)} {
		if at := local - int64(minutes)*60; z.Offset(at) == minutes {
			return at
		}
	}
	return local - int64(before)*60
}

// Show is what the clocks in the zone show at an instant, with the offset.
func (z Zone) Show(at int64) date.Time {
	minutes := z.Offset(at)
	t := date.Unix(at + int64(minutes)*60)
	t.Offset = minutes
	return t
}

// number reads digits of base 64 as data.go has them: 0 to 9, A to Z, a to z, + and -.
func number(s string) (n int64) {
	for i := range len(s) {
		c := int64(s[i])
		switch {
		case c >= 'a':
			c -= 'a' - 36
		case c >= 'A':
			c -= 'A' - 10
		case c >= '0':
			c -= '0'
		case c == '+':
			c = 62
		default:
			c = 63
		}
		n = n*64 + c
	}
	return n
}

// quarters reads an offset: quarters of an hour from 24 hours behind UTC on.
func quarters(s string) int { return int(number(s))*15 - 24*60 }
