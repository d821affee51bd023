package calendarapi

import (
	"unicode/utf8"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// Limits that the Discovery document states, and page sizes.
const (
	listPageSize    = 100
	maxListPage     = 250
	eventsPageSize  = 250
	maxEventsPage   = 2500
	maxOverrides    = 5
	maxReminder     = 40320 // minutes: four weeks
	maxAttachments  = 25
	maxLabels       = 200
	maxLabelName    = 50
	maxFreeBusy     = 50  // calendars of a free/busy query
	maxGroupMembers = 100 // members of a group
	minEventID      = 5
	maxEventID      = 1024
	maxURI          = 1300
	maxCode         = 128
	maxEntryLabel   = 512
	maxNotes        = 2048
)

// Limits of ours, where the document states none. They are what the service
// is known to take.
const (
	maxSummary     = 1024 // characters
	maxDescription = 8192
	maxLocation    = 1024
	maxText        = 1024 // quickAdd
	maxQuery       = 1024 // q
	maxAttendees   = 200
	maxProperties  = 300           // extended properties of an event, private and shared together
	maxPropertyKey = 44            // characters
	maxPropertyVal = 1024          // characters
	maxCalendars   = 1000          // calendars of the workspace
	maxNotified    = 1000          // notifications that are kept
	maxSpan        = 10 * 366 * 24 // hours that a free/busy query may span
)

// checkLength counts characters (code points), not bytes.
func checkLength(field, text string, limit int) error {
	if n := utf8.RuneCountInString(text); n > limit {
		return gapi.Invalid("Invalid value at '%s': %d characters, the maximum is %d.", field, n, limit)
	}
	return nil
}
