package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
)

// Bounds of the arguments: those of the proxies.
const (
	maxTitle       = 1000
	maxDescription = 10000
	maxLocation    = 500
	maxZone        = 200
	maxQuery       = 500
	maxSetting     = 200
	maxGuests      = 1000
	maxPage        = 100
	maxToken       = 2048
	maxComment     = 1000
	maxReminder    = 40320 // four weeks: the API's own bound, as is the next
	maxReminders   = 5
	maxCalendars   = 50 // of one question about busy times: the API's bound
)

func eventID() schema.Field {
	return google.Word("eventId", "The event: an id from calendar_list_events or calendar_search_events.")
}

// inCalendar is the calendar of an event; absent, it is the user's own.
func inCalendar() schema.Field {
	return schema.Optional("calendarId", schema.String().Describe("The calendar: an id from calendar_list_calendars. Left out, the user's own."))
}

func title(make func(string, schema.Schema) schema.Field, text string) schema.Field {
	return make("title", schema.String().Length(1, maxTitle).Describe(text))
}

func description(text string) schema.Field {
	return google.Line("description", maxDescription, text)
}

func location(text string) schema.Field {
	return google.Line("location", maxLocation, text)
}

func startTime(make func(string, schema.Schema) schema.Field) schema.Field {
	return make("startTime", schema.String().Format(schema.ISODateTime).
		Describe("When it starts, with the offset from UTC: 2031-05-04T09:00:00+02:00. A date alone for whole days."))
}

func endTime(make func(string, schema.Schema) schema.Field) schema.Field {
	return make("endTime", schema.String().Format(schema.ISODateTime).
		Describe("When it ends, after startTime. For whole days, the day after the last one."))
}

func meetLink(text string) schema.Field { return google.Flag("createMeetLink", text) }

func sendUpdates() schema.Field {
	return schema.Optional("sendUpdates", schema.Enum("all", "externalOnly", "none").
		Describe("Which guests get mail about it: none (the default), all, or those outside the organization. Mail needs confirmation."))
}

// readIn is the zone in which a call's times are read; why says more.
func readIn(text string) schema.Field {
	return schema.Optional("timeZone", schema.String().Length(1, maxZone).
		Describe("IANA name of a time zone, such as Europe/Berlin. "+text))
}

const (
	zoneOfEvent  = "Times without an offset are read in it, and a series keeps to its clocks. Left out: the zone of the calendar."
	zoneOfWindow = "Days, and times without an offset, are read in it, and times are shown in it. Left out: the zone of the calendar."
)

// told are what may be said of an event beyond its times and text.
func told() []schema.Field {
	return []schema.Field{
		schema.Optional("reminders", schema.Array(schema.Object(
			schema.Required("method", schema.Enum("popup", "email").Describe("popup or email, to the user alone.")),
			schema.Required("minutes", schema.Integer().Range(0, maxReminder).Describe("Minutes before the start; 0 is the start.")),
		)).Items(0, maxReminders).Describe("Reminders in place of the calendar's own; an empty list is none at all.")),
		schema.Optional("visibility", schema.Enum("default", "public", "private", "confidential").Describe("Who of those that see the calendar may see more than busy.")),
		schema.Optional("transparency", schema.Enum("opaque", "transparent").Describe("opaque makes the user busy, transparent leaves the time free.")),
	}
}

// nextPage is the place to go on from.
func nextPage() schema.Field { return google.PageToken(schema.String().Length(1, maxToken)) }

func zone() schema.Field {
	return schema.Optional("timeZone", schema.String().Length(1, maxZone).Describe("Its time zone by IANA name, such as Europe/Berlin."))
}

// window is the span of time that a read covers; days is how long it is where
// no end is given.
func window(days string) []schema.Field {
	return []schema.Field{
		schema.Optional("timeMin", schema.String().Describe("From when: a date (2031-05-04) or a time (2031-05-04T09:00:00+02:00). Left out: now.")),
		schema.Optional("timeMax", schema.String().Describe("Until when, 31 days after timeMin at most; a date includes that day. Left out: "+days+" days after timeMin.")),
	}
}

func maxResults(standard int64, what string) schema.Field {
	return google.PageSize("maxResults", what, schema.Integer(), maxPage, standard)
}
