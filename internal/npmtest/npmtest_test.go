package npmtest

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestNode: the packed Node comes first, then a new enough one in PATH, and
// without either a test is skipped.
func TestNode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are shell scripts")
	}
	program := func(dir, says string) string {
		t.Helper()
		file := filepath.Join(dir, "node")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("#!/bin/sh\necho "+says+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		return file
	}
	node := func(modules string) (found string, skipped bool) {
		t.Run("", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			found = Node(t, modules, "nothing")
		})
		return found, skipped
	}
	path := t.TempDir()
	t.Setenv("PATH", path)
	if found, skipped := node(t.TempDir()); !skipped {
		t.Errorf("without any: %q", found)
	}
	for says, want := range map[string]bool{"v20.1.0": false, "nonsense": false, "v22.0.0": true, "v101.0.0": true} {
		file := program(path, says)
		if found, skipped := node(t.TempDir()); skipped == want || want && found != file {
			t.Errorf("%s in PATH: %q, skipped: %v", says, found, skipped)
		}
	}
	modules := t.TempDir()
	machine := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	if machine == "" {
		return
	}
	packed := program(filepath.Join(modules, "node-"+runtime.GOOS+"-"+machine, "bin"), "v22.0.0")
	if found, _ := node(modules); found != packed {
		t.Errorf("with a packed one: %q", found)
	}
}
