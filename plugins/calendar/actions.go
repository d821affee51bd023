package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

var (
	event = []string{"eventId"}
	timed = []string{"title", "startTime", "endTime"}
)

// table is all that the plugin knows about an action beside its tool's schema
// and text. The rows stand in the order of the tools' names.
var table = actions.Table{
	Service:       "calendar",
	Batch:         "calendar_batch",
	MaxOperations: google.MaxOperations,
	IDs:           []string{"calendarId", "destinationCalendarId"},
	Rows: []actions.Row{
		{Name: "createCalendar", Tool: "calendar_create_calendar", Required: []string{"summary"}},
		{Name: "createEvent", Tool: "calendar_create_event", Required: timed, Check: checkCreate},
		{Name: "createEventSeries", Tool: "calendar_create_event_series", Required: append(timed[:3:3], "recurrence"), Check: checkSeries},
		{Name: "deleteCalendar", Tool: "calendar_delete_calendar", Required: []string{"calendarId"}, Check: checkOther},
		{Name: "deleteEvent", Tool: "calendar_delete_event", Required: event, Check: checkEvent},
		{Name: "findFreeBusy", Tool: "calendar_find_freebusy", Check: inWindow(7)},
		{Name: "getCalendar", Tool: "calendar_get_calendar", Check: checkCalendarID},
		{Name: "getColors", Tool: "calendar_get_colors"},
		{Name: "getEvent", Tool: "calendar_get_event", Required: event, Check: checkEvent},
		{Name: "eventInstances", Tool: "calendar_get_event_instances", Required: event, Check: checkInstances},
		{Name: "settingsGet", Tool: "calendar_get_setting", Required: []string{"setting"}},
		{Name: "listCalendars", Tool: "calendar_list_calendars"},
		{Name: "listEvents", Tool: "calendar_list_events", Check: checkList},
		{Name: "settingsList", Tool: "calendar_list_settings"},
		{Name: "moveEvent", Tool: "calendar_move_event", Required: []string{"eventId", "calendarId", "destinationCalendarId"}, Check: checkMove},
		{Name: "quickAdd", Tool: "calendar_quick_add_event", Required: []string{"text"}, Check: checkCalendarID},
		{Name: "respondToEvent", Tool: "calendar_respond_to_event", Required: event, Check: checkEvent},
		{Name: "searchEvents", Tool: "calendar_search_events", Required: []string{"query"}, Check: inWindow(standardWindow)},
		{Name: "setEventColor", Tool: "calendar_set_event_color", Required: []string{"eventId", "color"}, Check: checkEvent},
		{Name: "updateCalendar", Tool: "calendar_update_calendar", Required: []string{"calendarId"}, Check: checkOther},
		{Name: "updateEvent", Tool: "calendar_update_event", Required: event, Check: checkUpdate},
	},
}
