package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// after puts words before something that is there; "" otherwise.
func after(words, s string) string {
	if s == "" {
		return ""
	}
	return words + s
}

// scalar is a text or a number as it is: ids come as either.
func scalar(v value.Value) string {
	if n := v.Number(); n != "" {
		return n
	}
	return v.Text()
}

// count writes a number with its noun; "" where there is no number.
func count(v value.Value, one, many string) string {
	n, ok := v.AsInt()
	if !ok {
		return ""
	}
	return text.Count(int(n), one, many)
}

// yes says whether something is so; "" where that is not known.
func yes(v value.Value) string {
	switch is, known := v.AsBool(); {
	case !known:
		return ""
	case is:
		return "yes"
	}
	return "no"
}

// moment shows an instant to the minute, in the zone in which it was written:
// proxies write UTC.
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
