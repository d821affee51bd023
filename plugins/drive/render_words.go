package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// named is a name on one line: a line end in it would let it pass for the
// lines below.
func named(v value.Value) string { return or(oneLine(v.Get("name").Text()), "(no name)") }

// oneLine makes a blank of each line end and tab.
func oneLine(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c == '\n' || c == '\r' || c == '\t' {
			b[i] = ' '
		}
	}
	return string(b)
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// comma puts a comma before s; nothing before nothing.
func comma(s string) string {
	if s == "" {
		return ""
	}
	return ", " + s
}

func afterComma(s string) string {
	if len(s) < 2 {
		return ""
	}
	return s[2:]
}

// join writes the texts of a list. What is no text is left out: some servers
// fill parents with objects that lost their ids.
func join(list value.Value) string {
	out := ""
	for _, v := range list.Items() {
		out += comma(v.Text())
	}
	return afterComma(out)
}

// person names a user; Google keeps the address back where comments are.
func person(u value.Value) string {
	name, address := oneLine(u.Get("displayName").Text()), u.Get("emailAddress").Text()
	if name != "" && address != "" {
		return name + " <" + address + ">"
	}
	return or(name+address, "unknown")
}

// head is the first line of a list. The token of the next page is the host's to
// show.
func head(n int, one, many string, a *plugin.Answer) string {
	more := ""
	if a.Pagination.Get("hasMore").IsTrue() || a.Pagination.Get("nextPageToken").Text() != "" {
		more = " (more available)"
	}
	return text.Count(n, one, many) + more + "\n"
}

// moment shows an instant to the minute, in the zone in which it was written:
// Google writes UTC.
func moment(v value.Value) string {
	t, ok := date.Parse(v.Text())
	if !ok || !t.HasClock {
		return v.Text()
	}
	s := t.RFC3339()
	if t.Offset == 0 {
		return s[:10] + " " + s[11:16] + " UTC"
	}
	return s[:10] + " " + s[11:16] + " " + s[len(s)-6:]
}
