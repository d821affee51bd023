package calendarapi

import (
	"slices"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

func str(names ...string) []gapi.Param  { return params(gapi.String, names) }
func num(names ...string) []gapi.Param  { return params(gapi.Integer, names) }
func flag(names ...string) []gapi.Param { return params(gapi.Boolean, names) }

func params(t gapi.Type, names []string) (out []gapi.Param) {
	for _, n := range names {
		out = append(out, gapi.Param{Name: n, Type: t})
	}
	return out
}

func repeated(names ...string) []gapi.Param {
	out := str(names...)
	for i := range out {
		out[i].Repeated = true
	}
	return out
}

// Methods lists the methods of the Discovery document calendar:v3 that are
// served: all but those of push channels and of an administrator.
func (a *API) Methods() []gapi.Method {
	return slices.Concat(a.calendarMethods(), a.listMethods(), a.eventMethods(), a.ruleMethods(), a.otherMethods())
}

func (a *API) calendarMethods() []gapi.Method {
	const all, one = "calendar/v3/calendars", "calendar/v3/calendars/{calendarId}"
	body := func(m gapi.Method) gapi.Method {
		m.Body, m.Resource, m.Result = Calendar{}, "calendar", Calendar{}
		return m
	}
	return []gapi.Method{
		{ID: "calendar.calendars.get", HTTP: "GET", Path: one, Result: Calendar{}, Serve: a.getCalendar},
		body(gapi.Method{ID: "calendar.calendars.insert", HTTP: "POST", Path: all, Serve: a.insertCalendar}),
		body(gapi.Method{ID: "calendar.calendars.patch", HTTP: "PATCH", Path: one, Serve: a.patchCalendar}),
		body(gapi.Method{ID: "calendar.calendars.update", HTTP: "PUT", Path: one, Serve: a.updateCalendar}),
		{ID: "calendar.calendars.delete", HTTP: "DELETE", Path: one, Serve: a.deleteCalendar},
		{ID: "calendar.calendars.clear", HTTP: "POST", Path: one + "/clear", Serve: a.clearCalendar},
	}
}

func (a *API) listMethods() []gapi.Method {
	const all, one = "calendar/v3/users/me/calendarList", "calendar/v3/users/me/calendarList/{calendarId}"
	body := func(m gapi.Method) gapi.Method {
		m.Body, m.Resource, m.Result, m.Query = CalendarListEntry{}, "calendar_list_entry", CalendarListEntry{}, flag("colorRgbFormat")
		return m
	}
	filters := slices.Concat(num("maxResults"), str("minAccessRole", "pageToken", "syncToken"),
		flag("showDeleted", "showHidden", "showOwnOrganizationOnly"))
	return []gapi.Method{
		{ID: "calendar.calendarList.list", HTTP: "GET", Path: all, Query: filters, Result: CalendarList{}, Serve: a.listCalendars},
		{ID: "calendar.calendarList.get", HTTP: "GET", Path: one, Result: CalendarListEntry{}, Serve: a.getEntry},
		body(gapi.Method{ID: "calendar.calendarList.insert", HTTP: "POST", Path: all, Serve: a.insertEntry}),
		body(gapi.Method{ID: "calendar.calendarList.patch", HTTP: "PATCH", Path: one, Serve: a.patchEntry}),
		body(gapi.Method{ID: "calendar.calendarList.update", HTTP: "PUT", Path: one, Serve: a.updateEntry}),
		{ID: "calendar.calendarList.delete", HTTP: "DELETE", Path: one, Serve: a.deleteEntry},
	}
}

func (a *API) eventMethods() []gapi.Method {
	const all = "calendar/v3/calendars/{calendarId}/events"
	const one = all + "/{eventId}"
	notify := slices.Concat(flag("sendNotifications"), str("sendUpdates"))
	versions := slices.Concat(num("conferenceDataVersion", "eventLabelVersion"), flag("supportsAttachments"))
	insert := slices.Concat(versions, notify, num("maxAttendees"))
	change := slices.Concat(insert, flag("alwaysIncludeEmail"))
	show := slices.Concat(flag("alwaysIncludeEmail"), num("maxAttendees"), str("timeZone"))
	page := slices.Concat(show, num("maxResults"), str("pageToken", "timeMin", "timeMax"), flag("showDeleted"))
	list := slices.Concat(page, str("iCalUID", "orderBy", "q", "syncToken", "updatedMin"),
		flag("showHiddenInvitations", "singleEvents"), repeated("eventTypes", "privateExtendedProperty", "sharedExtendedProperty"))
	body := func(m gapi.Method) gapi.Method { m.Body, m.Resource, m.Result = Event{}, "event", Event{}; return m }
	return []gapi.Method{
		{ID: "calendar.events.list", HTTP: "GET", Path: all, Query: list, Result: Events{}, Serve: a.listEvents},
		{ID: "calendar.events.get", HTTP: "GET", Path: one, Query: show, Result: Event{}, Serve: a.getEvent},
		{ID: "calendar.events.instances", HTTP: "GET", Path: one + "/instances", Query: slices.Concat(page, str("originalStart")),
			Result: Events{}, Serve: a.listInstances},
		body(gapi.Method{ID: "calendar.events.insert", HTTP: "POST", Path: all, Query: insert, Serve: a.insertEvent}),
		body(gapi.Method{ID: "calendar.events.import", HTTP: "POST", Path: all + "/import", Query: versions, Serve: a.importEvent}),
		{ID: "calendar.events.quickAdd", HTTP: "POST", Path: all + "/quickAdd", Query: slices.Concat(notify, str("text")),
			Result: Event{}, Serve: a.quickAdd},
		body(gapi.Method{ID: "calendar.events.patch", HTTP: "PATCH", Path: one, Query: change, Serve: a.patchEvent}),
		body(gapi.Method{ID: "calendar.events.update", HTTP: "PUT", Path: one, Query: change, Serve: a.updateEvent}),
		{ID: "calendar.events.move", HTTP: "POST", Path: one + "/move", Query: slices.Concat(notify, str("destination")),
			Result: Event{}, Serve: a.moveEvent},
		{ID: "calendar.events.delete", HTTP: "DELETE", Path: one, Query: notify, Serve: a.deleteEvent},
	}
}

func (a *API) ruleMethods() []gapi.Method {
	const all, one = "calendar/v3/calendars/{calendarId}/acl", "calendar/v3/calendars/{calendarId}/acl/{ruleId}"
	body := func(m gapi.Method) gapi.Method {
		m.Body, m.Resource, m.Result, m.Query = AclRule{}, "acl_rule", AclRule{}, flag("sendNotifications")
		return m
	}
	return []gapi.Method{
		{ID: "calendar.acl.list", HTTP: "GET", Path: all, Query: slices.Concat(num("maxResults"), str("pageToken", "syncToken"), flag("showDeleted")),
			Result: Acl{}, Serve: a.listRules},
		{ID: "calendar.acl.get", HTTP: "GET", Path: one, Result: AclRule{}, Serve: a.getRule},
		body(gapi.Method{ID: "calendar.acl.insert", HTTP: "POST", Path: all, Serve: a.insertRule}),
		body(gapi.Method{ID: "calendar.acl.patch", HTTP: "PATCH", Path: one, Serve: a.patchRule}),
		body(gapi.Method{ID: "calendar.acl.update", HTTP: "PUT", Path: one, Serve: a.updateRule}),
		{ID: "calendar.acl.delete", HTTP: "DELETE", Path: one, Serve: a.deleteRule},
	}
}

func (a *API) otherMethods() []gapi.Method {
	const settings = "calendar/v3/users/me/settings"
	return []gapi.Method{
		{ID: "calendar.freebusy.query", HTTP: "POST", Path: "calendar/v3/freeBusy", Body: FreeBusyRequest{}, Resource: "free_busy_request",
			Result: FreeBusyResponse{}, Serve: a.queryFreeBusy},
		{ID: "calendar.colors.get", HTTP: "GET", Path: "calendar/v3/colors", Result: Colors{}, Serve: a.getColors},
		{ID: "calendar.settings.list", HTTP: "GET", Path: settings, Query: slices.Concat(num("maxResults"), str("pageToken", "syncToken")),
			Result: Settings{}, Serve: a.listSettings},
		{ID: "calendar.settings.get", HTTP: "GET", Path: settings + "/{setting}", Result: Setting{}, Serve: a.getSetting},
	}
}
