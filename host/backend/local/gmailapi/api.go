// Package gmailapi is Google's Gmail API v1 on the store of an embedded workspace.
package gmailapi

import (
	"github.com/wslite/wslite/host/backend/local/blobs"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// API is the API on a store.
type API struct {
	store *store.Store
	blobs *blobs.Store
	owner gapi.Person
}

// New makes the API; the store must have had Migration. The owner is the
// person whose workspace it is.
func New(s *store.Store, b *blobs.Store, owner gapi.Person) *API {
	return &API{store: s, blobs: b, owner: owner}
}

// Migration makes the tables.
func Migration() store.Migration { return store.Migration{Name: "gmail", SQL: `SELECT 1`} }

// Methods lists the methods that are served.
func (a *API) Methods() []gapi.Method { return nil }
