package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// maxWindow is how many days a read may cover; proxies refuse more.
	maxWindow = 31
	// standardWindow is how many days a list or a search covers from timeMin on
	// where no end is given.
	standardWindow = 30
)

// checkWindow checks the window of a read and settles it, so that every backend
// reads the same span in it.
func checkWindow(p *actions.Params, standard int) {
	checkSpan(p)
	if !p.Failed() {
		settle(p, standard)
	}
}

// checkSpan refuses a span that ends before it begins or is too long. Where
// only one of the two states its offset the server alone can tell to the hour,
// so such a pair has a day to spare. An empty span is the server's to refuse.
func checkSpan(p *actions.Params) {
	low, hasLow := bound(p, "timeMin")
	high, hasHigh := bound(p, "timeMax")
	if !hasLow || !hasHigh {
		return
	}
	spare := 0
	if low.HasOffset != high.HasOffset {
		spare = 1
	}
	latest := later(high, spare)
	if !high.HasClock {
		latest = later(high, 1) // a date includes its day
	}
	if latest.Before(low) {
		p.Invalid("timeMax", "timeMax must not be earlier than timeMin.")
	}
	if later(low, maxWindow+spare).Before(high) {
		p.Fail(plugin.LimitExceeded, "timeMax", "timeMax may be 31 days after timeMin at most. Ask for several spans.")
	}
}

// bound reads one end of a window. A blank one is none, as for the servers.
func bound(p *actions.Params, key string) (date.Time, bool) {
	if text.Blank(p.Get(key).Text()) && p.Get(key).Kind() == value.KindString {
		return date.Time{}, false
	}
	return p.Date(key)
}

// settle writes the end of a window out. A date as the end includes that day,
// so it becomes the day after. A proxy refuses a window that grows too long by
// this: there the end stays as it is, which leaves the day out. A window without
// an end has one a number of days after its start: a proxy would count them from
// now, and refuse a start in the future.
func settle(p *actions.Params, standard int) {
	low, hasLow := date.Parse(p.Get("timeMin").Text())
	end := p.Get("timeMax").Text()
	switch high, hasHigh := date.Parse(end); {
	case hasHigh && !high.HasClock:
		next := later(high, 1)
		if !p.Rest && hasLow && later(low, maxWindow).Before(next) {
			p.WarnProxy("The window ends before " + end + ": a proxy reads 31 days at most.")
			break
		}
		p.Set("timeMax", value.String(next.Date.String()))
	case text.Blank(end) && hasLow:
		p.Set("timeMax", value.String(shifted(p.Get("timeMin").Text(), low.Date.AddDays(standard))))
	}
}

// shifted is the time that text states, on another day.
func shifted(text string, day date.Date) string { return day.String() + text[len("2031-05-04"):] }

// later is t some days on, at the same time of day.
func later(t date.Time, days int) date.Time {
	t.Date = t.Date.AddDays(days)
	return t
}
