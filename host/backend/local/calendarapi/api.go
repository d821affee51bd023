package calendarapi

import (
	_ "embed"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// API is Google Calendar on a store.
type API struct {
	store *store.Store
	owner gapi.Person
	times timesCache
}

// New makes the API; the store must have had Migration. The owner is the
// person whose workspace it is.
func New(s *store.Store, owner gapi.Person) *API {
	return &API{store: s, owner: owner}
}

//go:embed schema.sql
var schema string

// Migration makes the tables and the primary calendar, which always exists. It
// lies in the time zone of that name; "" is UTC.
func Migration(zone string) store.Migration {
	if zone == "" {
		zone = defaultZone
	}
	return store.Migration{
		Name: "calendar: calendars and events",
		SQL:  schema,
		Seed: func(tx *store.Tx) error {
			_, err := tx.Exec(`INSERT INTO cal_calendars (id, summary, zone, entry, updated, rev, list_rev)
				VALUES ('primary', '', ?, ?, ?, ?, ?)`, zone, primaryEntry, tx.Now, tx.Rev, tx.Rev)
			return err
		},
	}
}
