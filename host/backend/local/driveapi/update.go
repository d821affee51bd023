package driveapi

import (
	"context"
	"errors"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) updateFile(ctx context.Context, c *gapi.Call) (any, error) {
	e, err := readEdit(c.Body)
	if err != nil {
		return nil, err
	}
	if err := refuseLabels(c.Query); err != nil {
		return nil, err
	}
	// The type and name are needed to look at the content, which must not
	// happen within a transaction.
	var was *fileRow
	err = a.store.Read(ctx, func(tx *store.Tx) (err error) {
		was, err = a.updatable(tx, c, e)
		return err
	})
	if err != nil {
		return nil, err
	}
	wanted := value(e.mime)
	if was.native() {
		wanted = was.mime
	}
	name := was.name
	if e.name != nil {
		name = *e.name
	}
	p, err := a.prepare(ctx, c.Media, wanted, name)
	if err != nil {
		return nil, err
	}
	var out *File
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		f, err := a.updatable(tx, c, e)
		if err != nil {
			return err
		}
		if err := a.update(tx, c, f, e, p); err != nil {
			return err
		}
		out, err = a.file(a.sight(tx), f)
		return err
	})
	if err != nil {
		a.discard(ctx, p)
		return nil, err
	}
	if c.Media != nil {
		err = errors.Join(a.settle(ctx, c.Media, p), a.blobs.Sweep(ctx)) // revisions may have gone
	}
	return out, err
}

// checkUpdate refuses an upload before its content comes in.
func (a *API) checkUpdate(ctx context.Context, c *gapi.Call) error {
	e, err := readEdit(c.Body)
	if err != nil {
		return err
	}
	return a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.updatable(tx, c, e)
		if err == nil {
			err = a.demand(tx, f, writer)
		}
		return err
	})
}

// updatable finds the file of an update and checks what the edit may not do.
func (a *API) updatable(tx *store.Tx, c *gapi.Call, e *edit) (*fileRow, error) {
	f, err := a.reach(tx, c, c.Path["fileId"])
	if err != nil {
		return nil, err
	}
	if e.parents != nil {
		return nil, notWritable("The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.")
	}
	if e.id != nil && *e.id != f.id || e.target != nil && *e.target != f.target {
		return nil, notWritable("The resource body includes fields which are not directly writable.")
	}
	need := reader
	if !e.personal() || c.Media != nil || c.Query.Has("addParents") || c.Query.Has("removeParents") {
		need = writer
	}
	if err := a.demand(tx, f, need); err != nil {
		return nil, err
	}
	return f, e.fits(f, c.Media != nil)
}

// fits checks an edit against the file it is for.
func (e *edit) fits(f *fileRow, media bool) error {
	m := value(e.mime)
	switch {
	case f.top != notTop && (e.name != nil && *e.name != f.name || media):
		return forbidden("cannotModifyTopFolder", "The name of a drive's top folder is constant.")
	case m != "" && m != f.mime && !media:
		return gapi.Invalid("Invalid value at 'file.mimeType': the type cannot be changed without new content.")
	case m != "" && m != f.mime && (f.native() || strings.HasPrefix(m, nativePrefix)):
		return invalid("conversionUnsupportedConversionPath", "The requested conversion is not supported.")
	case value(e.color) != "" && !f.folder() && f.targetMime != mimeFolder:
		return gapi.Invalid("Invalid value at 'file.folderColorRgb': only folders have a color.")
	case media && (f.folder() || f.shortcut()):
		return gapi.Invalid("A folder or a shortcut has no content.")
	case e.created != nil && *e.created != f.created:
		return notWritable("The createdTime of a file can only be set when it is created.")
	}
	return nil
}

// update changes a file. The time of modification moves unless only the user's
// own view of the file changes, or the request sets it.
func (a *API) update(tx *store.Tx, c *gapi.Call, f *fileRow, e *edit, p *content) error {
	if err := c.Match(f.etag()); err != nil {
		return err
	}
	if e.trashed != nil {
		if err := a.setTrashed(tx, f, *e.trashed); err != nil {
			return err
		}
	}
	if _, err := a.move(tx, c, f); err != nil {
		return err
	}
	e.apply(f)
	if err := f.setProperties(tx, e.properties); err != nil {
		return err
	}
	if p != nil {
		original := f.name
		if e.original != nil {
			original = *e.original
		}
		if err := a.accept(tx, f, p, original, c.Query.Bool("keepRevisionForever", false)); err != nil {
			return err
		}
	} else if err := f.index(tx, nil); err != nil {
		return err
	}
	if p != nil || !e.personal() && !e.only(e.trashed != nil) {
		f.modified, f.modifiedMe, f.modifiedBy = tx.Now, tx.Now, a.owner.Email
	}
	if e.modified != nil {
		f.modified, f.modifiedMe, f.modifiedBy = *e.modified, *e.modified, a.owner.Email
	}
	if err := f.save(tx); err != nil {
		return err
	}
	return f.reload(tx)
}

// only says whether an edit does nothing but trash or restore, which is no
// modification.
func (e *edit) only(trash bool) bool {
	if !trash {
		return false
	}
	rest := *e
	rest.trashed = nil
	return rest.personal()
}
