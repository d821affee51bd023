package blobs

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"io"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// Store is the content of one workspace. It may be used by many goroutines.
type Store struct{ store *store.Store }

var (
	_ gapi.Blobs   = (*Store)(nil)
	_ gapi.Uploads = (*Store)(nil)
)

// New makes the store; the workspace must have had Migration.
func New(s *store.Store) *Store { return &Store{store: s} }

//go:embed schema.sql
var schema string

// Migration makes the tables.
func Migration() store.Migration { return store.Migration{Name: "blobs: content", SQL: schema} }

// Create implements gapi.Blobs. Nothing is stored before the first piece is full.
func (s *Store) Create(ctx context.Context) (gapi.BlobWriter, error) {
	return &writer{store: s.store, ctx: ctx, sums: newSums()}, nil
}

// Open implements gapi.Blobs.
func (s *Store) Open(ctx context.Context, id string) (io.ReadSeekCloser, error) {
	r := &reader{store: s.store, ctx: ctx, piece: -1}
	err := s.store.Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT seq, size FROM blobs WHERE id = ? AND done = 1`, id).Scan(&r.seq, &r.size)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, gone()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Put keeps content that is there already, in pieces, until a Keep or for a
// day. It is Create, Write and Commit in one.
func (s *Store) Put(ctx context.Context, r io.Reader) (gapi.Blob, error) {
	w, err := s.Create(ctx)
	if err != nil {
		return gapi.Blob{}, err
	}
	if _, err := io.Copy(w, r); err != nil {
		w.Abort()
		return gapi.Blob{}, err
	}
	return w.Commit()
}

// Stat gives what is known of complete content, within a transaction; 404
// where there is none of that id.
func (s *Store) Stat(tx *store.Tx, id string) (gapi.Blob, error) {
	b := gapi.Blob{ID: id}
	err := tx.QueryRow(`SELECT size, md5, sha1, sha256 FROM blobs WHERE id = ? AND done = 1`, id).Scan(&b.Size, &b.MD5, &b.SHA1, &b.SHA256)
	if errors.Is(err, sql.ErrNoRows) {
		return b, gone()
	}
	return b, err
}

// Keep adds a reference to complete content, so that it stays; 404 where there
// is none of that id.
func (s *Store) Keep(tx *store.Tx, id string) error {
	r, err := tx.Exec(`UPDATE blobs SET refs = refs + 1, touched = ? WHERE id = ? AND done = 1`, tx.Now, id)
	if err != nil {
		return err
	}
	if n, _ := r.RowsAffected(); n == 0 { // the driver knows the number always
		return gone()
	}
	return nil
}

// Release takes a reference away. Without any the content is gone for its
// users, and the next Sweep removes it. Unknown content is no error: a thing
// without content is released alike.
func (s *Store) Release(tx *store.Tx, id string) error {
	_, err := tx.Exec(`UPDATE blobs SET refs = refs - 1, touched = iif(refs = 1, 0, touched) WHERE id = ? AND refs > 0`, id)
	return err
}

// Discard implements gapi.Blobs.
func (s *Store) Discard(ctx context.Context, id string) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`UPDATE blobs SET touched = 0 WHERE id = ? AND refs = 0`, id)
		return err
	})
	if err != nil {
		return err
	}
	return s.Sweep(ctx)
}

func gone() *gapi.Error { return gapi.NotFound("There is no such content.") }
