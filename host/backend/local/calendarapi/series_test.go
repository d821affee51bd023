package calendarapi

import (
	"strings"
	"testing"
)

const expanded = "?singleEvents=true&orderBy=startTime"

// TestB36SeriesKeepsItsHour: 09:00 in New York stays 09:00 over the change.
func TestB36SeriesKeepsItsHour(t *testing.T) {
	b := newBench(t)
	b.add(`{"summary":"S","recurrence":["RRULE:FREQ=WEEKLY;COUNT=3"],"start":{"dateTime":"2026-03-02T09:00:00-05:00","timeZone":"America/New_York"},
		"end":{"dateTime":"2026-03-02T09:30:00-05:00","timeZone":"America/New_York"}}`)
	r := b.list("singleEvents", "true", "timeZone", "America/New_York")
	equal(t, "starts", r.each("start.dateTime"), "2026-03-02T09:00:00-05:00 2026-03-09T09:00:00-04:00 2026-03-16T09:00:00-04:00")
	equal(t, "ends", r.each("end.dateTime"), "2026-03-02T09:30:00-05:00 2026-03-09T09:30:00-04:00 2026-03-16T09:30:00-04:00")
}

// TestB38OneInstance: a change of an instance is its own, and the series stays.
func TestB38OneInstance(t *testing.T) {
	b := newBench(t)
	s := b.add(weekly("RRULE:FREQ=WEEKLY;COUNT=4"))
	id := s.str("id")
	path := events + "/" + id
	one := b.must(200, "GET", path+"_20260316T080000Z", "")
	equal(t, "instance", say(one.str("recurringEventId") == id, one.at("recurrence"), one.str("originalStartTime.dateTime"), one.str("originalStartTime.timeZone"), one.str("iCalUID") == s.str("iCalUID")),
		"true <nil> 2026-03-16T08:00:00Z Europe/Berlin true")
	p := b.must(200, "PATCH", path+"_20260316T080000Z", `{"start":{"dateTime":"2026-03-16T15:00:00Z"},"end":{"dateTime":"2026-03-16T16:00:00Z"},"location":"X"}`)
	equal(t, "moved", say(p.str("id") == id+"_20260316T080000Z", p.str("start.dateTime"), p.str("originalStartTime.dateTime"), p.str("summary"), p.at("sequence")),
		"true 2026-03-16T15:00:00Z 2026-03-16T08:00:00Z Weekly 1")
	equal(t, "the others", b.must(200, "GET", events+expanded, "").each("start.dateTime"), "2026-03-02T08:00:00Z 2026-03-09T08:00:00Z 2026-03-16T15:00:00Z 2026-03-23T08:00:00Z")
	equal(t, "the series", b.must(200, "GET", path, "").str("etag"), s.str("etag"))

	// The series' later changes reach the exception where it says nothing itself.
	b.must(200, "PATCH", path, `{"summary":"New","location":"Y"}`)
	p = b.must(200, "GET", path+"_20260316T080000Z", "")
	equal(t, "took over", say(p.str("summary"), p.str("location"), p.str("start.dateTime")), "New X 2026-03-16T15:00:00Z")
	p = b.must(200, "PATCH", path+"_20260316T080000Z", `{"location":null}`)
	equal(t, "cleared", p.at("location"), nil)
	b.must(200, "PATCH", path, `{"location":"Z"}`)
	equal(t, "stays cleared", b.must(200, "GET", path+"_20260316T080000Z", "").at("location"), nil)

	// What was cleared and set anew is all that is there.
	b.must(200, "PATCH", path, `{"extendedProperties":{"private":{"a":"1"}}}`)
	b.must(200, "PATCH", path+"_20260316T080000Z", `{"extendedProperties":null}`)
	b.must(200, "PATCH", path+"_20260316T080000Z", `{"extendedProperties":{"private":{"b":"2"}}}`)
	b.must(200, "PATCH", path, `{"summary":"Newer"}`)
	equal(t, "properties", say(b.must(200, "GET", path+"_20260316T080000Z", "").at("extendedProperties.private")), "map[b:2]")

	b.must(204, "DELETE", path+"_20260309T080000Z", "")
	b.refuse(410, "deleted", "has been deleted", "DELETE", path+"_20260309T080000Z", "")
	gone := b.must(200, "GET", path+"_20260309T080000Z", "")
	equal(t, "cancelled", say(gone.str("status"), gone.str("recurringEventId") == id, gone.str("originalStartTime.dateTime"), gone.at("summary")), "cancelled true 2026-03-09T08:00:00Z <nil>")
	equal(t, "left", b.must(200, "GET", events+expanded, "").each("start.dateTime"), "2026-03-02T08:00:00Z 2026-03-16T15:00:00Z 2026-03-23T08:00:00Z")
	equal(t, "not expanded", strings.ReplaceAll(b.list().each("id"), id, ""), " _20260316T080000Z _20260309T080000Z")
	equal(t, "instances", b.must(200, "GET", path+"/instances", "").each("start.dateTime"), "2026-03-02T08:00:00Z 2026-03-16T15:00:00Z 2026-03-23T08:00:00Z")
	equal(t, "all instances", b.must(200, "GET", path+"/instances?showDeleted=true", "").each("status"), "confirmed cancelled confirmed confirmed")
	equal(t, "by original start", b.must(200, "GET", path+"/instances?originalStart=2026-03-16T09:00:00%2B01:00", "").each("start.dateTime"), "2026-03-16T15:00:00Z")
	equal(t, "brought back", b.must(200, "PATCH", path+"_20260309T080000Z", `{"status":"confirmed"}`).str("status"), "confirmed")

	for _, bad := range []string{"_20260310T080000Z", "_20260309T090000Z", "_20260309", "_20260330T070000Z", "_x", "_"} {
		b.refuse(404, "notFound", "Not Found", "PATCH", path+bad, `{"summary":"x"}`)
	}
	b.refuse(400, "invalid", "none of its own", "PATCH", path+"_20260302T080000Z", `{"recurrence":["RRULE:FREQ=DAILY"]}`)
	b.refuse(400, "invalid", "no recurring event", "GET", path+"_20260302T080000Z/instances", "")
}

