package driveapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// revised finds a file whose revisions the user may see.
func (a *API) revised(tx *store.Tx, c *gapi.Call, need role) (*fileRow, error) {
	f, err := a.findFor(tx, c.Path["fileId"], need)
	if err == nil && (f.folder() || f.shortcut()) {
		err = forbidden("revisionsNotSupported", "The file does not support revisions.")
	}
	return f, err
}

func (a *API) listRevisions(ctx context.Context, c *gapi.Call) (any, error) {
	size, err := c.Query.Int("pageSize", revisionsPage, 1, maxRevisionsPage)
	if err != nil {
		return nil, err
	}
	out := &RevisionList{Kind: "drive#revisionList", Revisions: []*Revision{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.revised(tx, c, reader)
		if err != nil {
			return err
		}
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		scope := "drive.revisions.list " + f.id
		after, err := openNumber(key, scope, c.Query.String("pageToken"))
		if err != nil {
			return err
		}
		rows, err := tx.Query(`SELECT `+revisionColumns+` FROM file_revisions WHERE file = ? AND seq > ? ORDER BY seq LIMIT ?`, f.seq, after, size+1)
		if err != nil {
			return err
		}
		defer rows.Close()
		end := int64(0)
		for rows.Next() {
			if len(out.Revisions) == size {
				out.NextPageToken = sealNumber(key, scope, end)
				break
			}
			r := &revisionRow{}
			if err := r.scan(rows); err != nil {
				return err
			}
			end = r.seq
			out.Revisions = append(out.Revisions, a.revision(f, r))
		}
		return rows.Err()
	})
	return out, err
}

// revisionOf finds the revision of a request.
func (a *API) revisionOf(tx *store.Tx, c *gapi.Call, need role) (*fileRow, *revisionRow, error) {
	f, err := a.revised(tx, c, need)
	if err != nil {
		return nil, nil, err
	}
	r, err := revisionByID(tx, f, c.Path["revisionId"])
	return f, r, err
}

func (a *API) getRevision(ctx context.Context, c *gapi.Call) (any, error) {
	var out *Revision
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		f, r, err := a.revisionOf(tx, c, reader)
		if err == nil {
			out = a.revision(f, r)
		}
		return err
	})
	return out, err
}

// downloadRevision gives the bytes of an old revision: alt=media.
func (a *API) downloadRevision(ctx context.Context, c *gapi.Call) (*gapi.Content, error) {
	var r *revisionRow
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		var f *fileRow
		var err error
		if f, r, err = a.revisionOf(tx, c, reader); err != nil {
			return err
		}
		if f.native() {
			return notDownloadable()
		}
		return a.mayDownload(tx, f)
	})
	if err != nil {
		return nil, err
	}
	return a.served(ctx, r), nil
}

func (a *API) updateRevision(ctx context.Context, c *gapi.Call) (any, error) {
	tree, err := c.Body.Tree()
	if err != nil {
		return nil, err
	}
	for name, v := range tree {
		switch name {
		case "kind", "keepForever", "published", "publishAuto", "publishedOutsideDomain":
		default:
			if v != nil {
				return nil, notWritable("The resource body includes fields which are not directly writable.")
			}
		}
	}
	var out *Revision
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		f, r, err := a.revisionOf(tx, c, writer)
		if err != nil {
			return err
		}
		if err := r.alter(tx, f, tree); err != nil {
			return err
		}
		if err := f.recount(tx); err != nil {
			return err
		}
		out = a.revision(f, r)
		return f.save(tx)
	})
	return out, err
}

// alter changes what can be changed: bytes are kept, documents are published.
func (r *revisionRow) alter(tx *store.Tx, f *fileRow, tree map[string]any) error {
	keep := flag(tree, "keepForever")
	published, auto, outside := flag(tree, "published"), flag(tree, "publishAuto"), flag(tree, "publishedOutsideDomain")
	if f.native() && keep != nil {
		return forbidden("keepForeverNotSupported", "Only revisions of files with binary content can be kept forever.")
	}
	if f.binary() && (published != nil || auto != nil || outside != nil) {
		return forbidden("publishNotSupported", "Only revisions of Docs Editors files can be published.")
	}
	if keep != nil && *keep && !r.keep {
		if err := roomToKeep(tx, f.seq); err != nil {
			return err
		}
	}
	for _, field := range []struct {
		from *bool
		into *bool
	}{{keep, &r.keep}, {published, &r.published}, {auto, &r.auto}, {outside, &r.outside}} {
		if field.from != nil {
			*field.into = *field.from
		}
	}
	_, err := tx.Exec(`UPDATE file_revisions SET keep = ?, published = ?, auto = ?, outside = ? WHERE seq = ?`, r.keep, r.published, r.auto, r.outside, r.seq)
	return err
}

func (a *API) deleteRevision(ctx context.Context, c *gapi.Call) (any, error) {
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		f, r, err := a.revisionOf(tx, c, writer)
		if err != nil {
			return err
		}
		switch {
		case f.native():
			return forbidden("revisionDeletionNotSupported", "Only revisions of files with binary content can be deleted.")
		case r.seq == f.head.Int64:
			return forbidden("cannotDeleteOnlyRevision", "The head revision of a file cannot be deleted.")
		}
		if _, err := tx.Exec(`DELETE FROM file_revisions WHERE seq = ?`, r.seq); err != nil {
			return err
		}
		if err := a.blobs.Release(tx, r.blob); err != nil {
			return err
		}
		if err := f.recount(tx); err != nil {
			return err
		}
		return f.save(tx)
	})
	if err != nil {
		return nil, err
	}
	return nil, a.blobs.Sweep(ctx)
}
