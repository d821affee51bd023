package invoke_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/sdk/abi"
)

// uploads is a pipeline of one tool that sends a file, and its books.
func uploads(t *testing.T, k *keeper) (*invoke.Pipeline, *catalog.Tool, *books) {
	t.Helper()
	x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: "drive", Tools: []abi.Tool{
		{Name: "drive_create_file", Action: "fileCreate", Actions: []string{"fileCreate"}, FileArgs: []string{"file"},
			Input: abi.Raw(`{"type":"object","properties":{"name":{"type":"string"},"file":{"type":"string"}},"additionalProperties":false}`)},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := newBooks()
	return &invoke.Pipeline{Catalog: x, Modules: k, Risk: tables, Backend: k, Clock: func() abi.Clock { return testClock }, Records: b.records()},
		x.Tool("drive_create_file"), b
}

// W150, A75: a front end that may read no files of this machine gives none, also
// not for a draft, and nothing is begun.
func TestW150_A75_WithoutARightToFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	k := &keeper{transform: `{"action":"fileCreate","params":{}}`, data: func(string) string { return `{}` }}
	p, tool, b := uploads(t, k)
	for _, r := range []invoke.Request{{}, {Store: true}, {DryRun: true}} {
		for _, named := range []string{path, "/etc/passwd", "../a.txt", "nowhere"} {
			r.Tool, r.Args, r.Yes = tool, map[string]any{"file": named}, true
			if _, err := p.Run(t.Context(), r); fault.CodeOf(err) != fault.NotSupported || k.sent > 0 {
				t.Errorf("%q: %v, sent %d", named, err, k.sent)
			}
		}
	}
	claims, err := b.store.Claims(t.Context(), store.ClaimFilter{})
	drafts, err2 := b.store.Drafts(t.Context(), store.DraftFilter{})
	if len(claims)+len(drafts) > 0 || err != nil || err2 != nil {
		t.Errorf("claims %+v, drafts %+v, %v %v", claims, drafts, err, err2)
	}
}

// W151: which file is sent the caller says. A plugin that names another one, or
// a place outside, sends the caller's.
func TestW151_APluginNamesNoFile(t *testing.T) {
	dir := t.TempDir()
	named, secret := filepath.Join(dir, "named"), filepath.Join(dir, "secret")
	for path, text := range map[string]string{named: "named", secret: "secret"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{secret, "../secret", "/etc/passwd", named + "/../secret"} {
		k := &keeper{transform: `{"action":"fileCreate","params":{"name":"n","file":"` + other + `"}}`, data: func(string) string { return `{}` }}
		p, tool, _ := uploads(t, k)
		blobs := blob.New(blob.Options{})
		if _, err := p.Run(t.Context(), invoke.Request{Tool: tool, Args: map[string]any{"file": named}, Blobs: blobs, Yes: true}); err != nil {
			t.Fatal(err)
		}
		if len(k.got.Files) != 1 {
			t.Fatalf("%+v", k.got.Files)
		}
		held, ok := blobs.Get(k.got.Files[0].Blob)
		if !ok {
			t.Fatal("its file is not there")
		}
		r, err := held.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if r.Close(); string(text) != "named" || err != nil {
			t.Errorf("%s: %q is sent, %v", other, text, err)
		}
		blobs.Close()
		// Where the caller names none, there is none.
		blobs = blob.New(blob.Options{})
		if _, err := p.Run(t.Context(), invoke.Request{Tool: tool, Args: map[string]any{"name": "n"}, Blobs: blobs, Yes: true}); err != nil || len(k.got.Files) != 0 {
			t.Errorf("%s: %+v %v", other, k.got.Files, err)
		}
		blobs.Close()
	}
}

// A26: a change whose answer names nothing is done, and a repeat hears that.
func TestA26_DoneWithoutAnID(t *testing.T) {
	for name, answer := range map[string]*envelope.Response{
		"A26 no data":   {Success: true},
		"A26 no object": {Success: true, Data: []any{}},
		"A26 no id":     {Success: true, Data: map[string]any{"subject": "Hello", "to": "a@x.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			o.answer = answer
			if _, err := o.send(t, "k1", to("a@x.example")); err != nil {
				t.Fatal(err)
			}
			rows, err := o.store.Claims(t.Context(), store.ClaimFilter{})
			if err != nil || len(rows) != 1 || rows[0].Status != store.Completed || rows[0].Resource != "" {
				t.Fatalf("%+v %v", rows, err)
			}
			again, err := o.send(t, "k1", to("a@x.example"))
			if err != nil || !again.Duplicate || len(o.effects) != 1 {
				t.Fatalf("%+v %v, effects %q", again, err, o.effects)
			}
			if _, told := again.Response.Data.(map[string]any)["resourceId"]; told {
				t.Errorf("%v", again.Response.Data)
			}
		})
	}
}
