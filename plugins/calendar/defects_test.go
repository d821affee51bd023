package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The numbers are those of the peer's defects in its calendar service. What is
// not here concerns a server alone, and the plans in its place: 3 (which events
// make a user busy), 4 (ids of occurrences), 7 (updates in steps), 11 (no
// calendarId to search in), 12 (no argument for a page token), 18 (names of the
// own calendar) and 20 (no etags) are in the cases of plans. 13 (lost error texts),
// 14 (failures not flagged, text cut), 15 (idempotency) and 16 (rate weights) are
// the host's.

func native() plugintest.Caller { return plugintest.Native(calendar()) }

func rendered(t *testing.T, tool, data string) string {
	t.Helper()
	return paritytest.Render(t, calendar(), tool, nil, json.RawMessage(data), nil)
}

func columns(tool string) (keys []string) {
	for _, t := range catalog().Tools {
		if t.Name == tool {
			for _, c := range t.Output.Columns {
				keys = append(keys, c.Key)
			}
		}
	}
	return keys
}

// 1: lists showed a title or a name and nothing else.
func TestCalendarDefect01ListsShowIdAndTime(t *testing.T) {
	for tool, want := range map[string][]string{
		"calendar_list_events": {"title", "id", "start", "end"}, "calendar_search_events": {"title", "id", "start", "end"},
		"calendar_list_calendars": {"name", "id"},
	} {
		for _, key := range want {
			if !slices.Contains(columns(tool), key) {
				t.Errorf("%s has no column %s", tool, key)
			}
		}
	}
	got := rendered(t, "calendar_list_events", `{"items":[{"id":"e1","title":"Tea","start":"2031-05-04T14:00:00.000Z","end":"2031-05-04T15:00:00.000Z"}]}`)
	if want := "1 event\n  2031-05-04 14:00 to 15:00 UTC  Tea (e1)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if listCalendars().Output.Noun != "calendar" {
		t.Error("a calendar is no " + listCalendars().Output.Noun)
	}
}

// 2: free/busy looked for a key that no server sends.
func TestCalendarDefect02FreeBusyReadsBusySlots(t *testing.T) {
	if out := findFreeBusy().Output; out.ItemsKey != "busySlots" || !slices.Equal(columns("calendar_find_freebusy"), []string{"start", "end", "title"}) {
		t.Errorf("%+v", out)
	}
}

// 5: a series lost its text, and rules became others without a word.
func TestCalendarDefect05SeriesSayWhatAProxyMakesOfThem(t *testing.T) {
	for recurrence, warning := range map[string]string{
		"DAILY": "", "monthly": "", "Yearly": "", "EVERY MONDAY": "", "every sunday": "",
		"WEEKLY": "from Monday to Friday", "weekly": "from Monday to Friday",
		"RRULE:FREQ=WEEKLY;COUNT=5": "each week", "FREQ=DAILY": "each week", "EVERY WEEK": "each week", "EVERY": "each week", "fortnightly": "each week",
	} {
		args, err := json.Marshal(map[string]string{"title": "x", "startTime": "2031-05-05T19:00:00Z", "endTime": "2031-05-05T20:00:00Z", "recurrence": recurrence})
		if err != nil {
			t.Fatal(err)
		}
		out := paritytest.Transform(t, calendar(), "calendar_create_event_series", args)
		got := strings.Join(paritytest.Warnings(out), " ")
		if out.Error != nil || (warning == "") != (got == "") || !strings.Contains(got, warning) {
			t.Errorf("%s: %+v, warnings %q, want %q", recurrence, out.Error, got, warning)
		}
	}
	for _, key := range []string{"description", "location"} {
		out := paritytest.Transform(t, calendar(), "calendar_create_event_series",
			json.RawMessage(`{"title":"x","startTime":"2031-05-05T19:00:00Z","endTime":"2031-05-05T20:00:00Z","recurrence":"DAILY","`+key+`":"y"}`))
		if len(paritytest.Warnings(out)) != 1 || !strings.Contains(paritytest.Warnings(out)[0], "leaves description and location") {
			t.Errorf("%s: %q", key, paritytest.Warnings(out))
		}
	}
}

// 6: times without an offset and bare dates were read in a zone of the server's
// own, and whole days were shown as instants. See TestB32 too.
func TestCalendarDefect06ZonesAreNotGuessedInSilence(t *testing.T) {
	for times, warning := range map[string]string{
		`"startTime":"2031-05-04T09:00:00","endTime":"2031-05-04T10:00:00"`:   "in its own time zone",
		`"startTime":"2031-05-04","endTime":"2031-05-05"`:                     "midnight UTC",
		`"startTime":"2031-05-04T09:00:00Z","endTime":"2031-05-04T10:00:00Z"`: "",
	} {
		for tool, args := range map[string]string{
			"calendar_create_event": `{"title":"x",`, "calendar_update_event": `{"eventId":"e1",`, "calendar_create_event_series": `{"title":"x","recurrence":"DAILY",`,
		} {
			out := paritytest.Transform(t, calendar(), tool, json.RawMessage(args+times+`}`))
			if out.Error != nil || (len(paritytest.Warnings(out)) > 0) != (warning != "") || !strings.Contains(strings.Join(paritytest.Warnings(out), " "), warning) {
				t.Errorf("%s %s: %+v %q", tool, times, out.Error, paritytest.Warnings(out))
			}
		}
	}
}

