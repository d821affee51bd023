package rest_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// files is a service that gives content, with ranges.
type files struct {
	mu      sync.Mutex
	content []byte
	etag    string
	hash    bool
	// fault may change how request n is answered: cut after so many bytes of it
	// (-1 is not at all), or dealt with altogether.
	fault func(n int, w http.ResponseWriter, r *http.Request) (cut int, dealt bool)
	n     int
	log   []string
}

func (f *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	f.log = append(f.log, strings.TrimSpace(r.URL.RawQuery+" "+r.Header.Get("Range")+" "+r.Header.Get("If-Range")))
	cut := -1
	if f.fault != nil {
		var dealt bool
		if cut, dealt = f.fault(f.n, w, r); dealt {
			return
		}
	}
	h := w.Header()
	h.Set("Content-Type", "application/x-test")
	if f.etag != "" {
		h.Set("ETag", f.etag)
	}
	if f.hash {
		sum, _ := hex.DecodeString(md5Of(f.content))
		h.Set("X-Goog-Hash", "crc32c=AAAAAA==,md5="+base64.StdEncoding.EncodeToString(sum))
	}
	from := 0
	if span := r.Header.Get("Range"); span != "" && (r.Header.Get("If-Range") == "" || r.Header.Get("If-Range") == f.etag) {
		fmt.Sscanf(span, "bytes=%d-", &from)
		if from >= len(f.content) {
			w.WriteHeader(416)
			return
		}
		h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(f.content)-1, len(f.content)))
	}
	h.Set("Content-Length", strconv.Itoa(len(f.content)-from))
	if from > 0 {
		w.WriteHeader(206)
	}
	if cut >= 0 {
		w.Write(f.content[from:min(from+cut, len(f.content))])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	w.Write(f.content[from:])
}

func fetch(change ...func(*abi.Save)) abi.Request {
	s := &abi.Save{Name: "../plan.bin"}
	for _, f := range change {
		f(s)
	}
	return abi.Request{Route: "drive.files.get", Path: map[string]string{"fileId": "F"}, Query: map[string]abi.Raw{"supportsAllDrives": abi.Raw("true")}, Save: s}
}

// saved runs a download and gives the only blob of the call.
func saved(t *testing.T, b *bench, s *blob.Store, req abi.Request) (code, text string, got []byte) {
	t.Helper()
	code, text = do(t, b, contentCall("drive", "download", s, ask(req)))
	held, ok := s.Get("b1")
	if !ok {
		return code, text, nil
	}
	r, err := held.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return code, text, got
}

func cutAt(cuts ...int) func(int, http.ResponseWriter, *http.Request) (int, bool) {
	return func(n int, _ http.ResponseWriter, _ *http.Request) (int, bool) {
		if n <= len(cuts) {
			return cuts[n-1], false
		}
		return -1, false
	}
}

func TestDownload(t *testing.T) {
	content := pattern(3 << 20)
	f := &files{content: content, etag: `"v1"`, hash: true}
	_, tr := google(t, f.ServeHTTP)
	s := newStore(t, blob.Options{})
	code, text, got := saved(t, newBench(t, tr, contentRules), s, fetch())
	held, _ := s.Get("b1")
	facts := held.Facts()
	if code != "" || !bytes.Equal(got, content) || facts.MimeType != "application/x-test" || facts.Name != ".._plan.bin" || facts.Size != len(content) {
		t.Errorf("%s %s %+v", code, text, facts)
	}
	if want := `[{"blob":` + asJSON(t, facts) + `,"status":200}]`; !strings.Contains(text, `"status":200`) || !strings.Contains(text, facts.SHA256) || strings.Contains(text, "body") {
		t.Errorf("the plan saw %s, want %s", text, want)
	}
	if f.log[0] != "supportsAllDrives=true&alt=media" {
		t.Errorf("%q", f.log)
	}
}

