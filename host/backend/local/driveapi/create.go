package driveapi

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) createFile(ctx context.Context, c *gapi.Call) (any, error) {
	e, err := readEdit(c.Body)
	if err != nil {
		return nil, err
	}
	if err := e.checkNew(); err != nil {
		return nil, err
	}
	if err := refuseLabels(c.Query); err != nil {
		return nil, err
	}
	p, err := a.prepare(ctx, c.Media, value(e.mime), value(e.name))
	if err != nil {
		return nil, err
	}
	var out *File
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		f, err := a.create(tx, e, p, allDrives(c.Query), c.Query.Bool("keepRevisionForever", false))
		if err != nil {
			return err
		}
		out, err = a.file(a.sight(tx), f)
		return err
	})
	if err != nil {
		a.discard(ctx, p)
		return nil, err
	}
	return out, a.settle(ctx, c.Media, p)
}

// checkCreate refuses an upload before its content comes in.
func (a *API) checkCreate(ctx context.Context, c *gapi.Call) error {
	e, err := readEdit(c.Body)
	if err == nil {
		err = e.checkNew()
	}
	if err != nil || len(e.parents) == 0 {
		return err
	}
	return a.store.Read(ctx, func(tx *store.Tx) error {
		_, err := a.parentFor(tx, e.parents[0], allDrives(c.Query))
		return err
	})
}

// checkNew checks what only a new file must obey.
func (e *edit) checkNew() error {
	m := value(e.mime)
	if len(e.parents) > 1 {
		return gapi.Invalid("A file cannot have more than one parent.")
	}
	if _, ok := creatable[m]; len(m) > len(nativePrefix) && m[:len(nativePrefix)] == nativePrefix && !ok {
		return gapi.Invalid("Invalid MIME type provided for the uploaded content.")
	}
	if (m == mimeShortcut) != (value(e.target) != "") {
		return invalid("shortcutTargetInvalid", "A shortcut, and nothing else, has a target: 'file.shortcutDetails.targetId'.")
	}
	if value(e.color) != "" && m != mimeFolder && m != mimeShortcut {
		return gapi.Invalid("Invalid value at 'file.folderColorRgb': only folders have a color.")
	}
	if e.trashed != nil && *e.trashed {
		return notWritable("A file cannot be created in the trash.")
	}
	return nil
}

// create makes a file in a transaction; content may be nil.
func (a *API) create(tx *store.Tx, e *edit, p *content, drives, keep bool) (*fileRow, error) {
	parent := rootAlias
	if len(e.parents) == 1 {
		parent = e.parents[0]
	}
	to, err := a.parentFor(tx, parent, drives)
	if err != nil {
		return nil, err
	}
	id, err := takeID(tx, value(e.id), to.space)
	if err != nil {
		return nil, err
	}
	f := &fileRow{id: id, mime: value(e.mime), created: tx.Now, modified: tx.Now, modifiedBy: a.owner.Email, modifiedMe: tx.Now, viewed: tx.Now, writersShare: true}
	if f.mime == "" {
		f.mime = octets
	}
	if p != nil {
		f.mime = p.file
	}
	e.apply(f)
	if e.modified != nil {
		f.modified, f.modifiedMe = *e.modified, *e.modified
	}
	if f.shortcut() {
		if err := a.aim(tx, f, *e.target); err != nil {
			return nil, err
		}
	}
	f.put(to, a.owner.Email)
	return f, a.finish(tx, f, e, p, keep)
}

// finish stores a new file: row, owner, properties, content.
func (a *API) finish(tx *store.Tx, f *fileRow, e *edit, p *content, keep bool) error {
	if err := f.insert(tx); err != nil {
		return err
	}
	if f.owner != "" {
		if err := a.own(tx, f, f.owner); err != nil {
			return err
		}
	}
	none := ""
	if err := f.index(tx, &none); err != nil {
		return err
	}
	if err := f.setProperties(tx, e.properties); err != nil {
		return err
	}
	original := f.name
	if e.original != nil {
		original = *e.original
	}
	switch {
	case p != nil:
		if err := a.accept(tx, f, p, original, keep); err != nil {
			return err
		}
	case f.native() && !f.folder() && !f.shortcut():
		// An empty document has a first revision too.
		if err := a.addRevision(tx, f, &revisionRow{file: f.seq, mime: kept[f.mime], original: original, author: a.owner.Email}); err != nil {
			return err
		}
	}
	if err := f.save(tx); err != nil {
		return err
	}
	return a.refresh(tx, f)
}

// aim points a shortcut at its target, whose type it remembers.
func (a *API) aim(tx *store.Tx, f *fileRow, id string) error {
	target, err := a.find(tx, id, true)
	if err != nil {
		return err
	}
	if target.shortcut() {
		return forbidden("shortcutTargetInvalid", "The target of a shortcut cannot be a shortcut.")
	}
	f.target, f.targetMime = target.id, target.mime
	if f.name == "Untitled" {
		f.name = target.name
	}
	return nil
}

// takeID gives the id of a new file: one that generateIds handed out before,
// or a fresh one.
func takeID(tx *store.Tx, id string, space int) (string, error) {
	if id == "" {
		return tx.NewID(), nil
	}
	var used bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM files WHERE id = ?) OR EXISTS (SELECT 1 FROM drive_changes WHERE id = ?)`, id, id).Scan(&used); err != nil {
		return "", err
	}
	if used {
		return "", conflict("fileIdInUse", "A file already exists with the provided ID.")
	}
	var one int
	err := tx.QueryRow(`DELETE FROM drive_ids WHERE id = ? AND space = ? RETURNING 1`, id, space).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return "", gapi.Invalid("The provided file ID is not usable.")
	}
	return id, err
}

func (a *API) generateIDs(ctx context.Context, c *gapi.Call) (any, error) {
	n, err := c.Query.Int("count", idsCount, 1, maxIDsCount)
	if err != nil {
		return nil, err
	}
	out := &GeneratedIds{Kind: "drive#generatedIds", Space: "drive", IDs: make([]string, 0, n)}
	space := 0
	switch s := c.Query.String("space"); s {
	case "", "drive":
	case appDataAlias:
		out.Space, space = s, 1
	default:
		return nil, gapi.InvalidParameter("space", "Invalid value %s for space: it must be drive or appDataFolder.", gapi.Quote(s))
	}
	switch kind := c.Query.String("type"); kind {
	case "", "files", "shortcuts":
	default:
		return nil, gapi.InvalidParameter("type", "Invalid value %s for type: it must be files or shortcuts.", gapi.Quote(kind))
	}
	return out, a.store.Write(ctx, func(tx *store.Tx) error {
		for range n {
			id := tx.NewID()
			if _, err := tx.Exec(`INSERT INTO drive_ids (id, space, at) VALUES (?, ?, ?)`, id, space, tx.Now); err != nil {
				return err
			}
			out.IDs = append(out.IDs, id)
		}
		return nil
	})
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// refuseLabels: there are no labels here, and asking for one by id must not
// look as if the file had none.
func refuseLabels(q gapi.Query) error {
	if q.Has("includeLabels") {
		return unsupported("labels")
	}
	if v := q.String("includePermissionsForView"); v != "" && v != "published" {
		return gapi.InvalidParameter("includePermissionsForView", "Invalid value %s for includePermissionsForView: only published is supported.", gapi.Quote(v))
	}
	return nil
}
