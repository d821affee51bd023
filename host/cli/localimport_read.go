package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/backend/local/calendarapi/ics"
	"github.com/wslite/wslite/host/backend/local/gmailapi/mbox"
)

// importer imports one path.
type importer struct {
	ws      *local.Workspace
	options importOptions
	report  importReport
	meter   *meter
}

func (in *importer) run(ctx context.Context) error {
	switch in.report.kind {
	case asMail:
		return in.mail(ctx)
	case asCalendar:
		return in.calendar(ctx)
	}
	return in.files(ctx)
}

// skip tells what was not imported; the rest goes on.
func (in *importer) skip(format string, args ...any) {
	in.report.skipped = append(in.report.skipped, fmt.Sprintf(format, args...))
}

// appleMailbox is the file in Apple Mail's directory that holds the mails.
const appleMailbox = "mbox"

// isAppleMailbox says whether a path is a directory as Apple Mail exports a
// mailbox: NAME.mbox with a file mbox in it, beside tables of its own.
func isAppleMailbox(path string) bool {
	info, err := os.Stat(filepath.Join(path, appleMailbox))
	return err == nil && info.Mode().IsRegular() && strings.EqualFold(filepath.Ext(filepath.Clean(path)), ".mbox")
}

// mail takes an mbox file, a mail, or a directory of mails.
func (in *importer) mail(ctx context.Context) error {
	imported, duplicates := 0, 0
	path := in.report.path
	if isAppleMailbox(path) {
		path = filepath.Join(path, appleMailbox)
	}
	gmail := in.ws.Gmail()
	err := in.eachFile(path, mbox.ErrFormat, func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		read := gmail.ImportMbox
		if strings.EqualFold(filepath.Ext(path), ".eml") {
			read = gmail.ImportMail
		}
		report, err := read(ctx, in.meter.reader(f), in.options.labels)
		if report != nil {
			imported += report.Imported
			duplicates += report.Duplicates
			for _, s := range report.Skipped {
				in.skip("%s, mail %d: %s", path, s.Number, s.Reason)
			}
		}
		return err
	})
	in.report.counts = object{{"imported", imported}, {"duplicates", duplicates}}
	return err
}

// eachFile calls fn for a file, or for each file below a directory. What lies
// in a directory and is of another format, or can't be opened, is skipped; of
// the path that the user named it is an error.
func (in *importer) eachFile(path string, format error, fn func(string) error) error {
	return filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && p == path:
			return err
		case err != nil:
			in.skip("%s: it can't be read", p)
			return nil
		case d.IsDir():
			return nil
		case p == path:
			return fn(p)
		case !d.Type().IsRegular():
			in.skip("%s: it is not a regular file", p)
			return nil
		}
		err = fn(p)
		var unread *fs.PathError
		if errors.Is(err, format) || errors.As(err, &unread) {
			in.skip("%s: %s", p, plainCause(err))
			return nil
		}
		return err
	})
}

func (in *importer) calendar(ctx context.Context) error {
	var added, updated, unchanged int
	err := in.eachFile(in.report.path, ics.ErrFormat, func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		report, err := in.ws.Calendar().ImportICS(ctx, in.options.calendar, in.meter.reader(f))
		added += report.Added
		updated += report.Updated
		unchanged += report.Unchanged
		for _, p := range report.Problems {
			in.skip("%s: %s", path, p)
		}
		return err
	})
	in.report.counts = object{{"added", added}, {"updated", updated}, {"unchanged", unchanged}}
	return err
}

// files takes a file, or what lies in a directory, into Drive. It reads
// through os.Root, which no link leads out of.
func (in *importer) files(ctx context.Context) error {
	dir, name := in.report.path, ""
	if info, err := os.Stat(in.report.path); err != nil {
		return err
	} else if !info.IsDir() {
		dir, name = filepath.Split(in.report.path)
		if dir == "" {
			dir = "."
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	files := root.FS()
	if name != "" {
		files = oneFile{files, name}
	}
	in.report.emlx = countEmlx(files)
	report, err := in.ws.Drive().ImportDir(ctx, in.meter.files(files), in.options.folder)
	if report != nil {
		in.report.counts = object{{"folders", report.Folders}, {"files", report.Files}, {"bytes", report.Bytes}}
		for _, s := range report.Skipped {
			in.skip("%s: %s", filepath.Join(dir, s.Path), s.Why)
		}
	}
	return err
}

// countEmlx counts the files that a person takes for mails, and that are none
// here: behind a line with a length and before a table of Apple's there is one.
func countEmlx(files fs.FS) int {
	n := 0
	fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), ".emlx") {
			n++
		}
		return nil // what can't be read is told when it is imported
	})
	return n
}

// oneFile is a directory of which only one file is seen.
type oneFile struct {
	fs.FS
	name string
}

// ReadDir implements fs.ReadDirFS.
func (d oneFile) ReadDir(name string) ([]fs.DirEntry, error) {
	if name != "." {
		return fs.ReadDir(d.FS, name)
	}
	info, err := fs.Stat(d.FS, d.name)
	if err != nil {
		return nil, err
	}
	return []fs.DirEntry{fs.FileInfoToDirEntry(info)}, nil
}
