package cli

import (
	"io"
	"io/fs"
	"path/filepath"
)

// meter shows a person how far the import of one path is, by the bytes that
// were read of it. A nil meter counts nothing.
type meter struct {
	tell        func(name string, done, total int64)
	name        string
	done, total int64
}

// importMeter makes the meter of a path; nil where nobody watches.
func (a *App) importMeter(path string) *meter {
	tell := a.progress()
	if tell == nil {
		return nil
	}
	m := &meter{tell: tell, name: filepath.Base(path)}
	filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				m.total += info.Size()
			}
		}
		return nil // what can't be looked at is told when it is read
	})
	if m.total == 0 {
		return nil
	}
	return m
}

func (m *meter) add(n int) {
	// Not to the end: the bar is taken away by end alone.
	m.done = min(m.done+int64(n), m.total-1)
	m.tell(m.name, m.done, m.total)
}

// end takes the bar away, whatever was read.
func (m *meter) end() {
	if m != nil {
		m.tell(m.name, m.total, m.total)
	}
}

func (m *meter) reader(r io.Reader) io.Reader {
	if m == nil {
		return r
	}
	return meteredReader{r, m}
}

type meteredReader struct {
	inner io.Reader
	meter *meter
}

func (r meteredReader) Read(p []byte) (int, error) {
	n, err := r.inner.Read(p)
	r.meter.add(n)
	return n, err
}

func (m *meter) files(files fs.FS) fs.FS {
	if m == nil {
		return files
	}
	return meteredFS{files, m}
}

type meteredFS struct {
	inner fs.FS
	meter *meter
}

// Open implements fs.FS.
func (f meteredFS) Open(name string) (fs.File, error) {
	file, err := f.inner.Open(name)
	if err != nil {
		return nil, err
	}
	return meteredFile{file, f.meter}, nil
}

// ReadDir implements fs.ReadDirFS.
func (f meteredFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(f.inner, name) }

type meteredFile struct {
	inner fs.File
	meter *meter
}

func (f meteredFile) Stat() (fs.FileInfo, error) { return f.inner.Stat() }

func (f meteredFile) Read(p []byte) (int, error) {
	n, err := f.inner.Read(p)
	f.meter.add(n)
	return n, err
}

func (f meteredFile) Close() error { return f.inner.Close() }
