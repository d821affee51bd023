package plugin

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wslite/wslite/host/fault"
)

func TestEmbedded(t *testing.T) {
	r := newPlace(t).open()
	if ps := r.Plugins(); len(ps) != 1 || ps[0].Service != "tasks" || ps[0].Origin != Embedded || ps[0].Grant != nil {
		t.Errorf("%+v", ps)
	}
	src, err := r.Source("tasks")
	if err != nil || string(src.Wasm) != "wasm" || src.Name != "tasks" || src.Digest != digest([]byte("wasm")) {
		t.Errorf("%+v %v", src, err)
	}
	if _, err := r.Source("nope"); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
	if r.Get("nope") != nil || r.Problem("nope") != nil || len(r.Problems()) != 0 || len(r.Verify()) != 0 {
		t.Error("a plugin from nowhere")
	}
}

func TestBuiltWithoutPlugins(t *testing.T) {
	_, err := Open(Options{Embedded: fstest.MapFS{"README.md": {}}})
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Error(err)
	}
	for name, doc := range map[string]string{
		"not JSON": "{", "wrong name": `{"service":"x","catalog":{"service":"x"}}`, "no catalog": `{"service":"tasks"}`,
		"unknown key": `{"service":"tasks","catalog":{"service":"tasks"},"zzz":1}`, "more": `{"service":"tasks","catalog":{"service":"tasks"}} 1`,
	} {
		r, err := Open(Options{Embedded: fstest.MapFS{"tasks.json": {Data: []byte(doc)}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Problem("tasks"); err == nil || !strings.Contains(err.Error(), "damaged") || len(r.Problems()) != 1 {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.Source("tasks"); err == nil || r.Get("tasks") != nil || len(r.Plugins()) != 0 {
			t.Errorf("%s: a damaged plugin is used", name)
		}
	}
	fs := fakeEmbedded()
	delete(fs, "tasks.wasm")
	r, err := Open(Options{Embedded: fs})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Source("tasks"); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
}

func TestNoDirectory(t *testing.T) {
	p := newPlace(t)
	p.write(notes())
	p.dir = ""
	r := p.open()
	if _, err := r.Add(t.Context(), p.file, yes); err == nil || !strings.Contains(err.Error(), "HOME") {
		t.Error(err)
	}
	if err := r.Remove("notes"); err == nil || !strings.Contains(err.Error(), "HOME") {
		t.Error(err)
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, err := Open(Options{}); err != nil {
			b.Skip("needs the embedded plugins: make plugins")
		}
	}
}
