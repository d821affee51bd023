package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/plugins/internal/tz"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	maxID = 1024
	// maxSkip is how far into the events a page may begin; proxies refuse more.
	maxSkip = 5000
)

// checkID refuses what can be no id. Everything else is the server's to know: ids
// of holidays hold "#", those of groups "@", those of imported events almost
// anything.
func checkID(p *actions.Params, key string) {
	id := p.Get(key).Text()
	if text.Units(id) > maxID {
		p.Invalid(key, key+" is too long for an id: give one as a list returned it.")
		return
	}
	for i := range len(id) {
		if id[i] < ' ' || id[i] == 0x7f {
			p.Invalid(key, key+" has a character that no id has: give an id as a list returned it.")
			return
		}
	}
}

// checkCalendar is about the id of a calendar, which stands in the path of an
// address and must end there. An empty text passes: it is the user's own
// calendar, like none at all.
func checkCalendar(p *actions.Params, key string) {
	checkID(p, key)
	if text.Index(p.Get(key).Text(), "?") >= 0 {
		p.Invalid(key, key+" has a character that no id has: give an id as a list returned it.")
	}
}

func checkCalendarID(p *actions.Params) { checkCalendar(p, "calendarId") }

func checkEvent(p *actions.Params) {
	checkID(p, "eventId")
	checkCalendarID(p)
	checkZone(p)
}

// checkOther is for what no one can do to the main calendar.
func checkOther(p *actions.Params) {
	checkCalendarID(p)
	if own(p.Get("calendarId").Text()) {
		p.Invalid("calendarId", "The user's own main calendar can't be changed or deleted: give the id of another one.")
	}
	p.NotBlank("summary")
}

// own tells whether the name stands for the user's own calendar, in any case: what
// the service would read as it must not pass for another one.
func own(calendar string) bool {
	calendar = text.Lower(text.Trim(calendar))
	return calendar == "primary" || calendar == "default"
}

const noZone = "timeZone is the name of no time zone. Give an IANA name such as Europe/Berlin, America/New_York or UTC."

// checkZone refuses a zone that is none, before anything reads it as UTC. The
// name is sent as IANA spells it.
func checkZone(p *actions.Params) {
	given := p.Get("timeZone")
	if given.Text() == "" {
		return
	}
	z, ok := tz.Load(text.Trim(given.Text()))
	if !ok {
		p.Invalid("timeZone", noZone)
		return
	}
	if z.Name() != given.Text() {
		p.Set("timeZone", value.String(z.Name()))
	}
}

func checkMove(p *actions.Params) {
	checkEvent(p)
	checkCalendar(p, "destinationCalendarId")
	if p.Get("calendarId").Equal(p.Get("destinationCalendarId")) {
		p.Invalid("destinationCalendarId", "The event is in this calendar already: give another one.")
	}
}

func checkList(p *actions.Params) {
	checkSearch(p)
	google.CheckPage(p, maxSkip, "Give a later timeMin instead.")
}

func checkSearch(p *actions.Params) {
	checkCalendarID(p)
	checkZone(p)
	checkWindow(p, standardWindow)
}

func checkBusy(p *actions.Params) {
	checkCalendarID(p)
	checkZone(p)
	for i, id := range p.Get("calendarIds").Items() {
		if s := id.Text(); text.Blank(s) || text.Units(s) > maxID || !actions.IsSegment(s) {
			p.Invalid("calendarIds."+text.Int(i), "calendarIds must hold ids as calendar_list_calendars returns them.")
		}
	}
	if n := len(calendarsOf(p.Value)); n > maxCalendars {
		p.Fail(plugin.LimitExceeded, "calendarIds", "Busy times of 50 calendars can be asked for at once, and these are "+text.Int(n)+". Ask several times.")
	}
	checkWindow(p, freeBusyDays)
}

func checkInstances(p *actions.Params) {
	checkEvent(p)
	checkWindow(p, maxWindow)
}
