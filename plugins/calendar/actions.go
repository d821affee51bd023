package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

var (
	one   = []string{"eventId"}
	timed = []string{"title", "startTime", "endTime"}
	// extra are what only REST can say of an event, paged what only REST takes
	// for a page of a list.
	extra = []string{"timeZone", "reminders", "visibility", "transparency"}
	paged = []string{"pageToken", "timeZone"}
)

// table is all that the plugin knows about an action beside its tool's schema
// and text. The rows stand in the order of the tools' names.
var table = actions.Table{
	Service:       "calendar",
	Batch:         "calendar_batch",
	MaxOperations: google.MaxOperations,
	IDs:           []string{"calendarId", "destinationCalendarId", "setting"},
	Rows: []actions.Row{
		{Name: "createCalendar", Tool: "calendar_create_calendar", Required: []string{"summary"}, Plan: run(planCreateCalendar)},
		{Name: "createEvent", Tool: "calendar_create_event", Required: timed, RestOnly: append(extra[:4:4], "optionalGuests"), Check: checkCreate, Keyed: true, Plan: run(zoned(localTimes, planCreate))},
		{Name: "createEventSeries", Tool: "calendar_create_event_series", Required: append(timed[:3:3], "recurrence"), RestOnly: extra, Check: checkSeries, Keyed: true, Plan: run(zoned(timedSeries, planSeries))},
		{Name: "deleteCalendar", Tool: "calendar_delete_calendar", Required: []string{"calendarId"}, Check: checkOther, Plan: run(notOwn(planDeleteCalendar))},
		{Name: "deleteEvent", Tool: "calendar_delete_event", Required: one, Check: checkEvent, Plan: run(onEvent(planDelete))},
		{Name: "findFreeBusy", Tool: "calendar_find_freebusy", RestOnly: []string{"calendarIds", "timeZone"}, Check: checkBusy, Plan: run(planFreeBusy)},
		{Name: "getCalendar", Tool: "calendar_get_calendar", Check: checkCalendarID, Plan: run(planGetCalendar)},
		{Name: "getColors", Tool: "calendar_get_colors", Plan: run(planColors)},
		{Name: "getEvent", Tool: "calendar_get_event", Required: one, RestOnly: []string{"timeZone"}, Check: checkEvent, Plan: run(onEvent(planGet))},
		{Name: "eventInstances", Tool: "calendar_get_event_instances", Required: one, RestOnly: paged, Check: checkInstances, Plan: run(onEvent(zoned(localWindow, planInstances)))},
		{Name: "settingsGet", Tool: "calendar_get_setting", Required: []string{"setting"}, Plan: run(planSetting)},
		{Name: "listCalendars", Tool: "calendar_list_calendars", Plan: run(planListCalendars)},
		{Name: "listEvents", Tool: "calendar_list_events", RestOnly: paged, Check: checkList, Plan: run(zoned(localWindow, planEvents))},
		{Name: "settingsList", Tool: "calendar_list_settings", Plan: run(planSettings)},
		{Name: "moveEvent", Tool: "calendar_move_event", Required: []string{"eventId", "calendarId", "destinationCalendarId"}, Check: checkMove, Plan: run(onEvent(planMove))},
		{Name: "quickAdd", Tool: "calendar_quick_add_event", Required: []string{"text"}, Check: checkCalendarID, Plan: run(planQuickAdd)},
		{Name: "respondToEvent", Tool: "calendar_respond_to_event", Required: one, RestOnly: []string{"comment"}, Check: checkEvent, Plan: run(onEvent(planRespond))},
		{Name: "searchEvents", Tool: "calendar_search_events", Required: []string{"query"}, RestOnly: paged, Check: checkSearch, Plan: run(zoned(localWindow, planEvents))},
		{Name: "setEventColor", Tool: "calendar_set_event_color", Required: []string{"eventId", "color"}, Check: checkEvent, Plan: run(onEvent(planColor))},
		{Name: "updateCalendar", Tool: "calendar_update_calendar", Required: []string{"calendarId"}, Check: checkOther, Plan: run(notOwn(planUpdateCalendar))},
		{Name: "updateEvent", Tool: "calendar_update_event", Required: one, RestOnly: extra, Check: checkUpdate, Plan: run(onEvent(zoned(localTimes, planUpdate)))},
	},
}
