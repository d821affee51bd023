package driveapi

import (
	"database/sql"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// parentFor finds the folder that something is put into, and checks that the
// user may and that there is room.
func (a *API) parentFor(tx *store.Tx, id string, drives bool) (*fileRow, error) {
	p, err := a.find(tx, id, drives)
	if err != nil {
		return nil, err
	}
	if !p.folder() {
		return nil, forbidden("parentNotAFolder", "The specified parent is not a folder.")
	}
	have, err := a.sight(tx).mine(p)
	if err != nil {
		return nil, err
	}
	if have < writer {
		return nil, forbidden("insufficientParentPermissions", "Insufficient permissions for the specified parent.")
	}
	var children, depth int
	err = tx.QueryRow(`SELECT (SELECT count(*) FROM (SELECT 1 FROM files WHERE parent = ? LIMIT ?)),
		(WITH RECURSIVE up (parent) AS (SELECT parent FROM files WHERE seq = ? UNION ALL SELECT f.parent FROM files f JOIN up ON f.seq = up.parent)
			SELECT count(*) FROM up)`, p.seq, maxChildren, p.seq).Scan(&children, &depth)
	if err != nil {
		return nil, err
	}
	if children >= maxChildren {
		return nil, forbidden("numChildrenInNonRootLimitExceeded", "The limit for this folder's number of children (files and folders) has been exceeded.")
	}
	if depth > maxDepth {
		return nil, tooDeep()
	}
	return p, nil
}

func tooDeep() error {
	return forbidden("myDriveHierarchyDepthLimitExceeded", "The limit for folder depth has been exceeded.")
}

// put places a file in a folder, which decides on drive, owner and trash.
func (f *fileRow) put(p *fileRow, me string) {
	f.parent, f.drive, f.space = sql.NullInt64{Int64: p.seq, Valid: true}, p.drive, p.space
	switch {
	case p.drive.Valid:
		f.owner = ""
	case f.owner == "":
		f.owner = me
	}
	f.trashed = f.explicit || p.trashed
}

// split reads a comma-separated list of ids.
func split(list string) (out []string) {
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			out = append(out, id)
		}
	}
	return out
}

// move does what addParents and removeParents ask, and says whether anything
// moved.
func (a *API) move(tx *store.Tx, c *gapi.Call, f *fileRow) (bool, error) {
	add, remove := split(c.Query.String("addParents")), split(c.Query.String("removeParents"))
	if len(add) == 0 && len(remove) == 0 {
		return false, nil
	}
	if f.top != notTop {
		return false, forbidden("cannotMoveTopFolder", "The top folder of a drive cannot be moved.")
	}
	var parents []int64
	if f.parent.Valid {
		parents = append(parents, f.parent.Int64)
	}
	var to *fileRow
	for _, id := range add {
		p, err := rowByID(tx, id)
		if err != nil {
			return false, err
		}
		if f.parent.Valid && p.seq == f.parent.Int64 {
			continue
		}
		if to, err = a.parentFor(tx, id, allDrives(c.Query)); err != nil {
			return false, err
		}
		parents = append(parents, to.seq)
	}
	for _, id := range remove {
		if id == rootAlias || id == appDataAlias {
			root, err := rowByID(tx, id)
			if err != nil {
				return false, err
			}
			id = root.id
		}
		parents = slices.DeleteFunc(parents, func(seq int64) bool {
			p, err := rowBySeq(tx, seq)
			return err == nil && p.id == id
		})
	}
	switch {
	case len(parents) > 1:
		return false, forbidden("cannotAddParent", "Increasing the number of parents is not allowed")
	case len(parents) == 1 && f.parent.Valid && parents[0] == f.parent.Int64:
		return false, nil
	case len(parents) == 0 && f.drive.Valid:
		return false, forbidden("teamDrivesParentLimit", "A shared drive item must have exactly one parent.")
	case len(parents) == 0: // it goes to the top of its owner's drive
		if !a.isMe(f.owner) {
			f.parent = sql.NullInt64{}
			return true, f.save(tx)
		}
		root, err := rowByID(tx, rootAlias)
		if err != nil || f.parent == (sql.NullInt64{Int64: root.seq, Valid: true}) {
			return false, err
		}
		to = root
	}
	if to == nil {
		return false, nil
	}
	return true, a.relocate(tx, f, to)
}

// relocate moves a file with all that is below it.
func (a *API) relocate(tx *store.Tx, f, to *fileRow) error {
	have, err := a.sight(tx).mine(f)
	if err != nil {
		return err
	}
	switch crossing := f.drive != to.drive; {
	case f.space != to.space:
		return forbidden("cannotMoveBetweenSpaces", "An item cannot be moved into or out of the application data folder.")
	case crossing && f.folder() && (!f.drive.Valid || !to.drive.Valid):
		return forbidden("teamDrivesFolderMoveInNotSupported", "Moving folders into or out of shared drives is not supported.")
	case crossing && (f.drive.Valid && have < organizer || !f.drive.Valid && have < owner):
		return noPermission(f.id)
	}
	if f.folder() {
		if err := a.fits(tx, f, to); err != nil {
			return err
		}
	}
	wasOwned := f.owner != ""
	f.put(to, a.owner.Email)
	if f.drive.Valid && wasOwned {
		_, err = tx.Exec(`DELETE FROM file_permissions WHERE file = ? AND role = 'owner'`, f.seq)
	} else if !f.drive.Valid && !wasOwned {
		err = a.own(tx, f, f.owner)
	}
	if err != nil {
		return err
	}
	if err := f.save(tx); err != nil {
		return err
	}
	if f.folder() {
		if _, err := tx.Exec(below+`UPDATE files SET drive = ? WHERE seq IN (SELECT seq FROM below)`, f.seq, f.drive); err != nil {
			return err
		}
		if err := f.spreadTrash(tx); err != nil {
			return err
		}
		if err := f.changedBelow(tx); err != nil {
			return err
		}
	}
	return a.refresh(tx, f)
}

// fits checks that a folder does not get into itself, nor too deep.
func (a *API) fits(tx *store.Tx, f, to *fileRow) error {
	var inside bool
	var height, depth int
	err := tx.QueryRow(below+`SELECT EXISTS (SELECT 1 FROM below WHERE seq = ?)`, f.seq, to.seq).Scan(&inside)
	if err != nil {
		return err
	}
	if inside {
		return gapi.Invalid("A folder cannot be moved into itself or a folder within it.")
	}
	err = tx.QueryRow(`SELECT (WITH RECURSIVE down (seq, n) AS (SELECT ?, 0 UNION ALL SELECT f.seq, n + 1 FROM files f JOIN down d ON f.parent = d.seq WHERE f.plain = 0)
			SELECT max(n) FROM down),
		(WITH RECURSIVE up (parent) AS (SELECT parent FROM files WHERE seq = ? UNION ALL SELECT f.parent FROM files f JOIN up ON f.seq = up.parent)
			SELECT count(*) FROM up)`, f.seq, to.seq).Scan(&height, &depth)
	if err == nil && depth+height > maxDepth {
		return tooDeep()
	}
	return err
}
