package calendarapi

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestInsertAndGet(t *testing.T) {
	b := newBench(t)
	r := b.add(`{"summary":"Plan","description":"d","location":"l","start":{"dateTime":"2026-03-02T10:00:00+02:00"},"end":{"dateTime":"2026-03-02T11:00:00+02:00"},
		"colorId":"11","transparency":"transparent","visibility":"private","guestsCanInviteOthers":false,"guestsCanSeeOtherGuests":true,
		"extendedProperties":{"private":{"a":"1"},"shared":{"b":"2"}},"source":{"url":"https://example.org/x","title":"X"},
		"kind":"calendar#event","etag":"x","htmlLink":"y","created":"2000-01-01T00:00:00Z","creator":{"email":"x@example.org"},"locked":true}`)
	for path, want := range map[string]any{
		"kind": "calendar#event", "status": "confirmed", "summary": "Plan", "description": "d", "location": "l", "colorId": "11",
		"start.dateTime": "2026-03-02T08:00:00Z", "end.dateTime": "2026-03-02T09:00:00Z", "start.timeZone": "UTC", "transparency": "transparent",
		"visibility": "private", "guestsCanInviteOthers": false, "guestsCanSeeOtherGuests": nil, "extendedProperties.private.a": "1",
		"extendedProperties.shared.b": "2", "source.title": "X", "creator.email": "me@example.com", "creator.self": true, "organizer.email": "me@example.com",
		"organizer.self": true, "created": "2026-03-02T12:00:00.000Z", "updated": "2026-03-02T12:00:00.000Z", "sequence": 0.0, "eventType": "default",
		"reminders.useDefault": true, "locked": nil, "iCalUID": r.str("id") + "@google.com",
	} {
		equal(t, path, r.at(path), want)
	}
	got := b.must(200, "GET", events+"/"+r.str("id"), "")
	equal(t, "read back", string(got.raw), string(r.raw))
	equal(t, "ETag header", got.header.Get("ETag"), r.str("etag"))
	b.must(304, "GET", events+"/"+r.str("id"), "", "If-None-Match", r.str("etag"))
	equal(t, "in another zone", b.must(200, "GET", events+"/"+r.str("id")+"?timeZone=Asia/Seoul", "").str("start.dateTime"), "2026-03-02T17:00:00+09:00")
	equal(t, "fields", string(b.must(200, "GET", events+"/"+r.str("id")+"?fields=summary,start/dateTime&prettyPrint=false", "").raw),
		`{"start":{"dateTime":"2026-03-02T08:00:00Z"},"summary":"Plan"}`+"\n")
	b.refuse(404, "notFound", "Not Found", "GET", events+"/nothing", "")
	b.refuse(404, "notFound", "Not Found", "GET", "calendars/nobody@example.org/events/"+r.str("id"), "")
	equal(t, "by the address", b.must(200, "GET", "calendars/Me@Example.com/events/"+r.str("id"), "").str("id"), r.str("id"))
}

