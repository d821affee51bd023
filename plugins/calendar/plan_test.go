package main

import (
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// B40: the host tells the class of a call by sendUpdates for three actions alone.
// No other plan may have Google mail anybody, whatever stands in its params, and
// each request that could mail says whether it does.
func TestB40OnlyActionsOfClassSendMail(t *testing.T) {
	byClass := []string{"createEvent", "moveEvent", "updateEvent"} // dynamic in the host's table
	mailing := []string{routeInsert, routePatch, routeMove, routeDelete, routeQuickAdd}
	const event = `{"id":"e1","etag":"\"v\"","status":"confirmed","start":{"dateTime":"2031-05-04T10:00:00Z"},"end":{"dateTime":"2031-05-04T11:00:00Z"},` +
		`"attendees":[{"email":"me@example.com","self":true}],"timeZone":"Europe/Berlin"}`
	for _, who := range []string{`"all"`, `"externalOnly"`, `"none"`, `null`, `["all"]`, `"ALL"`, `""`} {
		for _, row := range table.Rows {
			params := `{"eventId":"e1","calendarId":"c1","destinationCalendarId":"c2","title":"x","summary":"x","text":"x","setting":"x","query":"x",` +
				`"color":"RED","status":"YES","recurrence":"DAILY","startTime":"2031-05-04T10:00:00Z","endTime":"2031-05-04T11:00:00Z","idempotencyKey":"k",` +
				`"guests":"ana@example.com","sendUpdates":` + who + `,"sendNotifications":true}`
			sent := 0
			for _, r := range requestsOf(t, row.Name, params, event) {
				got, has := r.Query["sendUpdates"]
				if !slices.Contains(mailing, r.Route) {
					if has {
						t.Errorf("%s: %s has sendUpdates", row.Name, r.Route)
					}
					continue
				}
				sent++
				want := `"none"`
				if slices.Contains(byClass, row.Name) && (who == `"all"` || who == `"externalOnly"`) {
					want = who
				}
				if string(got) != want || r.Query["sendNotifications"] != nil {
					t.Errorf("%s with sendUpdates %s: %s sends %s, want %s", row.Name, who, r.Route, got, want)
				}
			}
			if changes := slices.Contains(byClass, row.Name) || strings.HasSuffix(row.Name, "Event") && row.Name != "getEvent"; changes && sent == 0 {
				t.Errorf("%s changed nothing, so nothing was shown", row.Name)
			}
		}
	}
}

// requestsOf runs a plan to its end and gives all that it asked for. Every answer
// is the same body.
func requestsOf(t *testing.T, action, params, body string) (all []abi.Request) {
	t.Helper()
	in := abi.PlanInput{Action: action, Params: abi.Raw(params), Clock: plugintest.Clock()}
	for range 32 {
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := calendar().Call(abi.ExportPlan, text)
		if err != nil {
			t.Fatalf("%s: %v", action, err)
		}
		var out abi.PlanOutput
		if err := json.Unmarshal(answer, &out); err != nil {
			t.Fatal(err)
		}
		if len(out.Requests) == 0 {
			return all
		}
		all = append(all, out.Requests...)
		in.State, in.Responses = out.State, make([]abi.Response, len(out.Requests))
		for i := range in.Responses {
			in.Responses[i] = abi.Response{Status: 200, Body: abi.Raw(body)}
		}
	}
	t.Fatalf("%s does not end", action)
	return nil
}

// Each page asks the same question, whatever else the call says.
func TestB84EveryPageAsksTheSame(t *testing.T) {
	for action, route := range map[string]string{"listEvents": routeEvents, "searchEvents": routeEvents, "eventInstances": routeInstances} {
		params := `{"eventId":"base1","query":"dentist","calendarId":"c1","timeMin":"2026-02-01","timeMax":"2026-02-08","timeZone":"Asia/Tokyo","maxResults":30}`
		pages := requestsOf(t, action, params, `{"summary":"x","items":[{"id":"e"}],"nextPageToken":"g"}`)
		if len(pages) != maxRounds {
			t.Fatalf("%s: %d pages", action, len(pages))
		}
		for _, p := range pages[1:] {
			if string(p.Query["pageToken"]) != `"g"` || p.Route != route {
				t.Errorf("%s: %+v", action, p)
			}
			delete(p.Query, "pageToken")
			delete(p.Query, "maxResults")
			first := pages[0].Query
			delete(first, "maxResults")
			if len(first) != len(p.Query) {
				t.Errorf("%s asks %v and then %v", action, first, p.Query)
			}
			for key, want := range first {
				if string(p.Query[key]) != string(want) {
					t.Errorf("%s: %s is %s, want %s", action, key, p.Query[key], want)
				}
			}
		}
	}
}

// idOf is FNV-1a of 128 bits, and an id that the API takes.
func TestIDOf(t *testing.T) {
	seen := map[string]bool{}
	for _, parts := range [][]string{{"createEvent", "primary", "k1"}, {"createEvent", "primary", "k2"}, {"createEvent", "c1", "k1"}, {"createEventSeries", "primary", "k1"}, {"a", "bc"}, {"ab", "c"}, {"", ""}, {}} {
		got := idOf(parts...)
		if seen[got] || len(got) != 26 || strings.Trim(got, "0123456789abcdefghijklmnopqrstuv") != "" {
			t.Errorf("%q: %s", parts, got)
		}
		seen[got] = true
		h := fnv.New128a()
		for _, p := range append([]string{"wslite", "calendar"}, parts...) {
			_, _ = h.Write(append([]byte(p), 0))
		}
		// The digits stand from the lowest bits on.
		sum := h.Sum(nil)
		bits := make([]byte, 0, 130)
		for i := len(sum) - 1; i >= 0; i-- {
			for b := range 8 {
				bits = append(bits, sum[i]>>b&1)
			}
		}
		want := ""
		for len(bits) > 0 {
			n := byte(0)
			for b := range min(5, len(bits)) {
				n |= bits[b] << b
			}
			want += "0123456789abcdefghijklmnopqrstuv"[n : n+1]
			bits = bits[min(5, len(bits)):]
		}
		if got != want {
			t.Errorf("%q: %s, want %s", parts, got, want)
		}
	}
}

// B33 and B32: the last day is told in the answer, and dates stay dates.
func TestB33LastDay(t *testing.T) {
	for end, want := range map[string]string{"2026-01-31": "2026-01-30", "2026-01-26": "2026-01-25", "2026-01-25": "2026-01-25", "2026-02-01": "2026-01-31", "": "2026-01-25", "x": "2026-01-25"} {
		if got := lastDay("2026-01-25", end).Text(); got != want {
			t.Errorf("until %q: %s, want %s", end, got, want)
		}
	}
}

// B37: a zone that is none is refused before anything is sent, in every tool that
// takes one and in a batch.
func TestB37UnknownZonesAreRefused(t *testing.T) {
	for tool, args := range map[string]string{
		"calendar_create_event":        `"title":"x","startTime":"2031-05-04T09:00:00","endTime":"2031-05-04T10:00:00"`,
		"calendar_create_event_series": `"title":"x","startTime":"2031-05-04T09:00:00","endTime":"2031-05-04T10:00:00","recurrence":"DAILY"`,
		"calendar_update_event":        `"eventId":"e1","startTime":"2031-05-04T09:00:00"`,
		"calendar_list_events":         `"timeMin":"2031-05-04"`,
		"calendar_search_events":       `"query":"x"`,
		"calendar_find_freebusy":       `"timeMin":"2031-05-04"`,
		"calendar_get_event_instances": `"eventId":"e1"`,
		"calendar_get_event":           `"eventId":"e1"`,
	} {
		for zone, want := range map[string]string{"Mars/Olympus": "BAD_REQUEST", "CEST": "BAD_REQUEST", "+02:00": "BAD_REQUEST", "europe/berlin": ""} {
			out := paritytest.Transform(t, calendar(), tool, json.RawMessage(`{`+args+`,"timeZone":"`+zone+`"}`))
			code := ""
			if out.Error != nil {
				code = out.Error.Code
			}
			if code != want {
				t.Errorf("%s in %s: %+v", tool, zone, out.Error)
			}
			if want == "" && !strings.Contains(string(out.Params), `"Europe/Berlin"`) {
				t.Errorf("%s: %s", tool, out.Params)
			}
		}
	}
}

// fifty are the ids of fifty calendars.
func fifty() string {
	var ids []string
	for i := range 50 {
		ids = append(ids, `"c`+strconv.Itoa(i)+`"`)
	}
	return strings.Join(ids, ",")
}

func TestChecksOfRestArguments(t *testing.T) {
	const times = `"title":"x","startTime":"2031-05-04T09:00:00Z","endTime":"2031-05-04T10:00:00Z"`
	for _, c := range []struct{ tool, args, field string }{
		{"calendar_create_event", `{` + times + `,"reminders":[{"method":"popup","minutes":0},{"method":"popup","minutes":0}]}`, "reminders"},
		{"calendar_create_event", `{` + times + `,"reminders":[{"method":"popup","minutes":0},{"method":"email","minutes":0}]}`, ""},
		{"calendar_update_event", `{"eventId":"e1","timeZone":"UTC"}`, "timeZone"},
		{"calendar_update_event", `{"eventId":"e1","reminders":[]}`, ""},
		{"calendar_find_freebusy", `{"calendarIds":["a#b@c","d%40e"]}`, ""},
		{"calendar_find_freebusy", `{"calendarIds":["a","../b"]}`, "calendarIds.1"},
		{"calendar_find_freebusy", `{"calendarIds":[" "]}`, "calendarIds.0"},
		{"calendar_find_freebusy", `{"calendarId":"z","calendarIds":[` + strings.Repeat(`"a",`, 60) + `"b"]}`, ""},
		{"calendar_find_freebusy", `{"calendarId":"z","calendarIds":[` + fifty() + `]}`, "calendarIds"},
		{"calendar_find_freebusy", `{"calendarId":"c0","calendarIds":[` + fifty() + `]}`, ""},
		{"calendar_get_setting", `{"setting":"../colors"}`, "setting"},
	} {
		out := paritytest.Transform(t, calendar(), c.tool, json.RawMessage(c.args))
		field := ""
		if out.Error != nil {
			field = out.Error.Field
		}
		if field != c.field {
			t.Errorf("%s %s: %+v", c.tool, c.args, out.Error)
		}
	}
}

// FuzzEventIDs: B91: what goes into a path is of the API's own characters.
func FuzzEventIDs(f *testing.F) {
	for _, s := range []string{"e1", "e1@google.com", "E1_20310505T190000Z", "../../admin", "%2e%2e", "a b", "@google.com", "x@GOOGLE.com", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, ok := apiID(s)
		if ok != (id != "") || strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			t.Fatalf("%q became %q, %v", s, id, ok)
		}
	})
}

// FuzzWords: the words of a recurrence give a rule that can be read, or none.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"DAILY", "EVERY MONDAY, TUESDAY AND MONDAY", "EVERY WEEKDAY", "EVERY MONDAYS", "EVERY  ", "WEEKLY x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if rule, _ := wordRule(s); rule != "" {
			if _, _, err := recurrenceOf(rule); err != nil {
				t.Fatalf("%q became %q: %v", s, rule, err)
			}
		}
		if e := event(value.String(s), s, value.Value{}); e.Kind() != value.KindObject {
			t.Fatal("an event of no shape")
		}
	})
}