// A download goes on after cuts, and what comes together is one content.
func TestB49DownloadGoesOnAfterCuts(t *testing.T) {
	content := pattern(2 << 20)
	other := append([]byte("another"), content...)
	for name, c := range map[string]struct {
		f    *files
		save func(*abi.Save)
		log  []string // the ranges that were asked for
	}{
		"with an ETag":     {&files{etag: `"v1"`, fault: cutAt(1<<20, 100, 0)}, nil, []string{"", "1048576 v1", "1048676 v1", "1048676 v1"}},
		"with a hash":      {&files{hash: true, fault: cutAt(1000)}, nil, []string{"", "1000"}},
		"with a known md5": {&files{fault: cutAt(1000)}, func(s *abi.Save) { s.MD5 = md5Of(content) }, []string{"", "1000"}},
		"with nothing":     {&files{fault: cutAt(1000)}, nil, []string{"", ""}},
		"with a weak ETag": {&files{etag: `W/"v1"`, fault: cutAt(1000)}, nil, []string{"", ""}},
		"before the headers": {&files{etag: `"v1"`, fault: func(n int, w http.ResponseWriter, _ *http.Request) (int, bool) {
			if n < 3 {
				panic(http.ErrAbortHandler)
			}
			return -1, false
		}}, nil, []string{"", "", ""}},
		"503 in the middle": {&files{etag: `"v1"`, fault: func(n int, w http.ResponseWriter, _ *http.Request) (int, bool) {
			if n == 2 {
				w.WriteHeader(503)
			}
			return []int{1000, 0, -1}[n-1], n == 2
		}}, nil, []string{"", "1000 v1", "1000 v1"}},
		"many cuts": {&files{etag: `"v1"`, fault: cutAt(300_000, 300_000, 300_000, 300_000, 300_000, 300_000)}, nil,
			[]string{"", "300000 v1", "600000 v1", "900000 v1", "1200000 v1", "1500000 v1", "1800000 v1"}},
		"it ignores ranges": {&files{etag: `"v1"`, fault: func(n int, w http.ResponseWriter, r *http.Request) (int, bool) {
			r.Header.Del("Range")
			return []int{1000, -1}[n-1], false
		}}, nil, []string{"", "1000 v1"}},
		"a part of another place": {&files{etag: `"v1"`, fault: func(n int, w http.ResponseWriter, r *http.Request) (int, bool) {
			if n == 2 {
				w.Header().Set("Content-Range", fmt.Sprintf("bytes 5-%d/%d", len(content)-1, len(content)))
				w.WriteHeader(206)
				w.Write(content[5:])
			}
			return []int{1000, 0, -1}[n-1], n == 2
		}}, nil, []string{"", "1000 v1", ""}},
		"range not satisfiable": {&files{etag: `"v1"`, fault: func(n int, w http.ResponseWriter, r *http.Request) (int, bool) {
			if n == 2 {
				w.WriteHeader(416)
			}
			return []int{1000, 0, -1}[n-1], n == 2
		}}, nil, []string{"", "1000 v1", ""}},
	} {
		for _, proto := range []string{"HTTP/2", "HTTP/1.1"} {
			f := &files{content: content, etag: c.f.etag, hash: c.f.hash, fault: c.f.fault}
			_, tr := google(t, f.ServeHTTP)
			if proto == "HTTP/1.1" {
				tr = http1(tr)
			}
			req := fetch()
			if c.save != nil {
				c.save(req.Save)
			}
			code, text, got := saved(t, newBench(t, tr, contentRules), newStore(t, blob.Options{}), req)
			if code != "" || !bytes.Equal(got, content) {
				t.Errorf("%s, %s: %s %s, %d bytes", name, proto, code, text, len(got))
			}
			var log []string
			for _, l := range f.log {
				l = strings.TrimPrefix(l, "supportsAllDrives=true&alt=media")
				log = append(log, strings.NewReplacer("bytes=", "", "-", "", `"`, "").Replace(strings.TrimSpace(l)))
			}
			// What had arrived when the connection was cut is the network's business;
			// only whether a range was asked for is ours.
			if len(log) != len(c.log) {
				t.Errorf("%s, %s: asked %q, want %q", name, proto, log, c.log)
				continue
			}
			for i := range log {
				_, tag, _ := strings.Cut(log[i], " ")
				_, want, _ := strings.Cut(c.log[i], " ")
				if (log[i] == "") != (c.log[i] == "") || tag != want {
					t.Errorf("%s, %s: asked %q, want %q", name, proto, log, c.log)
				}
			}
		}
	}
	// A content that changes in the middle is fetched anew, never mixed.
	f := &files{content: content, etag: `"v1"`}
	f.fault = func(n int, _ http.ResponseWriter, _ *http.Request) (int, bool) {
		if n == 1 {
			return 1000, false
		}
		f.content, f.etag = other, `"v2"`
		return -1, false
	}
	_, tr := google(t, f.ServeHTTP)
	if code, text, got := saved(t, newBench(t, tr, contentRules), newStore(t, blob.Options{}), fetch()); code != "" || !bytes.Equal(got, other) {
		t.Errorf("%s %s: %d bytes", code, text, len(got))
	}
}

