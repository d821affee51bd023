package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/number"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// A filter needs one of each. An empty text or list is none.
var (
	criteria = [...]string{"from", "to", "subject", "query", "negatedQuery", "hasAttachment", "excludeChats", "size"}
	doings   = [...]string{"addLabels", "removeLabels", "forward"}
)

func checkFilter(p *actions.Params) {
	headers(p, "forward")
	if !says(p, criteria[:]...) {
		p.Invalid("", "A filter must say what mail it is for: give at least one of from, to, subject, query, negatedQuery, hasAttachment, excludeChats and size.")
	}
	if !says(p, doings[:]...) {
		p.Invalid("", "A filter must say what to do: give at least one of addLabels, removeLabels and forward.")
	}
	if p.Has("sizeComparison") && !p.Has("size") {
		p.Invalid("sizeComparison", "sizeComparison needs size: how many bytes to compare with.")
	}
	if p.Has("size") && !p.Has("sizeComparison") {
		p.WarnProxy("An Apps Script proxy refuses size without sizeComparison.")
	}
	checkFilterLabels(p)
}

// says tells whether one of the params holds something.
func says(p *actions.Params, keys ...string) bool { return anySaid(p.Value, keys...) }

func anySaid(params value.Value, keys ...string) bool {
	for _, key := range keys {
		if v := params.Get(key); v.Exists() && !empty(v) {
			return true
		}
	}
	return false
}

// empty tells whether a text is blank, or every text of a list is.
func empty(v value.Value) bool {
	switch v.Kind() {
	case value.KindString:
		return text.Blank(v.Text())
	case value.KindArray:
		for _, item := range v.Items() {
			if !empty(item) {
				return false
			}
		}
		return true
	}
	return v.IsNull()
}

func checkFilterLabels(p *actions.Params) {
	checkLabels(p, "addLabels can't hold TRASH or SPAM: the filter would remove all later mail of its kind without asking. "+
		"Add a label of your own instead, and take INBOX off.",
		"A filter can't add and take off one label: it is in addLabels and in removeLabels.")
	for _, l := range p.Get("removeLabels").Items() {
		if isTrash(l.Text()) {
			p.Warn("A filter that takes " + text.Upper(text.Trim(l.Text())) + " off lets mail through that Gmail would hold back, fraud too.")
		}
	}
	own := 0
	for _, l := range p.Get("addLabels").Items() {
		if !text.Blank(l.Text()) && !isSystem(l.Text()) {
			own++
		}
	}
	if own > 1 {
		p.Warn("Gmail lets a filter add one label of the user's own: with more it may refuse the filter.")
	}
}

// isSystem tells whether a label is one of Gmail's own that a filter may add.
func isSystem(label string) bool {
	switch name := text.Upper(text.Trim(label)); name {
	case "INBOX", "UNREAD", "STARRED", "IMPORTANT":
		return true
	default:
		return text.HasPrefix(name, "CATEGORY_") && name != "CATEGORY_"
	}
}

func checkVacation(p *actions.Params) {
	headers(p, "responseSubject")
	on, stated := p.Get("enableAutoReply").AsBool()
	if on && blankAnswer(p) {
		p.Invalid("responseBodyPlainText", "Automatic answers need a subject or a text: all three are empty.")
	}
	start, hasStart := responderTime(p, "startTime", "clearStartTime")
	end, hasEnd := responderTime(p, "endTime", "clearEndTime")
	if !hasStart || !hasEnd {
		return
	}
	earlier, known := start.before(end)
	later, _ := end.before(start)
	// Turned off for certain, an empty time is the server's to judge.
	if known && !earlier && (later || on || !stated) {
		p.Invalid("endTime", "endTime must be later than startTime.")
	}
}

// blankAnswer tells whether subject and both texts are given and empty. What is
// not given stays as it is, and only the server knows it.
func blankAnswer(p *actions.Params) bool {
	for _, key := range [...]string{"responseSubject", "responseBodyPlainText", "responseBodyHtml"} {
		if s, given := p.Get(key).AsString(); !given || !text.Blank(s) {
			return false
		}
	}
	return true
}

// instant is a time as it was written: milliseconds since 1970 or a date.
type instant struct {
	inMillis bool
	millis   number.Number
	at       date.Time
}

// before tells whether i is earlier than j; known is false for two different
// forms.
func (i instant) before(j instant) (earlier, known bool) {
	switch {
	case i.inMillis != j.inMillis:
		return false, false
	case i.inMillis:
		return i.millis.Less(j.millis), true
	}
	return i.at.Before(j.at), true
}

// shortMillis: ten to the power of it is, in milliseconds, in the year 1973.
const shortMillis = 11

// responderTime reads a time unless it is to be cleared, which wins. A time of
// day must state its offset: a proxy would read it in the script's zone, not in
// the user's.
func responderTime(p *actions.Params, key, clear string) (instant, bool) {
	v := p.Get(key)
	if !v.Exists() {
		return instant{}, false
	}
	if p.Get(clear).IsTrue() {
		p.Warn(key + " is not used: " + clear + " removes the time.")
		return instant{}, false
	}
	if digits := text.Trim(show.Scalar(v)); allDigits(digits) {
		millis := number.Read(digits)
		if millis.Within(shortMillis) {
			p.Warn(key + " is in milliseconds since 1970, so this is before 1974. Seconds need three zeros more.")
		}
		return instant{inMillis: true, millis: millis}, true
	}
	t, ok := date.Parse(text.Trim(v.Text()))
	switch {
	case !ok:
		p.Invalid(key, key+" must be a time that exists, such as 2031-05-04T08:00:00+02:00, or milliseconds since 1970.")
	case t.HasClock && !t.HasOffset:
		p.Invalid(key, key+" must state its offset from UTC, as in 2031-05-04T08:00:00+02:00: without it the server would guess the zone.")
	case !t.HasClock:
		p.Warn(key + " without a time of day means midnight in UTC.")
	}
	return instant{at: t}, ok
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !text.IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
