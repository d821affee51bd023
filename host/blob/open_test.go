package blob

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/fault"
)

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func newStore(t *testing.T, o Options) *Store {
	t.Helper()
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	s := New(o)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func readAll(t *testing.T, b *Blob) string {
	t.Helper()
	r, err := b.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestOpenFile(t *testing.T) {
	dir := t.TempDir()
	s := newStore(t, Options{})
	for name, want := range map[string]struct{ content, mime string }{
		"a.pdf":                    {"%PDF-1.7", "application/pdf"},
		"notes.TXT":                {"grün", "text/plain; charset=utf-8"},
		"old.txt":                  {"gr\xfcn", "text/plain"},
		"noext":                    {"%PDF-1.7", "application/pdf"},
		"empty":                    {"", "text/plain; charset=utf-8"},
		"raw.zzz":                  {"\x00\x01\x02", "application/octet-stream"},
		"100% #1 (a+b) 'x'.docx":   {"PK", types[".docx"]},
		"cut.md":                   {strings.Repeat("a", 511) + "é", "text/markdown; charset=utf-8"},
		"line\nbreak\x1b[31m.json": {"{}", "application/json"},
	} {
		b, err := s.OpenFile(write(t, filepath.Join(dir, name), want.content))
		if err != nil {
			t.Fatal(err)
		}
		f := b.File("file")
		if f.MimeType != want.mime || f.Size != len(want.content) || f.Arg != "file" || readAll(t, b) != want.content {
			t.Errorf("%q: %+v", name, f)
		}
		if strings.ContainsAny(f.Name, "\n\x1b/\\") {
			t.Errorf("name %q", f.Name)
		}
		if got, ok := s.Get(f.Blob); !ok || got != b {
			t.Errorf("%q is not %q", f.Blob, name)
		}
	}
	if _, ok := s.Get("b99"); ok {
		t.Error("a blob that nobody made")
	}
}

func TestOpenFileRefuses(t *testing.T) {
	dir := t.TempDir()
	s := newStore(t, Options{})
	paths := map[string]string{"directory": dir, "missing": filepath.Join(dir, "missing"), "empty": ""}
	if runtime.GOOS != "windows" {
		paths["device"] = "/dev/zero"
		paths["fifo"] = makeFIFO(t, dir)
	}
	if os.Geteuid() != 0 {
		paths["not readable"] = write(t, filepath.Join(dir, "secret"), "x")
		os.Chmod(paths["not readable"], 0)
	}
	for name, path := range paths {
		done := make(chan error, 1)
		go func() { _, err := s.OpenFile(path); done <- err }()
		select {
		case err := <-done:
			if fault.CodeOf(err) != fault.Usage || err != nil && path != "" && !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: it blocks", name)
		}
	}
}

// The file that was opened is the one that is sent, whatever the path names by
// then; and half a new content is never sent for the old.
func TestSwappedAndChangedFiles(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "a"), "first")
	s := newStore(t, Options{})
	b, err := s.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	os.Rename(path, path+".old")
	write(t, path, "other")
	if got := readAll(t, b); got != "first" {
		t.Errorf("%q", got)
	}
	r, _ := b.Open()
	os.Truncate(path+".old", 2)
	if _, err := io.ReadAll(r); err != io.ErrUnexpectedEOF {
		t.Errorf("a file that shrank: %v", err)
	}
	if _, err := b.Open(); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("a file that changed: %v", err)
	}
}

func TestReadersAreIndependent(t *testing.T) {
	s := newStore(t, Options{})
	b, err := s.OpenFile(write(t, filepath.Join(t.TempDir(), "a"), "0123456789"))
	if err != nil {
		t.Fatal(err)
	}
	one, _ := b.Open()
	two, _ := b.Open()
	one.Seek(8, io.SeekStart)
	rest, err := io.ReadAll(one)
	all, err2 := io.ReadAll(two)
	if string(rest) != "89" || string(all) != "0123456789" || err != nil || err2 != nil {
		t.Errorf("%q %q %v %v", rest, all, err, err2)
	}
}
