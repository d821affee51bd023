// Package blobs keeps the content of files and mails in the file of an
// embedded workspace.
package blobs

import (
	"context"
	"io"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// Store is the content of one workspace.
type Store struct{ store *store.Store }

var _ gapi.Blobs = (*Store)(nil)

// New makes the store; the workspace must have had Migration.
func New(s *store.Store) *Store { return &Store{store: s} }

// Migration makes the tables.
func Migration() store.Migration { return store.Migration{Name: "blobs: content", SQL: `SELECT 1`} }

// Create implements gapi.Blobs.
func (s *Store) Create(ctx context.Context) (gapi.BlobWriter, error) {
	return nil, gapi.Internal("Content is not kept yet.")
}

// Open implements gapi.Blobs.
func (s *Store) Open(ctx context.Context, id string) (io.ReadSeekCloser, error) {
	return nil, gapi.NotFound("There is no such content.")
}
