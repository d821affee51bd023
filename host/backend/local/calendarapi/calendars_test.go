package calendarapi

import (
	"context"
	"strings"
	"testing"
)

func TestCalendars(t *testing.T) {
	b := newBench(t)
	p := b.must(200, "GET", "calendars/primary", "")
	equal(t, "primary", say(p.str("id"), p.str("summary"), p.str("timeZone"), p.at("dataOwner")), "me@example.com me@example.com UTC <nil>")
	b.must(200, "PATCH", "calendars/primary", `{"timeZone":"Europe/Berlin","summary":"Mine"}`)
	r := b.must(200, "POST", "calendars", `{"summary":"Team","description":"D","location":"L"}`)
	equal(t, "new", say(r.str("summary"), r.str("description"), r.str("location"), r.str("timeZone"), r.str("dataOwner"), strings.HasSuffix(r.str("id"), "@group.calendar.google.com")),
		"Team D L Europe/Berlin me@example.com true")
	path := "calendars/" + r.str("id")
	equal(t, "read back", string(b.must(200, "GET", path, "").raw), string(r.raw))
	p = b.must(200, "PATCH", path, `{"description":"","timeZone":"Asia/Seoul"}`)
	equal(t, "patched", say(p.at("description"), p.str("location"), p.str("timeZone")), "<nil> L Asia/Seoul")
	p = b.must(200, "PUT", path, `{"summary":"Team 2"}`)
	equal(t, "replaced", say(p.str("summary"), p.at("location"), p.str("timeZone")), "Team 2 <nil> Asia/Seoul")
	b.refuse(412, "conditionNotMet", "Precondition Failed", "PATCH", path, `{"summary":"x"}`, "If-Match", r.str("etag"))

	b.refuse(400, "required", "Missing title.", "POST", "calendars", `{"timeZone":"UTC"}`)
	b.refuse(400, "required", "Missing title.", "PATCH", path, `{"summary":""}`)
	b.refuse(400, "required", "Missing title.", "PUT", path, `{}`)
	b.refuse(400, "invalid", "Invalid time zone", "PATCH", path, `{"timeZone":"Seoul"}`)
	b.refuse(400, "invalid", "Invalid time zone", "PATCH", path, `{"timeZone":null}`)
	b.refuse(400, "parseError", "colour", "PATCH", path, `{"colour":"red"}`)
	b.refuse(400, "invalid", "can't be deleted", "DELETE", "calendars/primary", "")
	b.refuse(400, "invalid", "can't be deleted", "DELETE", "calendars/me@example.com", "")
	b.refuse(400, "invalid", "Only the primary", "POST", path+"/clear", "")
	b.refuse(404, "notFound", "Not Found", "GET", "calendars/x%23y@group.calendar.google.com", "")

	e := b.must(200, "POST", path+"/events", event("A", "10:00", "11:00"))
	equal(t, "organizer", say(e.str("organizer.email") == r.str("id"), e.str("organizer.displayName"), e.at("organizer.self"), e.str("creator.email"), e.at("creator.self")),
		"true Team 2 true me@example.com <nil>")
	b.must(204, "DELETE", path, "")
	b.refuse(404, "notFound", "Not Found", "GET", path, "")
	b.refuse(404, "notFound", "Not Found", "GET", path+"/events", "")
	b.refuse(404, "notFound", "Not Found", "DELETE", path, "")
}

func TestLabelsAndHours(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "PATCH", "calendars/primary", `{"labelProperties":{"eventLabels":[{"name":"Red","backgroundColor":"#ff0000"}]},
		"workingHours":{"workingHoursEnabled":true,"availableTimes":[{"dayOfWeek":"monday","periodStart":540,"periodEnd":1020}]},
		"conferenceProperties":{"allowedConferenceSolutionTypes":["hangoutsMeet","eventHangout"]}}`)
	id := r.str("labelProperties.eventLabels.0.id")
	if !uuidForm().MatchString(id) {
		t.Errorf("the label's id is %q", id)
	}
	equal(t, "hours", r.at("workingHours.availableTimes.0.periodStart"), 540.0)
	equal(t, "kept", say(b.must(200, "PATCH", "calendars/primary", `{"workingHours":{},"labelProperties":null,"summary":"x"}`).at("workingHours.workingHoursEnabled")), "true")
	with := strings.Replace(event("A", "10:00", "11:00"), "{", `{"colorId":"5","eventLabelId":"`+id+`",`, 1)
	e := b.add(with)
	equal(t, "version 0", say(e.str("colorId"), e.at("eventLabelId")), "5 <nil>")
	e = b.add(with, "eventLabelVersion", "1")
	equal(t, "version 1", say(e.at("colorId"), e.str("eventLabelId") == id), "<nil> true")
	b.refuse(400, "invalid", "no label of the calendar", "POST", events+"?eventLabelVersion=1", strings.Replace(with, id, "other", 1))
	for _, bad := range []string{`{"labelProperties":{"eventLabels":[{"name":"x"}]}}`, `{"labelProperties":{"eventLabels":[{"id":"x","backgroundColor":"#ff0000"}]}}`,
		`{"workingHours":{"workingHoursEnabled":true}}`, `{"workingHours":{"availableTimes":[{"dayOfWeek":"mon","periodStart":0,"periodEnd":1}]}}`,
		`{"workingHours":{"availableTimes":[{"dayOfWeek":"monday","periodStart":5,"periodEnd":5}]}}`,
		`{"conferenceProperties":{"allowedConferenceSolutionTypes":["zoom"]}}`} {
		b.refuse(400, "invalid", "Invalid", "PATCH", "calendars/primary", bad)
	}
}