func TestSeriesChanges(t *testing.T) {
	b := newBench(t)
	id := b.add(weekly("RRULE:FREQ=WEEKLY;COUNT=4")).str("id")
	path := events + "/" + id
	b.must(200, "PATCH", path+"_20260316T080000Z", `{"summary":"X"}`)
	// Another hour: the exception's instance is no more.
	p := b.must(200, "PATCH", path, `{"start":{"dateTime":"2026-03-02T10:00:00"},"end":{"dateTime":"2026-03-02T11:00:00"}}`)
	equal(t, "sequence", p.at("sequence"), 1.0)
	equal(t, "instances", b.must(200, "GET", events+expanded, "").each("start.dateTime"), "2026-03-02T09:00:00Z 2026-03-09T09:00:00Z 2026-03-16T09:00:00Z 2026-03-23T09:00:00Z")
	equal(t, "titles", b.must(200, "GET", events+expanded, "").each("summary"), "Weekly Weekly Weekly Weekly")
	equal(t, "what it was", b.must(200, "GET", path+"_20260316T080000Z", "").str("status"), "cancelled")
	// Back again: the instance is one of the series, as if it had not been changed.
	b.must(200, "PATCH", path, `{"start":{"dateTime":"2026-03-02T09:00:00"},"end":{"dateTime":"2026-03-02T10:00:00"}}`)
	equal(t, "back", b.must(200, "GET", path+"_20260316T080000Z", "").str("summary"), "Weekly")
	equal(t, "changed again", b.must(200, "PATCH", path+"_20260316T080000Z", `{"summary":"Y"}`).str("summary"), "Y")
	equal(t, "listed", b.must(200, "GET", events+expanded, "").each("summary"), "Weekly Weekly Y Weekly")
	b.must(200, "PATCH", path, `{"recurrence":["RRULE:FREQ=WEEKLY;UNTIL=20260309T235959Z"]}`)
	equal(t, "shortened", b.must(200, "GET", events+expanded, "").each("start.dateTime"), "2026-03-02T08:00:00Z 2026-03-09T08:00:00Z")
	b.must(204, "DELETE", path, "")
	equal(t, "deleted", len(b.list("singleEvents", "true").items())+len(b.list().items()), 0)
	b.refuse(410, "deleted", "has been deleted", "DELETE", path+"_20260302T080000Z", "")
	b.refuse(404, "notFound", "Not Found", "GET", path+"/instances", "")
	equal(t, "no series any more", b.must(200, "PATCH", path, `{"status":"confirmed","recurrence":[]}`).at("recurrence"), nil)
	equal(t, "single", b.list("singleEvents", "true").each("id"), id)
}

