package blobs

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// StartUpload implements gapi.Uploads.
func (s *Store) StartUpload(ctx context.Context, u *gapi.Upload) error {
	if err := s.Sweep(ctx); err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		u.ID, u.Content = tx.NewID(), gapi.Blob{ID: tx.NewID()}
		if _, err := tx.Exec(`INSERT INTO blobs (id, touched) VALUES (?, ?)`, u.Content.ID, tx.Now); err != nil {
			return err
		}
		if u.Body == nil {
			u.Body = []byte{}
		}
		_, err := tx.Exec(`INSERT INTO uploads (id, blob, method, path, query, body, mime, size, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			u.ID, u.Content.ID, u.Method, u.Path, u.Query, u.Body, u.MimeType, u.Size, tx.Now)
		return err
	})
}

// FindUpload implements gapi.Uploads.
func (s *Store) FindUpload(ctx context.Context, id string) (*gapi.Upload, error) {
	u := &gapi.Upload{ID: id}
	b := &u.Content
	err := s.store.Read(ctx, func(tx *store.Tx) error {
		// An upload that is over time is not found, also before a sweep. The
		// last write's time stands for now: a read has no clock.
		return tx.QueryRow(`SELECT u.method, u.path, u.query, u.body, u.mime, u.size, u.answer, b.id, b.size, b.done, b.md5, b.sha1, b.sha256
			FROM uploads u JOIN blobs b ON b.id = u.blob WHERE u.id = ? AND u.started >= (SELECT updated FROM workspace) - ?`,
			id, uploadFor.Milliseconds()).
			Scan(&u.Method, &u.Path, &u.Query, &u.Body, &u.MimeType, &u.Size, &u.Answer, &b.ID, &b.Size, &u.Complete, &b.MD5, &b.SHA1, &b.SHA256)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, gapi.NotFound("There is no such upload: it is unknown, cancelled or expired. Start it again.")
	}
	return u, err
}

// ResumeUpload implements gapi.Uploads.
func (s *Store) ResumeUpload(ctx context.Context, u *gapi.Upload) (gapi.BlobWriter, error) {
	w := &writer{store: s.store, ctx: ctx, id: u.Content.ID, sums: newSums()}
	var state []byte
	err := s.store.Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT seq, size, sums FROM blobs WHERE id = ? AND done = 0`, w.id).Scan(&w.seq, &w.size, &state)
	})
	if errors.Is(err, sql.ErrNoRows) || err == nil && w.size != u.Content.Size {
		return nil, gapi.Unavailable("Another request is sending the same upload. Ask for its status and go on from there.")
	}
	if err != nil {
		return nil, err
	}
	return w, w.sums.restore(state)
}

// ClaimUpload implements gapi.Uploads.
func (s *Store) ClaimUpload(ctx context.Context, id string) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		r, err := tx.Exec(`UPDATE uploads SET claimed = ? WHERE id = ? AND answer IS NULL AND claimed <= ?`, tx.Now, id, tx.Now-claimFor.Milliseconds())
		if err != nil {
			return err
		}
		if n, _ := r.RowsAffected(); n == 0 { // the driver knows the number always
			return gapi.Unavailable("Another request is finishing the same upload. Ask for its status in a moment.")
		}
		return nil
	})
}

// FinishUpload implements gapi.Uploads.
func (s *Store) FinishUpload(ctx context.Context, id string, answer []byte) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`UPDATE uploads SET answer = ?, claimed = 0 WHERE id = ?`, answer, id)
		return err
	})
}

// CancelUpload implements gapi.Uploads.
func (s *Store) CancelUpload(ctx context.Context, u *gapi.Upload) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`DELETE FROM uploads WHERE id = ?`, u.ID)
		return err
	})
	if err != nil {
		return err
	}
	return s.Discard(ctx, u.Content.ID)
}
