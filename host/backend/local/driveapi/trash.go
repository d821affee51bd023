package driveapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// setTrashed moves a file to the trash with all that is below it, or takes it
// out. What is below and was trashed by itself stays so; a file below a
// trashed folder stays trashed with it.
func (a *API) setTrashed(tx *store.Tx, f *fileRow, trashed bool) error {
	if f.top != notTop {
		return forbidden("cannotTrashTopFolder", "The top folder of a drive cannot be trashed.")
	}
	need := owner
	if f.drive.Valid {
		need = fileOrganizer
	}
	if err := a.demand(tx, f, need); err != nil {
		return err
	}
	if f.explicit == trashed {
		return nil
	}
	f.explicit, f.trashed = trashed, trashed
	f.trashedAt, f.trashedBy = 0, ""
	if trashed {
		f.trashedAt, f.trashedBy = tx.Now, a.owner.Email
	} else if f.parent.Valid {
		p, err := rowBySeq(tx, f.parent.Int64)
		if err != nil {
			return err
		}
		f.trashed = p.trashed
	}
	// The row is written by the caller; what is below follows it.
	if _, err := tx.Exec(`UPDATE files SET trashed = ?, explicit = ? WHERE seq = ?`, f.trashed, f.explicit, f.seq); err != nil {
		return err
	}
	if err := f.spreadTrash(tx); err != nil {
		return err
	}
	return f.changedBelow(tx)
}

// spreadTrash makes all that is below a folder trashed like it, except what was
// trashed by itself.
func (f *fileRow) spreadTrash(tx *store.Tx) error {
	_, err := tx.Exec(`WITH RECURSIVE below (seq) AS (
		SELECT ? UNION ALL SELECT f.seq FROM files f JOIN below b ON f.parent = b.seq WHERE f.explicit = 0)
		UPDATE files SET trashed = ? WHERE seq IN (SELECT seq FROM below) AND explicit = 0`, f.seq, f.trashed)
	return err
}

func (a *API) emptyTrash(ctx context.Context, c *gapi.Call) (any, error) {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		where, arg := `f.drive IS NULL AND f.owner = ?`, any(a.owner.Email)
		if id := c.Query.String("driveId"); id != "" {
			d, err := a.driveFor(tx, id, organizer)
			if err != nil {
				return err
			}
			where, arg = `f.drive = ?`, d.seq
		}
		rows, err := tx.Query(`SELECT f.seq FROM files f WHERE f.explicit = 1 AND f.trashed = 1 AND `+where, arg)
		if err != nil {
			return err
		}
		var all []int64
		for rows.Next() {
			var seq int64
			if err := rows.Scan(&seq); err != nil {
				rows.Close()
				return err
			}
			all = append(all, seq)
		}
		if err := rows.Close(); err != nil {
			return err
		}
		for _, seq := range all {
			if err := a.remove(tx, seq); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return nil, a.blobs.Sweep(ctx)
}
