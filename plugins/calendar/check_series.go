package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
)

// checkSeries warns where a proxy does something else than what was asked for.
// It refuses no rule: the REST backends read more than proxies do.
func checkSeries(p *actions.Params) {
	checkCalendarID(p)
	checkZone(p)
	checkTimes(p)
	checkReminders(p)
	if told := proxyRule(p.Get("recurrence").Text()); told != "" {
		p.WarnProxy("An Apps Script proxy " + told)
	}
	if !text.Blank(p.Get("description").Text()) || !text.Blank(p.Get("location").Text()) {
		p.WarnProxy("An Apps Script proxy leaves description and location of a series out: set them with calendar_update_event.")
	}
}

// proxyRule says what a proxy makes of a recurrence that means something else;
// "" where it does as it should. A proxy looks at the first word alone.
func proxyRule(recurrence string) string {
	rule := text.Upper(text.Trim(recurrence))
	switch {
	case text.HasPrefix(rule, "WEEKLY"):
		return `repeats WEEKLY on every day from Monday to Friday. For one day of the week write it, as in "EVERY MONDAY".`
	case text.HasPrefix(rule, "DAILY"), text.HasPrefix(rule, "MONTHLY"), text.HasPrefix(rule, "YEARLY"):
		return ""
	case text.HasPrefix(rule, "EVERY ") && weekday(text.Trim(rule[len("EVERY "):])):
		return ""
	}
	return "does not understand this recurrence and repeats the event each week on the day of its start."
}

func weekday(s string) bool {
	for _, day := range [...]string{"MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"} {
		if text.HasPrefix(s, day) {
			return true
		}
	}
	return false
}
