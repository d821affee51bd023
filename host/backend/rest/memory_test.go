package rest_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/sdk/abi"
)

// heap watches how far the heap grows while content moves. It counts garbage,
// too, as a small machine has to.
type heap struct{ base, most uint64 }

func newHeap() *heap {
	runtime.GC()
	h := &heap{}
	h.base = h.now()
	return h
}

func (h *heap) now() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (h *heap) look() { h.most = max(h.most, h.now()) }

func (h *heap) check(t *testing.T, what string) {
	t.Helper()
	const bound = 40 << 20
	if h.most == 0 {
		t.Fatalf("%s: nobody looked", what)
	}
	if h.most > h.base+bound {
		t.Errorf("%s: the heap grew by %d MiB", what, (h.most-h.base)>>20)
	}
}

// B49: content of any size takes the same memory, up, up in base64, and down. The
// server of the test counts as well.
func TestB49ConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("moves 768 MiB")
	}
	const size = 256 << 20
	path := filepath.Join(t.TempDir(), "big")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(size); err != nil { // a hole: it takes no disk
		t.Fatal(err)
	}
	f.Close()

	var got atomic.Int64
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == "POST":
			got.Store(0)
			w.Header().Set("Location", "https://"+r.Host+"/upload/drive/v3/files?upload_id=x")
		case r.Method == "PUT":
			n, _ := io.Copy(io.Discard, r.Body)
			var total int64
			fmt.Sscanf(r.Header.Get("Content-Range")[strings.IndexByte(r.Header.Get("Content-Range"), '/'):], "/%d", &total)
			if got.Add(n) == total {
				io.WriteString(w, `{"id":"F"}`)
				return
			}
			w.Header().Set("Range", fmt.Sprintf("bytes=0-%d", got.Load()-1))
			w.WriteHeader(308)
		default:
			w.Header().Set("Content-Length", strconv.Itoa(size))
			piece := make([]byte, 64<<10)
			for range size / len(piece) {
				w.Write(piece)
			}
		}
	})
	b := newBench(t, tr, contentRules)
	var h *heap
	var steps int64
	progress := func(_ string, done, _ int64) {
		if done/(4<<20) != steps {
			steps = done / (4 << 20)
			h.look()
		}
	}

	for _, encoding := range []string{"", "base64"} {
		s := newStore(t, blob.Options{Progress: progress})
		file, err := s.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		req := uploadRequest(file)
		req.Media.Segments[0].Encoding = encoding
		h = newHeap()
		if code, text := do(t, b, contentCall("drive", "upload", s, ask(req), file)); code != "" || got.Load() < size {
			t.Fatal(code, text, got.Load())
		}
		h.check(t, "up "+encoding)
	}

	s := newStore(t, blob.Options{Output: filepath.Join(t.TempDir(), "out"), Progress: progress})
	h = newHeap()
	if code, text := do(t, b, contentCall("drive", "download", s, ask(abi.Request{Route: "drive.files.get", Path: map[string]string{"fileId": "F"}, Save: &abi.Save{}}))); code != "" {
		t.Fatal(code, text)
	}
	held, _ := s.Get("b1")
	where, err := held.Place()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(where); err != nil || info.Size() != size {
		t.Errorf("%v %v", info, err)
	}
	h.check(t, "down")
	t.Logf("the heap grew by %d KiB at most", (h.most-h.base)>>10)
}
