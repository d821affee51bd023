package driveapi

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// Imported says what an import brought.
type Imported struct {
	Folders, Files int
	Bytes          int64
	// Skipped are the paths that were left out, with why.
	Skipped []Skipped
}

// Skipped is a path that an import left out.
type Skipped struct{ Path, Why string }

// ImportDir copies the files and folders of a directory into a folder of Drive
// ("root" or an id), with their times of modification. What is neither a file
// nor a directory, such as a symbolic link, is skipped and told, and so is what
// can't be read, or has a name
// that is not UTF-8; other names are taken as they are. Each file is stored by itself:
// after an error, what came before it stays. Errors are *gapi.Error for a
// folder that can't be written to, and the context's.
//
// A directory that others may change while it is read should come from
// os.Root.FS, which no link leads out of.
func (a *API) ImportDir(ctx context.Context, dir fs.FS, parentID string) (*Imported, error) {
	done := &Imported{}
	var top *fileRow
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		top, err = a.parentFor(tx, parentID, true)
		return err
	})
	if err != nil {
		return done, err
	}
	folders := map[string]string{".": top.id}
	err = fs.WalkDir(dir, ".", func(at string, d fs.DirEntry, failed error) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case failed != nil:
			done.skip(at, "it can't be read")
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case at == ".":
			return nil
		case d.IsDir():
			return a.importFolder(ctx, done, folders, at, d)
		case !d.Type().IsRegular():
			done.skip(at, "it is not a regular file")
			return nil
		}
		return a.importFile(ctx, done, dir, folders[path.Dir(at)], at, d)
	})
	return done, err
}

func (d *Imported) skip(at, why string) { d.Skipped = append(d.Skipped, Skipped{at, why}) }

// importedName is the name as it stands in Drive: io/fs gives UTF-8 only.
func importedName(at string) *string {
	name := path.Base(at)
	return &name
}

func modifiedAt(d fs.DirEntry) *int64 {
	info, err := d.Info()
	if err != nil {
		return nil // it is gone; reading it will tell
	}
	ms := info.ModTime().UnixMilli()
	return &ms
}

func (a *API) importFolder(ctx context.Context, done *Imported, folders map[string]string, at string, d fs.DirEntry) error {
	kind := mimeFolder
	e := &edit{name: importedName(at), mime: &kind, parents: []string{folders[path.Dir(at)]}, modified: modifiedAt(d)}
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		f, err := a.create(tx, e, nil, true, false)
		if err == nil {
			folders[at] = f.id
		}
		return err
	})
	var refused *gapi.Error
	if errors.As(err, &refused) {
		done.skip(at, "Drive refuses it: "+refused.Message)
		return fs.SkipDir
	}
	if err == nil {
		done.Folders++
	}
	return err
}

func (a *API) importFile(ctx context.Context, done *Imported, dir fs.FS, parent, at string, d fs.DirEntry) error {
	file, err := dir.Open(at)
	if err != nil {
		done.skip(at, "it can't be read")
		return nil
	}
	defer file.Close()
	// Looked at again: it may have been replaced since the directory was read.
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		done.skip(at, "it is not a regular file")
		return nil
	}
	reading := &watched{File: file}
	blob, err := a.blobs.Put(ctx, reading)
	if reading.failed {
		done.skip(at, "it can't be read")
		return nil
	}
	if err != nil {
		return err
	}
	e := &edit{name: importedName(at), parents: []string{parent}, modified: modifiedAt(d)}
	p, err := a.prepare(ctx, &gapi.Media{Blob: blob}, "", *e.name)
	if err != nil {
		return err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		_, err := a.create(tx, e, p, true, false)
		return err
	})
	var refused *gapi.Error
	if errors.As(err, &refused) {
		done.skip(at, "Drive refuses it: "+refused.Message)
		return a.blobs.Discard(ctx, blob.ID)
	}
	if err == nil {
		done.Files, done.Bytes = done.Files+1, done.Bytes+blob.Size
	}
	return err
}

// watched tells a file that can't be read from a workspace that can't be
// written.
type watched struct {
	fs.File
	failed bool
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.File.Read(p)
	w.failed = w.failed || err != nil && !errors.Is(err, io.EOF)
	return n, err
}
