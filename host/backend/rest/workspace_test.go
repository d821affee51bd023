package rest_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	workspace "github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/blob"
)

// The embedded workspace takes content and gives it back, in one piece and
// resumably: two sides of the protocol that were written apart.
func TestContentThroughTheWorkspace(t *testing.T) {
	w, err := workspace.Open(filepath.Join(t.TempDir(), "workspace.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	b := newBench(t, w.Transport(), contentRules)
	for _, n := range []int{0, 35_000, 4 << 20, 17<<20 + 5} {
		content := pattern(n)
		s := newStore(t, blob.Options{})
		file := openFile(t, s, "a.bin", content)
		code, text := do(t, b, contentCall("drive", "upload", s, ask(uploadRequest(file)), file))
		var made []struct{ Body struct{ ID string } }
		if err := json.Unmarshal([]byte(text), &made); code != "" || err != nil || made[0].Body.ID == "" {
			t.Fatalf("%d bytes up: %s %s", n, code, text)
		}
		req := fetch()
		req.Path["fileId"], req.Save.MD5 = made[0].Body.ID, md5Of(content)
		if code, text, got := saved(t, b, newStore(t, blob.Options{}), req); code != "" || !bytes.Equal(got, content) {
			t.Errorf("%d bytes down: %s %s, %d bytes", n, code, text, len(got))
		}
	}
}
