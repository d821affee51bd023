package rehearsal

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/cli"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// world is a home of its own with a workspace in it, and a clock that moves on by
// a minute with each call, so that times are the same in each run.
type world struct {
	t     *testing.T
	cache string
	home  string
	calls int
	// names are the values that calls may name as ${name}.
	names map[string]string
}

// begin is when the first call of a rehearsal takes place.
var begin = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// emptyWorld has a workspace that nobody has used yet.
func emptyWorld(t *testing.T) *world {
	return &world{t: t, cache: sandboxtest.Cache(t) + "-cli", home: t.TempDir(), names: map[string]string{}}
}

// newWorld fills a workspace with the examples.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := emptyWorld(t)
	examples := filepath.Join("..", "..", "examples", "workspace")
	files := filepath.Join(t.TempDir(), "files")
	if err := os.CopyFS(files, os.DirFS(filepath.Join(examples, "files"))); err != nil {
		t.Fatal(err)
	}
	// Imported files keep their times, and a checkout gives them its own.
	err := filepath.WalkDir(files, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, begin, begin.AddDate(0, 0, -3))
	})
	if err != nil {
		t.Fatal(err)
	}
	r := w.run(w.home, false, "local", "import", filepath.Join(examples, "mail.mbox"), filepath.Join(examples, "calendar.ics"), filepath.Join("testdata", "invitation.ics"), files)
	if r.exit != 0 || strings.Contains(r.stderr, "skipped") {
		t.Fatalf("the import: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	w.file("letter", "letter.txt", "Dear Ana,\nhere they are.\n")
	w.file("picture", "Gärten.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	return w
}

// file writes a file that calls may name.
func (w *world) file(name, base, content string) {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), base)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.names[name] = path
}

// run1 is what one command line gave.
type run1 struct {
	exit           int
	stdout, stderr string
}

// run runs a command line in process. A person has a terminal of 100 columns, in
// colour off.
func (w *world) run(home string, person bool, args ...string) run1 {
	w.t.Helper()
	var out, errs bytes.Buffer
	s := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	if person {
		s.OutTTY, s.ErrTTY, s.Width = true, true, 100
	}
	now := begin.Add(time.Duration(w.calls) * time.Minute)
	code := cli.Main(w.t.Context(), args, cli.Env{
		Streams: s, Sandbox: shared(w.t, w.cache), Version: "test",
		Getenv: func(key string) string {
			return map[string]string{"WSLITE_CACHE_DIR": w.cache, "TZ": "Europe/Berlin"}[key]
		},
		Now:           func() time.Time { return now },
		UserConfigDir: func() (string, error) { return filepath.Join(home, ".config"), nil },
		UserCacheDir:  func() (string, error) { return filepath.Join(home, ".cache"), nil },
		UserHomeDir:   func() (string, error) { return home, nil },
	})
	return run1{code, out.String(), errs.String()}
}

// copied is a copy of the home as it is now.
func (w *world) copied() string {
	w.t.Helper()
	home := filepath.Join(w.t.TempDir(), "home")
	if err := copyPrivate(home, w.home); err != nil {
		w.t.Fatal(err)
	}
	return home
}

// workspace is the path of the workspace file.
func (w *world) workspace() string {
	return filepath.Join(w.home, ".local", "state", "wslite", "workspace.db")
}

var sandboxOnce sync.Once
var sandboxOf func() (*sandbox.Sandbox, error)

// shared keeps the modules loaded between the command lines.
func shared(t *testing.T, cache string) *sandbox.Sandbox {
	sandboxOnce.Do(func() {
		sandboxOf = sync.OnceValues(func() (*sandbox.Sandbox, error) {
			return sandbox.New(sandbox.Config{CacheDir: cache, Limits: limits.Default(), Warn: func(string) {}})
		})
	})
	s, err := sandboxOf()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMain(m *testing.M) {
	code := m.Run()
	if sandboxOf != nil {
		if s, err := sandboxOf(); err == nil {
			s.Close(context.Background())
		}
	}
	os.Exit(code)
}

// copyPrivate copies a home and keeps it to its owner: the records in it are
// refused where others may read them.
func copyPrivate(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	return filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o600)
		if d.IsDir() {
			mode = 0o700
		}
		return os.Chmod(path, mode)
	})
}
