package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxModule is the budget for the module in bytes. The host loads about 30 ms
// per MB; the Go runtime alone is 1.82 MB. Raise it only with a reason here.
const maxModule = 2_260_000

// TestModule builds the module as the Makefile does and looks at what the host
// will look at: its size, its imports and its exports.
func TestModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	file := filepath.Join(t.TempDir(), "tasks.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(module))
	if len(module) > maxModule {
		t.Errorf("the module has %d bytes, its budget is %d: see sdk/README.md for what a package adds", len(module), maxModule)
	}
	names, err := imports(module)
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"input_length", "input_load_u64", "input_load_u8", "alloc", "store_u64", "store_u8", "output_set", "error_set"}
	seen := 0
	for _, name := range names {
		from, function, _ := strings.Cut(name, " ")
		switch {
		case from == "wasi_snapshot_preview1":
		case from == "extism:host/env" && slices.Contains(allowed, function):
			seen++
		default:
			t.Errorf("the module imports %s", name)
		}
	}
	if seen != len(allowed) {
		t.Errorf("%d of Extism's functions are imported, want %d: %q", seen, len(allowed), names)
	}
	for _, export := range []string{"catalog", "transform", "plan", "render"} {
		if !strings.Contains(string(section(module, 7)), string(rune(len(export)))+export) {
			t.Errorf("no export %s", export)
		}
	}
}

// TestModuleLinksLittle names the packages that would make the module large,
// so that a failure says which import did it.
func TestModuleLinksLittle(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "github.com/wslite/wslite/sdk/plugin") {
		t.Fatalf("the list of packages is wrong: %q", deps)
	}
	for _, heavy := range []string{"encoding/json", "fmt", "reflect", "os", "io", "net", "time", "strings", "unicode", "sort", "regexp"} {
		if slices.Contains(deps, heavy) {
			t.Errorf("the module links %s", heavy)
		}
	}
}

// section gives the content of the first section with this id.
func section(module []byte, id byte) []byte {
	for rest := module[8:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		body := rest[1+n:][:size]
		if rest[0] == id {
			return body
		}
		rest = rest[1+n+int(size):]
	}
	return nil
}

// imports lists the functions that a module imports, "module name" each.
func imports(module []byte) (names []string, err error) {
	rest := section(module, 2)
	count, n := binary.Uvarint(rest)
	rest = rest[n:]
	text := func() string {
		size, n := binary.Uvarint(rest)
		s := string(rest[n:][:size])
		rest = rest[n+int(size):]
		return s
	}
	for range count {
		name := text() + " " + text()
		if rest[0] != 0 {
			return nil, fmt.Errorf("%s is no function", name)
		}
		_, n := binary.Uvarint(rest[1:])
		rest = rest[1+n:]
		names = append(names, name)
	}
	return names, nil
}
