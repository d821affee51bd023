package sdk_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGuideIsTrue takes the plugin out of docs/plugins.md, runs its test and
// builds its module: the guide can't fall behind the sdk.
func TestGuideIsTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile(filepath.Join(root, "docs", "plugins.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := regexp.MustCompile("(?s)```[a-z]+ file=([a-z0-9_./]+)\n(.*?)```").FindAllStringSubmatch(string(guide), -1)
	if len(files) != 5 {
		t.Fatalf("%d files in the guide, want 5", len(files))
	}
	for _, f := range files {
		name, text := filepath.Join(dir, f[1]), f[2]
		if f[1] == "go.mod" {
			text += "\nreplace github.com/wslite/wslite => " + root + "\n"
		}
		if strings.HasSuffix(f[1], ".go") {
			if pretty, err := format.Source([]byte(text)); err != nil || string(pretty) != text {
				t.Errorf("%s is not as gofmt writes it (%v)", f[1], err)
			}
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(env []string, args ...string) {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	run(nil, "vet", ".")
	run(nil, "test", ".")
	run([]string{"GOOS=wasip1", "GOARCH=wasm"}, "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", "notes.wasm", ".")
}
