package main

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const keepVacation = "enableAutoReply,responseSubject,responseBodyPlainText,responseBodyHtml,restrictToContacts,restrictToDomain,startTime,endTime"

// vacationJSON adds the times as people write them.
func vacationJSON(v value.Value) value.Value {
	if !v.Exists() {
		v = value.Object()
	}
	for _, k := range [...]struct{ key, as string }{{"startTime", "startTimeISO"}, {"endTime", "endTimeISO"}} {
		if ms, ok := text.Digits(show.Scalar(v.Get(k.key))); ok && ms > 0 && ms < maxInstant {
			v.Set(k.as, value.String(iso(ms)))
		}
	}
	return v
}

// maxInstant is where the calendar ends, in milliseconds since 1970.
const maxInstant = 253402300800000

func planVacationGet(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("got", mine(routeVacation).Keep(keepVacation)), nil
	case "got":
		v, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		return plugin.Done(value.Object(value.M("vacation", vacationJSON(v)))), nil
	}
	return s.Stray()
}

// settings are the params that are settings of the responder by the same name.
var settings = [...]string{"enableAutoReply", "responseSubject", "responseBodyPlainText", "responseBodyHtml", "restrictToContacts", "restrictToDomain"}

// planVacationUpdate writes the settings whole, since the API can't change one
// of them: what is not given stays as it was read. Nothing is written where
// nothing changes.
func planVacationUpdate(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("got", mine(routeVacation).Keep(keepVacation)), nil
	case "got":
		old, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		merged, err := mergeVacation(old, s.Params)
		if err != nil {
			return nil, err
		}
		if sameVacation(old, merged) {
			return plugin.Done(value.Object(
				value.M("vacation", vacationJSON(old)),
				value.M("changed", value.Bool(false)),
			)), nil
		}
		return s.Ask("written", mine(routeVacationReplace).Body(merged).Keep(keepVacation)).Keep(value.Object(
			value.M("previous", old),
			value.M("sent", merged),
		)), nil
	case "written":
		now := s.Responses[0].Body
		if now.Kind() != value.KindObject || now.Len() == 0 {
			now = s.State.Get("sent")
		}
		return plugin.Done(value.Object(
			value.M("vacation", vacationJSON(now)),
			value.M("previous", vacationJSON(s.State.Get("previous"))),
			value.M("changed", value.Bool(true)),
		)), nil
	}
	return s.Stray()
}

func mergeVacation(old, p value.Value) (value.Value, error) {
	v := old
	for _, key := range settings {
		if x := p.Get(key); x.Exists() {
			v.Set(key, x)
		}
	}
	for _, k := range [...]struct{ key, clear string }{{"startTime", "clearStartTime"}, {"endTime", "clearEndTime"}} {
		switch x := p.Get(k.key); {
		case p.Get(k.clear).IsTrue():
			v.Set(k.key, value.Value{})
		case x.Exists():
			ms, ok := millisParam(x)
			if !ok {
				return v, plugin.Invalid(k.key, k.key+" must be a time with its offset from UTC, or milliseconds since 1970.")
			}
			v.Set(k.key, value.String(ms))
		}
	}
	if timeless(v.Get("startTime")) {
		v.Set("startTime", value.Value{})
	}
	if timeless(v.Get("endTime")) {
		v.Set("endTime", value.Value{})
	}
	return v, checkMerged(v, p)
}

// timeless tells whether a time stands for none.
func timeless(v value.Value) bool { n, ok := text.Digits(show.Scalar(v)); return ok && n == 0 }

// millisParam gives a time as digits of milliseconds since 1970.
func millisParam(v value.Value) (string, bool) {
	written := text.Trim(show.Scalar(v))
	if _, ok := text.Digits(written); ok {
		return written, true
	}
	t, ok := date.Parse(written)
	if !ok || t.HasClock && !t.HasOffset || t.Seconds() < 0 {
		return "", false
	}
	return text.Int(int(t.Seconds()*1000) + thousandths(t.Fraction)), true
}

func thousandths(fraction string) int {
	n, _ := text.Digits((fraction + "000")[:3])
	return int(n)
}

// checkMerged refuses what only the settings together show: whoever sees the
// whole is the first to see it.
func checkMerged(v, p value.Value) error {
	start, hasStart := text.Digits(show.Scalar(v.Get("startTime")))
	end, hasEnd := text.Digits(show.Scalar(v.Get("endTime")))
	on := v.Get("enableAutoReply").IsTrue()
	changes := anySaid(p, "startTime", "endTime") || on && p.Get("enableAutoReply").IsTrue()
	if hasStart && hasEnd && start >= end && changes {
		return plugin.Invalid("endTime", "endTime must be later than startTime. Nothing was changed.")
	}
	if on && text.Blank(v.Get("responseSubject").Text()+v.Get("responseBodyPlainText").Text()+v.Get("responseBodyHtml").Text()) {
		return plugin.Invalid("responseBodyPlainText", "Automatic answers need a subject or a text: all three would be empty. Nothing was changed.")
	}
	return nil
}

// sameVacation compares settings; one that is left out is false or empty.
func sameVacation(a, b value.Value) bool {
	for _, key := range settings {
		x, y := a.Get(key), b.Get(key)
		if x.IsTrue() != y.IsTrue() || x.Text() != y.Text() {
			return false
		}
	}
	for _, key := range [...]string{"startTime", "endTime"} {
		if show.Scalar(a.Get(key)) != show.Scalar(b.Get(key)) && !(timeless(a.Get(key)) && !b.Has(key)) {
			return false
		}
	}
	return true
}