func TestCalendarList(t *testing.T) {
	b := newBench(t)
	const all = "users/me/calendarList"
	id := b.must(200, "POST", "calendars", `{"summary":"Team"}`).str("id")
	r := b.must(200, "GET", all, "")
	equal(t, "ids", r.each("id"), "me@example.com "+id)
	equal(t, "roles", r.each("accessRole"), "owner owner")
	equal(t, "primary", say(r.at("items.0.primary"), r.at("items.1.primary")), "true <nil>")
	token := r.str("nextSyncToken")
	path := all + "/" + id
	p := b.must(200, "PATCH", path, `{"summaryOverride":"My team","colorId":"3","hidden":true,"selected":false,"defaultReminders":[{"method":"popup","minutes":0}],
		"notificationSettings":{"notifications":[{"type":"eventCreation","method":"email"}]}}`)
	equal(t, "patched", say(p.str("summaryOverride"), p.str("summary"), p.str("backgroundColor"), p.at("hidden"), p.at("selected"), p.at("defaultReminders.0.minutes")), "My team Team #f83a22 true <nil> 0")
	equal(t, "hidden", b.must(200, "GET", all, "").each("id"), "me@example.com")
	equal(t, "shown", b.must(200, "GET", all+"?showHidden=true&minAccessRole=owner", "").each("id"), "me@example.com "+id)
	equal(t, "synced", b.must(200, "GET", all+"?syncToken="+token, "").each("id"), id)
	p = b.must(200, "PATCH", path+"?colorRgbFormat=true", `{"backgroundColor":"#f83a23","foregroundColor":"#000000"}`)
	equal(t, "by RGB", say(p.str("colorId"), p.str("backgroundColor"), p.str("foregroundColor")), "3 #f83a23 #000000")
	p = b.must(200, "PUT", path, `{"selected":true}`)
	equal(t, "replaced", say(p.at("summaryOverride"), p.at("hidden"), p.at("selected"), p.str("backgroundColor")), "<nil> <nil> true #f83a23")
	b.refuse(412, "conditionNotMet", "Precondition Failed", "PATCH", path, `{"selected":false}`, "If-Match", `"old"`)

	b.must(204, "DELETE", path, "")
	b.refuse(404, "notFound", "Not Found", "GET", path, "")
	equal(t, "the calendar stays", b.must(200, "GET", "calendars/"+id, "").str("id"), id)
	equal(t, "deleted", b.must(200, "GET", all+"?syncToken="+token, "").each("deleted"), "true")
	equal(t, "back", b.must(200, "POST", all, `{"id":"`+id+`","selected":true}`).at("selected"), true)
	equal(t, "page 1", b.must(200, "GET", all+"?maxResults=1", "").each("id"), "me@example.com")
	next := b.must(200, "GET", all+"?maxResults=1", "")
	equal(t, "page 2", b.must(200, "GET", all+"?maxResults=1&pageToken="+next.str("nextPageToken"), "").each("id"), id)
	equal(t, "no sync token yet", next.at("nextSyncToken"), nil)

	b.refuse(404, "notFound", "Not Found", "POST", all, `{"id":"holidays#x@group.v.calendar.google.com"}`)
	b.refuse(400, "required", "id", "POST", all, `{}`)
	b.refuse(400, "invalid", "can't be taken off", "DELETE", all+"/primary", "")
	b.refuse(400, "invalid", "can't be hidden", "PATCH", all+"/primary", `{"hidden":true}`)
	b.refuse(400, "invalid", "colorId", "PATCH", path, `{"colorId":"25"}`)
	b.refuse(400, "invalid", "backgroundColor", "PATCH", path+"?colorRgbFormat=true", `{"backgroundColor":"red"}`)
	b.refuse(400, "invalid", "6 reminders", "PATCH", path, `{"defaultReminders":[`+strings.Repeat(`{"method":"popup","minutes":1},`, 5)+`{"method":"popup","minutes":1}]}`)
	b.refuse(400, "invalidParameter", "minAccessRole", "GET", all+"?minAccessRole=owner&syncToken="+token, "")
	b.refuse(400, "invalidParameter", "showDeleted", "GET", all+"?showDeleted=false&syncToken="+token, "")
	b.refuse(410, "fullSyncRequired", "full sync", "GET", all+"?syncToken=nonsense", "")
	b.refuse(400, "invalid", "minAccessRole", "GET", all+"?minAccessRole=king", "")
}