// What is wrong with a content, or too much of it, is not kept.
func TestDownloadRefuses(t *testing.T) {
	content := pattern(1 << 20)
	status := func(code int, body string) func(int, http.ResponseWriter, *http.Request) (int, bool) {
		return func(_ int, w http.ResponseWriter, _ *http.Request) (int, bool) {
			w.WriteHeader(code)
			io.WriteString(w, body)
			return 0, true
		}
	}
	header := func(name, value string) func(int, http.ResponseWriter, *http.Request) (int, bool) {
		return func(_ int, w http.ResponseWriter, _ *http.Request) (int, bool) {
			w.Header().Set(name, value)
			return -1, false
		}
	}
	gzipped := func(cut int) func(int, http.ResponseWriter, *http.Request) (int, bool) {
		return func(_ int, w http.ResponseWriter, _ *http.Request) (int, bool) {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write(content)
			z.Close()
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(b.Bytes()[:b.Len()-cut])
			return 0, true
		}
	}
	for name, c := range map[string]struct {
		f    *files
		save func(*abi.Save)
		code string
	}{
		"another md5":          {&files{}, func(s *abi.Save) { s.MD5 = strings.Repeat("0", 32) }, "MALFORMED_RESPONSE"},
		"the md5, in capitals": {&files{}, func(s *abi.Save) { s.MD5 = strings.ToUpper(md5Of(content)) }, ""},
		"another hash":         {&files{fault: header("X-Goog-Hash", "md5=AAAAAAAAAAAAAAAAAAAAAA==")}, nil, "MALFORMED_RESPONSE"},
		"no hash that we know": {&files{fault: header("X-Goog-Hash", "crc32c=AAAAAA==")}, nil, ""},
		"too much":             {&files{}, func(s *abi.Save) { s.MaxBytes = 1<<20 - 1 }, "LIMIT_EXCEEDED"},
		"just enough":          {&files{}, func(s *abi.Save) { s.MaxBytes = 1 << 20 }, ""},
		"gzip":                 {&files{fault: gzipped(0)}, nil, ""},
		"gzip, too much":       {&files{fault: gzipped(0)}, func(s *abi.Save) { s.MaxBytes = 1000 }, "LIMIT_EXCEEDED"},
		"truncated gzip":       {&files{fault: gzipped(5)}, nil, "NETWORK_ERROR"},
		"other encoding":       {&files{fault: header("Content-Encoding", "br")}, nil, "MALFORMED_RESPONSE"},
		"not found":            {&files{fault: status(404, googleError("notFound"))}, nil, "NOT_FOUND"},
		"B48 export too large": {&files{fault: status(403, googleError("exportSizeLimitExceeded"))}, nil, "LIMIT_EXCEEDED"},
		"a part unasked":       {&files{fault: status(206, "x")}, nil, "MALFORMED_RESPONSE"},
		"redirected": {&files{fault: func(_ int, w http.ResponseWriter, r *http.Request) (int, bool) {
			http.Redirect(w, r, "https://evil.example/", http.StatusFound)
			return 0, true
		}}, nil, "MALFORMED_RESPONSE"},
		"503 for ever": {&files{fault: status(503, "")}, nil, "UPSTREAM_ERROR"},
		"cut for ever": {&files{fault: func(int, http.ResponseWriter, *http.Request) (int, bool) { return 10, false }}, nil, "NETWORK_ERROR"},
		"empty":        {&files{fault: status(200, "")}, nil, ""},
	} {
		f := &files{content: content, fault: c.f.fault}
		_, tr := google(t, f.ServeHTTP)
		req := fetch()
		if c.save != nil {
			c.save(req.Save)
		}
		tmp := t.TempDir()
		s := newStore(t, blob.Options{TempDir: tmp})
		code, text, got := saved(t, newBench(t, tr, contentRules), s, req)
		if code != c.code || code != "" && got != nil || code == "" && name != "empty" && !bytes.Equal(got, content) {
			t.Errorf("%s: %s %s, %d bytes", name, code, text, len(got))
		}
		if f.n > 5 {
			t.Errorf("%s: %d requests", name, f.n)
		}
	}
}

