package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func listCalendars() abi.Tool {
	t := tool("listCalendars", "list", "List calendars",
		"Lists the calendars that the user sees: own, shared and subscribed ones, hidden ones too, with name, id and color. "+
			"Start here when a calendar's id is not known; for the user's own calendar leave calendarId out.")
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "items", Noun: "calendar",
		Columns: []abi.Column{
			{Key: "name", Title: "Name"}, {Key: "id", Title: "Id"},
			{Key: "hidden", Title: "Hidden", Wide: true}, {Key: "color", Title: "Color", Wide: true}, {Key: "description", Title: "Description", Wide: true},
		},
		Hint: "Give a calendar's id as calendarId to see its events.",
	}
	t.Examples = []string{"wslite calendar list-calendars"}
	return t
}

func getCalendar() abi.Tool {
	t := tool("getCalendar", "read", "Show a calendar",
		"Shows one calendar: name, description, color and whether it is shown. It returns no events; calendar_list_events does.",
		inCalendar())
	return google.Words(t, "calendarId")
}

func createCalendar() abi.Tool {
	t := tool("createCalendar", "write", "Create a calendar",
		"Creates an empty calendar that the user owns and returns it with its id. "+
			"Names need not be unique, so look with calendar_list_calendars first if it may exist. For an event use calendar_create_event.",
		calendarName(schema.Required, "The calendar's name."),
		description("What the calendar is for."),
		location("Where it belongs, as free text such as a city."),
		zone(), google.IdempotencyKey())
	t.Examples = []string{`wslite calendar create-calendar --summary "Garden" --time-zone Europe/Berlin`}
	return t
}

func updateCalendar() abi.Tool {
	t := tool("updateCalendar", "write", "Change a calendar",
		"Changes name, description, location or time zone of a calendar and returns it; what is not given stays. "+
			"The user's own main calendar can't be changed. Its events stay as they are.",
		google.Word("calendarId", "The calendar: an id from calendar_list_calendars."),
		calendarName(schema.Optional, "The new name."),
		description("The new description. An empty text removes it."),
		location("The new location. An empty text removes it."),
		zone())
	return google.Words(t, "calendarId")
}

func deleteCalendar() abi.Tool {
	t := tool("deleteCalendar", "manage", "Delete a calendar",
		"Deletes a calendar and all of its events for good, for everybody it is shared with. Needs confirmation. "+
			"The user's own main calendar can't be deleted. To delete one event use calendar_delete_event.",
		google.Word("calendarId", "The calendar: an id from calendar_list_calendars."), google.Confirm())
	return google.Words(t, "calendarId")
}

func calendarName(make func(string, schema.Schema) schema.Field, text string) schema.Field {
	return make("summary", schema.String().Length(1, maxTitle).Describe(text))
}

func getColors() abi.Tool {
	return tool("getColors", "read", "Show the colors",
		"Shows the colors that calendars and events can have, with their ids and hex values. "+
			"calendar_set_event_color takes the names that it shows for events.")
}

func listSettings() abi.Tool {
	t := tool("settingsList", "list", "List settings",
		"Lists the user's settings of Google Calendar, such as timezone, locale and weekStart, with their values. "+
			"For one of them use calendar_get_setting.",
		maxResults(100, "settings"), google.PageToken(schema.String()))
	return t
}

func getSetting() abi.Tool {
	t := tool("settingsGet", "read", "Show a setting",
		"Shows the value of one setting of Google Calendar. Use it to learn the user's time zone before times are written.",
		schema.Required("setting", schema.String().Length(1, maxSetting).
			Describe("The setting's id, such as timezone, locale, weekStart or format24HourTime. Case counts.")))
	t.Examples = []string{"wslite calendar get-setting timezone"}
	return google.Words(t, "setting")
}
