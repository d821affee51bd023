package main

import (
	"github.com/wslite/wslite/plugins/calendar/internal/rrule"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// localWindow tells whether an end of the window is a day, or a time without an
// offset: the zone says when that is. transform has made the end of a window
// that was given as a day the day after it.
func localWindow(p value.Value) bool {
	for _, key := range [...]string{"timeMin", "timeMax"} {
		if t, ok := date.Parse(p.Get(key).Text()); ok && !t.HasOffset {
			return true
		}
	}
	return false
}

// window is the span of a read, as the API takes it: RFC 3339 with an offset.
// days is how many it covers where no end is given. An instant stays exact; a
// day begins when it does in the zone, so that the days on which clocks change
// are covered whole.
func (w *work) window(days int) (low, high string, err error) {
	from, err := w.bound("timeMin")
	if err != nil {
		return "", "", err
	}
	to, err := w.bound("timeMax")
	if err != nil {
		return "", "", err
	}
	if !from.HasOffset {
		from = w.now()
	}
	if !to.HasOffset {
		to = later(from, days)
	}
	if !from.Before(to) {
		return "", "", plugin.Invalid("timeMax", "timeMax must be later than timeMin, or than now where timeMin is not given.")
	}
	if tooLong(from, to, w.Params) {
		return "", "", &plugin.Error{Code: plugin.LimitExceeded, Field: "timeMax",
			Message: "timeMax may be 31 days after timeMin at most, or after now where timeMin is not given. Ask for several spans."}
	}
	return from.RFC3339(), to.RFC3339(), nil
}

// tooLong tells whether a span has more days than a read may cover: transform
// can't where an end is now. A date as the end includes its day, and in the days
// of a zone there is an hour more where clocks are set back.
func tooLong(from, to date.Time, p value.Value) bool {
	const hour, day = 3600, 24 * 3600
	most := int64(maxWindow*day + hour)
	if t, ok := date.Parse(p.Get("timeMax").Text()); ok && !t.HasClock {
		most += day
	}
	return to.Seconds()-from.Seconds() > most
}

// bound is one end of the window as an instant; without an offset where it is
// not given.
func (w *work) bound(key string) (date.Time, error) {
	if text.Blank(w.Params.Get(key).Text()) {
		return date.Time{}, nil
	}
	t, err := readTime(w.Params, key)
	if err != nil || t.HasOffset {
		return t, err
	}
	z, err := rulesOf(w.zoneName())
	if err != nil {
		return t, err
	}
	return z.Show(z.Instant(t)), nil
}

// A page token means a place in the answer to one question. Where the window
// begins now, the next page must ask with the now of the first one: our token
// carries it before Google's own.
const stampLength = len("20310504T083000Z")

// pageToken is Google's token of the call; "" on the first page, and where the
// token is the number of a page.
func (w *work) pageToken() string {
	token := w.Params.Get("pageToken").Text()
	if _, ok := numbered(token); ok {
		return ""
	}
	if w.hasStamp() {
		return token[stampLength+1:]
	}
	return token
}

// numbered tells whether a token is the number of a page. Google's are longer.
func numbered(token string) (page int64, ok bool) {
	page, ok = text.Digits(token)
	return page, ok && len(token) <= 4
}

func (w *work) hasStamp() bool {
	token := w.Params.Get("pageToken").Text()
	if len(token) <= stampLength || token[stampLength] != '.' {
		return false
	}
	_, ok := rrule.Stamp(token[:stampLength])
	return ok
}

// now is the instant of the call, to the second, or that of its first page.
func (w *work) now() date.Time {
	if w.hasStamp() {
		t, _ := rrule.Stamp(w.Params.Get("pageToken").Text()[:stampLength])
		return t
	}
	t, _ := date.Parse(w.Clock.Now)
	return date.Unix(t.Seconds())
}

// nextToken is the token that the caller gets for the next page.
func (w *work) nextToken(googles string) string {
	if googles == "" || !text.Blank(w.Params.Get("timeMin").Text()) {
		return googles
	}
	return rrule.WriteStamp(w.now()) + "." + googles
}