// Where the bytes go to a file there is no bound, and a failure leaves nothing.
func TestDownloadToAFile(t *testing.T) {
	content := pattern(9 << 20) // more than stays in memory
	out := filepath.Join(t.TempDir(), "out")
	f := &files{content: content, etag: `"v1"`, fault: cutAt(8<<20 + 5)}
	_, tr := google(t, f.ServeHTTP)
	s := newStore(t, blob.Options{Output: out})
	code, text, got := saved(t, newBench(t, tr, contentRules), s, fetch(func(s *abi.Save) { s.MaxBytes = 10 }))
	if code != "" || !bytes.Equal(got, content) {
		t.Fatal(code, text)
	}
	held, _ := s.Get("b1")
	if _, err := held.Place(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(out); err != nil || !bytes.Equal(b, content) {
		t.Error(err)
	}
	// Once more: the file is there, so nothing is fetched.
	f.n = 0
	if code, _, _ := saved(t, newBench(t, tr, contentRules), newStore(t, blob.Options{Output: out}), fetch()); code != "CONFLICT" || f.n != 0 {
		t.Errorf("%s after %d requests", code, f.n)
	}
	// In a directory the same is known by the content's name.
	named := fetch(func(s *abi.Save) { s.Name = "out" })
	into := blob.Options{Output: filepath.Dir(out)}
	if code, _, _ := saved(t, newBench(t, tr, contentRules), newStore(t, into), named); code != "CONFLICT" || f.n != 0 {
		t.Errorf("into a directory: %s after %d requests", code, f.n)
	}
	os.Remove(out)
	f.fault = func(int, http.ResponseWriter, *http.Request) (int, bool) { return 8<<20 + 5, false }
	f.etag = ""
	s = newStore(t, blob.Options{Output: out})
	if code, _, _ := saved(t, newBench(t, tr, contentRules), s, fetch()); code != "NETWORK_ERROR" {
		t.Error(code)
	}
	s.Close()
	if left, _ := os.ReadDir(filepath.Dir(out)); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

// B49: content may take longer than a request may; a silence may not, and ends
// only the connection.
func TestB49SlowContentIsNotCut(t *testing.T) {
	content := pattern(400 << 10)
	const limit = 300 * time.Millisecond
	stall := make(chan struct{})
	var requests atomic.Int32
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		n := requests.Add(1)
		w.Header().Set("ETag", `"v1"`)
		from := 0
		if _, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from); err == nil {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(content)-1, len(content)))
			w.WriteHeader(206)
		}
		for piece := range 20 { // a second in all
			at := piece * 20 << 10
			if at < from {
				continue
			}
			w.Write(content[at : at+20<<10])
			w.(http.Flusher).Flush()
			if n == 1 && piece == 14 {
				<-stall // silence
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	defer close(stall)
	b := newBench(t, tr, contentRules, func(o *rest.Options) { o.Timeout, o.CallTimeout = limit, limit })
	began := time.Now()
	code, text, got := saved(t, b, newStore(t, blob.Options{}), fetch())
	if code != "" || !bytes.Equal(got, content) || requests.Load() != 2 || time.Since(began) < 2*limit {
		t.Errorf("%s %s, %d bytes in %d requests and %v", code, text, len(got), requests.Load(), time.Since(began))
	}
}

// A peer that trickles bytes one by one is not alive.
func TestTrickleEnds(t *testing.T) {
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			time.Sleep(5 * time.Millisecond)
		}
	})
	b := newBench(t, tr, contentRules, func(o *rest.Options) { o.Timeout = 300 * time.Millisecond })
	if code, text, _ := saved(t, b, newStore(t, blob.Options{}), fetch()); code != "NETWORK_ERROR" || !strings.Contains(text, "too long") {
		t.Error(code, text)
	}
}