func TestRefusedEvents(t *testing.T) {
	b := newBench(t)
	const start, end = `"start":{"dateTime":"2026-03-02T10:00:00Z"}`, `"end":{"dateTime":"2026-03-02T11:00:00Z"}`
	for _, c := range []struct{ body, reason, message string }{
		{`{` + end + `}`, "required", "Missing start time."},
		{`{` + start + `}`, "required", "Missing end time."},
		{`{` + start + `,"end":{"dateTime":"2026-03-02T09:00:00Z"}}`, "timeRangeEmpty", "The specified time range is empty."},
		{`{"start":{"date":"2026-03-02"},"end":{"date":"2026-03-02"}}`, "timeRangeEmpty", "time range is empty"},
		{`{"start":{"date":"2026-03-02"},` + end + `}`, "invalid", "must either both be date or both be dateTime"},
		{`{"start":{"date":"2026-03-02","dateTime":"2026-03-02T10:00:00Z"},` + end + `}`, "invalid", "Invalid start time"},
		{`{"start":{"dateTime":"2026-03-02T10:00:00"},` + end + `}`, "required", "Missing time zone definition for start time."},
		{`{"start":{"dateTime":"2026-03-02T10:00:00","timeZone":"Berlin"},` + end + `}`, "invalid", "Invalid time zone definition"},
		{`{"start":{"dateTime":"2 March"},` + end + `}`, "invalid", "RFC 3339"},
		{`{"start":{"date":"2026-02-30"},"end":{"date":"2026-03-02"}}`, "invalid", "not a date"},
		{`{"start":{"date":"9999-01-01"},"end":{"date":"9999-01-02"}}`, "invalid", "not a date"},
		{`{` + start + `,` + end + `,"recurrence":["RRULE:FREQ=DAILY"]}`, "required", "Missing time zone definition for start time."},
		{`{` + start + `,` + end + `,"colorId":"12"}`, "invalid", "colorId"},
		{`{` + start + `,` + end + `,"id":"UPPER"}`, "invalid", "Invalid resource id value."},
		{`{` + start + `,` + end + `,"id":"abc"}`, "invalid", "Invalid resource id value."},
		{`{` + start + `,` + end + `,"id":"abcde","iCalUID":"x"}`, "invalid", "only one of id and iCalUID"},
		{`{` + start + `,` + end + `,"status":"maybe"}`, "invalid", "event.status"},
		{`{` + start + `,` + end + `,"visibility":"secret"}`, "invalid", "event.visibility"},
		{`{` + start + `,` + end + `,"attendees":[{"displayName":"x"}]}`, "required", "Missing attendee email."},
		{`{` + start + `,` + end + `,"attendees":[{"email":"x"}]}`, "invalid", "Invalid attendee email."},
		{`{` + start + `,` + end + `,"attendees":[{"email":"x@example.org","responseStatus":"yes"}]}`, "invalid", "responseStatus"},
		{`{` + start + `,` + end + `,"reminders":{"useDefault":true,"overrides":[{"method":"popup","minutes":1}]}}`, "invalid", "default reminders and overrides"},
		{`{` + start + `,` + end + `,"reminders":{"overrides":[{"method":"sms","minutes":1}]}}`, "invalid", "method"},
		{`{` + start + `,` + end + `,"reminders":{"overrides":[{"method":"popup","minutes":40321}]}}`, "invalid", "minutes"},
		{`{` + start + `,` + end + `,"reminders":{"overrides":[{"method":"popup"}]}}`, "required", "minutes"},
		{`{` + start + `,` + end + `,"source":{"url":"ftp://example.org"}}`, "invalid", "source.url"},
		{`{` + start + `,` + end + `,"eventType":"fromGmail"}`, "invalid", "can't be created"},
		{`{` + start + `,` + end + `,"eventType":"party"}`, "invalid", "eventType"},
		{`{` + start + `,` + end + `,"focusTimeProperties":{}}`, "invalid", "focusTime"},
		{`{` + start + `,` + end + `,"sequence":-1}`, "invalid", "sequence"},
		{`{` + start + `,` + end + `,"isOnlineMeeting":true}`, "parseError", "isOnlineMeeting"}, // B70: no field vanishes
		{`{` + start + `,` + end + `,"attendees":[{"mail":"x@example.org"}]}`, "parseError", "mail"},
		{`{` + start + `,` + end + `,"summary":"` + strings.Repeat("x", maxSummary+1) + `"}`, "invalid", "maximum is 1024"},
	} {
		b.refuse(400, c.reason, c.message, "POST", events, c.body)
	}
	equal(t, "nothing was written", len(b.list().items()), 0)
	b.refuse(400, "invalid", "sendUpdates", "POST", events+"?sendUpdates=everyone", event("A", "10:00", "11:00"))
}

func TestClientIDs(t *testing.T) {
	b := newBench(t)
	body := strings.Replace(event("A", "10:00", "11:00"), "{", `{"id":"abc123v",`, 1)
	equal(t, "id", b.add(body).str("id"), "abc123v")
	b.refuse(409, "duplicate", "The requested identifier already exists.", "POST", events, body)
	b.must(204, "DELETE", events+"/abc123v", "")
	b.refuse(409, "duplicate", "already exists", "POST", events, body)
	b.add(strings.Replace(event("B", "10:00", "11:00"), "{", `{"iCalUID":"uid@example.org",`, 1))
	b.refuse(409, "duplicate", "already exists", "POST", events, strings.Replace(event("B", "10:00", "11:00"), "{", `{"iCalUID":"uid@example.org",`, 1))
	equal(t, "by iCalUID", b.list("iCalUID", "uid@example.org").each("summary"), "B")
}

