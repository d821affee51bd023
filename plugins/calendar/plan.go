package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Routes of the Calendar API v3, by their Discovery ids.
const (
	routeListList       = "calendar.calendarList.list"
	routeListGet        = "calendar.calendarList.get"
	routeCalendarGet    = "calendar.calendars.get"
	routeCalendarInsert = "calendar.calendars.insert"
	routeCalendarPatch  = "calendar.calendars.patch"
	routeCalendarDelete = "calendar.calendars.delete"
	routeColors         = "calendar.colors.get"
	routeSettingsList   = "calendar.settings.list"
	routeSettingsGet    = "calendar.settings.get"
	routeFreeBusy       = "calendar.freebusy.query"
	routeEvents         = "calendar.events.list"
	routeEventGet       = "calendar.events.get"
	routeInstances      = "calendar.events.instances"
	routeQuickAdd       = "calendar.events.quickAdd"
	routeInsert         = "calendar.events.insert"
	routePatch          = "calendar.events.patch"
	routeMove           = "calendar.events.move"
	routeDelete         = "calendar.events.delete"
)

// Fields of the answers that the plans keep.
const (
	keepEvent = "id,iCalUID,etag,status,htmlLink,created,updated,summary,description,location,colorId," +
		"organizer(email,displayName,self),start,end,recurrence,recurringEventId,originalStartTime,transparency,visibility," +
		"attendees(email,displayName,organizer,self,resource,optional,responseStatus,comment,additionalGuests),attendeesOmitted," +
		"hangoutLink,conferenceData,reminders,eventType,locked"
	keepEvents   = "summary,timeZone,nextPageToken,items(" + keepEvent + ")"
	keepEntry    = "id,summary,summaryOverride,description,backgroundColor,selected,hidden,primary,accessRole,timeZone,location"
	keepShared   = "id,summary,description,timeZone,location" // of one that is in no list of the user's
	keepCalendar = "id,summary,description,location,timeZone,conferenceProperties,etag"
)

// maxText is how much of each text of a list the plan sees, in UTF-16 units:
// more than the API keeps of a description.
const maxText = 10000

// primary is the API's name for the user's own calendar.
const primary = "primary"

// named is the calendar that a param names, as a path has it: left out, or by
// the name that proxies have for it, it is the user's own.
func named(p value.Value, key string) string {
	id := text.Trim(p.Get(key).Text())
	if id == "" || own(id) {
		return primary
	}
	return id
}

func calendarOf(p value.Value) string { return named(p, "calendarId") }

// trimmed is a text of one line as it is sent: without the blanks around it, as
// proxies do. What is not given stays so.
func trimmed(p value.Value, key string) value.Value {
	v := p.Get(key)
	if v.Kind() != value.KindString {
		return v
	}
	return value.String(text.Trim(v.Text()))
}

// inside starts a request about the events of the call's calendar.
func inside(route string, p value.Value) plugin.Request {
	return plugin.To(route).Path("calendarId", calendarOf(p))
}

// nobody is whom Google mails about most changes; it is stated in every request.
var nobody = value.String("none")

// notify says whom Google mails about a change of an action of which the host's
// class follows from sendUpdates. No other action may ask for it: its class would
// not say that mail leaves.
func notify(p value.Value) value.Value {
	if mailed(p) {
		return p.Get("sendUpdates")
	}
	return nobody
}

// noCalendar is the answer to a calendar that is not there. It names the id that
// was used, which need not be the one that was meant.
func noCalendar(p value.Value) error { return noCalendarIn(p, "calendarId") }

func noCalendarIn(p value.Value, key string) error {
	return &plugin.Error{Code: plugin.NotFound, Field: key,
		Message: "There is no calendar " + named(p, key) + " that the user may see. calendar_list_calendars lists those that there are."}
}

// refused passes a failure on that the plan has tolerated and can't better.
func refused(r plugin.Response) error {
	return plugin.Fail(r.Error.Code, text.Or(r.Error.Message, "The service gave no reason."))
}

// gone tells whether the service says that there is no such thing, or no more.
func gone(r plugin.Response) bool { return r.Is(404) || r.Is(410) }

// done ends a plan with members of its data.
func done(members ...value.Member) *plugin.Next { return plugin.Done(value.Object(members...)) }
