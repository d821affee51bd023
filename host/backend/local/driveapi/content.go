package driveapi

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// content is bytes that came in for a file, before they are its own.
type content struct {
	blob  gapi.Blob
	mime  string // of the bytes that are kept
	file  string // type that the file gets by them
	text  string // what the search may know of it
	fresh bool   // blob was made here, not by the upload
}

// prepare looks at content before the transaction: which type it is, whether
// it is to be imported, what the search can read. name is the file's.
func (a *API) prepare(ctx context.Context, m *gapi.Media, wanted, name string) (*content, error) {
	if m == nil {
		return nil, nil
	}
	start, err := a.head(ctx, m.Blob.ID, maxIndexed)
	if err != nil {
		return nil, err
	}
	p := &content{blob: m.Blob}
	if !strings.HasPrefix(wanted, nativePrefix) {
		p.mime = guess(m.MimeType, name, start[:min(len(start), 512)])
		if wanted != "" {
			p.mime = wanted
		}
		p.file = p.mime
		if textual(p.mime) {
			p.text = strings.ToValidUTF8(string(start), " ")
		}
		return p, nil
	}
	return p, a.importInto(ctx, p, wanted, guess(m.MimeType, name, start[:min(len(start), 512)]))
}

// importInto makes native content of what was uploaded.
func (a *API) importInto(ctx context.Context, p *content, native, from string) error {
	if native == mimeFolder || native == mimeShortcut {
		return gapi.Invalid("A folder or a shortcut has no content.")
	}
	how, ok := imports[native][from]
	if !ok {
		return invalid("conversionUnsupportedConversionPath", "The requested conversion is not supported.")
	}
	if p.blob.Size > maxImportDoc {
		return invalid("uploadTooLarge", "The content is too large to be imported.")
	}
	data, err := a.head(ctx, p.blob.ID, maxImportDoc)
	if err != nil {
		return err
	}
	if data, err = how(data); err != nil {
		return invalid("badContent", "The content could not be imported: it is malformed.")
	}
	if p.text = string(data); kept[native] == typeHTML {
		plain, err := htmlToPlain(data)
		if err != nil {
			return err
		}
		p.text = string(plain)
	}
	p.text = strings.ToValidUTF8(p.text[:min(len(p.text), maxIndexed)], " ")
	p.mime, p.file, p.fresh = kept[native], native, true
	p.blob, err = a.blobs.Put(ctx, bytes.NewReader(data))
	return err
}

// head reads the beginning of kept content.
func (a *API) head(ctx context.Context, id string, n int64) ([]byte, error) {
	r, err := a.blobs.Open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, n))
}

// discard removes content that was made here and that no file took.
func (a *API) discard(ctx context.Context, p *content) {
	if p != nil && p.fresh {
		// A failure leaves it to a later sweep.
		_ = a.blobs.Discard(context.WithoutCancel(ctx), p.blob.ID)
	}
}

// settle removes the bytes of an upload that became something else.
func (a *API) settle(ctx context.Context, m *gapi.Media, p *content) error {
	if m == nil || !p.fresh {
		return nil
	}
	return a.blobs.Discard(ctx, m.Blob.ID)
}

// accept makes prepared content the newest revision of a file. The row is
// saved by the caller.
func (a *API) accept(tx *store.Tx, f *fileRow, p *content, original string, keep bool) error {
	if err := a.blobs.Keep(tx, p.blob.ID); err != nil {
		return err
	}
	if f.binary() {
		f.mime = p.file
	}
	r := &revisionRow{file: f.seq, blob: p.blob.ID, mime: p.mime, size: p.blob.Size, md5: p.blob.MD5, sha1: p.blob.SHA1, sha256: p.blob.SHA256,
		original: original, author: a.owner.Email, keep: keep && f.binary()}
	if err := a.addRevision(tx, f, r); err != nil {
		return err
	}
	if err := f.index(tx, &p.text); err != nil {
		return err
	}
	f.original = original
	return nil
}

// addRevision makes a revision the head of its file, and drops old ones.
func (a *API) addRevision(tx *store.Tx, f *fileRow, r *revisionRow) error {
	if r.keep {
		if err := roomToKeep(tx, f.seq); err != nil {
			return err
		}
	}
	r.id, r.modified = tx.NewID(), tx.Now
	if err := r.insert(tx); err != nil {
		return err
	}
	f.head, f.size = sql.NullInt64{Int64: r.seq, Valid: true}, r.size
	if err := a.prune(tx, f); err != nil {
		return err
	}
	return f.recount(tx)
}

// recount works out the space that the head and kept revisions take.
func (f *fileRow) recount(tx *store.Tx) error {
	return tx.QueryRow(`SELECT coalesce(sum(size), 0) FROM file_revisions WHERE file = ? AND (seq = ? OR keep = 1)`, f.seq, f.head).Scan(&f.quota)
}

// prune drops revisions that are neither new enough nor kept.
func (a *API) prune(tx *store.Tx, f *fileRow) error {
	rows, err := tx.Query(`SELECT seq, blob FROM (SELECT seq, blob, modified, row_number() OVER (ORDER BY seq DESC) AS n FROM file_revisions WHERE file = ? AND keep = 0)
		WHERE seq <> ? AND (n > ? OR modified < ?)`, f.seq, f.head, maxRevisions, tx.Now-revisionsFor)
	if err != nil {
		return err
	}
	type old struct {
		seq  int64
		blob string
	}
	var all []old
	for rows.Next() {
		var o old
		if err := rows.Scan(&o.seq, &o.blob); err != nil {
			rows.Close()
			return err
		}
		all = append(all, o)
	}
	if err := rows.Close(); err != nil {
		return err
	}
	for _, o := range all {
		if _, err := tx.Exec(`DELETE FROM file_revisions WHERE seq = ?`, o.seq); err != nil {
			return err
		}
		if err := a.blobs.Release(tx, o.blob); err != nil {
			return err
		}
	}
	return nil
}

// downloadFile gives the bytes of a file: alt=media.
func (a *API) downloadFile(ctx context.Context, c *gapi.Call) (*gapi.Content, error) {
	var r *revisionRow
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		f, err := a.reach(tx, c, c.Path["fileId"])
		if err != nil {
			return err
		}
		if f.native() {
			return notDownloadable()
		}
		if err := a.mayDownload(tx, f); err != nil {
			return err
		}
		r, err = revisionBySeq(tx, f.head.Int64)
		if errors.Is(err, sql.ErrNoRows) {
			r, err = &revisionRow{mime: f.mime}, nil // metadata only: no bytes
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return a.served(ctx, r), nil
}

func notDownloadable() error {
	return forbidden("fileNotDownloadable", "Only files with binary content can be downloaded. Use Export with Docs Editors files.")
}

// mayDownload refuses readers of a file that only writers may copy.
func (a *API) mayDownload(tx *store.Tx, f *fileRow) error {
	have, err := a.sight(tx).mine(f)
	if err == nil && f.noCopy && have < writer {
		return forbidden("cannotDownloadFile", "This file cannot be downloaded by the user.")
	}
	return err
}

// served gives the bytes of a revision.
func (a *API) served(ctx context.Context, r *revisionRow) *gapi.Content {
	return &gapi.Content{MimeType: r.mime, Size: r.size, MD5: r.md5, Open: func() (io.ReadSeekCloser, error) {
		if r.blob == "" {
			return whole(nil), nil
		}
		return a.blobs.Open(ctx, r.blob)
	}}
}

// whole reads bytes that are in memory.
func whole(data []byte) io.ReadSeekCloser { return inMemory{bytes.NewReader(data)} }

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }
