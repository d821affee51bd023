package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxRecipients is how many recipients a mail's head shows.
const maxRecipients = 20

// recipientList shortens a long list of addresses between two of them.
func recipientList(s string) string {
	members := address.Split(s)
	if len(members) <= maxRecipients {
		return s
	}
	out := ""
	for _, m := range members[:maxRecipients] {
		out += m + ", "
	}
	return out + "and " + text.Int(len(members)-maxRecipients) + " more"
}

// oneLine puts a text on one line: the name of an attachment is its sender's
// choice, and a second line could look like one of ours.
func oneLine(s string) string {
	out := []byte(unixLines(s))
	for i, c := range out {
		if c < ' ' {
			out[i] = ' '
		}
	}
	return string(out)
}

// moment shows an instant to the minute, in the zone in which it was written:
// servers write UTC.
func moment(v value.Value) string {
	t, ok := date.Parse(v.Text())
	if !ok || !t.HasClock {
		return v.Text()
	}
	s := t.RFC3339()
	out := s[:10] + " " + s[11:16]
	if t.Offset == 0 {
		return out + " UTC"
	}
	return out + " " + s[len(s)-6:]
}

// bytes shows a size to a person.
func bytes(n int64) string {
	unit := "bytes"
	if n == 1 {
		unit = "byte"
	}
	tenths := n * 10
	if n > 1<<59 || n < 0 {
		return "of unknown size"
	}
	for _, u := range [...]string{"KB", "MB", "GB"} {
		if tenths < 10_000 {
			break
		}
		tenths, unit = (tenths+500)/1000, u
	}
	out := text.Int(int(tenths / 10))
	if tenths%10 != 0 {
		out += "." + text.Int(int(tenths%10))
	}
	return out + " " + unit
}

// millis shows milliseconds since 1970 as a time in UTC.
func millis(v value.Value) string {
	digits := v.Text() + v.Number()
	if !allDigits(digits) || len(digits) > 14 {
		return digits
	}
	ms := 0
	for i := range len(digits) {
		ms = 10*ms + int(digits[i]-'0')
	}
	minutes := ms / 60_000
	// The day of an instant is the one it falls on in UTC when 1970 began as many
	// minutes west of it.
	day := date.Time{Date: date.Date{Year: 1970, Month: 1, Day: 1}, HasClock: true, HasOffset: true, Offset: -minutes}.UTCDate()
	return moment(value.String(date.Time{Date: day, HasClock: true, Hour: minutes / 60 % 24, Minute: minutes % 60}.RFC3339()))
}
