package gmailapi

import (
	_ "embed"
	"time"

	"github.com/wslite/wslite/host/backend/local/blobs"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// API is Gmail on a store.
type API struct {
	store  *store.Store
	blobs  *blobs.Store
	owner  gapi.Person
	limits Limits
	zone   *time.Location
}

// New makes the API; the store must have had Migration. The owner is the
// person whose workspace it is.
func New(s *store.Store, b *blobs.Store, owner gapi.Person) *API {
	return &API{store: s, blobs: b, owner: owner, limits: DefaultLimits(), zone: time.UTC}
}

// InZone gives the API of an account whose days begin in that time zone.
func (a *API) InZone(zone *time.Location) *API {
	b := *a
	b.zone = zone
	return &b
}

//go:embed schema.sql
var schema string

// firstHistory is the id of the mailbox's birth in its history. Gmail's ids
// are never small either.
const firstHistory = 1000

// Migration makes the tables and the system labels.
func Migration() store.Migration {
	return store.Migration{
		Name: "gmail: messages, labels, drafts, history and settings",
		SQL:  schema,
		Seed: func(tx *store.Tx) error {
			for _, l := range systemLabels() {
				if err := l.insert(tx); err != nil {
					return err
				}
			}
			_, err := tx.Exec(`INSERT INTO mail_history (id, kind, message, thread) VALUES (?, 'born', '', '')`, firstHistory)
			return err
		},
	}
}
