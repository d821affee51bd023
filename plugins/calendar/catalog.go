package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func catalog() abi.Catalog {
	// The order of the tools' names; the batch comes first in it.
	tools := []abi.Tool{
		createCalendar(), createEvent(), createEventSeries(), deleteCalendar(), deleteEvent(),
		findFreeBusy(), getCalendar(), getColors(), getEvent(), getEventInstances(), getSetting(),
		listCalendars(), listEvents(), listSettings(), moveEvent(), quickAddEvent(), respondToEvent(),
		searchEvents(), setEventColor(), updateCalendar(), updateEvent(),
	}
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "calendar",
		Title:    "Google Calendar",
		Provider: "google",
		Version:  "1.0.0",
		Tools:    google.Insert(tools, 0, batch(tools)),
	}
}

func tool(action, group, title, description string, input ...schema.Field) abi.Tool {
	return google.Tool(&table, action, group, title, description, input...)
}

// fromTo gives a tool with a window the flags that people would try.
func fromTo(t abi.Tool) abi.Tool {
	t.CLI = &abi.CLI{Aliases: map[string]string{"from": "timeMin", "to": "timeMax"}}
	return t
}

// startEnd does the same for the times of an event.
func startEnd(t abi.Tool) abi.Tool {
	t.CLI = &abi.CLI{Aliases: map[string]string{"start": "startTime", "end": "endTime"}}
	return t
}

func batch(tools []abi.Tool) abi.Tool {
	return google.BatchTool(&table, tools, google.Batch{
		What:    "calendars and events",
		When:    "Choose it for several changes that belong together; choose the single tool for one.",
		Confirm: "delete, or mail guests,",
		Examples: []string{
			`wslite calendar batch --params-json '{"operations":[{"action":"listCalendars"},{"action":"quickAdd","params":{"text":"Tea with Ada tomorrow 4pm"}}]}'`,
		},
	})
}
