package driveapi

import "github.com/wslite/wslite/host/backend/local/store"

// copyComments copies the open comments of a file with their replies.
func copyComments(tx *store.Tx, from, to *fileRow) error {
	rows, err := tx.Query(`SELECT `+commentColumns+` FROM file_comments WHERE file = ? AND deleted = 0 AND resolved = 0 ORDER BY seq`, from.seq)
	if err != nil {
		return err
	}
	var all []*commentRow
	for rows.Next() {
		r := &commentRow{}
		if err := r.scan(rows); err != nil {
			rows.Close()
			return err
		}
		all = append(all, r)
	}
	if err := rows.Close(); err != nil {
		return err
	}
	for _, r := range all {
		replies, err := repliesOf(tx, r.seq, false, 0, -1)
		if err != nil {
			return err
		}
		r.id, r.file = tx.NewID(), to.seq
		if err := r.insert(tx); err != nil {
			return err
		}
		for _, reply := range replies {
			reply.id, reply.comment = tx.NewID(), r.seq
			if err := reply.insert(tx); err != nil {
				return err
			}
		}
	}
	return nil
}
