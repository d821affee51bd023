package gapi_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wslite/wslite/host/backend/local/blobs"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

type thing struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	MD5  string `json:"md5"`
	Type string `json:"type"`
}

// bench serves one method that takes content and one that gives it.
type bench struct {
	t       *testing.T
	store   *store.Store
	blobs   *blobs.Store
	handler http.Handler
	now     time.Time
	fail    error // what the method fails with
	runs    int   // how often the method ran
	last    string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, now: time.UnixMilli(1_900_000_000_000)}
	s, err := store.Open(store.Options{Path: store.Memory, Migrations: []store.Migration{blobs.Migration()}, Now: func() time.Time { return b.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	b.store, b.blobs = s, blobs.New(s)
	put := gapi.Method{ID: "put", HTTP: "POST", Path: "v1/things", Upload: true, Body: thing{}, Resource: "thing", Result: thing{}, MaxUpload: 3 << 20,
		Check: func(_ context.Context, c *gapi.Call) error {
			if name, _ := c.Body.String("name"); name == "early" {
				return gapi.NotFound("refused early")
			}
			return nil
		},
		Serve: func(ctx context.Context, c *gapi.Call) (any, error) {
			b.runs++
			if b.fail != nil {
				return nil, b.fail
			}
			name, err := c.Body.String("name")
			if err != nil || c.Media == nil {
				return thing{Name: name}, err
			}
			b.last = c.Media.Blob.ID
			err = s.Write(ctx, func(tx *store.Tx) error { return b.blobs.Keep(tx, b.last) })
			return thing{Name: name, Size: c.Media.Blob.Size, MD5: c.Media.Blob.MD5, Type: c.Media.MimeType}, err
		}}
	typed := put
	typed.ID, typed.Path, typed.Accept = "typed", "v1/mails", "message/*"
	get := gapi.Method{ID: "get", HTTP: "GET", Path: "v1/things/{thing}", Result: thing{},
		Serve: func(_ context.Context, c *gapi.Call) (any, error) { return thing{Name: c.Path["thing"]}, nil },
		Download: func(ctx context.Context, c *gapi.Call) (*gapi.Content, error) {
			var stat gapi.Blob
			err := s.Read(ctx, func(tx *store.Tx) (err error) { stat, err = b.blobs.Stat(tx, c.Path["thing"]); return err })
			return &gapi.Content{MimeType: "text/plain", Name: "ü \"x\".txt", Size: stat.Size, MD5: stat.MD5,
				Open: func() (io.ReadSeekCloser, error) { return b.blobs.Open(ctx, stat.ID) }}, err
		}}
	b.handler = gapi.NewService([]gapi.Method{put, typed, get}, gapi.Options{Blobs: b.blobs, Uploads: b.blobs})
	return b
}

func (b *bench) send(method, path string, body io.Reader, headers ...string) *httptest.ResponseRecorder {
	b.t.Helper()
	r := httptest.NewRequest(method, path, body)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	return w
}

func (b *bench) must(status int, text, method, path string, body io.Reader, headers ...string) *httptest.ResponseRecorder {
	b.t.Helper()
	w := b.send(method, path, body, headers...)
	if w.Code != status || !strings.Contains(w.Body.String(), text) {
		b.t.Fatalf("%s %s %v: %d %s, want %d with %q", method, path, headers, w.Code, w.Body, status, text)
	}
	return w
}

// count gives the rows of a table.
func (b *bench) count(table string) (n int) {
	b.t.Helper()
	if err := b.store.Read(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n)
	}); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// noise gives n bytes that no two places of which are alike.
func noise(n int) []byte {
	out := make([]byte, n)
	rand.NewChaCha8([32]byte{1}).Read(out)
	return out
}

func sum(data []byte) string { s := md5.Sum(data); return hex.EncodeToString(s[:]) }

// start begins a resumable upload and gives its address.
func (b *bench) start(headers ...string) string {
	b.t.Helper()
	w := b.must(200, "", "POST", "/upload/v1/things?uploadType=resumable&prettyPrint=false&access_token=secret", strings.NewReader(`{"name":"n"}`), headers...)
	at := w.Header().Get("Location")
	if !strings.HasPrefix(at, "http://example.com/upload/v1/things?") || strings.Contains(at, "secret") || w.Header().Get("X-GUploader-UploadID") == "" {
		b.t.Fatalf("Location %q", at)
	}
	return strings.TrimPrefix(at, "http://example.com")
}

func span(a, z int, total any) string { return fmt.Sprintf("bytes %d-%d/%v", a, z, total) }

func TestUploadInOnePiece(t *testing.T) {
	b := newBench(t)
	for _, n := range []int{0, 1, gapi.ChunkSize, gapi.ChunkSize + 1, 3 << 20} {
		data := noise(n)
		w := b.must(200, fmt.Sprintf(`"size": %d`, n), "POST", "/upload/v1/things?uploadType=media", bytes.NewReader(data), "Content-Type", "text/x")
		if !strings.Contains(w.Body.String(), sum(data)) || !strings.Contains(w.Body.String(), `"type": "text/x"`) {
			t.Errorf("%d bytes: %s", n, w.Body)
		}
		got := b.must(200, "", "GET", "/v1/things/"+b.last+"?alt=media", nil).Body.Bytes()
		if !bytes.Equal(got, data) {
			t.Errorf("%d bytes come back as %d others", n, len(got))
		}
	}
}

func TestUploadMultipart(t *testing.T) {
	b := newBench(t)
	const kind = `multipart/related; boundary="=_x"`
	part := func(s string) string { return "--=_x\r\n" + strings.ReplaceAll(s, "\n", "\r\n") + "\r\n" }
	first := part("Content-Type: application/json\n\n{\"name\":\"n\"}")
	whole := first + part("Content-Type: text/x\n\na\n--=_y\nb") + "--=_x--\r\n"
	w := b.must(200, `"name": "n"`, "POST", "/upload/v1/things?uploadType=multipart", strings.NewReader(whole), "Content-Type", kind)
	if !strings.Contains(w.Body.String(), sum([]byte("a\r\n--=_y\r\nb"))) {
		t.Error(w.Body)
	}
	coded := first + part("Content-Type: text/x\nContent-Transfer-Encoding: base64\n\naGVs\nbG8=") + "--=_x--"
	w = b.must(200, `"size": 5`, "POST", "/upload/v1/things?uploadType=multipart", strings.NewReader(coded), "Content-Type", kind)
	if !strings.Contains(w.Body.String(), sum([]byte("hello"))) {
		t.Error(w.Body)
	}
	kept := b.count("blobs")
	for what, body := range map[string]string{
		"no parts": "x", "one part": first + "--=_x--", "cut": whole[:len(whole)-12], "a third part": strings.TrimSuffix(whole, "--=_x--\r\n") + first + "--=_x--",
		"bad json": part("\n{") + whole, "bad base64": strings.Replace(coded, "aGVs", "!!!!", 1), "unknown field": strings.Replace(whole, "name", "nome", 1),
		"unknown encoding": strings.Replace(coded, "base64", "x-uue", 1),
	} {
		if w := b.send("POST", "/upload/v1/things?uploadType=multipart", strings.NewReader(body), "Content-Type", kind); w.Code != 400 {
			t.Errorf("%s: %d %s", what, w.Code, w.Body)
		}
	}
	b.must(400, "boundary", "POST", "/upload/v1/things?uploadType=multipart", strings.NewReader(whole), "Content-Type", "multipart/related")
	if n := b.count("blobs"); n != kept {
		t.Errorf("refused uploads leave %d contents", n-kept)
	}
}

func TestUploadRefusals(t *testing.T) {
	b := newBench(t)
	big := bytes.NewReader(noise(3<<20 + 1))
	b.must(413, "exceeds", "POST", "/upload/v1/things?uploadType=media", big)
	b.must(413, "exceeds", "POST", "/upload/v1/things?uploadType=resumable", nil, "X-Upload-Content-Length", "3145729")
	b.must(400, "X-Upload-Content-Length", "POST", "/upload/v1/things?uploadType=resumable", nil, "X-Upload-Content-Length", "-1")
	b.must(400, "uploadType", "POST", "/upload/v1/things", nil)
	b.must(400, "uploadType", "POST", "/upload/v1/things?uploadType=x", nil)
	b.must(405, "", "PUT", "/upload/v1/things?uploadType=media", nil)
	b.must(404, "", "GET", "/upload/v1/things/a", nil)
	b.must(400, "not supported", "POST", "/upload/v1/mails?uploadType=media", nil, "Content-Type", "text/plain")
	b.must(200, "", "POST", "/upload/v1/mails?uploadType=media", nil, "Content-Type", "message/rfc822; x=y")
	for _, bad := range []string{"text", "/", "a b", "text/", "; x=y"} {
		b.must(400, "Valid media types: [*/*]", "POST", "/upload/v1/things?uploadType=media", nil, "Content-Type", bad)
	}
	b.must(404, "early", "POST", "/upload/v1/things?uploadType=resumable", strings.NewReader(`{"name":"early"}`))
	b.must(200, `"size": 0`, "POST", "/v1/things", strings.NewReader(`{"name":"n"}`))
	broken := io.MultiReader(bytes.NewReader(noise(1<<20)), iotest.ErrReader(errors.New("secret")))
	if w := b.must(400, "ended before", "POST", "/upload/v1/things?uploadType=media", broken); strings.Contains(w.Body.String(), "secret") {
		t.Error(w.Body)
	}
	b.fail = gapi.NotFound("no parent")
	b.must(404, "no parent", "POST", "/upload/v1/things?uploadType=media", strings.NewReader("x"))
	if n := b.count("blobs"); n != 1 { // the mail's
		t.Errorf("refused uploads leave %d contents", n-1)
	}
	plain := gapi.NewService([]gapi.Method{{ID: "x", HTTP: "POST", Path: "x", Upload: true}}, gapi.Options{})
	w := httptest.NewRecorder()
	plain.ServeHTTP(w, httptest.NewRequest("POST", "/upload/x?uploadType=media", nil))
	if w.Code != 501 {
		t.Error(w.Code)
	}
}

func TestResumableUpload(t *testing.T) {
	b := newBench(t)
	data := noise(gapi.ChunkSize*5 + 7)
	for _, method := range []string{"PUT", "POST"} {
		at := b.start("X-Upload-Content-Type", "text/x", "X-Upload-Content-Length", fmt.Sprint(len(data)))
		w := b.must(308, "", method, at, nil, "Content-Range", "bytes */*")
		if w.Header().Get("Range") != "" {
			t.Errorf("Range of nothing: %q", w.Header().Get("Range"))
		}
		const c = gapi.ChunkSize
		w = b.must(308, "", method, at, bytes.NewReader(data[:2*c]), "Content-Range", span(0, 2*c-1, "*"))
		if got := w.Header().Get("Range"); got != fmt.Sprintf("bytes=0-%d", 2*c-1) {
			t.Errorf("Range %q", got)
		}
		// Sent again, and overlapping: what is there is skipped.
		b.must(308, "", method, at, bytes.NewReader(data[:2*c]), "Content-Range", span(0, 2*c-1, "*"))
		w = b.must(200, "", method, at, bytes.NewReader(data[c:4*c]), "Content-Range", span(c, 4*c-1, len(data)), "X-GUploader-No-308", "yes")
		if w.Header().Get("X-Http-Status-Code-Override") != "308" || w.Header().Get("Range") != fmt.Sprintf("bytes=0-%d", 4*c-1) || w.Body.Len() > 0 {
			t.Errorf("%v %s", w.Header(), w.Body)
		}
		for what, r := range map[string]string{
			"a gap": span(5*c, len(data)-1, len(data)), "another total": span(4*c, len(data)-1, len(data)+1), "small": span(4*c, 4*c+6, "*"),
			"reversed": span(9, 8, "*"), "words": "bytes x", "other unit": "lines 0-1/2", "beyond": span(0, 9, 9),
		} {
			n := len(data) - 5*c
			if what == "another total" {
				n = len(data) - 4*c
			}
			if w := b.send(method, at, bytes.NewReader(data[:n]), "Content-Range", r); w.Code != 400 {
				t.Errorf("%s: %d %s", what, w.Code, w.Body)
			}
		}
		b.must(400, "There were 3 byte(s)", method, at, strings.NewReader("abc"), "Content-Range", span(4*c, len(data)-1, len(data)))
		b.must(308, "", method, at, nil, "Content-Range", fmt.Sprintf("bytes */%d", len(data)))
		runs := b.runs
		w = b.must(200, sum(data), method, at, bytes.NewReader(data[4*c:]), "Content-Range", span(4*c, len(data)-1, len(data)))
		if !strings.Contains(w.Body.String(), `"type":"text/x"`) || !strings.Contains(w.Body.String(), `"name":"n"`) {
			t.Error(w.Body)
		}
		// The answer was lost: it comes again, and the method runs no more.
		b.must(200, sum(data), method, at, nil, "Content-Range", fmt.Sprintf("bytes */%d", len(data)))
		b.must(200, sum(data), method, at, bytes.NewReader(data[4*c:]), "Content-Range", span(4*c, len(data)-1, len(data)))
		if b.runs != runs+1 {
			t.Errorf("the method ran %d times", b.runs-runs)
		}
	}
}

// TestB49AnInterruptedUploadResumes: what arrived before a cut is kept to the
// last whole unit, and another process may take the rest.
func TestB49AnInterruptedUploadResumes(t *testing.T) {
	b := newBench(t)
	data := noise(gapi.ChunkSize*3 + 100)
	at := b.start()
	cut := io.MultiReader(bytes.NewReader(data[:gapi.ChunkSize*2+50]), iotest.ErrReader(io.ErrUnexpectedEOF))
	b.must(400, "ended before", "PUT", at, cut, "Content-Range", span(0, len(data)-1, len(data)))
	w := b.must(308, "", "PUT", at, nil, "Content-Range", "bytes */*")
	if got := w.Header().Get("Range"); got != fmt.Sprintf("bytes=0-%d", gapi.ChunkSize*2-1) {
		t.Fatalf("Range %q", got)
	}
	rest := data[gapi.ChunkSize*2:]
	b.must(200, sum(data), "PUT", at, bytes.NewReader(rest), "Content-Range", span(gapi.ChunkSize*2, len(data)-1, len(data)))
}

func TestResumableEdges(t *testing.T) {
	b := newBench(t)
	b.must(200, sum(nil), "POST", b.start(), nil, "Content-Range", "bytes */0")
	b.must(200, sum([]byte("abc")), "PUT", b.start(), strings.NewReader("abc"))
	chunked := io.MultiReader(strings.NewReader("abc"))
	b.must(400, "Content-Range", "PUT", b.start(), chunked)
	// The length is learnt after the last byte.
	at := b.start()
	whole := noise(gapi.ChunkSize)
	b.must(308, "", "PUT", at, bytes.NewReader(whole), "Content-Range", span(0, len(whole)-1, "*"))
	b.must(200, sum(whole), "PUT", at, nil, "Content-Range", fmt.Sprintf("bytes */%d", len(whole)))
	// Bound to its address, cancelled, expired, unknown.
	at = b.start()
	b.must(404, "", "PUT", strings.Replace(at, "things", "mails", 1), nil, "Content-Range", "bytes */*")
	b.must(499, "", "DELETE", at, nil)
	b.must(404, "", "PUT", at, nil, "Content-Range", "bytes */*")
	b.must(404, "", "PUT", "/upload/v1/things?upload_id=x", nil, "Content-Range", "bytes */*")
	b.must(413, "", "PUT", b.start(), bytes.NewReader(noise(3<<20+1)), "Content-Range", span(0, 3<<20, 3<<20+1))
	at = b.start()
	b.now = b.now.Add(7*24*time.Hour + time.Second)
	b.start() // sweeps
	b.must(404, "", "PUT", at, nil, "Content-Range", "bytes */*")
}

// TestAFailureThatMayPass: the content stays for another try, and a refusal
// ends the upload.
func TestAFailureThatMayPass(t *testing.T) {
	b := newBench(t)
	at := b.start()
	b.fail = gapi.Unavailable("busy")
	b.must(503, "busy", "PUT", at, strings.NewReader("abc"), "Content-Range", span(0, 2, 3))
	b.fail = nil
	b.must(200, sum([]byte("abc")), "PUT", at, nil, "Content-Range", "bytes */3")
	at = b.start()
	b.fail = gapi.NotFound("no parent")
	b.must(404, "no parent", "PUT", at, strings.NewReader("abc"), "Content-Range", span(0, 2, 3))
	b.fail = nil
	b.must(404, "no such upload", "PUT", at, nil, "Content-Range", "bytes */3")
}

func TestDownload(t *testing.T) {
	b := newBench(t)
	data := noise(gapi.ChunkSize*2 + 10)
	b.must(200, "", "POST", "/upload/v1/things?uploadType=media", bytes.NewReader(data))
	at := "/v1/things/" + b.last + "?alt=media"
	w := b.must(200, "", "GET", at, nil)
	h := w.Header()
	for name, want := range map[string]string{
		"Content-Type": "text/plain", "Accept-Ranges": "bytes", "Content-Length": fmt.Sprint(len(data)),
		"Content-Disposition": "attachment; filename*=utf-8''%C3%BC%20%22x%22.txt", "X-Content-Type-Options": "nosniff",
	} {
		if h.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, h.Get(name), want)
		}
	}
	if !strings.HasPrefix(h.Get("X-Goog-Hash"), "md5=") {
		t.Errorf("X-Goog-Hash: %q", h.Get("X-Goog-Hash"))
	}
	n := len(data)
	for header, want := range map[string][2]int{
		"bytes=0-0": {0, 1}, "bytes=5-": {5, n}, "bytes=-7": {n - 7, n}, "bytes=262143-262144": {262143, 262145},
		fmt.Sprintf("bytes=%d-%d", n-1, n+100): {n - 1, n}, fmt.Sprintf("bytes=-%d", n+1): {0, n},
	} {
		w := b.must(206, "", "GET", at, nil, "Range", header)
		if !bytes.Equal(w.Body.Bytes(), data[want[0]:want[1]]) || w.Header().Get("Content-Range") != fmt.Sprintf("bytes %d-%d/%d", want[0], want[1]-1, n) {
			t.Errorf("%s: %d bytes, %s", header, w.Body.Len(), w.Header().Get("Content-Range"))
		}
	}
	for _, header := range []string{"bytes=0-1,5-6", "lines=1-2", "bytes=5-4", "bytes=x-", "bytes="} {
		if w := b.must(200, "", "GET", at, nil, "Range", header); w.Body.Len() != n {
			t.Errorf("%s: %d bytes", header, w.Body.Len())
		}
	}
	for _, header := range []string{fmt.Sprintf("bytes=%d-", n), "bytes=-0"} {
		w := b.must(416, "requestedRangeNotSatisfiable", "GET", at, nil, "Range", header)
		if w.Header().Get("Content-Range") != fmt.Sprintf("bytes */%d", n) || w.Header().Get("ETag") != "" {
			t.Errorf("%s: %v", header, w.Header())
		}
	}
	tag := h.Get("ETag")
	b.must(304, "", "GET", at, nil, "If-None-Match", tag)
	b.must(206, "", "GET", at, nil, "Range", "bytes=0-0", "If-Range", tag)
	b.must(200, "", "GET", at, nil, "Range", "bytes=0-0", "If-Range", `"other"`)
	b.must(404, "no such content", "GET", "/v1/things/none?alt=media", nil)
	b.must(200, `"name": "none"`, "GET", "/v1/things/none?alt=json", nil)
}

func FuzzMultipart(f *testing.F) {
	f.Add("--b\r\n\r\n{}\r\n--b\r\n\r\nx\r\n--b--")
	f.Add("--b\r\n\r\n{\"name\":\"\"}\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--")
	f.Fuzz(func(t *testing.T, body string) {
		b := newBench(t)
		w := b.send("POST", "/upload/v1/things?uploadType=multipart", strings.NewReader(body), "Content-Type", "multipart/related; boundary=b")
		if n := b.count("blobs"); w.Code != 200 && n != 0 || w.Code == 200 && n != 1 || w.Code >= 500 {
			t.Fatalf("%d with %d contents: %s", w.Code, n, w.Body)
		}
	})
}
