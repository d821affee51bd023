package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/value"
)

func checkCreate(p *actions.Params) {
	checkCalendarID(p)
	checkZone(p)
	checkTimes(p)
	checkReminders(p)
	if len(invited(p.Value)) > 0 && !mailed(p.Value) {
		p.Warn("The guests get no mail: set sendUpdates to all to invite them by mail.")
	}
}

func checkUpdate(p *actions.Params) {
	checkEvent(p)
	p.NotBlank("title")
	checkTimes(p)
	checkReminders(p)
	if p.Has("timeZone") && !p.Has("startTime") && !p.Has("endTime") {
		p.Invalid("timeZone", "timeZone says how startTime and endTime are read: give them too.")
	}
	if idle(p) {
		p.Warn("Nothing was given that would change the event.")
	}
}

// idle tells whether an update names no change. It is no mistake: the servers
// answer with the event as it is.
func idle(p *actions.Params) bool {
	for _, key := range [...]string{"title", "description", "location", "startTime", "endTime", "createMeetLink", "reminders", "visibility", "transparency"} {
		if p.Has(key) {
			return false
		}
	}
	return true
}

// mailed tells whether Google is to mail guests. The host's class of the call
// looks at the same two words.
func mailed(p value.Value) bool {
	who := p.Get("sendUpdates").Text()
	return who == "all" || who == "externalOnly"
}

// checkReminders refuses two reminders of one kind at one time, which Google would
// refuse with less of a reason.
func checkReminders(p *actions.Params) {
	list := p.Get("reminders").Items()
	for i, r := range list {
		for _, other := range list[:i] {
			if r.Equal(other) {
				p.Invalid("reminders", "Two reminders are the same: give each once.")
			}
		}
	}
}

// checkTimes wants the end after the start. A time without an offset stands in
// a zone that only the server knows, so it is compared with its like alone.
func checkTimes(p *actions.Params) {
	start, hasStart := p.Date("startTime")
	end, hasEnd := p.Date("endTime")
	switch {
	case !hasStart && !hasEnd:
		return
	case hasStart && hasEnd && start.HasClock != end.HasClock:
		p.Invalid("endTime", "startTime and endTime must both be dates, for whole days, or both be times.")
	case hasStart && hasEnd && start.HasOffset == end.HasOffset && !start.Before(end):
		p.Invalid("endTime", "endTime must be later than startTime."+wholeDay(start, end))
	}
	switch {
	case hasStart && !start.HasClock || hasEnd && !end.HasClock:
		p.WarnProxy("An Apps Script proxy makes no whole days of dates: the event will run from midnight UTC to midnight UTC.")
	case hasStart && !start.HasOffset || hasEnd && !end.HasOffset:
		p.WarnProxy("An Apps Script proxy reads a time without an offset in its own time zone. Write it, as in 2031-05-04T09:00:00+02:00.")
	}
}

// wholeDay tells how one whole day is written: the end is the day after it.
func wholeDay(start, end date.Time) string {
	if start.HasClock || start.Date != end.Date {
		return ""
	}
	return " It is the day after the last one: for the whole of " + start.Date.String() + " it is " + start.Date.AddDays(1).String() + "."
}
