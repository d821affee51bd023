package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/value"
)

// How far into the results a page may begin; proxies refuse more.
const (
	maxOffset      = 5000
	maxDraftOffset = 500
)

func checkSearch(p *actions.Params) {
	for _, key := range [...]string{"isUnread", "isStarred"} {
		if on, given := p.Get(key).AsBool(); given {
			// A proxy compares with the text and would pass over the value.
			p.Set(key, value.String(value.Bool(on).String()))
		}
		if s, given := p.Get(key).AsString(); given && s != "true" && s != "false" && s != "" {
			p.Warn(key + ` filters only where it is "true": this one finds everything.`)
		}
	}
	for _, key := range [...]string{"from", "to", "subject", "label"} {
		checkTerm(p, key)
	}
	checkDays(p)
	google.CheckPage(p, maxOffset, "Narrow the search, by date for one.")
}

func checkListDrafts(p *actions.Params) {
	google.CheckPage(p, maxDraftOffset, "Older drafts can't be listed.")
}

// checkTerm refuses what would end the quoting that the server puts around a
// value: the rest of it would be search operators, in:trash for one.
func checkTerm(p *actions.Params, key string) {
	s := p.Get(key).Text()
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			p.Invalid(key, key+" can't hold a double quote: words with spaces are quoted for you. Put a search with quotes of its own in query.")
		case c < ' ' || c == 0x7f:
			p.Invalid(key, key+" must be one line without tabs. Put several terms in query.")
		}
	}
}

// checkDays warns of a day that does not exist and refuses an empty interval.
func checkDays(p *actions.Params) {
	after, hasAfter := searchDay(p, "after")
	before, hasBefore := searchDay(p, "before")
	if hasAfter && hasBefore && before.Before(after) {
		p.Invalid("before", "before must not be earlier than after: no mail is from both.")
	}
}

// searchDay reads yyyy/m/d or yyyy-mm-dd, which the schema has seen. Searches and
// proxies know the first alone.
func searchDay(p *actions.Params, key string) (date.Time, bool) {
	s := p.Get(key).Text()
	if s == "" {
		return date.Time{}, false
	}
	if len(s) == len("2031-05-04") && s[4] == '-' && s[7] == '-' {
		s = s[:4] + "/" + s[5:7] + "/" + s[8:]
		p.Set(key, value.String(s))
	}
	var parts [3]int
	at := 0
	for i := range len(s) {
		switch {
		case s[i] == '/':
			if at++; at > 2 {
				return date.Time{}, false
			}
		case s[i] < '0' || s[i] > '9' || parts[at] > 9999:
			return date.Time{}, false
		default:
			parts[at] = 10*parts[at] + int(s[i]-'0')
		}
	}
	d := date.Date{Year: parts[0], Month: parts[1], Day: parts[2]}
	if !d.Valid() {
		p.Warn(key + " is no day that exists, so Gmail may find anything or nothing.")
		return date.Time{}, false
	}
	return date.Time{Date: d}, true
}
