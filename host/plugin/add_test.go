package plugin

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/sdk/abi"
)

func TestAddGrantsWhatWasShown(t *testing.T) {
	p := newPlace(t)
	p.write(notes())
	var shown Review
	added, err := p.open().Add(t.Context(), p.file, func(r Review) bool { shown = r; return true })
	if err != nil {
		t.Fatal(err)
	}
	r := p.open()
	got := r.Get("notes")
	if got == nil || got.Origin != Added || got.OriginalDigest != shown.OriginalDigest || got.Digest != shown.Digest {
		t.Fatalf("%+v", got)
	}
	if d := cmp.Diff(added, got); d != "" {
		t.Error("Add and Open differ", d)
	}
	g := got.Grant
	if g.By != "ada" || g.At.Format("2006-01-02T15:04:05Z") != "2026-03-01T09:30:00Z" || len(g.Hosts) != 1 || g.Hosts[0] != "notes.example.com" {
		t.Errorf("%+v", g)
	}
	for i, want := range []string{"list read 1", "create write 1", "delete destructive 2", "count destructive 0"} {
		a := g.Actions[i]
		if got := fmt.Sprint(a.Action, " ", a.Class, " ", len(a.Routes)); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
		if s := shown.Actions[i]; s.Action != a.Action || s.Class != a.Class || len(s.Routes) != len(a.Routes) {
			t.Errorf("shown %+v, granted %+v", s, a)
		}
	}
	if n := len(g.Routes()); n != 4 {
		t.Errorf("%d routes", n)
	}
	src, err := r.Source("notes")
	if err != nil || digest(src.Wasm) != src.Digest || src.Digest != got.Digest {
		t.Errorf("%v", err)
	}
	// It really runs: the stored module tells the granted catalog.
	c, err := ownSandbox(t.Context(), src) // one that nobody lent it
	if err != nil || c.Service != "notes" {
		t.Errorf("%+v %v", c, err)
	}
	for path, mode := range map[string]os.FileMode{p.dir: 0o700, filepath.Join(p.dir, lockName): 0o600, p.stored(".wasm"): 0o600, p.stored(".json"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
}

func TestNoMeansNothingHappens(t *testing.T) {
	p := newPlace(t)
	p.write(notes())
	_, err := p.open().Add(t.Context(), p.file, func(Review) bool { return false })
	if fault.CodeOf(err) != fault.ConfirmationRequired {
		t.Error(err)
	}
	if _, err := p.open().Inspect(t.Context(), p.file); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(p.dir); err == nil {
		t.Error("something was stored")
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = p.open().Add(ctx, p.file, func(Review) bool { cancel(); return true })
	if fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
	if _, err := os.Stat(p.dir); err == nil {
		t.Error("stored after an interrupt")
	}
}

func TestAddReplaces(t *testing.T) {
	p := newPlace(t)
	p.write(notes())
	p.add()
	c := notes()
	c.Version = "2.0.0"
	c.Tools[0].Description = "Now lists all."
	p.write(c)
	var shown Review
	if _, err := p.open().Add(t.Context(), p.file, func(r Review) bool { shown = r; return true }); err != nil {
		t.Fatal(err)
	}
	if got := shown.Changes.String(); !shown.Known || got != `~ tool notes_list_notes description: "List the notes." -> "Now lists all."`+"\n"+`~ version: "1.0.0" -> "2.0.0"` {
		t.Errorf("%v\n%s", shown.Known, got)
	}
	p.stored(".wasm") // only one is left
	if v := p.open().Get("notes").Catalog.Version; v != "2.0.0" {
		t.Errorf("version %s", v)
	}
}

func TestRemove(t *testing.T) {
	p := newPlace(t)
	r := p.open()
	if err := r.Remove("notes"); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
	if err := r.Remove("tasks"); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
	if _, err := os.Stat(p.dir); err == nil {
		t.Error("removing nothing made a directory")
	}
	p.write(notes())
	p.add()
	if err := p.open().Remove("notes"); err != nil {
		t.Fatal(err)
	}
	if r := p.open(); r.Get("notes") != nil || len(r.Verify()) != 0 {
		t.Error("still there")
	}
	if left, _ := filepath.Glob(filepath.Join(p.dir, "notes-*")); len(left) != 0 {
		t.Errorf("left behind %v", left)
	}
	if _, err := os.Stat(p.file); err != nil {
		t.Error("the operator's own file is gone")
	}
	// Once a name is embedded, an added plugin of that name is stopped, and
	// can be removed.
	c := notes()
	p.write(c)
	p.add()
	o := p.options()
	fs := fakeEmbedded()
	m := Meta{Service: "notes", Digest: digest(nil), Catalog: &abi.Catalog{ABI: abi.Version, Service: "notes"}}
	doc, _ := m.Encode()
	fs["notes.json"] = fs["README.md"]
	fs["notes.json"].Data = doc
	o.Embedded = fs
	r, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Get("notes"); got == nil || got.Origin != Embedded || fault.CodeOf(r.Problem("notes")) != fault.PluginRefused {
		t.Errorf("%+v %v", got, r.Problem("notes"))
	}
	if err := r.Remove("notes"); err != nil {
		t.Error(err)
	}
}

// Another process changes the plugin between the review and the yes: what was
// agreed to is no longer what would happen.
func TestAddMeetsAnother(t *testing.T) {
	p := newPlace(t)
	p.write(notes())
	_, err := p.open().Add(t.Context(), p.file, func(Review) bool { p.add(); return true })
	if fault.CodeOf(err) != fault.Conflict {
		t.Errorf("added meanwhile: %v", err)
	}
	_, err = p.open().Add(t.Context(), p.file, func(Review) bool {
		if err := p.open().Remove("notes"); err != nil {
			t.Error(err)
		}
		return true
	})
	if fault.CodeOf(err) != fault.Conflict {
		t.Errorf("removed meanwhile: %v", err)
	}
}

const addAtOnce = "WSLITE_TEST_ADD_AT_ONCE"

// TestProcessesAddAtOnce starts several processes that add plugins to one
// directory at the same time. None may be lost.
func TestProcessesAddAtOnce(t *testing.T) {
	if file := os.Getenv(addAtOnce); file != "" {
		p := &place{t, filepath.Join(filepath.Dir(file), "plugins"), file}
		p.add()
		return
	}
	const n = 6
	p := newPlace(t)
	var cmds []*exec.Cmd
	for i := range n {
		c := notes()
		c.Service = fmt.Sprintf("notes%d", i)
		c.Requests = nil
		for j := range c.Tools {
			c.Tools[j].Name = strings.Replace(c.Tools[j].Name, "notes", c.Service, 1)
		}
		file := filepath.Join(filepath.Dir(p.file), c.Service+".wasm")
		p.put(file, moduleOf(t, c))
		cmd := exec.Command(os.Args[0], "-test.run=^TestProcessesAddAtOnce$")
		cmd.Env = append(os.Environ(), addAtOnce+"="+file)
		cmds = append(cmds, cmd)
	}
	out := make([]strings.Builder, n)
	for i, cmd := range cmds {
		cmd.Stdout, cmd.Stderr = &out[i], &out[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v\n%s", i, err, out[i].String())
		}
	}
	r := p.open()
	for i := range n {
		if _, err := r.Source(fmt.Sprintf("notes%d", i)); err != nil {
			t.Error(err)
		}
	}
}

func TestNotAModule(t *testing.T) {
	p := newPlace(t)
	p.put(p.file, []byte("#!/bin/sh\n"))
	if _, err := p.open().Inspect(t.Context(), p.file); fault.CodeOf(err) != fault.PluginRefused {
		t.Errorf("a script: %v", err)
	}
	p.put(p.file, module(`{"abi":1,`))
	if _, err := p.open().Inspect(t.Context(), p.file); err == nil || !strings.HasPrefix(string(fault.CodeOf(err)), "PLUGIN_") {
		t.Errorf("half a catalog: %v", err)
	}
	if _, err := p.open().Inspect(t.Context(), p.dir); err == nil {
		t.Error("no file")
	}
	f, err := os.Create(p.file)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(maxModule + 1); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := p.open().Inspect(t.Context(), p.file); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("too large: %v", err)
	}
}

// The build and the command line bring a sandbox of their own.
func TestCatalogIn(t *testing.T) {
	p := newPlace(t)
	p.write(notes())
	made := 0
	o := p.options()
	o.Catalog = CatalogIn(func() (*sandbox.Sandbox, error) {
		made++
		return nil, fault.New(fault.Client, "no sandbox today")
	})
	r, err := Open(o)
	if err != nil || made != 0 {
		t.Fatalf("%v, %d sandboxes before one is needed", err, made)
	}
	if _, err := r.Inspect(t.Context(), p.file); err == nil || err.Error() != "no sandbox today" || made != 1 {
		t.Errorf("%v, %d", err, made)
	}
}
