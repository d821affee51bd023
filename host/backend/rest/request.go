package rest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
)

// outgoing is what one attempt sends, and how its answer is read.
type outgoing struct {
	method string
	url    *url.URL
	header http.Header // beside what every request has
	// body gives the bytes, as often as it is asked; nil sends none.
	body func() (io.ReadCloser, error)
	size int64 // of the body
	// mutates says that the request may change something.
	mutates bool
	// moves says that content moves: silence ends it, not the time that it takes.
	moves bool
	// moved hears of the body's bytes as they leave; nil hears nothing.
	moved func(n int)
	// limit is how many bytes of an answer are read to memory; 0 is the limit for
	// answers that a plan reads.
	limit int64
	// take reads a good answer; nil reads it to memory. What it returns is the
	// answer's body.
	take func(res *http.Response, body io.Reader) ([]byte, error)
}

// newRequest makes the request of one attempt. The first error of its own content
// goes to failed.
func newRequest(ctx context.Context, o outgoing, token string, w *watch, failed *atomic.Pointer[error]) (*http.Request, error) {
	req := &http.Request{
		Method: o.method,
		URL:    o.url,
		Host:   o.url.Host,
		Proto:  "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"Accept": {"application/json"},
			// Google compresses only for agents that say gzip here as well.
			"User-Agent": {"wslite (gzip)"},
		},
		Body: http.NoBody, // a handler in this process needs one that is not nil
	}
	for name, values := range o.header {
		req.Header[name] = values
	}
	if o.body != nil && o.size > 0 {
		req.ContentLength = o.size
		req.GetBody = func() (io.ReadCloser, error) {
			body, err := o.body()
			if err != nil {
				return nil, err
			}
			return &sender{body, w, o.moved, failed}, nil
		}
		var err error
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return req.WithContext(ctx), nil
}

// headers are what a request of the plan carries in each of its forms.
func (r prepared) headers() http.Header {
	h := http.Header{}
	if r.ifMatch != "" {
		h.Set("If-Match", r.ifMatch)
	}
	if r.resourceKeys != "" {
		h.Set("X-Goog-Drive-Resource-Keys", r.resourceKeys)
	}
	return h
}

// outgoing is the request in its plain form: JSON both ways.
func (r prepared) outgoing() outgoing {
	o := outgoing{method: r.route.Method, url: r.url, header: r.headers(), mutates: r.route.Mutates}
	if r.body != nil {
		o.header.Set("Content-Type", "application/json")
		o.size = int64(len(r.body))
		o.body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.body)), nil }
	}
	return o
}
