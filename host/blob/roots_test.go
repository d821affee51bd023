//go:build unix

package blob

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// W150: a caller that may name no files may name those of a root, and nothing
// that a link, a "..", or a special file leads to.
func TestW150UploadRoots(t *testing.T) {
	base := t.TempDir()
	root, outside := filepath.Join(base, "out"), filepath.Join(base, "outside")
	for _, dir := range []string{filepath.Join(root, "sub"), outside} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for path, content := range map[string]string{
		filepath.Join(root, "a.txt"): "A", filepath.Join(root, "sub", "b.txt"): "B", filepath.Join(outside, "key"): "K", root + "-not": "N",
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"inside": "sub/b.txt", "leak": "../outside/key", "abs": filepath.Join(outside, "key"), "dir": "../outside", "nowhere": "../outside/none",
	} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	makeFIFO(t, root)
	for _, c := range []struct {
		path, content string
		code          fault.Code
	}{
		{filepath.Join(root, "a.txt"), "A", ""},
		{root + "/sub/../sub/b.txt", "B", ""},
		{filepath.Join(root, "inside"), "B", ""},
		{filepath.Join(root, "leak"), "", fault.ActionNotAllowed},
		{filepath.Join(root, "abs"), "", fault.ActionNotAllowed},
		{filepath.Join(root, "dir", "key"), "", fault.ActionNotAllowed},
		{filepath.Join(root, "nowhere"), "", fault.ActionNotAllowed},
		{filepath.Join(outside, "key"), "", fault.ActionNotAllowed},
		{root + "/../outside/key", "", fault.ActionNotAllowed},
		{root + "-not", "", fault.ActionNotAllowed},
		{filepath.Join(outside, "none"), "", fault.ActionNotAllowed},
		{"a.txt", "", fault.Usage},
		{filepath.Join(root, "none"), "", fault.Usage},
		{filepath.Join(root, "sub"), "", fault.Usage},
		{root, "", fault.Usage},
	} {
		s := newStore(t, Options{NoFiles: true, Roots: []string{root}})
		b, err := s.OpenFile(c.path)
		if c.code != "" {
			if fault.CodeOf(err) != c.code {
				t.Errorf("%s: %v, want %s", c.path, err, c.code)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
		} else if got := readAll(t, b); got != c.content {
			t.Errorf("%s: %q", c.path, got)
		}
	}
	fifos, _ := filepath.Glob(filepath.Join(root, "*"))
	for _, path := range fifos {
		if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
			if _, err := newStore(t, Options{NoFiles: true, Roots: []string{root}}).OpenFile(path); fault.CodeOf(err) != fault.Usage {
				t.Errorf("a FIFO: %v", err)
			}
		}
	}
}

// Without a root nothing can be named, and the refusal says what would change
// that.
func TestNoFilesNamesTheKey(t *testing.T) {
	_, err := newStore(t, Options{NoFiles: true}).OpenFile("/etc/hostname")
	if fault.CodeOf(err) != fault.NotSupported || !strings.Contains(err.Error(), "upload_roots") {
		t.Errorf("%v", err)
	}
}
