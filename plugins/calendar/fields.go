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
