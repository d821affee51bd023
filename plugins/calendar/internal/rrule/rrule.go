// Package rrule reads the recurrence of an event as RFC 5545 writes it, and
// refuses what is none before a service takes a part of it and drops the rest.
//
// It makes no occurrences: the service does. It only finds the first day of a
// rule, so that a series does not begin with one that its rule leaves out.
// Start at [Parse] for one rule and at [Lines] for all that an event may have.
package rrule

import "github.com/wslite/wslite/sdk/text"

// Rule is the value of an RRULE: FREQ=WEEKLY;BYDAY=MO. The zero Rule is none.
type Rule struct{ parts []part }

type part struct{ name, value string }

// Parse reads a rule in any case. problem says what is wrong with it, as a
// sentence without its end ("it has FREQ twice"); "" where nothing is.
func Parse(s string) (r Rule, problem string) {
	for rest := text.Upper(text.Trim(s)); ; {
		var field string
		field, rest = cut(rest, ";")
		name, value := cut(field, "=")
		switch {
		case value == "":
			return Rule{}, "it has a part that is not NAME=VALUE"
		case r.Get(name) != "":
			return Rule{}, "it has " + name + " twice"
		}
		check, known := checks(name)
		if !known {
			return Rule{}, "it has a part that no rule has; parts are FREQ, COUNT, UNTIL, INTERVAL, WKST and those that begin with BY"
		}
		if !check(value) {
			return Rule{}, "the value of " + name + " is not one that it may have"
		}
		r.parts = append(r.parts, part{name, value})
		if rest == "" {
			break
		}
	}
	switch {
	case r.Get("FREQ") == "":
		return Rule{}, "it has no FREQ"
	case r.Get("COUNT") != "" && r.Get("UNTIL") != "":
		return Rule{}, "it has both COUNT and UNTIL"
	case r.Get("BYSETPOS") != "" && !r.picks():
		return Rule{}, "BYSETPOS needs another part that begins with BY"
	case r.ordinals() && r.Get("FREQ") != "MONTHLY" && r.Get("FREQ") != "YEARLY":
		return Rule{}, "BYDAY may number its days with FREQ=MONTHLY or FREQ=YEARLY only"
	case r.Get("BYWEEKNO") != "" && r.Get("FREQ") != "YEARLY":
		return Rule{}, "BYWEEKNO needs FREQ=YEARLY"
	}
	return r, ""
}

// Get is the value of a part, "" where there is none.
func (r Rule) Get(name string) string {
	for _, p := range r.parts {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// With gives the rule with another value of a part, at its old place or the end.
func (r Rule) With(name, value string) Rule {
	out := Rule{append([]part(nil), r.parts...)}
	for i := range out.parts {
		if out.parts[i].name == name {
			out.parts[i].value = value
			return out
		}
	}
	out.parts = append(out.parts, part{name, value})
	return out
}

// String writes the rule, without the word RRULE.
func (r Rule) String() string {
	out := ""
	for _, p := range r.parts {
		out = text.Join(out, ";", p.name+"="+p.value)
	}
	return out
}

// Equal tells whether two rules have the same parts, in whatever order.
func (r Rule) Equal(other Rule) bool {
	for _, p := range r.parts {
		if other.Get(p.name) != p.value {
			return false
		}
	}
	return len(r.parts) == len(other.parts)
}

// picks tells whether a part beside BYSETPOS chooses days.
func (r Rule) picks() bool {
	for _, p := range r.parts {
		if text.HasPrefix(p.name, "BY") && p.name != "BYSETPOS" {
			return true
		}
	}
	return false
}

func (r Rule) ordinals() bool {
	days := r.Get("BYDAY")
	for i := range len(days) {
		if text.IsDigit(days[i]) {
			return true
		}
	}
	return false
}
