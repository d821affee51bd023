package calendarapi

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local/store"
)

// many joins n items of a JSON list or object.
func many(n int, form string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = fmt.Sprintf(form, i)
	}
	return strings.Join(items, ",")
}

// TestLimitsAreKept trips each limit of ours; those of the document stand in
// the tests of what they limit.
func TestLimitsAreKept(t *testing.T) {
	b := newBench(t)
	with := func(fields string) string {
		return strings.Replace(event("A", "10:00", "11:00"), "{", "{"+fields+",", 1)
	}
	guests := func(n int) string { return with(`"attendees":[` + many(n, `{"email":"g%d@example.org"}`) + `]`) }
	b.add(guests(maxAttendees))
	b.refuse(400, "invalid", "Too many attendees", "POST", events, guests(maxAttendees+1))
	props := func(n int) string { return with(`"extendedProperties":{"private":{` + many(n, `"k%d":"v"`) + `}}`) }
	b.add(props(maxProperties))
	b.refuse(400, "invalid", "properties, the maximum", "POST", events, props(maxProperties+1))
	b.refuse(400, "invalid", "from 1 to 44", "POST", events, with(`"extendedProperties":{"shared":{"`+strings.Repeat("k", maxPropertyKey+1)+`":"v"}}`))
	b.refuse(400, "invalid", "maximum is 1024", "POST", events, with(`"extendedProperties":{"shared":{"k":"`+strings.Repeat("v", maxPropertyVal+1)+`"}}`))
	b.refuse(400, "invalid", "maximum is 8192", "POST", events, with(`"description":"`+strings.Repeat("d", maxDescription+1)+`"`))
	b.refuse(400, "invalid", "maximum is 1024", "POST", events, with(`"location":"`+strings.Repeat("l", maxLocation+1)+`"`))
	b.refuse(400, "invalid", "maximum is 1024", "POST", events+"/quickAdd?text="+strings.Repeat("t", maxText+1), "")
	b.refuse(400, "invalidParameter", "longer than 1024", "GET", events+"?q="+url.QueryEscape(strings.Repeat("ü", maxQuery/2+1)), "")
	b.refuse(400, "tooManyCalendarsRequested", "too large", "POST", "freeBusy",
		`{"timeMin":"2026-03-02T12:00:00Z","timeMax":"2026-03-02T12:30:00Z","items":[`+many(maxFreeBusy+1, `{"id":"c%d"}`)+`]}`)
	b.refuse(400, "invalid", "200", "PATCH", "calendars/primary",
		`{"labelProperties":{"eventLabels":[`+many(maxLabels+1, `{"name":"l%d","backgroundColor":"#000000"}`)+`]}}`)
	for range maxCalendars - 1 {
		b.must(200, "POST", "calendars", `{"summary":"c"}`)
	}
	b.refuse(403, "quotaExceeded", "limits exceeded", "POST", "calendars", `{"summary":"c"}`)
}

func TestNotificationsAreBounded(t *testing.T) {
	b := newBench(t)
	err := b.store.Write(context.Background(), func(tx *store.Tx) error {
		cal, err := b.api.findCalendar(tx, primaryID)
		for i := 0; err == nil && i < maxNotified+5; i++ {
			err = b.api.note(tx, cal, fmt.Sprint(i), noteInvited, []string{"a@example.org"})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all, err := b.api.Notifications(context.Background())
	if err != nil || len(all) != maxNotified || all[0].Subject != fmt.Sprint(maxNotified+4) {
		t.Errorf("%d notifications, %v", len(all), err)
	}
}
