package driveapi

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestImportDir(t *testing.T) {
	b := newBench(t)
	dir := t.TempDir()
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for name, content := range map[string]string{"a.txt": "hello", "sub/deep/100% #1 (a+b) 'x'.md": "# x", "sub/.hidden": "", "big.bin": strings.Repeat("x", 600<<10)} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(at), 0o700)
		if err := os.WriteFile(at, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(at, old, old)
	}
	os.Chtimes(filepath.Join(dir, "sub"), old, old)
	var skipped []Skipped
	if runtime.GOOS != "windows" { // where links need a right of their own
		if err := os.Symlink("/etc", filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
		skipped = []Skipped{{"link", "it is not a regular file"}}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	top := b.folder("Imported", "root")
	done, err := b.api.ImportDir(t.Context(), root.FS(), top)
	if err != nil || done.Files != 4 || done.Folders != 2 || done.Bytes != 5+3+600<<10 {
		t.Fatalf("%+v, %v", done, err)
	}
	if !slices.Equal(done.Skipped, skipped) {
		t.Errorf("skipped: %+v", done.Skipped)
	}
	equal(t, "the top", b.names("'"+top+"' in parents", "orderBy", "folder,name"), "sub a.txt big.bin")
	// B51: a name with special characters is a name.
	r := b.must(200, "GET", "files"+q("q", `name = '100% #1 (a+b) \'x\'.md'`, "fields", "*"), "")
	equal(t, "a strange name", r.get("files.0.mimeType")+r.get("files.0.modifiedTime"), "text/markdown2001-02-03T04:05:06.000Z")
	equal(t, "a folder's time", b.must(200, "GET", "files"+q("q", "name = 'sub'", "fields", "*"), "").get("files.0.modifiedTime"), "2001-02-03T04:05:06.000Z")
	equal(t, "content", b.content(b.must(200, "GET", "files"+q("q", "fullText contains 'hello'"), "").get("files.0.id")), "hello")
}

// faulty is a file system in which one file can't be opened, and one can't be
// read to its end.
type faulty struct{ fstest.MapFS }

func (f faulty) Open(name string) (fs.File, error) {
	if name == "closed" {
		return nil, fs.ErrPermission
	}
	file, err := f.MapFS.Open(name)
	if name == "torn" && err == nil {
		file = torn{file}
	}
	return file, err
}

type torn struct{ fs.File }

func (t torn) Read(p []byte) (int, error) { return copy(p, "x"), errors.New("bad sector") }

func TestImportGoesOnAfterFaults(t *testing.T) {
	b := newBench(t)
	done, err := b.api.ImportDir(t.Context(), faulty{fstest.MapFS{
		"closed": {}, "torn": {}, "z": {Data: []byte("z")}, "\xff": {Data: []byte("io/fs knows UTF-8 only")}, "pipe": {Mode: fs.ModeNamedPipe},
	}}, "root")
	if err != nil || done.Files != 1 || len(done.Skipped) != 4 {
		t.Errorf("%+v, %v", done, err)
	}
	equal(t, "names", b.names("'root' in parents", "orderBy", "name"), "z")
	equal(t, "contents", b.count(`SELECT count(*) FROM blobs WHERE refs = 0`), 0)
	if _, err := b.api.ImportDir(t.Context(), fstest.MapFS{}, "none"); err == nil {
		t.Error("an unknown folder is imported into")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.api.ImportDir(ctx, fstest.MapFS{"a": {}}, "root"); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled import gives %v", err)
	}
}
