package driveapi

import (
	"database/sql"
	_ "embed"

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

//go:embed schema.sql
var schema string

// Migration makes the tables, My Drive and the application data folder, which
// always exist.
func Migration() store.Migration {
	return store.Migration{Name: "drive", SQL: schema, Seed: func(tx *store.Tx) error {
		for top, name := range map[int]string{topMyDrive: "My Drive", topAppData: "Application Data"} {
			f := &fileRow{id: tx.NewID(), top: top, name: name, mime: mimeFolder, created: tx.Now, modified: tx.Now, writersShare: true}
			if top == topAppData {
				f.space = 1
			}
			f.parent = sql.NullInt64{}
			if err := f.insert(tx); err != nil {
				return err
			}
		}
		return nil
	}}
}
