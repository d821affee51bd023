package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// inUTC ends the texts of the tools with a window.
const inUTC = " Through an Apps Script proxy days count in UTC."

func listEvents() abi.Tool {
	input := append([]schema.Field{inCalendar()}, window("30")...)
	t := tool("listEvents", "list", "List events",
		"Lists the events of one calendar in a span of up to 31 days, by start time, each occurrence of a series by itself, with title, times, guests and id. "+
			"Choose calendar_search_events to look for words, calendar_find_freebusy for busy times alone."+inUTC,
		append(input, maxResults(50, "events"),
			schema.Optional("page", google.Index().Default(value.Int(0)).
				Describe("Which page, from 0. Through an Apps Script proxy it is the nextPageToken of the answer before; elsewhere pageToken is quicker.")),
			nextPage(), readIn(zoneOfWindow))...)
	t.Output = &abi.Output{Kind: "list", ItemsKey: "items", Noun: "event", Columns: eventColumns, Hint: eventHint}
	t.Examples = []string{"wslite calendar list-events --from 2031-05-01 --to 2031-05-31"}
	return fromTo(t)
}

func searchEvents() abi.Tool {
	input := append([]schema.Field{schema.Required("query", schema.String().Length(1, maxQuery).
		Describe("Words to look for in title, text, place and guests."))}, window("30")...)
	t := tool("searchEvents", "list", "Search events",
		"Finds events that hold the words, in one calendar (the user's own, if none is given) and a span of up to 31 days, with title, times and id. "+
			"For all events of a span use calendar_list_events."+inUTC,
		append(input, maxResults(50, "events"), nextPage(), readIn(zoneOfWindow), inCalendar())...)
	t.Output = &abi.Output{Kind: "list", ItemsKey: "items", Noun: "result", Columns: eventColumns, Hint: eventHint}
	t.Examples = []string{`wslite calendar search-events "choir"`}
	return google.Words(fromTo(t), "query")
}

func findFreeBusy() abi.Tool {
	t := tool("findFreeBusy", "list", "Find busy times",
		"Lists when the user, or who owns the calendars given, is busy in a span of up to 31 days: start, end and title of each busy time. Whatever is not listed is free. "+
			"An Apps Script proxy lists only events that were accepted with YES: not the user's own, not maybes. For whole events use calendar_list_events."+inUTC,
		append(window("7"), inCalendar(),
			schema.Optional("calendarIds", schema.Array(schema.String().Length(1, maxID)).Items(1, maxCalendars).
				Describe("Several calendars, or people by their addresses; with calendarId, that one too.")),
			readIn(zoneOfWindow))...)
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "busySlots", Noun: "busy time",
		Columns: []abi.Column{{Key: "start", Title: "Start", Kind: "time"}, {Key: "end", Title: "End", Kind: "time"}, {Key: "title", Title: "Title"}},
	}
	t.Examples = []string{"wslite calendar find-freebusy --from 2031-05-04 --to 2031-05-06"}
	return fromTo(t)
}

func getEvent() abi.Tool {
	t := tool("getEvent", "read", "Show an event",
		"Shows everything about one event: title, times, place, text, guests with their answers, links, and the series that it is an occurrence of. "+
			"To find its id use calendar_list_events or calendar_search_events.",
		eventID(), inCalendar(), readIn("Times are shown in it. Left out: the zone of the calendar."))
	t.Examples = []string{"wslite calendar get-event e1"}
	return google.Words(t, "eventId")
}

func getEventInstances() abi.Tool {
	input := append([]schema.Field{
		schema.Required("eventId", schema.String().Length(1, -1).Describe("The series: an event's recurringEventId, or a seriesId.")), inCalendar()},
		window("31")...)
	t := tool("eventInstances", "read", "List the occurrences of a series",
		"Lists the single occurrences of a repeating event in a span of up to 31 days, up to 100, with times and ids. "+
			"An occurrence's id changes or deletes that one alone."+inUTC,
		append(input, nextPage(), readIn(zoneOfWindow))...)
	t.Output = &abi.Output{Kind: "list", ItemsKey: "items", Noun: "instance", Columns: []abi.Column{
		{Key: "summary", Title: "Title"}, {Key: "start", Title: "Start"}, {Key: "end", Title: "End"},
		{Key: "id", Title: "Id"}, {Key: "status", Title: "Status", Wide: true},
	}, Hint: eventHint}
	return google.Words(fromTo(t), "eventId")
}

const eventHint = "Give an event's id as eventId to show, change, move or delete it."

// eventColumns are what clients that make their own tables show; the text of
// render shows whole days as days.
var eventColumns = []abi.Column{
	{Key: "title", Title: "Title"}, {Key: "start", Title: "Start"}, {Key: "end", Title: "End"}, {Key: "id", Title: "Id"},
	{Key: "location", Title: "Location", Wide: true}, {Key: "status", Title: "Answer", Wide: true}, {Key: "isAllDay", Title: "All day", Wide: true},
}
