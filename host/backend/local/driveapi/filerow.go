package driveapi

import (
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// The kinds of tops.
const (
	notTop = iota
	topMyDrive
	topShared
	topAppData
)

// Aliases that stand for ids.
const (
	rootAlias    = "root"
	appDataAlias = "appDataFolder"
)

// fileRow is a row of files; the columns are explained in schema.sql.
type fileRow struct {
	seq                          int64
	id                           string
	top                          int
	parent, drive, head          sql.NullInt64
	space                        int
	owner, name, natural, mime   string
	description                  string
	created, modified            int64
	modifiedBy                   string
	modifiedMe, viewed, sharedAt int64
	sharedBy                     string
	starred, trashed, explicit   bool
	trashedAt                    int64
	trashedBy, original          string
	target, targetMime, color    string
	noCopy, writersShare         bool
	visibility                   int
	lost                         bool
	hint                         string
	size, quota, version, rev    int64
}

const fileColumns = `f.seq, f.id, f.top, f.parent, f.drive, f.head, f.space, f.owner, f.name, f.natural, f.mime, f.description, f.created, f.modified,
	f.modified_by, f.modified_me, f.viewed, f.shared_at, f.shared_by, f.starred, f.trashed, f.explicit, f.trashed_at, f.trashed_by, f.original,
	f.target, f.target_mime, f.color, f.no_copy, f.writers_share, f.visibility, f.lost, f.hint, f.size, f.quota, f.version, f.rev`

type scanner interface{ Scan(...any) error }

func (f *fileRow) scan(row scanner, more ...any) error {
	return row.Scan(append([]any{&f.seq, &f.id, &f.top, &f.parent, &f.drive, &f.head, &f.space, &f.owner, &f.name, &f.natural, &f.mime, &f.description, &f.created, &f.modified,
		&f.modifiedBy, &f.modifiedMe, &f.viewed, &f.sharedAt, &f.sharedBy, &f.starred, &f.trashed, &f.explicit, &f.trashedAt, &f.trashedBy, &f.original,
		&f.target, &f.targetMime, &f.color, &f.noCopy, &f.writersShare, &f.visibility, &f.lost, &f.hint, &f.size, &f.quota, &f.version, &f.rev}, more...)...)
}

func (f *fileRow) folder() bool   { return f.mime == mimeFolder }
func (f *fileRow) shortcut() bool { return f.mime == mimeShortcut }

// native says that it is a Google document of some kind, without bytes of its own.
func (f *fileRow) native() bool { return strings.HasPrefix(f.mime, nativePrefix) }

func (f *fileRow) binary() bool { return !f.native() }

// insert adds the row, and makes it known to search and changes.
func (f *fileRow) insert(tx *store.Tx) error {
	f.natural, f.rev, f.version = natural(f.name), tx.Rev, 1
	err := tx.QueryRow(`INSERT INTO files (id, top, parent, drive, space, owner, name, natural, mime, plain, description, created, modified, modified_by, modified_me,
		viewed, shared_at, shared_by, starred, trashed, original, target, target_mime, color, no_copy, writers_share, hint, rev)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		f.id, f.top, f.parent, f.drive, f.space, f.owner, f.name, f.natural, f.mime, !f.folder(), f.description, f.created, f.modified, f.modifiedBy, f.modifiedMe,
		f.viewed, f.sharedAt, f.sharedBy, f.starred, f.trashed, f.original, f.target, f.targetMime, f.color, f.noCopy, f.writersShare, f.hint, f.rev).Scan(&f.seq)
	if err != nil {
		return err
	}
	if f.top == topShared {
		f.drive = sql.NullInt64{Int64: f.seq, Valid: true}
		if _, err := tx.Exec(`UPDATE files SET drive = seq WHERE seq = ?`, f.seq); err != nil {
			return err
		}
	}
	return f.changed(tx)
}

// save writes the columns that methods change, and counts the version.
func (f *fileRow) save(tx *store.Tx) error {
	f.natural, f.rev = natural(f.name), tx.Rev
	f.version++
	_, err := tx.Exec(`UPDATE files SET parent = ?, drive = ?, head = ?, owner = ?, name = ?, natural = ?, mime = ?, description = ?, created = ?, modified = ?,
		modified_by = ?, modified_me = ?, viewed = ?, shared_at = ?, shared_by = ?, starred = ?, trashed = ?, explicit = ?, trashed_at = ?, trashed_by = ?,
		original = ?, color = ?, no_copy = ?, writers_share = ?, hint = ?, size = ?, quota = ?, version = ?, rev = ? WHERE seq = ?`,
		f.parent, f.drive, f.head, f.owner, f.name, f.natural, f.mime, f.description, f.created, f.modified,
		f.modifiedBy, f.modifiedMe, f.viewed, f.sharedAt, f.sharedBy, f.starred, f.trashed, f.explicit, f.trashedAt, f.trashedBy,
		f.original, f.color, f.noCopy, f.writersShare, f.hint, f.size, f.quota, f.version, f.rev, f.seq)
	if err != nil {
		return err
	}
	return f.changed(tx)
}

// touch counts a change that is not in the row itself, such as a permission.
func (f *fileRow) touch(tx *store.Tx) error {
	f.version, f.rev = f.version+1, tx.Rev
	if _, err := tx.Exec(`UPDATE files SET version = ?, rev = ? WHERE seq = ?`, f.version, f.rev, f.seq); err != nil {
		return err
	}
	return f.changed(tx)
}

// reload reads the row again.
func (f *fileRow) reload(tx *store.Tx) error {
	return f.scan(tx.QueryRow(`SELECT `+fileColumns+` FROM files f WHERE f.seq = ?`, f.seq))
}

func (f *fileRow) etag() string { return gapi.ETag("file", f.id, strconv.FormatInt(f.version, 10)) }

// rowByID finds a file by its id or alias; 404.
func rowByID(tx *store.Tx, id string) (*fileRow, error) {
	query, args := ` FROM files f WHERE f.id = ?`, []any{id}
	switch id {
	case rootAlias:
		query, args = ` FROM files f WHERE f.top = ?`, []any{topMyDrive}
	case appDataAlias:
		query, args = ` FROM files f WHERE f.top = ?`, []any{topAppData}
	}
	f := &fileRow{}
	err := f.scan(tx.QueryRow(`SELECT `+fileColumns+query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fileNotFound(id)
	}
	return f, err
}

func rowBySeq(tx *store.Tx, seq int64) (*fileRow, error) {
	f := &fileRow{seq: seq}
	return f, f.reload(tx)
}
