package blobs

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wslite/wslite/host/backend/local/store"
)

// Sweep removes the content that nothing keeps and the uploads that took too
// long, in short transactions. It costs one query where there is nothing.
// APIs call it after they released content.
func (s *Store) Sweep(ctx context.Context) error {
	for {
		more, err := s.sweep(ctx)
		if err != nil || !more {
			return err
		}
	}
}

// sweep does one step and says whether there may be more.
func (s *Store) sweep(ctx context.Context) (more bool, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(`DELETE FROM uploads WHERE started < ?`, tx.Now-uploadFor.Milliseconds()); err != nil {
			return err
		}
		var seq int64
		err := tx.QueryRow(`SELECT seq FROM blobs WHERE refs = 0 AND touched < ?
			AND (touched = 0 OR id NOT IN (SELECT blob FROM uploads)) ORDER BY touched LIMIT 1`, tx.Now-unkeptFor.Milliseconds()).Scan(&seq)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		r, err := tx.Exec(`DELETE FROM blob_pieces WHERE rowid IN (SELECT rowid FROM blob_pieces WHERE blob = ? LIMIT ?)`, seq, sweepPieces)
		if err != nil {
			return err
		}
		if n, _ := r.RowsAffected(); n == sweepPieces { // the driver knows the number always
			_, err := tx.Exec(`UPDATE blobs SET touched = 0, done = 0 WHERE seq = ?`, seq) // it can't be kept any more
			return err
		}
		if _, err := tx.Exec(`DELETE FROM uploads WHERE blob = (SELECT id FROM blobs WHERE seq = ?)`, seq); err != nil {
			return err
		}
		_, err = tx.Exec(`DELETE FROM blobs WHERE seq = ?`, seq)
		return err
	})
	return more, err
}
