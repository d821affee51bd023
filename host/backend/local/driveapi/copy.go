package driveapi

import (
	"context"
	"errors"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) copyFile(ctx context.Context, c *gapi.Call) (any, error) {
	e, err := readEdit(c.Body)
	if err != nil {
		return nil, err
	}
	if len(e.parents) > 1 {
		return nil, gapi.Invalid("A file cannot have more than one parent.")
	}
	if err := refuseLabels(c.Query); err != nil {
		return nil, err
	}
	p, err := a.convertedCopy(ctx, c, value(e.mime))
	if err != nil {
		return nil, err
	}
	var out *File
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		from, err := a.copyable(tx, c)
		if err != nil {
			return err
		}
		f, err := a.duplicate(tx, c, from, e, p)
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
	return out, nil
}

func (a *API) copyable(tx *store.Tx, c *gapi.Call) (*fileRow, error) {
	f, err := a.reach(tx, c, c.Path["fileId"])
	if err != nil {
		return nil, err
	}
	have, err := a.sight(tx).mine(f)
	if err != nil {
		return nil, err
	}
	if f.folder() || f.noCopy && have < writer {
		return nil, forbidden("cannotCopyFile", "This file cannot be copied by the user.")
	}
	return f, nil
}

// convertedCopy imports the content of a file for a copy that is to be a
// native document; nil where the copy keeps its type.
func (a *API) convertedCopy(ctx context.Context, c *gapi.Call, wanted string) (*content, error) {
	if wanted == "" {
		return nil, nil
	}
	var f *fileRow
	var r *revisionRow
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		if f, err = a.copyable(tx, c); err != nil || wanted == f.mime {
			return err
		}
		if f.native() || !f.head.Valid || !strings.HasPrefix(wanted, nativePrefix) {
			return invalid("conversionUnsupportedConversionPath", "The requested conversion is not supported.")
		}
		r, err = revisionBySeq(tx, f.head.Int64)
		return err
	})
	if err != nil || r == nil {
		return nil, err
	}
	p := &content{blob: gapi.Blob{ID: r.blob, Size: r.size}}
	return p, a.importInto(ctx, p, wanted, f.mime)
}

// duplicate makes the copy: same content, description and properties, in the
// folder of the original where the user may write there.
func (a *API) duplicate(tx *store.Tx, c *gapi.Call, from *fileRow, e *edit, p *content) (*fileRow, error) {
	to, err := a.placeOfCopy(tx, c, from, e.parents)
	if err != nil {
		return nil, err
	}
	id, err := takeID(tx, value(e.id), to.space)
	if err != nil {
		return nil, err
	}
	f := &fileRow{id: id, mime: from.mime, name: "Copy of " + from.name, description: from.description, target: from.target, targetMime: from.targetMime,
		created: tx.Now, modified: tx.Now, modifiedBy: a.owner.Email, modifiedMe: tx.Now, viewed: tx.Now, writersShare: true, noCopy: from.noCopy, hint: from.hint}
	e.apply(f)
	if e.modified != nil {
		f.modified, f.modifiedMe = *e.modified, *e.modified
	}
	if e.original == nil {
		e.original = &from.original
	}
	if p == nil {
		if p, err = a.sameContent(tx, from); err != nil {
			return nil, err
		}
	} else {
		f.mime = p.file
	}
	if err := inherit(tx, from, e); err != nil {
		return nil, err
	}
	f.put(to, a.owner.Email)
	if err := a.finish(tx, f, e, p, c.Query.Bool("keepRevisionForever", false)); err != nil {
		return nil, err
	}
	if c.Query.Bool("copyComments", false) {
		err = copyComments(tx, from, f)
	}
	return f, err
}

func (a *API) placeOfCopy(tx *store.Tx, c *gapi.Call, from *fileRow, parents []string) (*fileRow, error) {
	if len(parents) == 1 {
		return a.parentFor(tx, parents[0], allDrives(c.Query))
	}
	if from.parent.Valid {
		p, err := rowBySeq(tx, from.parent.Int64)
		if err != nil {
			return nil, err
		}
		to, err := a.parentFor(tx, p.id, allDrives(c.Query))
		var e *gapi.Error
		if err == nil || !errors.As(err, &e) {
			return to, err
		}
	}
	return a.parentFor(tx, rootAlias, false)
}

// sameContent lets the copy keep the very bytes of the original.
func (a *API) sameContent(tx *store.Tx, from *fileRow) (*content, error) {
	if !from.head.Valid {
		return nil, nil
	}
	r, err := revisionBySeq(tx, from.head.Int64)
	if err != nil || r.blob == "" {
		return nil, err
	}
	p := &content{blob: gapi.Blob{ID: r.blob, Size: r.size, MD5: r.md5, SHA1: r.sha1, SHA256: r.sha256}, mime: r.mime, file: from.mime}
	// What the content says stands behind the line break.
	err = tx.QueryRow(`SELECT substr(body, instr(body, char(10)) + 1) FROM file_words WHERE file = ?`, from.seq).Scan(&p.text)
	return p, err
}

// inherit gives the copy the properties of the original that the request does
// not set or clear.
func inherit(tx *store.Tx, from *fileRow, e *edit) error {
	have, err := propertiesOf(tx, from.seq)
	if err != nil {
		return err
	}
	for i, all := range have {
		for key, v := range all {
			if _, set := e.properties[i][key]; set {
				continue
			}
			if e.properties[i] == nil {
				e.properties[i] = map[string]*string{}
			}
			e.properties[i][key] = &v
		}
	}
	return nil
}

func (a *API) getFile(ctx context.Context, c *gapi.Call) (any, error) {
	if err := refuseLabels(c.Query); err != nil {
		return nil, err
	}
	var out *File
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.reach(tx, c, c.Path["fileId"])
		if err != nil {
			return err
		}
		out, err = a.file(a.sight(tx), f)
		return err
	})
	return out, err
}
