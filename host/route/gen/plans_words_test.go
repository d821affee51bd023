package main

import "strings"

// Texts that people and programs have given things: all of them valid, few of
// them pleasant.
var words = []string{
	"", " ", "Report", "Grüße aus Zürich", "会議の資料", "🌱🧑‍🌾", "مرحبا", "a\u202eb", "x\u0000y", "tab\there", "two\nlines\r\nthree", "\ufeffbom",
	"=?utf-8?q?nearly=5fencoded?=", "<b>bold</b> & \"quoted\"", "'; drop --", `back\slash`, "${name}", "../../etc/passwd", "null", "0", strings.Repeat("long ", 300),
	"\x1b[31mred\x1b[0m", "de\u0301compose\u0301", "Re: Re: Fwd: x",
}

var addresses = []string{
	"me@example.com", "ana@example.org", "Tom Baker <tom@example.net>", `"Doe, Jan" <jan@example.org>`, "ME@EXAMPLE.COM", "a+b@sub.example.org", "undisclosed-recipients:;",
	"=?utf-8?b?SmFuw6k=?= <jane@example.org>", "broken@", "ana@example.org, tom@example.net", "x@xn--bcher-kva.example",
}

// idsOf are ids as a service gives them.
var idsOf = map[string][]string{
	"gmail":    {"18c2f0a9d3b1e4f7", "18c2f0a9d3b1e4f8", "r-4291366256064660397", "ANe1BmjXQ", "Label_12", "INBOX", "1.2"},
	"drive":    {"1AbC_d-9", "0ANf-Uk9PVA", "0B8-x_y", "12345678901234567890", "AAAA_bbbb-1"},
	"calendar": {"abc123def456_20261130T080000Z", "abc123def456", "_60q30c1g60o30e1i60o4ac1g60rj8gpl88rj2c1h84s34h9g60s30c1g60o30c1g", "me@example.com", "c_0123@group.calendar.google.com", "en.german#holiday@group.v.calendar.google.com", "a+b@x.example"},
	"tasks":    {"MTIzNDU2Nzg", "MDA:x", "@default", "a.b-c_d"},
}

var texts = map[string][]string{
	"labelIds":        {"INBOX", "UNREAD", "STARRED", "TRASH", "SPAM", "SENT", "DRAFT", "IMPORTANT", "Label_12", "CATEGORY_SOCIAL"},
	"addLabelIds":     {"STARRED", "Label_12", "TRASH"},
	"status":          {"confirmed", "tentative", "cancelled", "needsAction", "completed"},
	"role":            {"owner", "organizer", "fileOrganizer", "writer", "commenter", "reader"},
	"accessRole":      {"owner", "writer", "reader", "freeBusyReader"},
	"colorId":         {"1", "11", "24", ""},
	"recurrence":      {"RRULE:FREQ=WEEKLY;BYDAY=MO", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Europe/Berlin:20261207T090000", "RDATE:20261201T080000Z"},
	"timeZone":        {"Europe/Berlin", "America/New_York", "UTC", "Asia/Kolkata", "Mars/Olympus"},
	"eventType":       {"default", "default", "default", "outOfOffice", "focusTime", "workingLocation", "birthday", "fromGmail"},
	"statusCode":      {"pending", "success", "failure"},
	"responseStatus":  {"needsAction", "accepted", "declined", "tentative"},
	"reason":          {"notFound", "forbidden", "internalError"},
	"action":          {"resolve", "reopen"},
	"changeType":      {"file", "drive"},
	"position":        {"00000000000000000001", "00000000000000000002"},
	"type.label":      {"user", "system"},
	"type.Permission": {"user", "group", "domain", "anyone"},
}

var mimeTypes = []string{
	"text/plain", "text/html", "text/plain; charset=iso-8859-1", "text/html; charset=gb2312", "image/png", "application/pdf", "message/rfc822", "application/octet-stream", "", "nonsense",
}

var fileTypes = []string{
	"text/plain", "text/csv", "application/pdf", "application/vnd.google-apps.folder", "application/vnd.google-apps.folder", "application/vnd.google-apps.shortcut",
	"application/vnd.google-apps.document", "application/vnd.google-apps.spreadsheet", "application/vnd.google-apps.form", "application/vnd.google-apps.drive-sdk.1",
}

// always are the members that services give with each resource, though no document
// says so.
var always = map[string][]string{
	"Task": {"id", "title", "updated", "status", "selfLink", "etag", "position"}, "TaskList": {"id", "title", "updated", "selfLink", "etag"},
	"Event": {"id", "iCalUID", "created", "updated", "status", "etag", "htmlLink", "start", "end"}, "EventAttendee": {"email", "responseStatus"},
	"Calendar": {"id", "summary", "etag"}, "CalendarListEntry": {"id", "summary", "etag"}, "Setting": {"kind", "etag", "id", "value"},
	"Colors": {"kind", "updated", "calendar", "event"}, "TimePeriod": {"start", "end"}, "Channel": {"id"},
	"File": {"id", "name", "mimeType", "webViewLink", "createdTime", "modifiedTime"}, "Permission": {"id", "type", "role"},
	"Comment": {"id", "createdTime", "modifiedTime"}, "Reply": {"id", "createdTime", "modifiedTime"}, "Revision": {"id", "mimeType", "modifiedTime"},
	"Drive": {"id", "name", "colorRgb", "createdTime"}, "Change": {"changeType", "time"}, "StartPageToken": {"startPageToken"},
	"Message": {"id", "threadId", "internalDate"}, "Thread": {"id", "messages"}, "Draft": {"id", "message"}, "Label": {"id", "name"}, "Profile": {"emailAddress"}, "Filter": {"id"},
}