func TestPatchAndUpdate(t *testing.T) {
	b := newBench(t)
	r := b.add(`{"summary":"A","description":"keep","start":{"dateTime":"2026-03-02T10:00:00","timeZone":"Europe/Berlin"},
		"end":{"dateTime":"2026-03-02T11:00:00","timeZone":"Europe/Berlin"},"extendedProperties":{"private":{"a":"1","b":"2"}}}`)
	path := events + "/" + r.str("id")
	b.now = b.now.Add(time.Minute)
	p := b.must(200, "PATCH", path, `{"summary":"B","extendedProperties":{"private":{"a":null,"c":"3"}}}`)
	equal(t, "merged", say(p.at("extendedProperties.private")), "map[b:2 c:3]")
	equal(t, "kept", p.str("description"), "keep")
	equal(t, "updated", p.str("updated"), "2026-03-02T12:01:00.000Z")
	equal(t, "sequence", p.at("sequence"), 0.0)
	if p.str("etag") == r.str("etag") {
		t.Error("the etag stays")
	}
	p = b.must(200, "PATCH", path, `{"start":{"dateTime":"2026-03-02T09:00:00"}}`)
	equal(t, "the zone stays", p.str("start.dateTime")+" "+p.str("start.timeZone"), "2026-03-02T08:00:00Z Europe/Berlin")
	equal(t, "sequence after a move", p.at("sequence"), 1.0)
	b.refuse(400, "invalid", "below the current sequence", "PATCH", path, `{"sequence":0}`)

	b.refuse(400, "invalid", "set the former to null", "PATCH", path, `{"start":{"date":"2026-03-02"},"end":{"date":"2026-03-03"}}`)
	p = b.must(200, "PATCH", path, `{"start":{"date":"2026-03-02","dateTime":null},"end":{"date":"2026-03-03","dateTime":null}}`)
	equal(t, "all-day", p.str("start.date")+p.str("start.dateTime"), "2026-03-02")
	p = b.must(200, "PATCH", path, `{"start":{"date":null,"dateTime":"2026-03-02T10:00:00Z"},"end":{"date":null,"dateTime":"2026-03-02T11:00:00Z"},"description":""}`)
	equal(t, "timed again", p.str("start.dateTime")+p.str("start.date"), "2026-03-02T10:00:00Z")
	equal(t, "cleared", p.at("description"), nil)

	b.now = b.now.Add(time.Minute)
	same := b.must(200, "PATCH", path, `{"summary":"B"}`)
	equal(t, "nothing changed", string(same.raw), string(p.raw))
	p = b.must(200, "PATCH", path, `{"reminders":{"useDefault":false,"overrides":[{"method":"popup","minutes":0}]}}`)
	equal(t, "reminders are no change of the event", p.str("updated"), same.str("updated"))

	u := b.must(200, "PUT", path, `{"summary":"C","start":{"dateTime":"2026-03-02T10:00:00Z"},"end":{"dateTime":"2026-03-02T11:00:00Z"},"sequence":3}`)
	equal(t, "replaced", say(u.at("extendedProperties"), u.at("reminders.useDefault"), u.str("created") == r.str("created")), "<nil> true true")
	b.refuse(400, "required", "Missing start time.", "PUT", path, `{"summary":"D"}`)
	b.refuse(400, "invalid", "not the id in the path", "PATCH", path, `{"id":"abcdef"}`)
	b.refuse(400, "invalid", "type can't be changed", "PATCH", path, `{"eventType":"focusTime"}`)
	// What a client got it may send back.
	again := b.must(200, "PUT", path, string(u.raw))
	equal(t, "sent back", again.str("etag"), u.str("etag"))
}

func TestIfMatch(t *testing.T) {
	b := newBench(t)
	r := b.add(event("A", "10:00", "11:00"))
	path := events + "/" + r.str("id")
	p := b.must(200, "PATCH", path, `{"summary":"B"}`, "If-Match", r.str("etag"))
	b.refuse(412, "conditionNotMet", "Precondition Failed", "PATCH", path, `{"summary":"C"}`, "If-Match", r.str("etag"))
	b.refuse(412, "conditionNotMet", "Precondition Failed", "DELETE", path, "", "If-Match", r.str("etag"))
	b.must(200, "PUT", path, event("D", "10:00", "11:00"), "If-Match", "*")
	s := b.add(weekly("RRULE:FREQ=WEEKLY;COUNT=3"))
	instance := b.must(200, "GET", events+"/"+s.str("id")+"_20260309T080000Z", "")
	b.must(200, "PATCH", events+"/"+instance.str("id"), `{"summary":"x"}`, "If-Match", instance.str("etag"))
	b.refuse(412, "conditionNotMet", "Precondition Failed", "PATCH", events+"/"+instance.str("id"), `{"summary":"y"}`, "If-Match", instance.str("etag"))
	b.refuse(412, "conditionNotMet", "Precondition Failed", "DELETE", path, "", "If-Match", p.str("etag"))
}

