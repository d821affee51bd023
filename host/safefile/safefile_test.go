//go:build unix

package safefile

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

func put(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	chmod(t, path, mode)
	return path
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, path string, mode os.FileMode) string {
	t.Helper()
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	chmod(t, path, mode)
	return path
}

func TestReadTrusts(t *testing.T) {
	dir := t.TempDir()
	own := put(t, filepath.Join(dir, "own"), "x", 0o600)
	put(t, filepath.Join(dir, "public"), "x", 0o644)
	sticky := mkdir(t, filepath.Join(dir, "sticky"), 0o777|os.ModeSticky)
	put(t, filepath.Join(sticky, "f"), "x", 0o600)
	for link, target := range map[string]string{"abs": own, "rel": "./own", "up": "sticky/../own"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"own", "public", "sticky/f", "abs", "rel", "up"} {
		got, err := Read(filepath.Join(dir, name), 1)
		if err != nil || string(got) != "x" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "group"), "x", 0o620)
	put(t, filepath.Join(dir, "other"), "x", 0o602)
	put(t, filepath.Join(dir, "big"), "xy", 0o600)
	open := mkdir(t, filepath.Join(dir, "open"), 0o777)
	deep := mkdir(t, filepath.Join(open, "deep"), 0o700)
	put(t, filepath.Join(deep, "f"), "x", 0o600)
	// A safe name that points through a directory that others may write to.
	if err := os.Symlink(filepath.Join(open, "deep"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	// A link that others could replace, to a safe file.
	own := put(t, filepath.Join(dir, "own"), "x", 0o600)
	if err := os.Symlink(own, filepath.Join(open, "swap")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"group": "other users may write", "other": "other users may write", "big": "larger than 1 bytes",
		"open/deep/f": "other users may write", "link/f": "other users may write", "open/swap": "other users may write",
		"loop": "symbolic links", "fifo": "not a regular file", "none": "no such file", ".": "not a regular file",
	} {
		_, err := Read(filepath.Join(dir, name), 1)
		if err == nil || fault.Of(err) == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if got := errors.Is(err, fs.ErrNotExist); got != (name == "none") {
			t.Errorf("%s: is missing: %v", name, got)
		}
	}
}

// A stranger's file is refused, and so is a stranger's link to one's own file:
// in a sticky directory its owner could point it elsewhere. Only root can give
// files away, so only root can test it.
func TestReadRefusesForeignOwner(t *testing.T) {
	path := put(t, filepath.Join(t.TempDir(), "f"), "x", 0o600)
	if err := os.Chown(path, 12345, -1); err != nil {
		t.Skip("only root can give a file away")
	}
	if _, err := Read(path, 1); err == nil || !strings.Contains(err.Error(), "belongs to user 12345") {
		t.Errorf("a stranger's file: %v", err)
	}
	own := put(t, filepath.Join(filepath.Dir(path), "own"), "x", 0o600)
	link := filepath.Join(filepath.Dir(path), "link")
	if err := errors.Join(os.Symlink(own, link), os.Lchown(link, 12345, -1)); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(link, 1); err == nil || !strings.Contains(err.Error(), "belongs to user 12345") {
		t.Errorf("a stranger's link: %v", err)
	}
}

func TestWriteReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	path := put(t, filepath.Join(dir, "f"), "old", 0o644)
	if err := Write(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, []byte("new")) {
		t.Fatalf("%q, %v", got, err)
	}
	info, _ := os.Stat(path)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	// A write that fails leaves no half file behind.
	sub := mkdir(t, filepath.Join(dir, "taken"), 0o700)
	put(t, filepath.Join(sub, "x"), "", 0o600)
	if err := Write(sub, []byte("new")); err == nil {
		t.Error("a directory was replaced by a file")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("left behind: %v", left)
	}
}

func TestDir(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "a", "b")
	if err := Dir(dir); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v", info.Mode())
	}
	chmod(t, filepath.Join(base, "a"), 0o777)
	if err := Dir(dir); err == nil {
		t.Error("a directory below an open one was accepted")
	}
}

// A secret that others may read is none; a file that may be seen by all is read
// as ever where it is no secret.
func TestReadPrivate(t *testing.T) {
	dir := t.TempDir()
	own := put(t, filepath.Join(dir, "own"), "x", 0o600)
	if err := os.Symlink(own, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"own", "link"} {
		if got, err := ReadPrivate(filepath.Join(dir, name), 1); err != nil || string(got) != "x" {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o644} {
		chmod(t, own, mode)
		for _, name := range []string{"own", "link"} {
			if _, err := ReadPrivate(filepath.Join(dir, name), 1); fault.CodeOf(err) != fault.Client || !strings.Contains(err.Error(), "other users may read it") {
				t.Errorf("%s, %o: %v", name, mode, err)
			}
		}
		if _, err := Read(own, 1); err != nil {
			t.Errorf("%o: %v", mode, err)
		}
	}
	if _, err := ReadPrivate(filepath.Join(dir, "none"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}