func TestAllDaySeries(t *testing.T) {
	b := newBench(t)
	id := b.add(`{"summary":"D","recurrence":["RRULE:FREQ=DAILY;COUNT=3","EXDATE;VALUE=DATE:20260308"],"start":{"date":"2026-03-07"},"end":{"date":"2026-03-09"}}`).str("id")
	r := b.list("singleEvents", "true")
	equal(t, "ids", strings.ReplaceAll(r.each("id"), id, ""), "_20260307 _20260309")
	equal(t, "ends", r.each("end.date"), "2026-03-09 2026-03-11")
	equal(t, "original start", r.each("originalStartTime.date"), "2026-03-07 2026-03-09")
	b.must(200, "PATCH", events+"/"+id+"_20260309", `{"start":{"date":"2026-03-10"},"end":{"date":"2026-03-11"}}`)
	equal(t, "moved", b.list("singleEvents", "true").each("start.date"), "2026-03-07 2026-03-10")
	b.refuse(404, "notFound", "Not Found", "GET", events+"/"+id+"_20260308", "")
}

// TestUpdateInstance replaces one instance as a whole.
func TestUpdateInstance(t *testing.T) {
	b := newBench(t)
	id := b.add(strings.Replace(weekly("RRULE:FREQ=WEEKLY;COUNT=2"), "{", `{"location":"L","description":"D",`, 1)).str("id")
	path := events + "/" + id + "_20260309T080000Z"
	b.must(200, "PUT", path, `{"summary":"Only this","start":{"dateTime":"2026-03-09T08:00:00Z"},"end":{"dateTime":"2026-03-09T09:00:00Z"}}`)
	b.must(200, "PATCH", events+"/"+id, `{"location":"M"}`)
	p := b.must(200, "GET", path, "")
	equal(t, "replaced", say(p.str("summary"), p.at("location"), p.at("description"), p.str("recurringEventId") == id), "Only this <nil> <nil> true")
	equal(t, "sent back", b.must(200, "PUT", path, string(p.raw)).str("etag"), p.str("etag"))
}

// TestRestoredSeries: what was deleted with the series comes back with it,
// what was deleted before does not.
func TestRestoredSeries(t *testing.T) {
	b := newBench(t)
	id := b.add(weekly("RRULE:FREQ=WEEKLY;COUNT=4")).str("id")
	path := events + "/" + id
	b.must(200, "PATCH", path+"_20260309T080000Z", `{"summary":"X"}`)
	b.must(204, "DELETE", path+"_20260316T080000Z", "")
	b.must(204, "DELETE", path, "")
	equal(t, "all deleted", b.must(200, "GET", path+"/instances?showDeleted=true", "").each("status"), "cancelled cancelled cancelled cancelled")
	b.must(200, "PATCH", path, `{"status":"confirmed"}`)
	equal(t, "restored", b.must(200, "GET", events+expanded, "").each("summary"), "Weekly X Weekly")
}
