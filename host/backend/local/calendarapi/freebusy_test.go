package calendarapi

import (
	"fmt"
	"strings"
	"testing"
)

func busy(r answerTo, id string) string {
	var out []string
	list, _ := r.at("calendars").(map[string]any)
	periods, _ := at(list[id], "busy").([]any)
	for _, p := range periods {
		out = append(out, strings.ReplaceAll(at(p, "start").(string)+"/"+at(p, "end").(string), "2026-03-", ""))
	}
	return strings.Join(out, " ")
}

func TestFreeBusy(t *testing.T) {
	b := newBench(t)
	b.add(event("A", "08:00", "09:00"))
	b.add(event("B", "08:30", "10:00"))
	b.add(event("touches", "10:00", "10:30"))
	b.add(event("C", "12:00", "13:00"))
	b.add(event("empty", "14:00", "14:00"))
	b.add(strings.Replace(event("free", "15:00", "16:00"), "{", `{"transparency":"transparent",`, 1))
	b.add(strings.Replace(event("declined", "16:00", "17:00"), "{", `{"attendees":[{"email":"me@example.com","responseStatus":"declined"}],`, 1))
	b.add(strings.Replace(event("maybe", "17:00", "18:00"), "{", `{"attendees":[{"email":"me@example.com","responseStatus":"needsAction"}],`, 1))
	gone := b.add(event("gone", "18:00", "19:00")).str("id")
	b.must(204, "DELETE", events+"/"+gone, "")
	query := func(from, to, zone, ids string) answerTo {
		return b.must(200, "POST", "freeBusy", fmt.Sprintf(`{"timeMin":%q,"timeMax":%q,"timeZone":%q,"items":[%s]}`, from, to, zone, ids))
	}
	r := query("2026-03-02T08:30:00Z", "2026-03-03T00:00:00Z", "", `{"id":"primary"},{"id":"nobody@example.org"},{"id":"me@example.com"}`)
	equal(t, "busy", busy(r, "primary"), "02T08:30:00Z/02T10:30:00Z 02T12:00:00Z/02T13:00:00Z 02T17:00:00Z/02T18:00:00Z")
	equal(t, "the same by address", busy(r, "me@example.com"), busy(r, "primary"))
	list := r.at("calendars").(map[string]any)
	equal(t, "unknown", say(at(list["nobody@example.org"], "errors.0.reason"), at(list["nobody@example.org"], "errors.0.domain")), "notFound global")
	r = query("2026-03-02T12:00:00+01:00", "2026-03-02T12:30:00Z", "Asia/Seoul", `{"id":"primary"}`)
	equal(t, "cut, in Seoul", busy(r, "primary"), "02T21:00:00+09:00/02T21:30:00+09:00")
	equal(t, "nothing", busy(query("2026-03-10T00:00:00Z", "2026-03-11T00:00:00Z", "", `{"id":"primary"}`), "primary"), "")

	for body, want := range map[string][2]string{
		`{"timeMax":"2026-03-02T12:30:00Z"}`:                                                                                           {"required", "timeMin"},
		`{"timeMin":"2026-03-02T12:30:00Z"}`:                                                                                           {"required", "timeMax"},
		`{"timeMin":"2026-03-02T12:30:00Z","timeMax":"2026-03-02T12:30:00Z"}`:                                                          {"timeRangeEmpty", "empty"},
		`{"timeMin":"2026-03-02","timeMax":"2026-03-02T12:30:00Z"}`:                                                                    {"invalid", "timeMin"},
		`{"timeMin":"2000-03-02T12:30:00Z","timeMax":"2026-03-02T12:30:00Z"}`:                                                          {"timeRangeTooLong", "too long"},
		`{"timeMin":"2026-03-02T12:00:00Z","timeMax":"2026-03-02T12:30:00Z","timeZone":"Mars"}`:                                        {"invalid", "time zone"},
		`{"timeMin":"2026-03-02T12:00:00Z","timeMax":"2026-03-02T12:30:00Z","items":[{}]}`:                                             {"required", "id"},
		`{"timeMin":"2026-03-02T12:00:00Z","timeMax":"2026-03-02T12:30:00Z","calendarExpansionMax":51}`:                                {"invalid", "1 to 50"},
		`{"timeMin":"2026-03-02T12:00:00Z","timeMax":"2026-03-02T12:30:00Z","groupExpansionMax":101}`:                                  {"invalid", "1 to 100"},
		`{"timeMin":"2026-03-02T12:00:00Z","timeMax":"2026-03-02T12:30:00Z","calendarExpansionMax":1,"items":[{"id":"a"},{"id":"b"}]}`: {"tooManyCalendarsRequested", "too large"},
	} {
		b.refuse(400, want[0], want[1], "POST", "freeBusy", body)
	}
}

// TestFreeBusyAllDay: a day is busy between the midnights of its calendar, and
// each instance of a series counts.
func TestFreeBusyAllDay(t *testing.T) {
	b := newBench(t)
	b.must(200, "PATCH", "calendars/primary", `{"timeZone":"Europe/Berlin"}`)
	b.add(`{"summary":"D","recurrence":["RRULE:FREQ=WEEKLY;COUNT=2"],"start":{"date":"2026-03-22"},"end":{"date":"2026-03-23"}}`)
	r := b.must(200, "POST", "freeBusy", `{"timeMin":"2026-03-01T00:00:00Z","timeMax":"2026-04-30T00:00:00Z","items":[{"id":"primary"}]}`)
	equal(t, "the day of the change has 23 hours", busy(r, "primary"), "21T23:00:00Z/22T23:00:00Z 28T23:00:00Z/29T22:00:00Z")
}