// 8: three shapes of an event, of which each must read alike.
func TestCalendarDefect08EveryShapeOfAnEventIsRead(t *testing.T) {
	const want = "Tea\n  When   2031-05-04 16:00 to 17:00 +02:00\n  Guests  ana@example.com (yes)\n  Id     e1\n"
	for _, event := range []string{
		`{"id":"e1","title":"Tea","start":"2031-05-04T16:00:00+02:00","end":"2031-05-04T17:00:00+02:00","isAllDay":false,"guests":[{"email":"ana@example.com","status":"YES"}]}`,
		`{"id":"e1","title":"Tea","start":"2031-05-04T16:00:00+02:00","end":"2031-05-04T17:00:00+02:00","guests":[{"email":"ana@example.com","responseStatus":"accepted"}],"status":"confirmed"}`,
		`{"id":"e1","summary":"Tea","start":{"dateTime":"2031-05-04T16:00:00+02:00"},"end":{"dateTime":"2031-05-04T17:00:00+02:00"},"attendees":[{"email":"ana@example.com","responseStatus":"accepted"}],"status":"confirmed"}`,
	} {
		got := rendered(t, "calendar_get_event", `{"event":`+event+`}`)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// 9: the standard end of a window counted from now, so that a start in the
// future or past failed by itself.
func TestCalendarDefect09WindowsCountFromTheirStart(t *testing.T) {
	for tool, c := range map[string]struct{ action, more, end string }{
		"calendar_list_events":         {"listEvents", "", "2040-01-31T09:00:00Z"},
		"calendar_search_events":       {"searchEvents", `"query":"x",`, "2040-01-31T09:00:00Z"},
		"calendar_find_freebusy":       {"findFreeBusy", "", "2040-01-08T09:00:00Z"},
		"calendar_get_event_instances": {"eventInstances", `"eventId":"e1",`, "2040-02-01T09:00:00Z"},
	} {
		plugintest.Transform{Tool: tool, Args: json.RawMessage(`{` + c.more + `"timeMin":"2040-01-01T09:00:00Z"}`),
			Action: c.action, Params: json.RawMessage(`{` + c.more + `"timeMin":"2040-01-01T09:00:00Z","timeMax":"` + c.end + `"}`)}.Run(t, native())
	}
}

// 10: ids that Google gave were refused.
func TestCalendarDefect10IdsAreTheServers(t *testing.T) {
	for _, id := range []string{
		"de.german#holiday@group.v.calendar.google.com", "ana+work@example.com", "a%40b@import.calendar.google.com", "x@group.calendar.google.com", "primary", "",
	} {
		args, err := json.Marshal(map[string]string{"calendarId": id})
		if err != nil {
			t.Fatal(err)
		}
		plugintest.Transform{Tool: "calendar_get_calendar", Args: args, Action: "getCalendar", Params: args}.Run(t, native())
	}
	for _, id := range []string{"a/b", "a?b", "a\x00b", "a\x7fb", "..", "a%2fb", strings.Repeat("x", 1025)} {
		args, err := json.Marshal(map[string]string{"calendarId": id})
		if err != nil {
			t.Fatal(err)
		}
		plugintest.Transform{Tool: "calendar_get_calendar", Args: args, Error: &plugintest.Failure{Code: "BAD_REQUEST", Field: "calendarId"}}.Run(t, native())
	}
}

// 17: bad input inside a batch came to light after other operations had run.
func TestCalendarDefect17BatchIsCheckedBeforeItRuns(t *testing.T) {
	for operation, field := range map[string]string{
		`{"action":"createEvent","params":{"title":"x","startTime":"2031-05-04T10:00:00Z","endTime":"2031-05-04T09:00:00Z"}}`:                            "endTime",
		`{"action":"createEventSeries","params":{"title":"x","recurrence":"DAILY","startTime":"2031-05-04T10:00:00Z","endTime":"2031-05-04T10:00:00Z"}}`: "endTime",
		`{"action":"updateEvent","params":{"eventId":"e1","startTime":"2031-05-04","endTime":"2031-05-04T10:00:00Z"}}`:                                   "endTime",
		`{"action":"getEvent"}`: "eventId",
		`{"action":"deleteCalendar","params":{"calendarId":"primary"}}`:                                 "calendarId",
		`{"action":"findFreeBusy","params":{"timeMin":"2031-05-04","timeMax":"2031-07-04"}}`:            "timeMax",
		`{"action":"searchEvents","params":{"query":"x","timeMin":"May 4","maxResults":50}}`:            "timeMin",
		`{"action":"moveEvent","params":{"eventId":"e1","calendarId":"","destinationCalendarId":"c2"}}`: "calendarId",
	} {
		args := json.RawMessage(`{"operations":[{"action":"listCalendars","params":{}},` + operation + `]}`)
		code := "BAD_REQUEST"
		if strings.Contains(operation, "2031-07-04") {
			code = "LIMIT_EXCEEDED"
		}
		plugintest.Transform{Tool: "calendar_batch", Args: args, Error: &plugintest.Failure{Code: code, Field: "operations.1.params." + field}}.Run(t, native())
	}
}

// 19: nobody said whether guests of a new or deleted event are told.
func TestCalendarDefect19MailIsStated(t *testing.T) {
	const event = `{"title":"x","startTime":"2031-05-04T10:00:00Z","endTime":"2031-05-04T11:00:00Z","guests":"ana@example.com"`
	for more, warns := range map[string]bool{`}`: true, `,"sendUpdates":"none"}`: true, `,"sendUpdates":"all"}`: false, `,"sendUpdates":"externalOnly"}`: false} {
		out := paritytest.Transform(t, calendar(), "calendar_create_event", json.RawMessage(event+more))
		if out.Error != nil || (len(paritytest.Warnings(out)) == 1) != warns {
			t.Errorf("%s: %+v %q", more, out.Error, paritytest.Warnings(out))
		}
	}
	if !strings.Contains(deleteEvent().Description, "not mailed") {
		t.Error("calendar_delete_event does not say that nobody is mailed")
	}
}
