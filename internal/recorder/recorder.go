// Package recorder is internal/loopback for tests: it keeps each request that
// came, its body included, for the test to look at.
//
// Start reading at New.
package recorder

import (
	"bytes"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"github.com/wslite/wslite/internal/loopback"
)

// Request is one request as it came over TLS, its body read whole.
type Request struct {
	Method, Host, Path, Query string
	Proto                     string
	Header                    http.Header
	Body                      []byte
}

// Recorder is a running stand-in.
type Recorder struct {
	server *loopback.Server

	mu  sync.Mutex
	got []Request
}

// New starts a stand-in for the hosts. It ends with the test.
func New(t testing.TB, handler http.Handler, hosts ...string) *Recorder {
	t.Helper()
	r := &Recorder{}
	s, err := loopback.Serve(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { r.record(w, req, handler) }),
		filepath.Join(t.TempDir(), "ca.pem"), hosts...)
	if err != nil {
		t.Fatal(err)
	}
	r.server = s
	t.Cleanup(func() { s.Close() })
	return r
}

// Env are the variables that lead a program here.
func (r *Recorder) Env() []string { return r.server.Env() }

// Requests gives what came so far, and forgets it.
func (r *Recorder) Requests() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	got := r.got
	r.got = nil
	return got
}

// Refused gives the addresses that someone wanted to reach and that no test
// allows.
func (r *Recorder) Refused() []string { return r.server.Refused() }

func (r *Recorder) record(w http.ResponseWriter, req *http.Request, next http.Handler) {
	body, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	r.mu.Lock()
	r.got = append(r.got, Request{
		Method: req.Method, Host: req.Host, Path: req.URL.EscapedPath(), Query: req.URL.RawQuery,
		Proto: req.Proto, Header: req.Header.Clone(), Body: body,
	})
	r.mu.Unlock()
	next.ServeHTTP(w, req)
}
