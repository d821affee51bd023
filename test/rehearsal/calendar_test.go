package rehearsal

import "testing"

func TestCalendar(t *testing.T) {
	t.Parallel()
	rehearse(t, "calendar", newWorld(t), []call{
		// What there is.
		{line: "calendar list-calendars", want: `.data | length == 1`},
		{line: "calendar get-calendar"},
		{line: "calendar get-calendar nobody@example.org", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: "calendar get-colors"},
		{line: "calendar list-settings"},
		{line: "calendar list-settings --max-results 2", want: `.pagination.hasMore`},
		{line: "calendar get-setting timezone", want: `.data.setting.value == "Europe/Berlin"`},
		{line: "calendar list-events --from 2026-11-30 --to 2026-12-30", want: `[.data.items[].title] | index("Holidays") and index("Stand-up") and index("Dentist")`},
		{line: "calendar list-events --from 2026-11-30 --to 2026-12-30 --max-results 2", want: `.pagination.hasMore`},
		{line: "calendar list-events --from 2026-11-02 --to 2026-11-10", want: `.data.items[1].start == "2026-11-09T14:00:00+01:00"`},
		{line: "calendar list-events --from 2027-06-01 --to 2027-06-02", want: `.data.items == []`},
		{line: "calendar search-events stand-up --from 2026-11-30 --to 2026-12-30", keep: "standup=.items[0].id series=.items[0].recurringEventId", want: `.data.items[0].start == "2026-11-30T09:00:00+01:00"`},
		{line: "calendar list-events --to 2028-01-01", exit: 1, want: `.error.code == "LIMIT_EXCEEDED"`},
		{line: "calendar search-events nothing", want: `.data.items == []`},
		{line: "calendar search-events holidays --from 2026-12-01 --to 2026-12-31", keep: "holiday=.items[0].id", want: `.data.items[0] | .start == "2026-12-24" and .end == "2026-12-27" and .isAllDay`},
		{line: "calendar search-events harvest", keep: "harvest=.items[0].id", want: `.data.items[0].status == "INVITED"`},
		{line: "calendar get-event ${standup}", want: `.data.event.status == "OWNER" and (.data.event.guests | length == 2)`},
		{line: "calendar get-event ${holiday}"},
		{line: "calendar get-event 00000000000000000000000000", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: "calendar get-event-instances ${series} --from 2026-11-23 --to 2026-12-20", want: `.data.items | length == 4`},
		{line: "calendar get-event-instances ${series} --from 2027-11-23 --to 2027-12-20", want: `.data.items == []`},
		{line: "calendar find-freebusy --from 2026-11-30 --to 2026-12-05", want: `.data.totalBusy > 0`},
		{line: "calendar find-freebusy --from 2027-06-01 --to 2027-06-02", want: `.data.busySlots == []`},

		// Events.
		{line: "calendar create-event --title 'Tea 🍵' --start 2026-12-01T16:00:00+01:00 --end 2026-12-01T17:00:00+01:00 --location Garden --description 'Bring cups.\nAnd cake.'", keep: "tea=.event.id"},
		{line: "calendar create-event --title Fair --start 2026-12-05 --end 2026-12-07 --guests 'ana@example.org,Tom@example.net' --send-updates all --create-meet-link", asks: true, keep: "fair=.event.id", want: `.data.addedGuests | length == 2`},
		{line: "calendar create-event --title Quiet --start 2026-12-08 --end 2026-12-09 --guests ana@example.org"},
		{line: "calendar update-event ${tea} --start 2026-12-01T17:00:00+01:00 --end 2026-12-01T18:00:00+01:00 --location ''"},
		{line: "calendar update-event ${fair} --title 'Winter fair' --send-updates all", asks: true},
		{line: "calendar update-event ${series} --title 'Daily stand-up'"},
		{line: "calendar set-event-color ${tea} PALE_GREEN"},
		{line: "calendar respond-to-event ${harvest} --status MAYBE --comment 'A bit late'", want: `.data.event.status == "MAYBE"`},
		{line: "calendar respond-to-event ${tea} --status YES", exit: 1},
		{line: "calendar quick-add-event 'Lunch with Ada tomorrow 12:30 at Mensa'"},
		{line: "calendar create-event-series --title Choir --start 2026-12-01T19:00:00+01:00 --end 2026-12-01T21:00:00+01:00 --recurrence 'EVERY TUESDAY' --location Hall", keep: "choir=.seriesId"},
		{line: "calendar create-event-series --title Rest --start 2026-12-05 --end 2026-12-06 --recurrence 'RRULE:FREQ=WEEKLY;COUNT=3'", keep: "rest=.seriesId"},
		{line: "calendar update-event ${rest} --start 2026-12-05T14:00:00+01:00 --end 2026-12-05T15:00:00+01:00", want: `.data.event | .timeZone == "Europe/Berlin" and (.isAllDay | not)`},
		{line: "calendar get-event-instances ${rest} --from 2026-12-01 --to 2026-12-20", want: `[.data.items[].start] == ["2026-12-05T14:00:00+01:00", "2026-12-12T14:00:00+01:00", "2026-12-19T14:00:00+01:00"]`},
		{line: "calendar get-event ${choir}"},

		// Calendars.
		{line: "calendar create-calendar --summary Garden --time-zone Europe/Berlin", keep: "garden=.calendar.id"},
		{line: "calendar update-calendar ${garden} --description 'What grows when'"},
		{line: "calendar list-calendars", want: `.data | length == 2`},
		{line: "calendar get-calendar ${garden}"},
		{line: "calendar move-event ${tea} --calendar-id primary --destination-calendar-id nobody@example.org", exit: 1, want: `.error.code == "NOT_FOUND" and (.error.message | contains("nobody@example.org"))`},
		{line: "calendar move-event ${tea} --calendar-id primary --destination-calendar-id ${garden}"},
		{line: "calendar list-events --calendar-id ${garden} --from 2026-12-01 --to 2026-12-02", want: `.data.items | length == 1`},

		// What is deleted.
		{line: "calendar delete-event ${fair}"},
		{line: "calendar delete-event ${choir}"},
		{line: "calendar get-event ${fair}", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: `calendar batch --params-json '{"operations":[{"action":"createEvent","params":{"title":"A","startTime":"2026-12-10","endTime":"2026-12-11"}},{"action":"listEvents","params":{"timeMin":"2026-12-10","timeMax":"2026-12-11"}},{"action":"listCalendars"}]}'`},
		{line: `calendar batch --params-json '{"operations":[{"action":"deleteEvent","params":{"eventId":"${harvest}"}},{"action":"getEvent","params":{"eventId":"${fair}"}}]}'`, asks: true, exit: 3},
		{line: "calendar delete-calendar ${garden}"},
	})
}