func TestDelete(t *testing.T) {
	b := newBench(t)
	r := b.add(event("A", "10:00", "11:00"))
	path := events + "/" + r.str("id")
	b.must(204, "DELETE", path, "")
	b.refuse(410, "deleted", "Resource has been deleted", "DELETE", path, "")
	equal(t, "get", b.must(200, "GET", path, "").str("status"), "cancelled")
	equal(t, "listed", len(b.list().items()), 0)
	equal(t, "listed when asked for", b.list("showDeleted", "true").each("status"), "cancelled")
	b.refuse(404, "notFound", "Not Found", "DELETE", events+"/nothing", "")
	equal(t, "restored", b.must(200, "PATCH", path, `{"status":"confirmed"}`).str("status"), "confirmed")
	equal(t, "tentative", b.must(200, "PATCH", path, `{"status":"tentative"}`).str("status"), "tentative")
	equal(t, "cancelled by a patch", b.must(200, "PATCH", path, `{"status":"cancelled"}`).str("status"), "cancelled")
}

// TestB39ZeroMinutes: a reminder at the start is kept, and default reminders
// are off.
func TestB39ZeroMinutes(t *testing.T) {
	b := newBench(t)
	r := b.add(strings.Replace(event("A", "10:00", "11:00"), "{", `{"reminders":{"useDefault":false,"overrides":[{"method":"popup","minutes":0}]},`, 1))
	equal(t, "minutes", r.at("reminders.overrides.0.minutes"), 0.0)
	equal(t, "useDefault", r.at("reminders.useDefault"), false)
	r = b.add(strings.Replace(event("A", "10:00", "11:00"), "{", `{"reminders":{"useDefault":false},`, 1))
	equal(t, "none at all", say(r.at("reminders")), "map[useDefault:false]")
}

