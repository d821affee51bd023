package local

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/fault"
)

// hosts maps the pinned hosts to the paths that are served for them. Links in
// the answers of Tasks name www.googleapis.com.
var hosts = map[string][]string{
	"tasks.googleapis.com": {"/tasks/v1/"},
	"gmail.googleapis.com": {"/gmail/v1/", "/upload/gmail/v1/", "/resumable/upload/gmail/v1/"},
	"www.googleapis.com":   {"/tasks/v1/", "/drive/v3/", "/upload/drive/v3/", "/resumable/upload/drive/v3/", "/calendar/v3/"},
}

// Transport answers requests within the process. It takes https URLs of the
// pinned hosts only; any other request fails with NOT_SUPPORTED, and nothing
// leaves the machine. A request ends when its context does, with the
// context's error. Bodies are streamed both ways.
func (w *Workspace) Transport() http.RoundTripper { return &transport{w.handler} }

type transport struct{ handler http.Handler }

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r = r.Clone(r.Context())
		r.Body = http.NoBody
	}
	if err := check(r); err != nil {
		r.Body.Close()
		return nil, err
	}
	body, pipe := io.Pipe()
	x := &exchange{request: r, header: http.Header{}, pipe: pipe, body: body, ready: make(chan *http.Response, 1)}
	go x.serve(t.handler)
	select {
	case <-r.Context().Done():
		pipe.CloseWithError(r.Context().Err()) // unblocks the handler's writes
		return nil, r.Context().Err()
	case resp := <-x.ready:
		return resp, nil
	}
}

func check(r *http.Request) error {
	if err := r.Context().Err(); err != nil {
		return err
	}
	served := slices.ContainsFunc(hosts[strings.ToLower(r.URL.Host)], func(prefix string) bool {
		return strings.HasPrefix(r.URL.EscapedPath(), prefix)
	})
	if r.URL.Scheme != "https" || !served {
		return fault.New(fault.NotSupported, "The embedded workspace does not serve %q.", r.URL.Scheme+"://"+r.URL.Host+r.URL.EscapedPath()).
			WithHint("it serves Google Tasks, Gmail, Google Drive and Google Calendar; nothing was sent")
	}
	return nil
}

// exchange is one request and its answer; it is the handler's ResponseWriter.
type exchange struct {
	request *http.Request
	header  http.Header
	pipe    *io.PipeWriter
	body    *io.PipeReader
	ready   chan *http.Response
	once    sync.Once

	announced, written int64 // bytes of the answer's body
}

func (x *exchange) serve(h http.Handler) {
	// A cancelled answer must not look like one that is complete.
	ctx := x.request.Context()
	stop := context.AfterFunc(ctx, func() { x.pipe.CloseWithError(ctx.Err()) })
	defer stop()
	defer x.request.Body.Close()

	in := x.request.Clone(ctx)
	in.RequestURI = x.request.URL.RequestURI()
	in.Host = x.request.URL.Host
	in.RemoteAddr = "in-process"
	h.ServeHTTP(x, in)
	x.WriteHeader(http.StatusOK)
	end := ctx.Err() // nil means the end
	if end == nil && x.written < x.announced {
		end = io.ErrUnexpectedEOF // as a broken connection would show it
	}
	x.pipe.CloseWithError(end)
}

// Header implements http.ResponseWriter.
func (x *exchange) Header() http.Header { return x.header }

// WriteHeader implements http.ResponseWriter; only the first call counts.
func (x *exchange) WriteHeader(status int) {
	x.once.Do(func() {
		resp := &http.Response{
			Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: x.header.Clone(), Body: x.body, ContentLength: -1, Request: x.request,
		}
		if n, err := strconv.ParseInt(x.header.Get("Content-Length"), 10, 64); err == nil {
			resp.ContentLength = n
		}
		if status == http.StatusNoContent || status == http.StatusNotModified {
			resp.ContentLength = 0
		}
		x.announced = resp.ContentLength
		x.ready <- resp
	})
}

// Write implements http.ResponseWriter.
func (x *exchange) Write(p []byte) (int, error) {
	x.WriteHeader(http.StatusOK)
	n, err := x.pipe.Write(p)
	x.written += int64(n)
	return n, err
}
