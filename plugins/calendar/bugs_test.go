package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The ids are those of a collection of bugs that tools of this kind had. Those that
// concern requests are in the cases of plans, testdata/cases/plan_*.json, and in
// plan_test.go; B42 is another provider's.

// B32: a whole day keeps its date in every zone. A server that sends the date
// is shown as it is; one that sends midnight of its zone in UTC is read as the
// day that it meant.
func TestB32WholeDaysKeepTheirDate(t *testing.T) {
	for _, event := range []string{
		`"start":{"date":"2026-03-23"},"end":{"date":"2026-03-24"}`,
		`"start":"2026-03-23","end":"2026-03-24"`,
		`"start":"2026-03-23","end":"2026-03-24","isAllDay":true`,
		`"start":"2026-03-23T06:00:00.000Z","end":"2026-03-24T06:00:00.000Z","isAllDay":true`, // America/Denver
		`"start":"2026-03-22T15:00:00.000Z","end":"2026-03-23T15:00:00.000Z","isAllDay":true`, // Asia/Seoul
		`"start":"2026-03-23T10:00:00.000Z","end":"2026-03-24T10:00:00.000Z","isAllDay":true`, // Pacific/Honolulu
		`"start":"2026-03-22T11:00:00.000Z","end":"2026-03-23T11:00:00.000Z","isAllDay":true`, // Pacific/Auckland
		`"start":"2026-03-23T00:00:00-06:00","end":"2026-03-24T00:00:00-06:00","isAllDay":true`,
		`"start":"2026-03-23T00:00:00+09:00","end":"2026-03-24T00:00:00+09:00","isAllDay":true`,
	} {
		for _, zone := range []string{"America/Denver", "Asia/Seoul", "UTC"} {
			input := `{"tool":"calendar_get_event","args":{},"clock":{"now":"2026-03-01T00:00:00Z","timeZone":"` + zone + `","nonce":"0"},` +
				`"response":{"data":{"event":{"id":"e1","title":"x",` + event + `}}}}`
			out, err := calendar().Call("render", []byte(input))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(out), `When  2026-03-23\n`) {
				t.Errorf("%s in %s: %s", event, zone, out)
			}
		}
	}
}

// B33: the end of whole days is the day after; what is shown is the last day.
func TestB33TheLastDayIsShown(t *testing.T) {
	for end, want := range map[string]string{
		"2026-01-31": "2026-01-25 to 2026-01-30", "2026-01-26": "2026-01-25", "2026-01-27": "2026-01-25 to 2026-01-26",
		"2026-02-01": "2026-01-25 to 2026-01-31", "2026-03-01": "2026-01-25 to 2026-02-28", "2027-01-01": "2026-01-25 to 2026-12-31",
		"2026-01-25": "2026-01-25", "2028-03-01": "2026-01-25 to 2028-02-29",
	} {
		got := rendered(t, "calendar_get_event", `{"event":{"id":"e1","title":"x","start":{"date":"2026-01-25"},"end":{"date":"`+end+`"}}}`)
		if !strings.Contains(got, "When  "+want+"\n") {
			t.Errorf("until %s: %s, want %s", end, got, want)
		}
	}
	// To give one day as both is a mistake that is explained.
	plugintest.Transform{Tool: "calendar_create_event", Args: json.RawMessage(`{"title":"x","startTime":"2026-01-30","endTime":"2026-01-30"}`),
		Error: &plugintest.Failure{Code: "BAD_REQUEST", Field: "endTime", Message: "it is 2026-01-31"}}.Run(t, native())
}

// B34: a date as the end of a span includes that day; a time is exact.
func TestB34ADateAsTheEndIncludesItsDay(t *testing.T) {
	for _, c := range []struct{ low, high, sent string }{
		{"2026-02-01", "2026-02-07", "2026-02-08"},
		{"2026-02-01T00:00:00-08:00", "2026-02-28", "2026-03-01"},
		{"2026-02-01", "2026-02-07T15:00:00Z", "2026-02-07T15:00:00Z"},
		{"2026-02-01", "2026-02-07T00:00:00-08:00", "2026-02-07T00:00:00-08:00"},
		{"2026-01-01", "2026-01-31", "2026-02-01"},
	} {
		for tool, action := range map[string]string{"calendar_list_events": "listEvents", "calendar_find_freebusy": "findFreeBusy"} {
			plugintest.Transform{Tool: tool, Args: json.RawMessage(`{"timeMin":"` + c.low + `","timeMax":"` + c.high + `"}`),
				Action: action, Params: json.RawMessage(`{"timeMin":"` + c.low + `","timeMax":"` + c.sent + `"}`)}.Run(t, native())
		}
	}
}

