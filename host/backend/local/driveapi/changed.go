package driveapi

import "github.com/wslite/wslite/host/backend/local/store"

// below selects a file and all that is below it; the argument is its seq.
const below = `WITH RECURSIVE below (seq) AS (
	SELECT ? UNION ALL SELECT f.seq FROM files f JOIN below b ON f.parent = b.seq)`

const addChange = `INSERT OR REPLACE INTO drive_changes (id, kind, drive, space, removed, at)
	SELECT f.id, 'file', coalesce(d.id, ''), f.space, ?, ? FROM files f LEFT JOIN files d ON d.seq = f.drive `

// changed moves the file to the end of the changes.
func (f *fileRow) changed(tx *store.Tx) error {
	if f.top == topMyDrive || f.top == topAppData {
		return nil
	}
	_, err := tx.Exec(addChange+`WHERE f.seq = ?`, false, tx.Now, f.seq)
	return err
}

// changedBelow does the same with all that is below the file, which has just
// changed in the same way.
func (f *fileRow) changedBelow(tx *store.Tx) error {
	if !f.folder() {
		return nil
	}
	_, err := tx.Exec(below+`UPDATE files SET version = version + 1, rev = ? WHERE seq <> ? AND seq IN (SELECT seq FROM below)`, f.seq, tx.Rev, f.seq)
	if err != nil {
		return err
	}
	_, err = tx.Exec(below+addChange+`WHERE f.seq <> ? AND f.seq IN (SELECT seq FROM below)`, f.seq, false, tx.Now, f.seq)
	return err
}
