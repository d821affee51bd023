package rest_test

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// contentTable are the actions of the tests that move content.
var contentTable = rules{
	"drive.upload":   {Class: risk.Write, Routes: []string{"drive.files.create", "drive.files.update", "drive.files.get", "drive.files.list"}, Weight: 3},
	"drive.download": {Class: risk.Read, Routes: []string{"drive.files.get", "drive.files.export", "drive.files.list"}, Weight: 1},
	"gmail.send":     {Class: risk.Send, Routes: []string{"gmail.users.messages.send", "gmail.users.messages.get", "gmail.users.messages.attachments.get"}, Weight: 6},
	"gmail.read":     {Class: risk.Read, Routes: []string{"gmail.users.messages.get", "gmail.users.messages.attachments.get"}, Weight: 1},
}

func contentCall(service, action string, s *blob.Store, f plan, files ...*blob.Blob) backend.Call {
	c := call(service, action, f)
	c.Class = string(contentTable[service+"."+action].Class)
	c.Blobs, c.ToFile = s, s.ToFile()
	for i, b := range files {
		c.Files = append(c.Files, backend.File{File: b.File(fmt.Sprint("files.", i))})
	}
	return c
}

func contentRules(o *rest.Options) { o.Risk = contentTable }

func newStore(t testing.TB, o blob.Options) *blob.Store {
	t.Helper()
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	s := blob.New(o)
	t.Cleanup(func() { s.Close() })
	return s
}

func openFile(t testing.TB, s *blob.Store, name string, content []byte) *blob.Blob {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := s.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// pattern is content in which each place can be told from each other.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i) ^ byte(i>>8)*31 ^ byte(i>>16)*17
	}
	return b
}

func md5Of(b []byte) string { s := md5.Sum(b); return hex.EncodeToString(s[:]) }

// uploads is a service that takes content by Google's resumable protocol.
type uploads struct {
	t  *testing.T
	mu sync.Mutex
	// fault is asked before each request of the session, numbered from 1; true
	// means that it has dealt with the request.
	fault func(u *uploads, n int, w http.ResponseWriter, r *http.Request) bool

	n, sessions, created int
	// unhealthy are the tokens that are not accepted.
	stale map[string]bool
	total int
	got   []byte
	log   []string
	meta  string
}

func (u *uploads) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.log = append(u.log, strings.TrimSpace(r.Method+" "+r.Header.Get("Content-Range")))
	if u.stale[r.Header.Get("Authorization")] {
		w.WriteHeader(401)
		return
	}
	if r.Method == "POST" {
		meta, _ := io.ReadAll(r.Body)
		u.meta = string(meta)
		u.sessions++
		u.got = nil
		u.total, _ = strconv.Atoi(r.Header.Get("X-Upload-Content-Length"))
		w.Header().Set("Location", fmt.Sprintf("https://%s/upload/drive/v3/files?uploadType=resumable&upload_id=SECRET%d", r.Host, u.sessions))
		return
	}
	if want := fmt.Sprint("SECRET", u.sessions); r.URL.Query().Get("upload_id") != want {
		w.WriteHeader(404)
		return
	}
	u.n++
	if u.fault != nil && u.fault(u, u.n, w, r) {
		return
	}
	u.take(w, r, -1)
}

// take reads a chunk, or only the first bytes of it, and answers.
func (u *uploads) take(w http.ResponseWriter, r *http.Request, only int64) {
	if span := r.Header.Get("Content-Range"); !strings.HasPrefix(span, "bytes */") {
		var from, to, total int
		if _, err := fmt.Sscanf(span, "bytes %d-%d/%d", &from, &to, &total); err != nil || total != u.total || r.ContentLength != int64(to-from+1) || from > len(u.got) {
			u.t.Errorf("chunk %q of %d bytes, have %d of %d", span, r.ContentLength, len(u.got), u.total)
		}
		if to+1 != total && (to+1-from)%(256<<10) != 0 {
			u.t.Errorf("chunk %q is no multiple of 256 KiB", span)
		}
		in := io.Reader(r.Body)
		if only >= 0 {
			in = io.LimitReader(in, only)
		}
		piece, _ := io.ReadAll(in)
		u.got = append(u.got[:from], piece...)
	}
	if only >= 0 {
		return
	}
	u.answer(w)
}

func (u *uploads) answer(w http.ResponseWriter) {
	if len(u.got) == u.total {
		u.created = 1 // asking again about what is there creates nothing
		io.WriteString(w, `{"id":"F"}`)
		return
	}
	if len(u.got) > 0 {
		w.Header().Set("Range", fmt.Sprintf("bytes=0-%d", len(u.got)-1))
	}
	w.WriteHeader(308)
}

// http1 has a transport speak HTTP/1.1, where a cut ends the connection.
func http1(rt http.RoundTripper) http.RoundTripper {
	tr := rt.(*http.Transport).Clone()
	tr.ForceAttemptHTTP2 = false
	tr.TLSClientConfig.NextProtos = []string{"http/1.1"}
	return tr
}

func uploadRequest(b *blob.Blob) abi.Request {
	return abi.Request{Route: "drive.files.create", Body: abi.Raw(`{"name":"x"}`),
		Media: &abi.Media{MimeType: "application/x", Segments: []abi.Segment{{Blob: b.Facts().Blob}}}}
}

// echo is a service that records the last request.
type echo struct {
	mu     sync.Mutex
	n      int
	last   *http.Request
	body   []byte
	status int
}

func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	e.last = r
	e.body, _ = io.ReadAll(r.Body)
	if e.status != 0 {
		w.WriteHeader(e.status)
	}
	io.WriteString(w, `{"id":"M"}`)
}

func do(t testing.TB, b *bench, c backend.Call) (string, string) {
	t.Helper()
	res, err := b.Do(context.Background(), c)
	if err != nil {
		return outcome(res, err), err.Error()
	}
	if !res.Success {
		return outcome(res, err), res.Error.Message
	}
	return "", asJSON(t, res.Data)
}
