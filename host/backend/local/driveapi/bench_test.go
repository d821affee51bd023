package driveapi

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// BenchmarkList reads a page of a drive with 10 000 files.
func BenchmarkList(b *testing.B) {
	w := newBench(b)
	fill(b, w, 10_000)
	for name, query := range map[string]string{
		"newest":    q("pageSize", "100"),
		"folder":    q("pageSize", "100", "q", "'root' in parents and trashed = false", "orderBy", "folder,name_natural"),
		"full text": q("pageSize", "100", "q", "fullText contains 'file' and name contains '99'"),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w.must(200, "GET", "files"+query, "")
			}
		})
	}
}

// nowhere takes an answer and forgets it.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header         { return n.header }
func (n nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (n nowhere) WriteHeader(int)             {}

// BenchmarkContent uploads and downloads 16 MiB; the memory it reports does
// not grow with the content.
func BenchmarkContent(b *testing.B) {
	const size = 16 << 20
	w := newBench(b)
	data := bytes.Repeat([]byte("0123456789abcdef"), size/16)
	var id string
	b.Run("upload", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			// An io.Reader alone, so that nothing can look at its length.
			r := w.raw("POST", "upload/drive/v3/files?uploadType=media", io.MultiReader(bytes.NewReader(data)), "Content-Type", octets)
			id = r.get("id")
		}
	})
	b.Run("download", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			w.handler.ServeHTTP(nowhere{http.Header{}}, httptest.NewRequest("GET", "/drive/v3/files/"+id+"?alt=media", nil))
		}
	})
}