// B34: where the day of the end is one more than a proxy reads, REST reads it
// all the same; over a proxy it is left out, and this is said. So a month given
// from first to first is one there.
func TestB34TheDayAfter31(t *testing.T) {
	const outer = `{"timeMin":"2026-01-01","timeMax":"`
	single := plugintest.Transform{Tool: "calendar_find_freebusy", Args: json.RawMessage(outer + `2026-02-01"}`), Action: "findFreeBusy"}
	const told = "The window ends before 2026-02-01: a proxy reads 31 days at most."
	proxied, rest := single, single
	proxied.Params, proxied.ProxyWarnings = json.RawMessage(outer+`2026-02-01"}`), []string{told}
	proxied.Run(t, native())
	rest.Rest, rest.Params = true, json.RawMessage(outer+`2026-02-02"}`)
	rest.Run(t, native())

	batch := func(high string) json.RawMessage {
		return json.RawMessage(`{"operations":[{"action":"findFreeBusy","params":` + outer + high + `"}}]}`)
	}
	plugintest.Transform{Tool: "calendar_batch", Args: batch("2026-02-01"), Rest: true,
		Action: "batch", Params: batch("2026-02-02")}.Run(t, native())
	plugintest.Transform{Tool: "calendar_batch", Args: batch("2026-02-01"),
		Action: "batch", Params: batch("2026-02-01"), ProxyWarnings: []string{"Operation 0: " + told}}.Run(t, native())

	// What is too long is so everywhere.
	plugintest.Transform{Tool: "calendar_find_freebusy", Args: json.RawMessage(outer + `2026-02-02"}`), Rest: true,
		Error: &plugintest.Failure{Code: "LIMIT_EXCEEDED", Field: "timeMax"}}.Run(t, native())
}

// B35: a list that is not all says so, and how to go on.
func TestB35MoreEventsAreTold(t *testing.T) {
	out, err := calendar().Call("render", []byte(`{"tool":"calendar_list_events","args":{},"response":{"data":{"items":[{"id":"e1","title":"x","start":"2031-05-04"}]},"pagination":{"nextPageToken":"1","hasMore":true}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 event (more available)"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%s does not say %q", out, want)
		}
	}
}

// B38: what is one occurrence says so, and the tools say what an id of either
// kind changes.
func TestB38AnOccurrenceIsToldFromItsSeries(t *testing.T) {
	got := rendered(t, "calendar_update_event", `{"event":{"id":"base1_20260316T090000Z","title":"x","start":"2026-03-16T09:00:00Z","recurringEventId":"base1"}}`)
	if !strings.Contains(got, "one occurrence of base1") {
		t.Error(got)
	}
	for _, tool := range catalog().Tools {
		if tool.Name == "calendar_update_event" || tool.Name == "calendar_delete_event" {
			if !strings.Contains(tool.Description, "id of a series") || !strings.Contains(tool.Description, "id of an occurrence only that one") {
				t.Errorf("%s: %s", tool.Name, tool.Description)
			}
		}
	}
}

// B40: who is mailed passes through as given, and unset stays unset: the
// servers' standard is none, which the schema says.
func TestB40SendUpdatesPassesThrough(t *testing.T) {
	for _, more := range []string{``, `,"sendUpdates":"all"`, `,"sendUpdates":"none"`, `,"sendUpdates":"externalOnly"`} {
		args := json.RawMessage(`{"eventId":"e1","startTime":"2031-05-04T10:00:00Z"` + more + `}`)
		plugintest.Transform{Tool: "calendar_update_event", Args: args, Action: "updateEvent", Params: args}.Run(t, native())
	}
	for _, tool := range catalog().Tools {
		p := string(tool.Input)
		if strings.Contains(p, `"sendUpdates"`) && !tool.IsBatchTool && !strings.Contains(p, "none (the default)") {
			t.Errorf("%s does not say what sendUpdates is where it is not given", tool.Name)
		}
	}
}

// B63: ids that the API returned are taken back; B91: none climbs the path.
// TestCalendarDefect10 holds calendars to it, this the events.
func TestB63AndB91EventIds(t *testing.T) {
	for id, ok := range map[string]bool{"e1_20310505T190000Z": true, "abc@google.com": true, "040000008200E00074C5B7101A82E008@outlook": true, "a\nb": false} {
		args, err := json.Marshal(map[string]string{"eventId": id})
		if err != nil {
			t.Fatal(err)
		}
		if out := paritytest.Transform(t, calendar(), "calendar_get_event", args); (out.Error == nil) != ok {
			t.Errorf("%q: %+v", id, out.Error)
		}
	}
}

// B86: no events are a list all the same.
func TestB86EmptyLists(t *testing.T) {
	for _, data := range []string{`{"items":[]}`, `[]`} {
		if got := rendered(t, "calendar_list_events", data); got != "0 events\n" {
			t.Errorf("%s: %q", data, got)
		}
	}
}

// B66: what is not there is neither deleted nor changed.
func TestB66NothingIsDoneToWhatIsGone(t *testing.T) {
	const params = `{"eventId":"e1","calendarId":"c1","destinationCalendarId":"c2","title":"x","summary":"x","status":"YES","color":"RED"}`
	for _, action := range []string{"deleteEvent", "deleteCalendar", "updateEvent", "updateCalendar", "moveEvent", "respondToEvent", "setEventColor", "getEvent", "eventInstances"} {
		paritytest.Gone(t, calendar(), action, params)
	}
}
