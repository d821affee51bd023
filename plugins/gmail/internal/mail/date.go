package mail

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/date"
)

const (
	dayNames   = "MonTueWedThuFriSatSun"
	monthNames = "JanFebMarAprMayJunJulAugSepOctNovDec"
)

// Date writes the clock's instant as a mail's date, in the user's zone: the
// offset is the one that holds then, and UTC where none is known. "" is a clock
// that can't be read; the service then dates the mail itself.
func Date(c abi.Clock) string {
	now, ok := date.Parse(c.Now)
	if !ok || !now.HasClock {
		return ""
	}
	minutes := 0
	for _, o := range c.Offsets {
		if from, ok := date.Parse(o.From); ok && !now.Before(from) {
			minutes = o.Minutes
		}
	}
	return header(date.Unix(now.Seconds()+int64(minutes)*60), minutes)
}

// header writes a local time with its offset, as RFC 5322 has it.
func header(t date.Time, minutes int) string {
	day, month := 3*t.Date.Weekday(), 3*(t.Date.Month-1)
	sign := byte('+')
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	b := append([]byte(dayNames[day:day+3]), ", "...)
	b = append(two(b, t.Date.Day), ' ')
	b = append(append(b, monthNames[month:month+3]...), ' ')
	b = append(two(two(b, t.Date.Year/100), t.Date.Year%100), ' ')
	b = append(two(b, t.Hour), ':')
	b = append(two(b, t.Minute), ':')
	b = append(two(b, t.Second), ' ', sign)
	return string(two(two(b, minutes/60), minutes%60))
}

func two(b []byte, n int) []byte { return append(b, byte('0'+n/10%10), byte('0'+n%10)) }