func TestColorsAndSettings(t *testing.T) {
	b := newBench(t)
	c := b.must(200, "GET", "colors", "")
	equal(t, "colors", say(len(c.at("calendar").(map[string]any)), len(c.at("event").(map[string]any)), c.str("event.11.background")), "24 11 #dc2127")
	b.must(200, "PATCH", "calendars/primary", `{"timeZone":"Asia/Seoul"}`)
	s := b.must(200, "GET", "users/me/settings", "")
	if len(s.items()) != len(settings) || !strings.Contains(s.each("id"), "weekStart") {
		t.Errorf("got %s", s.each("id"))
	}
	equal(t, "timezone", b.must(200, "GET", "users/me/settings/timezone", "").str("value"), "Asia/Seoul")
	equal(t, "hours", b.must(200, "GET", "users/me/settings/format24HourTime", "").str("value"), "false")
	b.refuse(404, "notFound", "Not Found", "GET", "users/me/settings/Timezone", "")
	equal(t, "nothing changed", len(b.must(200, "GET", "users/me/settings?syncToken="+s.str("nextSyncToken"), "").items()), 0)
	if err := b.api.SetTimeZone(context.Background(), "Europe/Berlin"); err != nil {
		t.Fatal(err)
	}
	equal(t, "changed", b.must(200, "GET", "users/me/settings?syncToken="+s.str("nextSyncToken"), "").each("value"), "Europe/Berlin")
	if err := b.api.SetTimeZone(context.Background(), "Berlin"); err == nil {
		t.Error("an unknown zone is taken")
	}
	var ids []string
	token := ""
	for range 20 {
		r := b.must(200, "GET", "users/me/settings?maxResults=5&pageToken="+token, "")
		ids = append(ids, r.each("id"))
		if token = r.str("nextPageToken"); token == "" {
			break
		}
	}
	equal(t, "pages", strings.Join(ids, " "), s.each("id"))
}

func TestRules(t *testing.T) {
	b := newBench(t)
	const all = "calendars/primary/acl"
	own := b.must(200, "GET", all, "")
	equal(t, "own", say(own.each("id"), own.each("role")), "user:me@example.com owner")
	r := b.must(200, "POST", all, `{"role":"reader","scope":{"type":"user","value":"Ann@example.org"}}`)
	equal(t, "new", say(r.str("id"), r.str("role"), r.str("scope.value")), "user:ann@example.org reader ann@example.org")
	b.must(200, "POST", all+"?sendNotifications=false", `{"role":"freeBusyReader","scope":{"type":"default"}}`)
	b.must(200, "POST", all, `{"role":"writer","scope":{"type":"domain","value":"example.org"}}`)
	notes, err := b.api.Notifications(context.Background())
	if err != nil || len(notes) != 1 || notes[0].Kind != "sharing" || notes[0].Recipients[0] != "ann@example.org" {
		t.Errorf("got %v, %v", notes, err)
	}
	path := all + "/" + r.str("id")
	equal(t, "patched", b.must(200, "PATCH", path, `{"role":"writer"}`, "If-Match", r.str("etag")).str("role"), "writer")
	b.refuse(412, "conditionNotMet", "Precondition Failed", "PUT", path, `{"role":"owner","scope":{"type":"user","value":"ann@example.org"}}`, "If-Match", r.str("etag"))
	equal(t, "listed", b.must(200, "GET", all, "").each("id"), "user:me@example.com user:ann@example.org default domain:example.org")
	token := b.must(200, "GET", all, "").str("nextSyncToken")
	b.must(204, "DELETE", path, "")
	b.refuse(404, "notFound", "Not Found", "GET", path, "")
	b.refuse(404, "notFound", "Not Found", "DELETE", path, "")
	equal(t, "with the deleted", b.must(200, "GET", all+"?showDeleted=true", "").each("role"), "owner none freeBusyReader writer")
	equal(t, "synced", b.must(200, "GET", all+"?syncToken="+token, "").each("role"), "none")
	var ids []string
	page := ""
	for range 10 {
		r := b.must(200, "GET", all+"?maxResults=1&pageToken="+page, "")
		ids = append(ids, r.each("id"))
		if page = r.str("nextPageToken"); page == "" {
			break
		}
	}
	equal(t, "pages", strings.Join(ids, " "), "user:me@example.com default domain:example.org")
	b.refuse(403, "cannotChangeOwnAcl", "your own access", "DELETE", all+"/user:me@example.com", "")
	b.refuse(403, "cannotChangeOwnAcl", "your own access", "PATCH", all+"/user:me@example.com", `{"role":"reader"}`)
	b.refuse(400, "required", "Missing role", "POST", all, `{"scope":{"type":"default"}}`)
	b.refuse(400, "required", "Missing scope", "POST", all, `{"role":"reader"}`)
	b.refuse(400, "invalid", "only read", "POST", all, `{"role":"owner","scope":{"type":"default"}}`)
	b.refuse(400, "invalid", "Invalid scope value", "POST", all, `{"role":"reader","scope":{"type":"user","value":"ann"}}`)
	b.refuse(400, "invalid", "role", "POST", all, `{"role":"king","scope":{"type":"default"}}`)
}
