package calendarapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestWindow: an event is in a window if it ends after its beginning and
// starts before its end. B34: exact bounds stay exact.
func TestB34Window(t *testing.T) {
	b := newBench(t)
	b.add(event("before", "08:00", "09:00"))
	b.add(event("over", "08:30", "09:30"))
	b.add(event("in", "10:00", "11:00"))
	b.add(event("whole", "07:00", "15:00"))
	b.add(event("after", "12:00", "13:00"))
	b.add(`{"summary":"day","start":{"date":"2026-03-02"},"end":{"date":"2026-03-03"}}`)
	b.add(`{"summary":"next","start":{"date":"2026-03-03"},"end":{"date":"2026-03-04"}}`)
	for _, expand := range []string{"false", "true"} {
		got := strings.Fields(b.list("singleEvents", expand, "timeMin", "2026-03-02T09:00:00Z", "timeMax", "2026-03-02T12:00:00Z").each("summary"))
		equal(t, "singleEvents "+expand, len(got), 4)
		for _, not := range []string{"before", "after", "next"} {
			if strings.Contains(strings.Join(got, " "), not) {
				t.Errorf("singleEvents %s: %v", expand, got)
			}
		}
	}
	equal(t, "ordered", b.list("singleEvents", "true", "orderBy", "startTime", "timeMin", "2026-03-02T09:00:00Z", "timeMax", "2026-03-02T12:00:00Z").each("summary"), "day whole over in")
	equal(t, "open end", b.list("singleEvents", "true", "timeMin", "2026-03-02T12:00:00Z").each("summary"), "day whole after next")
	equal(t, "open start", b.list("singleEvents", "true", "timeMax", "2026-03-02T08:00:01Z").each("summary"), "day whole before")
	// All-day events lie between the midnights of the calendar's zone.
	b.must(200, "PATCH", "calendars/primary", `{"timeZone":"Asia/Seoul"}`)
	equal(t, "in Seoul", b.list("singleEvents", "true", "timeMin", "2026-03-02T15:00:00Z", "timeMax", "2026-03-03T15:00:00Z").each("summary"), "next")

	b.refuse(400, "timeRangeEmpty", "The specified time range is empty.", "GET", events+"?timeMin=2026-03-02T09:00:00Z&timeMax=2026-03-02T09:00:00Z", "")
	b.refuse(400, "badRequest", "timeMin", "GET", events+"?timeMin=2026-03-02", "")
	b.refuse(400, "badRequest", "timeMax", "GET", events+"?timeMax=2026-03-02T09:00:00", "")
	b.refuse(400, "invalid", "The requested ordering is not available for the particular query.", "GET", events+"?orderBy=startTime", "")
	b.refuse(400, "invalid", "orderBy", "GET", events+"?orderBy=title", "")
	b.refuse(400, "invalidParameter", "Invalid time zone", "GET", events+"?timeZone=Mars", "")
	b.refuse(400, "invalidParameter", "maxResults", "GET", events+"?maxResults=0", "")
	b.refuse(400, "invalidParameter", "singleEvent", "GET", events+"?singleEvent=true", "")
	b.must(200, "GET", events+"?maxResults=9999&alwaysIncludeEmail=true&showHiddenInvitations=true", "")
}

func TestSeriesInWindow(t *testing.T) {
	b := newBench(t)
	id := b.add(weekly("RRULE:FREQ=WEEKLY")).str("id")
	equal(t, "years later", b.list("singleEvents", "true", "timeMin", "2036-06-01T00:00:00Z", "timeMax", "2036-06-10T00:00:00Z").each("start.dateTime"), "2036-06-02T07:00:00Z 2036-06-09T07:00:00Z")
	equal(t, "with an instance", b.list("timeMin", "2036-06-01T00:00:00Z", "timeMax", "2036-06-10T00:00:00Z").each("id"), id)
	equal(t, "without one", b.list("timeMin", "2036-06-03T00:00:00Z", "timeMax", "2036-06-09T00:00:00Z").each("id"), "")
	// An exception is where it was moved to.
	b.must(200, "PATCH", events+"/"+id+"_20360602T070000Z", `{"start":{"dateTime":"2036-07-01T07:00:00Z"},"end":{"dateTime":"2036-07-01T08:00:00Z"}}`)
	equal(t, "moved out", b.list("singleEvents", "true", "timeMin", "2036-06-01T00:00:00Z", "timeMax", "2036-06-10T00:00:00Z").each("start.dateTime"), "2036-06-09T07:00:00Z")
	equal(t, "moved in", b.list("singleEvents", "true", "timeMin", "2036-07-01T00:00:00Z", "timeMax", "2036-07-02T00:00:00Z").each("start.dateTime"), "2036-07-01T07:00:00Z")
}