// TestB40Notifications: sendUpdates decides who is told; nobody is by default.
func TestB40Notifications(t *testing.T) {
	b := newBench(t)
	guests := `{"attendees":[{"email":"ann@example.com"},{"email":"Bob@example.org"},{"email":"me@example.com"},{"email":"ann@example.com"}],`
	body := strings.Replace(event("A", "10:00", "11:00"), "{", guests, 1)
	last := func() string {
		t.Helper()
		all, err := b.api.Notifications(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 {
			return ""
		}
		if all[0].Calendar != "me@example.com" || all[0].Subject == "" || all[0].At != b.now.UnixMilli() {
			t.Errorf("got %+v", all[0])
		}
		return all[0].Kind + " " + strings.Join(all[0].Recipients, " ")
	}
	b.add(body)
	b.add(body, "sendUpdates", "none")
	b.add(body, "sendNotifications", "false")
	equal(t, "by default", last(), "")
	r := b.add(body, "sendUpdates", "externalOnly")
	equal(t, "external", last(), "invitation bob@example.org")
	equal(t, "guests", r.at("attendees.#"), nil)
	b.add(body, "sendNotifications", "true")
	equal(t, "all", last(), "invitation ann@example.com bob@example.org")
	path := events + "/" + r.str("id")
	b.must(200, "PATCH", path+"?sendUpdates=all", `{"summary":"B"}`)
	equal(t, "update", last(), "update ann@example.com bob@example.org")
	b.must(200, "PATCH", path+"?sendUpdates=all", `{"attendees":[{"email":"cy@example.org"}]}`)
	equal(t, "removed", last(), "cancellation ann@example.com bob@example.org")
	b.must(200, "PATCH", path+"?sendUpdates=none", `{"summary":"C"}`)
	equal(t, "none", last(), "cancellation ann@example.com bob@example.org")
	b.must(204, "DELETE", path+"?sendUpdates=all", "")
	equal(t, "deleted", last(), "cancellation cy@example.org")
}

func TestAttendees(t *testing.T) {
	b := newBench(t)
	r := b.add(strings.Replace(event("A", "10:00", "11:00"), "{",
		`{"attendees":[{"email":"ann@example.org","responseStatus":"accepted","comment":"yes"},{"email":"ME@example.com"},{"email":"bob@example.org","optional":true}],`, 1))
	equal(t, "mine", say(r.at("attendees.1")), "map[email:me@example.com organizer:true responseStatus:accepted self:true]")
	equal(t, "others", r.at("attendees.2.responseStatus"), "needsAction")
	path := events + "/" + r.str("id")
	cut := b.must(200, "GET", path+"?maxAttendees=2", "")
	equal(t, "omitted", say(cut.at("attendeesOmitted"), cut.at("attendees.0.email"), cut.at("attendees.1")), "true me@example.com <nil>")
	equal(t, "enough", b.must(200, "GET", path+"?maxAttendees=3", "").at("attendeesOmitted"), nil)
	b.refuse(400, "invalidParameter", "maxAttendees", "GET", path+"?maxAttendees=0", "")

	// Only the own answer changes, and nobody is lost.
	p := b.must(200, "PATCH", path, `{"attendeesOmitted":true,"attendees":[{"email":"me@example.com","responseStatus":"declined","comment":"no"}],"summary":"ignored"}`)
	equal(t, "declined", say(p.at("attendees.1.responseStatus"), p.at("attendees.1.comment"), p.at("attendees.0.responseStatus"), p.at("attendees.2.email"), p.str("summary")),
		"declined no accepted bob@example.org A")
	equal(t, "not omitted in the answer", p.at("attendeesOmitted"), nil)
	b.refuse(400, "invalid", "must hold the entry", "PATCH", path, `{"attendeesOmitted":true,"attendees":[{"email":"ann@example.org","responseStatus":"declined"}]}`)
	// A list of addresses resets no answer.
	p = b.must(200, "PATCH", path, `{"attendees":[{"email":"ann@example.org"},{"email":"cy@example.org"}]}`)
	equal(t, "kept", say(p.at("attendees.0.responseStatus"), p.at("attendees.0.comment"), p.at("attendees.1.responseStatus")), "accepted yes needsAction")
	other := b.add(event("B", "10:00", "11:00"))
	b.refuse(400, "invalid", "is not an attendee", "PATCH", events+"/"+other.str("id"), `{"attendeesOmitted":true,"attendees":[{"email":"me@example.com","responseStatus":"declined"}]}`)
}

func TestConference(t *testing.T) {
	b := newBench(t)
	const request = `{"conferenceData":{"createRequest":{"requestId":"r1","conferenceSolutionKey":{"type":"hangoutsMeet"}}},`
	body := strings.Replace(event("A", "10:00", "11:00"), "{", request, 1)
	equal(t, "version 0", b.add(body).at("conferenceData"), nil)
	r := b.add(body, "conferenceDataVersion", "1")
	equal(t, "status", r.str("conferenceData.createRequest.status.statusCode"), "success")
	equal(t, "link", r.str("hangoutLink"), r.str("conferenceData.entryPoints.0.uri"))
	if !strings.HasPrefix(r.str("hangoutLink"), "https://meet.google.com/") || len(r.str("conferenceData.conferenceId")) != len("abc-defg-hij") {
		t.Errorf("got %s", r.raw)
	}
	path := events + "/" + r.str("id")
	p := b.must(200, "PATCH", path+"?conferenceDataVersion=1", `{"conferenceData":{"createRequest":{"requestId":"r1","conferenceSolutionKey":{"type":"hangoutsMeet"}}}}`)
	equal(t, "the same request", p.str("hangoutLink"), r.str("hangoutLink"))
	equal(t, "version 0 leaves it alone", b.must(200, "PATCH", path, `{"conferenceData":null,"summary":"B"}`).str("hangoutLink"), r.str("hangoutLink"))
	equal(t, "also when replaced", b.must(200, "PUT", path, event("C", "10:00", "11:00")).str("hangoutLink"), r.str("hangoutLink"))
	other := b.must(200, "PATCH", path+"?conferenceDataVersion=1", `{"conferenceData":{"createRequest":{"requestId":"r2","conferenceSolutionKey":{"type":"hangoutsMeet"}}}}`)
	if other.str("hangoutLink") == r.str("hangoutLink") {
		t.Error("another request gives the same conference")
	}
	equal(t, "removed", b.must(200, "PATCH", path+"?conferenceDataVersion=1", `{"conferenceData":null}`).at("hangoutLink"), nil)
	b.refuse(400, "invalid", "Invalid conference type value", "PATCH", path+"?conferenceDataVersion=1", `{"conferenceData":{"createRequest":{"requestId":"r3","conferenceSolutionKey":{"type":"eventHangout"}}}}`)
	b.refuse(400, "required", "request id", "PATCH", path+"?conferenceDataVersion=1", `{"conferenceData":{"createRequest":{}}}`)
	b.refuse(400, "invalid", "Invalid conference data", "PATCH", path+"?conferenceDataVersion=1", `{"conferenceData":{"notes":"x"}}`)
	b.refuse(400, "invalidParameter", "conferenceDataVersion", "PATCH", path+"?conferenceDataVersion=2", `{}`)
	third := b.must(200, "PATCH", path+"?conferenceDataVersion=1", `{"conferenceData":{"conferenceSolution":{"key":{"type":"addOn"},"name":"Other"},"entryPoints":[{"entryPointType":"video","uri":"https://example.org/1"}]}}`)
	equal(t, "another provider", say(third.str("conferenceData.entryPoints.0.uri"), third.at("hangoutLink")), "https://example.org/1 <nil>")
}

func TestAttachmentsAndTypes(t *testing.T) {
	b := newBench(t)
	with := func(fields string) string {
		return strings.Replace(event("A", "10:00", "11:00"), "{", "{"+fields+",", 1)
	}
	file := `{"fileUrl":"https://drive.google.com/open?id=f1","title":"F"}`
	equal(t, "not supported", b.add(with(`"attachments":[`+file+`]`)).at("attachments"), nil)
	r := b.add(with(`"attachments":[`+file+`,{"fileUrl":"https://docs.google.com/document/d/f2/edit"}]`), "supportsAttachments", "true")
	equal(t, "file ids", say(r.at("attachments.0.fileId"), r.at("attachments.1.fileId")), "f1 f2")
	b.refuse(400, "invalid", "the maximum is 25", "POST", events+"?supportsAttachments=true", with(`"attachments":[`+strings.Repeat(file+",", 25)+file+`]`))
	b.refuse(400, "required", "file URL", "POST", events+"?supportsAttachments=true", with(`"attachments":[{"title":"x"}]`))

	equal(t, "focus time", b.add(with(`"eventType":"focusTime","focusTimeProperties":{"chatStatus":"doNotDisturb"}`)).str("focusTimeProperties.chatStatus"), "doNotDisturb")
	b.add(with(`"eventType":"outOfOffice"`))
	b.add(with(`"eventType":"workingLocation","transparency":"transparent","visibility":"public","workingLocationProperties":{"type":"officeLocation","officeLocation":{"label":"HQ"}}`))
	b.refuse(400, "invalid", "transparent", "POST", events, with(`"eventType":"workingLocation","workingLocationProperties":{"type":"homeOffice"}`))
	b.add(`{"summary":"Ann","eventType":"birthday","recurrence":["RRULE:FREQ=YEARLY"],"start":{"date":"2026-05-12"},"end":{"date":"2026-05-13"},"transparency":"transparent"}`)
	b.refuse(400, "invalid", "repeat every year", "POST", events, with(`"eventType":"birthday"`))
	equal(t, "by type", len(b.list("eventTypes", "focusTime", "eventTypes", "birthday").items()), 2)
	equal(t, "by q", b.list("q", "out of OFFICE").each("eventType"), "outOfOffice")
	equal(t, "by label", b.list("q", "hq").each("eventType"), "workingLocation")
	b.refuse(400, "invalid", "eventTypes", "GET", events+"?eventTypes=party", "")
}

func TestImportMethod(t *testing.T) {
	b := newBench(t)
	body := `{"iCalUID":"u@example.org","summary":"A","organizer":{"email":"ann@example.org","displayName":"Ann"},"attendees":[{"email":"me@example.com"}],
		"start":{"dateTime":"2026-03-02T10:00:00Z"},"end":{"dateTime":"2026-03-02T11:00:00Z"}}`
	r := b.must(200, "POST", events+"/import", body)
	equal(t, "organizer", say(r.str("organizer.email"), r.at("organizer.self"), r.at("attendees.0.responseStatus")), "ann@example.org <nil> needsAction")
	again := b.must(200, "POST", events+"/import", strings.Replace(body, `"A"`, `"B"`, 1))
	equal(t, "replaced", again.str("id")+again.str("summary"), r.str("id")+"B")
	b.refuse(400, "required", "Missing iCal UID", "POST", events+"/import", event("A", "10:00", "11:00"))
	b.refuse(400, "invalid", "type default", "POST", events+"/import", strings.Replace(body, "{", `{"eventType":"focusTime",`, 1))
	path := events + "/" + r.str("id")
	b.refuse(403, "forbiddenForNonOrganizer", "only be changed by the organizer", "PATCH", path, `{"extendedProperties":{"shared":{"a":"1"}}}`)
	b.must(200, "PATCH", path, `{"extendedProperties":{"private":{"a":"1"}}}`)
	b.must(200, "PATCH", path+"?sendUpdates=all", `{"attendees":[{"email":"me@example.com","responseStatus":"accepted"}]}`)
	notes, err := b.api.Notifications(context.Background())
	if err != nil || len(notes) != 1 || notes[0].Kind != "response" || notes[0].Recipients[0] != "ann@example.org" {
		t.Errorf("got %v, %v", notes, err)
	}
}

func TestQuickAdd(t *testing.T) {
	b := newBench(t)
	b.must(200, "PATCH", "calendars/primary", `{"timeZone":"Europe/Berlin"}`)
	r := b.must(200, "POST", events+"/quickAdd?text=Lunch+with+Ann+tomorrow+12:30-13:30", "")
	equal(t, "lunch", r.str("summary")+" "+r.str("start.dateTime")+" "+r.str("end.dateTime"), "Lunch with Ann 2026-03-03T12:30:00+01:00 2026-03-03T13:30:00+01:00")
	r = b.must(200, "POST", events+"/quickAdd?text=Ship+it", "")
	equal(t, "now", r.str("start.dateTime")+" "+r.str("end.dateTime"), "2026-03-02T13:00:00+01:00 2026-03-02T14:00:00+01:00")
	r = b.must(200, "POST", events+"/quickAdd?text=Trip+12+May", "")
	equal(t, "all-day", r.str("start.date")+" "+r.str("end.date"), "2026-05-12 2026-05-13")
	b.refuse(400, "required", "text", "POST", events+"/quickAdd", "")
	b.refuse(400, "required", "text", "POST", events+"/quickAdd?text=+", "")
}

func TestMove(t *testing.T) {
	b := newBench(t)
	other := b.must(200, "POST", "calendars", `{"summary":"Other","timeZone":"Asia/Seoul"}`).str("id")
	s := b.add(`{"summary":"S","recurrence":["RRULE:FREQ=DAILY;COUNT=3"],"start":{"date":"2026-03-02"},"end":{"date":"2026-03-03"}}`)
	path := events + "/" + s.str("id")
	b.must(200, "PATCH", path+"_20260303", `{"summary":"X"}`)
	b.refuse(403, "cannotChangeOrganizerOfInstance", "organizer of an instance", "POST", path+"_20260304/move?destination="+other, "")
	b.refuse(404, "notFound", "Not Found", "POST", path+"/move?destination=nowhere", "")
	b.refuse(400, "required", "destination", "POST", path+"/move", "")
	b.refuse(400, "invalidParameter", "destination", "POST", path+"/move?destination=primary", "")
	token := b.list().str("nextSyncToken")
	r := b.must(200, "POST", path+"/move?destination="+other, "")
	equal(t, "organizer", r.str("organizer.email")+" "+r.str("organizer.displayName"), other+" Other")
	equal(t, "there", b.must(200, "GET", "calendars/"+other+"/events?singleEvents=true", "").each("summary"), "S X S")
	equal(t, "gone", len(b.list("singleEvents", "true").items()), 0)
	equal(t, "cancelled stub", b.must(200, "GET", path, "").str("status"), "cancelled")
	equal(t, "a sync tells", b.list("syncToken", token).each("status"), "cancelled")
	// Midnight in Seoul is 15:00 of the day before in UTC.
	equal(t, "in its new zone", b.must(200, "GET", "calendars/"+other+"/events?singleEvents=true&timeMax=2026-03-01T15:00:01Z", "").each("start.date"), "2026-03-02")
	b.must(200, "POST", "calendars/"+other+"/events/"+s.str("id")+"/move?destination=primary", "")
	equal(t, "and back", b.list("singleEvents", "true").each("summary"), "S X S")
	b.refuse(404, "notFound", "Not Found", "POST", "calendars/"+other+"/events/"+s.str("id")+"/move?destination=primary", "")
}
