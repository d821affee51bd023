package gapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// Service serves the methods of one or more APIs.
type Service struct {
	methods []route
	opts    Options
}

// Options are what a service leaves to its owner. The zero value is fine.
type Options struct {
	// Report receives the faults that a client must not see in full: panics
	// and errors of the storage.
	Report func(error)
	// Explain gives the answer to an error that is no *Error; nil means the
	// plain 500.
	Explain func(error) *Error
	// Blobs keeps the content of uploads; a service without it takes none.
	Blobs Blobs
	// Uploads remembers resumable uploads; a service without it takes none.
	Uploads Uploads
}

type route struct {
	Method
	segments []string
}

// NewService makes a service of the methods.
func NewService(methods []Method, opts Options) *Service {
	s := &Service{opts: opts}
	for _, m := range methods {
		s.methods = append(s.methods, route{m, strings.Split(m.Path, "/")})
	}
	return s
}

// ServeHTTP answers one request. Nothing of a JSON answer is written before
// the method is done, so a failure always gets its own status.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{service: s, w: w, r: r, pretty: true}
	defer func() {
		if p := recover(); p != nil {
			s.note(fault.New(fault.Client, "The embedded workspace failed on %s %s: %v.", r.Method, r.URL.Path, p))
			x.fail(Internal("Internal error encountered."))
		}
	}()
	if err := x.serve(); err != nil {
		x.fail(s.public(r.Context(), err))
	}
}

// match finds the method of a request by path and HTTP method. Below /upload/
// only methods that take content are served, and upload is true; the chunks of
// a resumable upload come by any HTTP method.
func (s *Service) match(r *http.Request) (m *route, path map[string]string, upload bool, err error) {
	given := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	if given[0] == "resumable" && len(given) > 1 && given[1] == "upload" {
		given = given[1:]
	}
	if upload = given[0] == "upload"; upload {
		given = given[1:]
	}
	// The query is checked later; here it only tells chunks apart.
	session := upload && r.URL.Query().Get(uploadID) != ""
	var allowed []string
	for i := range s.methods {
		m := &s.methods[i]
		path, ok := m.values(given)
		if !ok || upload && !m.Upload {
			continue
		}
		if m.HTTP == r.Method || session {
			return m, path, upload, nil
		}
		allowed = append(allowed, m.HTTP)
	}
	if allowed == nil {
		return nil, nil, false, NotFound("The requested URL was not found on this server.")
	}
	return nil, nil, false, methodNotAllowed(r.Method, strings.Join(allowed, ", "))
}

// values matches the escaped segments of a path. Each is decoded on its own,
// so that an encoded slash can't make two segments of one.
func (m *route) values(given []string) (map[string]string, bool) {
	if len(given) != len(m.segments) {
		return nil, false
	}
	values := map[string]string{}
	for i, want := range m.segments {
		got, err := url.PathUnescape(given[i])
		if err != nil || got == "" {
			return nil, false
		}
		if strings.HasPrefix(want, "{") {
			values[want[1:len(want)-1]] = got
		} else if got != want {
			return nil, false
		}
	}
	return values, true
}

// public turns any error into what the client may see.
func (s *Service) public(ctx context.Context, err error) error {
	var e *Error
	if errors.As(err, &e) {
		return err
	}
	if ctx.Err() != nil {
		return &Error{HTTP: 499, Status: "CANCELLED", Reason: "cancelled", Message: "The request was cancelled."}
	}
	s.note(err)
	if s.opts.Explain != nil {
		if e := s.opts.Explain(err); e != nil {
			return e
		}
	}
	return Internal("Internal error encountered.")
}

func (s *Service) note(err error) {
	if s.opts.Report != nil {
		s.opts.Report(err)
	}
}
