package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/plugin"
)

const example = "../../../examples/plugins/notes"

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The same sources give the same bytes, and what need not change is not
// touched, so that go build has nothing to do.
func TestEmbedIsReproducible(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, out := range []string{one, two} {
		if err := run(t.Context(), out, []string{example}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"notes.wasm", "notes.json"} {
		if read(t, filepath.Join(one, name)) != read(t, filepath.Join(two, name)) {
			t.Errorf("%s differs between two builds", name)
		}
	}
	m, err := plugin.DecodeMeta([]byte(read(t, filepath.Join(one, "notes.json"))))
	if err != nil || m.Service != "notes" || len(m.Catalog.Tools) != 4 || len(m.Digest) != 64 || m.Digest == m.OriginalDigest {
		t.Errorf("%+v %v", m, err)
	}

	before, err := os.Stat(filepath.Join(one, "notes.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	for _, stale := range []string{"gone.wasm", "gone.json", "README.md"} {
		if err := os.WriteFile(filepath.Join(one, stale), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(t.Context(), one, []string{example}); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(filepath.Join(one, "notes.wasm"))
	if err != nil || !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("an unchanged module was written again")
	}
	left, err := filepath.Glob(filepath.Join(one, "*"))
	if err != nil || len(left) != 4 { // module, metadata, listing, and what is not ours
		t.Errorf("left: %v %v", left, err)
	}
}

func TestEmbedRefuses(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken")
	if err := os.Mkdir(broken, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/broken\n", "main.go": "package main\nfunc main() { nowhere() }\n"} {
		if err := os.WriteFile(filepath.Join(broken, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string][]string{
		"usage":              nil,
		"undefined: nowhere": {broken},
		"no such file":       {filepath.Join(dir, "none")},
	} {
		err := run(t.Context(), dir, args)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", args, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
