package driveapi

import "github.com/wslite/wslite/host/backend/local/store"

// commentRow is a row of file_comments.
type commentRow struct {
	seq                                         int64
	id                                          string
	file                                        int64
	author, content, anchor, quotedMime, quoted string
	created, modified                           int64
	deleted, resolved                           bool
}

const commentColumns = `seq, id, file, author, content, anchor, quoted_mime, quoted, created, modified, deleted, resolved`

func (r *commentRow) scan(row scanner) error {
	return row.Scan(&r.seq, &r.id, &r.file, &r.author, &r.content, &r.anchor, &r.quotedMime, &r.quoted, &r.created, &r.modified, &r.deleted, &r.resolved)
}

func (r *commentRow) save(tx *store.Tx) error {
	r.modified = tx.Now
	_, err := tx.Exec(`UPDATE file_comments SET content = ?, modified = ?, deleted = ?, resolved = ? WHERE seq = ?`, r.content, r.modified, r.deleted, r.resolved, r.seq)
	return err
}

func (r *commentRow) insert(tx *store.Tx) error {
	return tx.QueryRow(`INSERT INTO file_comments (id, file, author, content, anchor, quoted_mime, quoted, created, modified) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		r.id, r.file, r.author, r.content, r.anchor, r.quotedMime, r.quoted, r.created, r.modified).Scan(&r.seq)
}
