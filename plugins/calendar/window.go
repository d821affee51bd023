package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxWindow is how many days a read may cover; proxies refuse more.
const maxWindow = 31

// standardWindow is how many days a read covers from timeMin on where no end is
// given; 0 is an action without a window.
func standardWindow(action string) int {
	switch action {
	case "listEvents", "searchEvents":
		return 30
	case "findFreeBusy":
		return 7
	case "eventInstances":
		return 31
	}
	return 0
}

// checkWindow refuses a span that ends before it begins or is too long. Where
// only one of the two states its offset the server alone can tell to the hour,
// so such a pair has a day to spare. An empty span is the server's to refuse.
func checkWindow(p *actions.Params) {
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
		p.Fail(plugin.BadRequest, "timeMax", "timeMax must not be earlier than timeMin.")
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

// transform settles the windows of what the table has checked, so that every
// backend reads the same span in them.
func transform(c *plugin.Call) (*plugin.Choice, error) {
	choice, err := table.Transform(c)
	if err != nil {
		return nil, err
	}
	if choice.Action != actions.Batch {
		choice.Params = settle(choice.Action, choice.Params)
		return choice, nil
	}
	operations := append([]value.Value(nil), choice.Params.Get("operations").Items()...)
	for i, op := range operations {
		operations[i].Set("params", settle(op.Get("action").Text(), op.Get("params")))
	}
	choice.Params.Set("operations", value.Array(operations...))
	return choice, nil
}

// settle writes the end of a window out. A date as the end includes that day,
// so it becomes the day after, unless the window would grow too long. A window
// without an end has one a number of days after its start: a proxy would count
// them from now, and refuse a start in the future.
func settle(action string, params value.Value) value.Value {
	days := standardWindow(action)
	if days == 0 {
		return params
	}
	low, hasLow := date.Parse(params.Get("timeMin").Text())
	end := params.Get("timeMax").Text()
	switch high, hasHigh := date.Parse(end); {
	case hasHigh && !high.HasClock:
		next := later(high, 1)
		if !hasLow || !later(low, maxWindow).Before(next) {
			params.Set("timeMax", value.String(next.Date.String()))
		}
	case text.Blank(end) && hasLow:
		params.Set("timeMax", value.String(shifted(params.Get("timeMin").Text(), plusDays(low.Date, days))))
	}
	return params
}

// shifted is the time that text states, on another day.
func shifted(text string, day date.Date) string { return day.String() + text[len("2031-05-04"):] }

// later is t some days on, at the same time of day.
func later(t date.Time, days int) date.Time {
	t.Date = plusDays(t.Date, days)
	return t
}

// plusDays counts days on from d; the end of the calendar, the year 9999, is
// the last one.
func plusDays(d date.Date, days int) date.Date {
	for ; days > 0; days-- {
		next := date.Date{Year: d.Year, Month: d.Month, Day: d.Day + 1}
		if !next.Valid() {
			next.Month, next.Day = next.Month+1, 1
		}
		if !next.Valid() {
			next.Year, next.Month = next.Year+1, 1
		}
		if !next.Valid() {
			return d
		}
		d = next
	}
	return d
}
