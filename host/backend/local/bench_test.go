package local

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"
)

// BenchmarkOpenAndList is what a command pays: open a small workspace that
// exists, list its tasks once, close.
func BenchmarkOpenAndList(b *testing.B) {
	path := filepath.Join(b.TempDir(), "w.db")
	w := open(b, path)
	for i := range 20 {
		must(b, w, "POST", "lists/@default/tasks", fmt.Sprintf(`{"title":"t%d"}`, i))
	}
	w.Close()
	b.ReportAllocs()
	for b.Loop() {
		w, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		list(b, w, "maxResults=100")
		w.Close()
	}
}

// BenchmarkCreate makes a new workspace file.
func BenchmarkCreate(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		w, err := Open(filepath.Join(dir, fmt.Sprint(i)))
		if err != nil {
			b.Fatal(err)
		}
		w.Close()
	}
}

// BenchmarkLargeList inserts into, and reads the last page of, a list that
// grows to some thousand tasks.
func BenchmarkLargeList(b *testing.B) {
	w := open(b, filepath.Join(b.TempDir(), "w.db"))
	for i := range 5000 {
		must(b, w, "POST", "lists/@default/tasks", fmt.Sprintf(`{"title":"t%d"}`, i))
	}
	b.Run("insert", func(b *testing.B) {
		for b.Loop() {
			must(b, w, "POST", "lists/@default/tasks", `{"title":"x"}`)
		}
	})
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			list(b, w, "maxResults=100")
		}
	})
}

func list(b *testing.B, w *Workspace, query string) {
	r, err := http.NewRequest("GET", base+"lists/@default/tasks?"+query, nil)
	if err != nil {
		b.Fatal(err)
	}
	resp, err := w.Transport().RoundTrip(r)
	if err != nil || resp.StatusCode != 200 {
		b.Fatal(resp, err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}