// An answer without an end is read up to its bound.
func TestEndlessContent(t *testing.T) {
	_, tr := google(t, func(w http.ResponseWriter, r *http.Request) {
		piece := make([]byte, 1<<20)
		for r.Context().Err() == nil {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	})
	s := newStore(t, blob.Options{})
	if code, text, _ := saved(t, newBench(t, tr, contentRules), s, fetch()); code != "LIMIT_EXCEEDED" || !strings.Contains(text, "--output") {
		t.Error(code, text)
	}
}

// 401 in the middle of a download: it goes on with the new token.
func TestTokenEndsDuringADownload(t *testing.T) {
	content := pattern(1 << 20)
	f := &files{content: content, etag: `"v1"`}
	f.fault = func(n int, w http.ResponseWriter, r *http.Request) (int, bool) {
		switch {
		case n == 1:
			return 1000, false
		case r.Header.Get("Authorization") == "Bearer old":
			w.WriteHeader(401)
			return 0, true
		}
		return -1, false
	}
	_, tr := google(t, f.ServeHTTP)
	b := newBench(t, tr, contentRules, func(o *rest.Options) {
		o.Token = func(context.Context, string, []string) (string, error) { return "old", nil }
		o.Renew = func(context.Context, string, []string, string) (string, error) { return "new", nil }
	})
	if code, text, got := saved(t, b, newStore(t, blob.Options{}), fetch()); code != "" || !bytes.Equal(got, content) || f.n != 3 {
		t.Errorf("%s %s, %d requests", code, text, f.n)
	}
}

// Compression was not asked for, and what a stranger's server compresses can
// fill a disk: it is refused, also on its way to a file.
func TestAStrangersCompressionIsRefused(t *testing.T) {
	dir := t.TempDir()
	req := abi.Request{Route: "notes.notes.get", Path: map[string]string{"id": "1"}, Save: &abi.Save{}}
	w := newWire(t, func(r *http.Request) (*http.Response, error) {
		var b strings.Builder
		gzipOf(&b, strings.Repeat("x", 1<<20))
		res, err := respond(200, b.String(), "Content-Encoding", "gzip")(r)
		res.ContentLength = int64(b.Len())
		return res, err
	})
	c := call("notes", "get", ask(req))
	c.Blobs = newStore(t, blob.Options{Output: filepath.Join(dir, "out")})
	c.ToFile = true
	_, err := newBench(t, w).Do(context.Background(), c)
	if left, _ := os.ReadDir(dir); fault.CodeOf(err) != fault.MalformedResponse || len(left) != 0 {
		t.Errorf("%v, left %v", err, left)
	}
}
