package driveapi

import (
	"database/sql"
	"errors"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// revisionRow is a row of file_revisions.
type revisionRow struct {
	seq, file                int64
	id, blob, mime           string
	size                     int64
	md5, sha1, sha256        string
	original                 string
	modified                 int64
	author                   string
	keep                     bool
	published, auto, outside bool
}

const revisionColumns = `seq, file, id, blob, mime, size, md5, sha1, sha256, original, modified, author, keep, published, auto, outside`

func (r *revisionRow) scan(row scanner) error {
	return row.Scan(&r.seq, &r.file, &r.id, &r.blob, &r.mime, &r.size, &r.md5, &r.sha1, &r.sha256, &r.original, &r.modified, &r.author,
		&r.keep, &r.published, &r.auto, &r.outside)
}

func (r *revisionRow) insert(tx *store.Tx) error {
	return tx.QueryRow(`INSERT INTO file_revisions (file, id, blob, mime, size, md5, sha1, sha256, original, modified, author, keep)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		r.file, r.id, r.blob, r.mime, r.size, r.md5, r.sha1, r.sha256, r.original, r.modified, r.author, r.keep).Scan(&r.seq)
}

// revisionBySeq gives sql.ErrNoRows where there is none.
func revisionBySeq(tx *store.Tx, seq int64) (*revisionRow, error) {
	r := &revisionRow{}
	return r, r.scan(tx.QueryRow(`SELECT `+revisionColumns+` FROM file_revisions WHERE seq = ?`, seq))
}

// revisionByID finds a revision of a file; 404.
func revisionByID(tx *store.Tx, f *fileRow, id string) (*revisionRow, error) {
	query, arg := `SELECT `+revisionColumns+` FROM file_revisions WHERE file = ? AND id = ?`, any(id)
	if id == "head" {
		query, arg = `SELECT `+revisionColumns+` FROM file_revisions WHERE file = ? AND seq = ?`, f.head
	}
	r := &revisionRow{}
	err := r.scan(tx.QueryRow(query, f.seq, arg))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, missing("revisionId", "Revision not found: %s.", id)
	}
	return r, err
}

// roomToKeep checks how many revisions of a file are kept for ever.
func roomToKeep(tx *store.Tx, file int64) error {
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM file_revisions WHERE file = ? AND keep = 1`, file).Scan(&n)
	if err == nil && n >= maxKept {
		return forbidden("keepForeverLimitExceeded", "The limit of "+strconv.Itoa(maxKept)+" revisions that are kept forever has been reached.")
	}
	return err
}

func (a *API) revision(f *fileRow, r *revisionRow) *Revision {
	out := &Revision{Kind: "drive#revision", ID: r.id, MimeType: f.mime, ModifiedTime: gapi.FormatTime(r.modified), LastModifyingUser: a.user(r.author)}
	if f.native() {
		out.Published, out.PublishAuto, out.PublishedOutsideDomain = yes(r.published), yes(r.auto), yes(r.outside)
		return out
	}
	out.MimeType, out.KeepForever, out.OriginalFilename = r.mime, yes(r.keep), r.original
	out.Size, out.MD5Checksum, out.Published = strconv.FormatInt(r.size, 10), r.md5, yes(false)
	return out
}
