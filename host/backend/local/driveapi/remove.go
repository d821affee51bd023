package driveapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) deleteFile(ctx context.Context, c *gapi.Call) (any, error) {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		f, err := a.reach(tx, c, c.Path["fileId"])
		if err != nil {
			return err
		}
		if f.top != notTop {
			return forbidden("cannotDeleteTopFolder", "The top folder of a drive cannot be deleted.")
		}
		need := owner
		if f.drive.Valid {
			need = organizer
		}
		if err := a.demand(tx, f, need); err != nil {
			return err
		}
		if err := c.Match(f.etag()); err != nil {
			return err
		}
		return a.remove(tx, f.seq)
	})
	if err != nil {
		return nil, err
	}
	return nil, a.blobs.Sweep(ctx)
}

// remove deletes a file for good, with all that is below it. What others own
// there stays and has no folder any more. The content is swept by the caller,
// outside of the transaction.
func (a *API) remove(tx *store.Tx, seq int64) error {
	var there bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM files WHERE seq = ?)`, seq).Scan(&there); err != nil || !there {
		return err
	}
	// gone is what goes: the walk stops at what somebody else owns.
	const gone = `WITH RECURSIVE gone (seq, owner) AS (
		SELECT seq, owner FROM files WHERE seq = ?
		UNION ALL SELECT f.seq, f.owner FROM files f JOIN gone g ON f.parent = g.seq WHERE f.owner IN ('', g.owner)) `
	// Others' files that stay lose their folder.
	_, err := tx.Exec(gone+`UPDATE files SET parent = NULL, explicit = 0, trashed = 0, rev = ?
		WHERE parent IN (SELECT seq FROM gone) AND seq NOT IN (SELECT seq FROM gone)`, seq, tx.Rev)
	if err != nil {
		return err
	}
	rows, err := tx.Query(gone+`SELECT r.blob FROM file_revisions r JOIN gone g ON r.file = g.seq WHERE r.blob <> ''`, seq)
	if err != nil {
		return err
	}
	var blobs []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			rows.Close()
			return err
		}
		blobs = append(blobs, id)
	}
	if err := rows.Close(); err != nil {
		return err
	}
	for _, id := range blobs {
		if err := a.blobs.Release(tx, id); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(gone+addChange+`WHERE f.seq IN (SELECT seq FROM gone)`, seq, true, tx.Now); err != nil {
		return err
	}
	_, err = tx.Exec(gone+`DELETE FROM files WHERE seq IN (SELECT seq FROM gone)`, seq)
	return err
}
