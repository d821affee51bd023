package paritytest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// heavy are packages that make a module large; sdk/README.md says how large and
// what to use instead.
var heavy = []string{"encoding/json", "fmt", "reflect", "os", "io", "net", "time", "strings", "unicode", "sort", "regexp"}

// kernel are the functions of Extism that a module may import, and does.
var kernel = []string{"input_length", "input_load_u64", "input_load_u8", "alloc", "store_u64", "store_u8", "output_set", "error_set"}

// Module builds the plugin in the folder as the Makefile does and looks at what
// the host will look at: its size, its imports and its exports. maxBytes is the
// plugin's budget: the host loads about 30 ms per MB, and the Go runtime alone
// is 1.82 MB.
func Module(t *testing.T, dir string, maxBytes int) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a module")
	}
	t.Run("links little", func(t *testing.T) { linksLittle(t, dir) })
	file := filepath.Join(t.TempDir(), "module.wasm")
	build := guest(dir, "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(module))
	if len(module) > maxBytes {
		t.Errorf("the module has %d bytes, its budget is %d: see sdk/README.md for what a package adds", len(module), maxBytes)
	}
	compareImports(t, module)
	exports, err := exportNames(module)
	if err != nil {
		t.Fatal(err)
	}
	for _, export := range []string{"catalog", "transform", "plan", "render"} {
		if !slices.Contains(exports, export) {
			t.Errorf("no export %s", export)
		}
	}
}

func compareImports(t testing.TB, module []byte) {
	t.Helper()
	names, err := importNames(module)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range names {
		from, function, _ := strings.Cut(name, " ")
		switch {
		case from == "wasi_snapshot_preview1":
		case from == "extism:host/env" && slices.Contains(kernel, function):
			seen++
		default:
			t.Errorf("the module imports %s", name)
		}
	}
	if seen != len(kernel) {
		t.Errorf("%d of Extism's functions are imported, want %d: %q", seen, len(kernel), names)
	}
}

// linksLittle names the packages that would make the module large, so that a
// failure says which import did it.
func linksLittle(t testing.TB, dir string) {
	t.Helper()
	out, err := guest(dir, "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "github.com/wslite/wslite/sdk/plugin") {
		t.Fatalf("the list of packages is wrong: %q", deps)
	}
	for _, h := range heavy {
		if slices.Contains(deps, h) {
			t.Errorf("the module links %s", h)
		}
	}
}

// guest is the go command for a module.
func guest(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	return cmd
}
