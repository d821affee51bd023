package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func createEvent() abi.Tool {
	input := []schema.Field{
		title(schema.Required, "The event's title."),
		startTime(schema.Required), endTime(schema.Required), inCalendar(),
		description("Text of the event."), location("Where it takes place."),
		schema.Optional("guests", schema.String().Length(0, maxGuests).Format(schema.EmailList).
			Describe("Addresses to invite, with commas: ana@example.com,bo@example.com.")),
		meetLink("True to add a Google Meet link."),
		sendUpdates(), google.IdempotencyKey(), google.Confirm()}
	input = append(append(input, readIn(zoneOfEvent)), told()...)
	t := tool("createEvent", "write", "Create an event",
		"Creates an event and returns it with its id, with guests and a Meet link if asked for. "+
			"Guests are mailed only if sendUpdates says so, which needs confirmation. "+
			"For a repeating event use calendar_create_event_series; for words like \"tomorrow 4pm\" calendar_quick_add_event.",
		append(input, schema.Optional("optionalGuests", schema.String().Length(0, maxGuests).Format(schema.EmailList).
			Describe("Addresses to invite who need not come, with commas.")))...)
	t.Examples = []string{
		`wslite calendar create-event --title "Tea" --start 2031-05-04T16:00:00+02:00 --end 2031-05-04T17:00:00+02:00`,
		`wslite calendar create-event --title "Fair" --start 2031-05-04 --end 2031-05-06 --guests ana@example.com --send-updates all --yes`,
	}
	return startEnd(t)
}

func createEventSeries() abi.Tool {
	t := tool("createEventSeries", "write", "Create a repeating event",
		"Creates an event that repeats and returns the id of the series. The series ends a year on at the latest, unless its rule says when. "+
			"Guests can't be given. For the single occurrences use calendar_get_event_instances.",
		append([]schema.Field{title(schema.Required, "The title of each event."),
			startTime(schema.Required), endTime(schema.Required),
			schema.Required("recurrence", schema.String().
				Describe("How it repeats: DAILY, WEEKLY, MONTHLY, YEARLY, EVERY MONDAY (or another day), or a rule such as RRULE:FREQ=WEEKLY;COUNT=5."))},
			append([]schema.Field{inCalendar(), description("Text of each event."), location("Where it takes place."), google.IdempotencyKey(), readIn(zoneOfEvent)}, told()...)...)...)
	t.Examples = []string{
		`wslite calendar create-event-series --title "Choir" --start 2031-05-05T19:00:00+02:00 --end 2031-05-05T21:00:00+02:00 --recurrence "EVERY MONDAY"`,
	}
	return startEnd(t)
}

func quickAddEvent() abi.Tool {
	t := tool("quickAdd", "write", "Create an event from a sentence",
		"Creates an event from one sentence, of which Google reads title, time and place. "+
			"Check the event that it returns: what Google read may not be what was meant. For exact times use calendar_create_event.",
		schema.Required("text", schema.String().Length(1, -1).Describe("What and when, such as: Tea with Ada tomorrow 4pm at Kranzler.")),
		inCalendar(), google.IdempotencyKey())
	t.Examples = []string{`wslite calendar quick-add-event "Tea with Ada tomorrow 4pm"`}
	return google.Words(t, "text")
}

func updateEvent() abi.Tool {
	t := tool("updateEvent", "write", "Change an event",
		"Changes title, text, place or time of an event and returns it; what is not given stays. "+
			"The id of a series changes every occurrence, the id of an occurrence only that one. "+
			"Guests are mailed only if sendUpdates says so, which needs confirmation. To answer an invitation use calendar_respond_to_event.",
		append([]schema.Field{eventID(), inCalendar(),
			title(schema.Optional, "The new title."),
			description("The new text. An empty text removes it."), location("The new place. An empty text removes it."),
			startTime(schema.Optional), endTime(schema.Optional),
			meetLink("True to add a Google Meet link, if the event has none."),
			sendUpdates(), google.Confirm(), readIn(zoneOfEvent)}, told()...)...)
	t.Examples = []string{`wslite calendar update-event e1 --start 2031-05-04T17:00:00+02:00 --end 2031-05-04T18:00:00+02:00`}
	return google.Words(startEnd(t), "eventId")
}

func moveEvent() abi.Tool {
	t := tool("moveEvent", "write", "Move an event to another calendar",
		"Moves an event to another calendar, which becomes its organizer, and returns it. "+
			"Guests are mailed only if sendUpdates says so, which needs confirmation. To change its time use calendar_update_event.",
		eventID(),
		google.Word("calendarId", "The calendar that holds the event now."),
		google.Word("destinationCalendarId", "The calendar to move it to: an id from calendar_list_calendars."),
		sendUpdates(), google.Confirm())
	return google.Words(t, "eventId")
}

func respondToEvent() abi.Tool {
	t := tool("respondToEvent", "write", "Answer an invitation",
		"Answers an invitation for the user and returns the event. The user must be one of its guests.",
		eventID(),
		schema.Required("status", schema.Enum("YES", "NO", "MAYBE").Describe("The answer.")),
		inCalendar(),
		schema.Optional("comment", schema.String().Length(0, maxComment).Describe("A few words with the answer, for the organizer.")))
	t.Examples = []string{"wslite calendar respond-to-event e1 YES"}
	return google.Words(t, "eventId", "status")
}

func setEventColor() abi.Tool {
	t := tool("setEventColor", "write", "Color an event",
		"Gives an event a color in the user's calendar and returns the event. Others do not see it.",
		eventID(),
		schema.Required("color", schema.String().
			Describe("PALE_BLUE, PALE_GREEN, MAUVE, PALE_RED, YELLOW, ORANGE, CYAN, GRAY, BLUE, GREEN or RED.")),
		inCalendar())
	t.Examples = []string{"wslite calendar set-event-color e1 PALE_RED"}
	return google.Words(t, "eventId", "color")
}

func deleteEvent() abi.Tool {
	t := tool("deleteEvent", "manage", "Delete an event",
		"Deletes an event, for its guests too, who are not mailed. Needs confirmation. The id of a series deletes every occurrence, the id of an occurrence only that one. "+
			"To decline an invitation use calendar_respond_to_event.",
		eventID(), inCalendar(), google.Confirm())
	t.Examples = []string{"wslite calendar delete-event e1 --yes"}
	return google.Words(t, "eventId")
}