// TestB84Pages: pages joined are the list, in each order, and a token is good
// for its own request alone. B35: all eleven are found.
func TestB84Pages(t *testing.T) {
	b := newBench(t)
	b.add(weekly("RRULE:FREQ=DAILY;COUNT=9"))
	for i := range 11 {
		b.now = b.now.Add(time.Duration(i%3) * time.Second)
		b.add(event(fmt.Sprintf("dentist%d", i), fmt.Sprintf("%02d:00", 8+i%4), "13:00"))
	}
	b.must(204, "DELETE", events+"/"+b.list("maxResults", "1").items()[0]["id"].(string)+"_20260304T080000Z", "")
	for _, query := range [][]string{
		{}, {"singleEvents", "true"}, {"singleEvents", "true", "orderBy", "startTime"}, {"orderBy", "updated"}, {"singleEvents", "true", "orderBy", "updated"},
		{"q", "dentist"}, {"showDeleted", "true", "singleEvents", "true"}, {"timeMin", "2026-03-02T09:30:00Z", "singleEvents", "true"},
	} {
		whole := b.list(query...)
		for size := 1; size <= 5; size++ {
			var ids []string
			page := append([]string{"maxResults", fmt.Sprint(size)}, query...)
			token := ""
			for range 50 {
				r := b.list(append(page, "pageToken", token)...)
				if n := len(r.items()); n > size || n == 0 {
					t.Fatalf("%v: a page of %d", page, n)
				}
				ids = append(ids, r.each("id"))
				if token = r.str("nextPageToken"); token == "" {
					equal(t, say(page, "sync token at the end"), r.str("nextSyncToken"), whole.str("nextSyncToken"))
					break
				}
				equal(t, say(page, "sync token before the end"), r.at("nextSyncToken"), nil)
			}
			equal(t, say(page), strings.Join(ids, " "), whole.each("id"))
		}
	}
	equal(t, "search", len(b.list("q", "dentist").items()), 11)
	token := b.list("maxResults", "2", "q", "dentist").str("nextPageToken")
	b.refuse(400, "invalidParameter", "Invalid page token", "GET", events+encode([]string{"pageToken", token, "q", "other"}), "")
	b.refuse(400, "invalidParameter", "Invalid page token", "GET", events+encode([]string{"pageToken", token}), "")
	b.refuse(400, "invalidParameter", "Invalid page token", "GET", events+encode([]string{"pageToken", "x" + token, "q", "dentist"}), "")
}

func TestFilters(t *testing.T) {
	b := newBench(t)
	add := func(fields string) { b.add(strings.Replace(event("x", "10:00", "11:00"), `"summary":"x"`, fields, 1)) }
	add(`"summary":"Über plans","attendees":[{"email":"ann@example.org","displayName":"Ann Smith"}],"extendedProperties":{"private":{"k":"1","j":"2"}}`)
	add(`"summary":"Second","description":"plans and figures","extendedProperties":{"shared":{"k":"1"}}`)
	add(`"summary":"Third","location":"Zürich"`)
	for query, want := range map[string]string{
		"plans": "Über plans Second", "PLANS figures": "Second", "über": "Über plans", "smith": "Über plans", "ann@example.org": "Über plans",
		"zürich": "Third", "nothing": "", "plans nothing": "", "%": "", "_": "",
	} {
		equal(t, query, b.list("q", query).each("summary"), want)
	}
	equal(t, "private", b.list("privateExtendedProperty", "k=1").each("summary"), "Über plans")
	equal(t, "both", b.list("privateExtendedProperty", "k=1", "privateExtendedProperty", "j=2").each("summary"), "Über plans")
	equal(t, "not both", b.list("privateExtendedProperty", "k=1", "privateExtendedProperty", "j=1").each("summary"), "")
	equal(t, "shared", b.list("sharedExtendedProperty", "k=1").each("summary"), "Second")
	b.refuse(400, "invalidParameter", "propertyName=value", "GET", events+"?privateExtendedProperty=k", "")

	b.now = b.now.Add(time.Hour)
	add(`"summary":"Late"`)
	b.must(204, "DELETE", events+"/"+b.list().items()[2]["id"].(string), "")
	equal(t, "updatedMin", b.list("updatedMin", "2026-03-02T12:30:00Z", "orderBy", "updated").each("status"), "cancelled confirmed")
	b.refuse(400, "badRequest", "updatedMin", "GET", events+"?updatedMin=yesterday", "")
}

