package blob

import (
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
)

// OpenFile opens a local file to send. The error is a USAGE fault that names
// the argument's path: missing, a directory, no regular file, not readable.
//
// The path is looked at before it is opened, because opening a device can have
// effects, and again after it, because it may have been swapped in between. A
// FIFO does not block.
func (s *Store) OpenFile(path string) (*Blob, error) {
	f, err := s.openPath(path)
	if err != nil {
		return nil, err
	}
	b, err := describe(f, path)
	if err == nil {
		if err = s.hold(f, false); err == nil {
			if err = s.add(b); err == nil {
				return b, nil
			}
			s.drop(f)
			return nil, err
		}
	}
	f.Close()
	return nil, err
}

// openPath opens a file that may be named.
func (s *Store) openPath(path string) (*os.File, error) {
	if s.o.NoFiles {
		return s.openInRoots(path)
	}
	return openWith(path, os.Stat, os.OpenFile, path)
}

// openWith looks at a file and opens it. name is the path as the two functions
// want it.
func openWith(name string, stat func(string) (fs.FileInfo, error), open func(string, int, fs.FileMode) (*os.File, error), path string) (*os.File, error) {
	info, err := stat(name)
	if err != nil {
		return nil, cantRead(path, err)
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	f, err := open(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, cantRead(path, err)
	}
	return f, nil
}

func describe(f *os.File, path string) (*Blob, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, cantRead(path, err)
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	head := make([]byte, sniffed)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, cantRead(path, err)
	}
	name := headerName(filepath.Base(path))
	return &Blob{
		name: name, mimeType: typeOf(name, head[:n]), size: info.Size(),
		file: f, local: true, modified: info.ModTime(),
	}, nil
}

func regular(path string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return fault.New(fault.Usage, "%q is a directory, not a file", path).WithHint("name a file in it, or pack it first")
	case !info.Mode().IsRegular():
		return fault.New(fault.Usage, "%q is not a regular file", path).WithHint("copy the content to a file and name that")
	}
	return nil
}

func cantRead(path string, err error) error {
	why := "it can't be read"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		why = "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		why = "you may not read it"
	}
	return fault.Wrap(err, fault.Usage, "%q: %s", path, why).WithHint("check the path")
}

// sniffed is how much of a file, in bytes, http.DetectContentType looks at.
const sniffed = 512

// types are those of the files that people send most. The system's own table
// differs from machine to machine, so it only comes after these.
var types = map[string]string{
	".csv": "text/csv", ".eml": "message/rfc822", ".gif": "image/gif", ".htm": "text/html", ".html": "text/html",
	".ics": "text/calendar", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".json": "application/json", ".md": "text/markdown",
	".mp3": "audio/mpeg", ".mp4": "video/mp4", ".pdf": "application/pdf", ".png": "image/png", ".svg": "image/svg+xml",
	".tsv": "text/tab-separated-values", ".txt": "text/plain", ".vcf": "text/vcard", ".webp": "image/webp", ".xml": "text/xml",
	".zip": "application/zip", ".gz": "application/gzip", ".rtf": "application/rtf", ".epub": "application/epub+zip",
	".doc": "application/msword", ".xls": "application/vnd.ms-excel", ".ppt": "application/vnd.ms-powerpoint",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".odt":  "application/vnd.oasis.opendocument.text", ".ods": "application/vnd.oasis.opendocument.spreadsheet",
	".odp": "application/vnd.oasis.opendocument.presentation",
}

// typeOf guesses a type by the name's ending, else by how the content begins.
// A text gets its charset only where that is certain.
func typeOf(name string, head []byte) string {
	ext := strings.ToLower(filepath.Ext(name))
	t := types[ext]
	if t == "" {
		t = mime.TypeByExtension(ext)
	}
	if t == "" {
		t = http.DetectContentType(head)
	}
	base, _, _ := strings.Cut(t, ";")
	if base = strings.TrimSpace(base); strings.HasPrefix(base, "text/") && isUTF8Head(head) {
		return base + "; charset=utf-8"
	}
	return base
}

// isUTF8Head says that the beginning of a file is UTF-8. Where there is more of
// it, its last character may be cut.
func isUTF8Head(head []byte) bool {
	if utf8.Valid(head) {
		return true
	}
	for cut := 1; cut < utf8.UTFMax && len(head) == sniffed; cut++ {
		if utf8.Valid(head[:len(head)-cut]) {
			return true
		}
	}
	return false
}
