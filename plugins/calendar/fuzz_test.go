package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
)

// FuzzCalls gives the plugin inputs that no schema has seen.
func FuzzCalls(f *testing.F) {
	f.Add("calendar_create_event", `{"title":"x","startTime":"2031-05-04","endTime":"2031-05-04T22:00-05:00","guests":null}`)
	f.Add("calendar_batch", `{"operations":[{"action":"listEvents","params":[1]},null,7]}`)
	f.Add("calendar_batch", `{"operations":[{"action":"findFreeBusy","params":{"timeMin":"9999-12-20","timeMax":"9999-12-31"}}]}`)
	f.Add("calendar_list_events", `{"timeMin":"2031-05-05","maxResults":0,"page":9007199254740991,"items":[{"id":"e","start":{"date":"0001-01-01"},"end":"9999-12-31"}]}`)
	f.Add("calendar_get_event", `{"event":{"id":"e1","title":5,"start":"2031-05-04T22:00:00.5Z","end":{},"isAllDay":true,"guests":[1],"attendees":{}}}`)
	f.Add("calendar_get_event", `{"event":{"id":"e1","start":"9999-12-31T22:00:00Z","end":"0001-01-01","isAllDay":true}}`)
	var actions []string
	for _, row := range table.Rows {
		actions = append(actions, row.Name)
	}
	f.Add("calendar_create_event_series", `{"title":"x","startTime":"2031-05-04T22:00","endTime":"2031-05-05","recurrence":"FREQ=DAILY;UNTIL=99991231","timeZone":"Asia/Tokyo","items":[{"id":"e"}],"nextPageToken":"g"}`)
	f.Add("calendar_update_event", `{"eventId":"e1","startTime":"9999-12-31T22:00","timeZone":"Pacific/Apia","start":{"date":"0001-01-01"},"end":{"dateTime":"2031-05-04T22:00:00Z"},"recurrence":[1],"calendars":{"primary":{"busy":[{}]}}}`)
	paritytest.Fuzz(f, calendar(), actions...)
}

// FuzzWindows: a window that was settled is checked and settled already, and
// says the same.
func FuzzWindows(f *testing.F) {
	f.Add("2031-05-01", "2031-05-31")
	f.Add("2031-05-01T09:00:00+02:00", "")
	f.Add("", "2031-05-01")
	f.Fuzz(func(t *testing.T, low, high string) {
		call := func(low, high string) abi.TransformOutput {
			args, err := json.Marshal(map[string]string{"timeMin": low, "timeMax": high})
			if err != nil {
				t.Fatal(err)
			}
			input, err := json.Marshal(abi.TransformInput{Tool: "calendar_find_freebusy", Args: args})
			if err != nil {
				t.Fatal(err)
			}
			text, err := calendar().Call(abi.ExportTransform, input)
			if err != nil {
				t.Fatal(err)
			}
			var out abi.TransformOutput
			if err := json.Unmarshal(text, &out); err != nil {
				t.Fatal(err)
			}
			return out
		}
		out := call(low, high)
		if out.Error != nil {
			return
		}
		var settled struct{ TimeMin, TimeMax string }
		if err := json.Unmarshal(out.Params, &settled); err != nil {
			t.Fatal(err)
		}
		if strings.ToValidUTF8(low, "\ufffd") != settled.TimeMin {
			t.Fatalf("the start %q became %q", low, settled.TimeMin)
		}
		if again := call(settled.TimeMin, settled.TimeMax); again.Error != nil {
			t.Fatalf("%q to %q became %q to %q, which is refused: %s", low, high, settled.TimeMin, settled.TimeMax, again.Error.Message)
		}
	})
}
