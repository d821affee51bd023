package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes what a tool did and the object that it is about. Lists of
// calendars and busy times are the host's tables; so is an answer of a shape
// that is not known here.
func render(a *plugin.Answer) (string, error) {
	d := a.Data
	switch a.Tool {
	case table.Batch:
		return actions.RenderBatch(a, outcome), nil
	case "calendar_list_events", "calendar_search_events", "calendar_get_event_instances":
		return renderEvents(a), nil
	case "calendar_list_settings":
		return renderSettings(a), nil
	case "calendar_get_colors":
		return renderColors(d.Get("colors")), nil
	case "calendar_create_event_series":
		return renderSeries(d), nil
	}
	switch {
	case d.Get("event").Has("id"):
		return did(a) + renderEvent(d.Get("event"), a.Clock) + guestsOf(d), nil
	case d.Get("calendar").Has("id"):
		return did(a) + renderCalendar(d.Get("calendar")), nil
	case d.Get("setting").Has("id"):
		return d.Get("setting").Get("id").Text() + ": " + d.Get("setting").Get("value").Text() + "\n", nil
	case d.Get("deleted").IsTrue() && d.Has("eventId"):
		return "Deleted the event " + d.Get("eventId").Text() + ".\n", nil
	case d.Get("deleted").IsTrue() && d.Has("calendarId"):
		return "Deleted the calendar " + d.Get("calendarId").Text() + " and its events.\n", nil
	}
	return "", nil
}

// did says what happened to the object that follows; nothing for a read.
func did(a *plugin.Answer) string {
	switch a.Tool {
	case "calendar_create_event", "calendar_quick_add_event", "calendar_create_calendar":
		return "Created: "
	case "calendar_update_event", "calendar_update_calendar":
		return "Changed: "
	case "calendar_move_event":
		return "Moved to " + a.Data.Get("destinationCalendarId").Text() + ": "
	case "calendar_respond_to_event":
		return "Answered " + a.Data.Get("status").Text() + ": "
	case "calendar_set_event_color":
		return "Colored " + a.Data.Get("color").Text() + ": "
	}
	return ""
}

// guestsOf names the guests of a new event whom the server could not add.
func guestsOf(d value.Value) string {
	return text.Details(text.Line{Label: "Not added", Text: show.Join(d.Get("failedGuests"), "\n", value.Value.Text)})
}

// outcome is the one thing about an operation's data that the next step is
// likely to need.
func outcome(d value.Value) string {
	switch e, c := d.Get("event"), d.Get("calendar"); {
	case e.Has("id"):
		return name(e) + " (" + e.Get("id").Text() + ")"
	case c.Has("id"):
		return name(c) + " (" + c.Get("id").Text() + ")"
	case d.Has("seriesId"):
		return d.Get("title").Text() + " (" + d.Get("seriesId").Text() + ")"
	case d.Get("setting").Has("id"):
		return d.Get("setting").Get("value").Text()
	case d.Get("deleted").IsTrue():
		return "deleted"
	case d.Get("busySlots").Kind() == value.KindArray:
		return text.Count(d.Get("busySlots").Len(), "busy time", "busy times")
	case d.Get("items").Kind() == value.KindArray:
		return text.Count(d.Get("items").Len(), "item", "items")
	case d.Kind() == value.KindArray:
		return text.Count(d.Len(), "calendar", "calendars")
	}
	return ""
}

// name is what a person calls an event or a calendar.
func name(v value.Value) string {
	for _, key := range [...]string{"title", "summary", "name"} {
		if s := text.OneLine(v.Get(key).Text()); s != "" {
			return s
		}
	}
	return "(no title)"
}
