package plugin

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/sdk/abi"
)

// place is a plugin directory with a file to add.
type place struct {
	t    *testing.T
	dir  string
	file string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	base := t.TempDir()
	return &place{t, filepath.Join(base, "plugins"), filepath.Join(base, "notes.wasm")}
}

// fakeEmbedded is a binary with one embedded plugin, tasks.
func fakeEmbedded() fstest.MapFS {
	c := &abi.Catalog{ABI: abi.Version, Service: "tasks", Tools: []abi.Tool{{Name: "tasks_x", Action: "x", Actions: []string{"x"}}}}
	m := Meta{Service: "tasks", Digest: digest([]byte("wasm")), Catalog: c}
	doc, err := m.Encode()
	if err != nil {
		panic(err)
	}
	return fstest.MapFS{"README.md": {Data: []byte("#")}, "tasks.json": {Data: doc}, "tasks.wasm": {Data: []byte("wasm")}}
}

// shared is one sandbox for the whole package: its modules are tiny, and most
// of the time went into making sandboxes.
var shared = sync.OnceValues(func() (*sandbox.Sandbox, error) {
	return sandbox.New(sandbox.Config{Limits: limits.Default()})
})

func (p *place) options() Options {
	return Options{
		Dir: p.dir, Embedded: fakeEmbedded(), Catalog: CatalogIn(shared),
		Now:  func() time.Time { return time.Date(2026, 3, 1, 9, 30, 0, 5, time.UTC) },
		User: func() string { return "ada" },
	}
}

func (p *place) open() *Registry {
	p.t.Helper()
	r, err := Open(p.options())
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

// write puts the module of a catalog into the file to add.
func (p *place) write(c *abi.Catalog) {
	p.t.Helper()
	p.put(p.file, moduleOf(p.t, c))
}

func (p *place) put(path string, data []byte) {
	p.t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// add adds the file with a yes.
func (p *place) add() *Plugin {
	p.t.Helper()
	got, err := p.open().Add(context.Background(), p.file, yes)
	if err != nil {
		p.t.Fatal(err)
	}
	return got
}

func yes(Review) bool { return true }

// refused adds a catalog that must be refused, and demands that nothing was
// asked or stored.
func (p *place) refused(c *abi.Catalog, want ...string) {
	p.t.Helper()
	p.write(c)
	_, err := p.open().Add(context.Background(), p.file, func(Review) bool {
		p.t.Error("asked for a yes to what is refused")
		return true
	})
	if fault.CodeOf(err) != fault.PluginRefused {
		p.t.Fatalf("got %v, want PLUGIN_REFUSED with %q", err, want)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			p.t.Errorf("%v\nlacks %q", err, w)
		}
	}
	if _, err := os.Stat(p.dir); err == nil {
		p.t.Error("something was stored")
	}
}

// stopped demands that the plugin can't be used and why.
func (p *place) stopped(want ...string) {
	p.t.Helper()
	r := p.open()
	_, err := r.Source("notes")
	if fault.CodeOf(err) != fault.PluginChanged {
		p.t.Fatalf("got %v, want PLUGIN_CHANGED with %q", err, want)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			p.t.Errorf("%v\nlacks %q", err, w)
		}
	}
	if f := r.Verify(); len(f) != 1 || fault.CodeOf(f[0].Err) != fault.PluginChanged {
		p.t.Errorf("verify found %v", f)
	}
	// Adding it again, and only that, makes it run.
	p.add()
	r = p.open()
	if _, err := r.Source("notes"); err != nil || r.Get("notes") == nil || r.Verify()[0].Err != nil {
		p.t.Errorf("added again: %v", err)
	}
}

// lock reads the lock, lets f change it and writes it back.
func (p *place) lock(f func(*lockFile)) {
	p.t.Helper()
	path := filepath.Join(p.dir, lockName)
	b, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	var l lockFile
	if err := json.Unmarshal(b, &l); err != nil {
		p.t.Fatal(err)
	}
	f(&l)
	if b, err = json.Marshal(l); err != nil {
		p.t.Fatal(err)
	}
	p.put(path, b)
}

// stored is the path of the stored module, or with ".json" its catalog.
func (p *place) stored(ext string) string {
	p.t.Helper()
	found, err := filepath.Glob(filepath.Join(p.dir, "notes-*"+ext))
	if err != nil || len(found) != 1 {
		p.t.Fatalf("stored: %v %v", found, err)
	}
	return found[0]
}