func TestSync(t *testing.T) {
	b := newBench(t)
	a := b.add(event("A", "10:00", "11:00")).str("id")
	s := b.add(weekly("RRULE:FREQ=WEEKLY;COUNT=3")).str("id")
	for _, expand := range []string{"false", "true"} {
		first := b.list("singleEvents", expand)
		token := first.str("nextSyncToken")
		sync := func() answerTo {
			r := b.list("singleEvents", expand, "syncToken", token)
			token = r.str("nextSyncToken")
			return r
		}
		equal(t, "nothing", len(sync().items()), 0)
		b.must(200, "PATCH", events+"/"+a, `{"summary":"A`+expand+`"}`)
		c := b.add(event("C", "12:00", "13:00")).str("id")
		equal(t, "changed and new", sync().each("summary"), "A"+expand+" C")
		b.must(204, "DELETE", events+"/"+c, "")
		r := sync()
		equal(t, "deleted", r.each("id")+" "+r.each("status"), c+" cancelled")
		b.must(204, "DELETE", events+"/"+s+"_20260309T080000Z", "")
		r = sync()
		equal(t, "deleted instance", r.each("id")+" "+r.each("status"), s+"_20260309T080000Z cancelled")
		b.must(200, "PATCH", events+"/"+s+"_20260309T080000Z", `{"status":"confirmed"}`)
		sync()
		b.must(200, "PATCH", events+"/"+s, `{"location":"L`+expand+`"}`)
		want := map[string]int{"false": 2, "true": 4}[expand] // the series or its three other instances (COUNT is 4 by then), and the exception
		equal(t, "changed series, expanded "+expand, len(sync().items()), want)
		b.must(200, "PATCH", events+"/"+s, `{"recurrence":["RRULE:FREQ=WEEKLY;COUNT=`+map[string]string{"false": "4", "true": "3"}[expand]+`"]}`)
		if expand == "true" {
			b.refuse(410, "fullSyncRequired", "a full sync is required", "GET", events+encode([]string{"singleEvents", "true", "syncToken", token}), "")
		} else {
			equal(t, "series of other times", sync().each("id"), s)
		}
	}
	token := b.list().str("nextSyncToken")
	for _, name := range []string{"q", "iCalUID", "orderBy", "timeMin", "timeMax", "updatedMin", "privateExtendedProperty", "sharedExtendedProperty"} {
		value := map[string]string{"orderBy": "updated", "timeMin": "2026-03-02T12:30:00Z", "timeMax": "2026-03-02T12:30:00Z", "updatedMin": "2026-03-02T12:30:00Z",
			"privateExtendedProperty": "a=b", "sharedExtendedProperty": "a=b"}[name]
		if value == "" {
			value = "x"
		}
		b.refuse(400, "invalidParameter", "Sync token cannot be used with the parameter "+name, "GET", events+encode([]string{"syncToken", token, name, value}), "")
		if r := b.list(name, value); r.at("nextSyncToken") != nil && !strings.HasPrefix(name, "time") {
			t.Errorf("a list by %s has a sync token", name)
		}
	}
	b.refuse(400, "invalidParameter", "showDeleted", "GET", events+encode([]string{"syncToken", token, "showDeleted", "false"}), "")
	b.refuse(400, "invalidParameter", "other values of singleEvents", "GET", events+encode([]string{"syncToken", token, "singleEvents", "true"}), "")
	b.refuse(410, "fullSyncRequired", "Sync token is no longer valid, a full sync is required.", "GET", events+"?syncToken=x"+token, "")
	b.must(204, "POST", "calendars/primary/clear", "")
	b.refuse(410, "fullSyncRequired", "full sync", "GET", events+"?syncToken="+token, "")
	equal(t, "after a clear", len(b.list("showDeleted", "true").items()), 0)
}

// TestSyncOfAWindow: what leaves the window of the first list is told of, too;
// a change between two pages is not lost.
func TestSyncOfAWindow(t *testing.T) {
	b := newBench(t)
	a := b.add(event("A", "10:00", "11:00")).str("id")
	b.add(event("B", "10:00", "11:00"))
	window := []string{"timeMin", "2026-03-02T09:00:00Z", "timeMax", "2026-03-02T12:00:00Z", "maxResults", "1"}
	page := b.list(window...)
	b.must(200, "PATCH", events+"/"+a, `{"start":{"dateTime":"2026-03-05T10:00:00Z"},"end":{"dateTime":"2026-03-05T11:00:00Z"}}`)
	last := b.list(append(window, "pageToken", page.str("nextPageToken"))...)
	equal(t, "second page", last.each("summary"), "B")
	equal(t, "sync", b.list("syncToken", last.str("nextSyncToken")).each("start.dateTime"), "2026-03-05T10:00:00Z")
}
