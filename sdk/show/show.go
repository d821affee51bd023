// Package show writes the values of an answer for a person: numbers with their
// nouns, sizes, times, lists.
//
// It reads what services send, in any of the forms in which they send it, and
// decides nothing about the layout: that is the plugin's, with package text.
// What is not of the kind that a function writes gives "", which
// [text.Details] leaves out. Start at [Count] and [Moment].
package show

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Count writes a whole number with its noun: "3 tasks".
//
//go:noinline
func Count(v value.Value, one, many string) string {
	n, ok := v.AsInt()
	if !ok {
		return ""
	}
	return text.Count(int(n), one, many)
}

// Scalar is a text, or a number as it was written: ids come as either.
//
//go:noinline
func Scalar(v value.Value) string {
	if n := v.Number(); n != "" {
		return n
	}
	return v.Text()
}

// YesNo is "yes" or "no"; "" for what is not said.
//
//go:noinline
func YesNo(v value.Value) string {
	switch b, ok := v.AsBool(); {
	case !ok:
		return ""
	case b:
		return "yes"
	}
	return "no"
}

// Join writes the items of a list with something between them. Items that are
// written as nothing are left out.
//
//go:noinline
func Join(list value.Value, between string, write func(value.Value) string) string {
	out := ""
	for _, item := range list.Items() {
		out = text.Join(out, between, write(item))
	}
	return out
}

// Moment writes an RFC 3339 instant to the minute in the offset in which it was
// written: "2031-05-04 09:30 UTC". What is no instant stays as it is. Package
// zone writes instants in the user's own zone, and is large.
//
//go:noinline
func Moment(v value.Value) string {
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
