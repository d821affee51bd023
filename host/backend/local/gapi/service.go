package gapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
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

// ServeHTTP answers one request. It writes nothing before the method is done,
// so a failure always gets its own status.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	pretty := true
	defer func() {
		if p := recover(); p != nil {
			s.note(fault.New(fault.Client, "The embedded workspace failed on %s %s: %v.", r.Method, r.URL.Path, p))
			writeError(w, Internal("Internal error encountered."), pretty)
		}
	}()
	m, path, err := s.match(r)
	if err != nil {
		writeError(w, err, pretty)
		return
	}
	call, sel, err := m.decode(r, path)
	pretty = call.Query.Bool("prettyPrint", true)
	if err != nil {
		writeError(w, err, pretty)
		return
	}
	result, err := m.Serve(r.Context(), call)
	if err == nil {
		result, err = finish(w, r, result, sel)
	}
	switch {
	case err != nil:
		writeError(w, s.public(r.Context(), err), pretty)
	case result == notModified:
		w.WriteHeader(http.StatusNotModified)
	case result == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		writeJSON(w, http.StatusOK, result, pretty)
	}
}

// match finds the method of a request by path and HTTP method.
func (s *Service) match(r *http.Request) (*route, map[string]string, error) {
	given := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	var allowed []string
	for i := range s.methods {
		m := &s.methods[i]
		path, ok := m.values(given)
		if !ok {
			continue
		}
		if m.HTTP == r.Method {
			return m, path, nil
		}
		allowed = append(allowed, m.HTTP)
	}
	if allowed == nil {
		return nil, nil, NotFound("The requested URL was not found on this server.")
	}
	return nil, nil, methodNotAllowed(r.Method, strings.Join(allowed, ", "))
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

// decode checks everything about a request that needs no storage. The call
// is never nil.
func (m *route) decode(r *http.Request, path map[string]string) (*Call, *selection, error) {
	c := &Call{Path: path, Header: r.Header}
	var err error
	if c.Query, err = parseQuery(r.URL.RawQuery, m.Query); err != nil {
		return c, nil, err
	}
	if alt := c.Query.String("alt"); alt != "" && alt != "json" {
		return c, nil, badParameter("alt", "Invalid value %s for alt: only json is served here.", Quote(alt))
	}
	var sel *selection
	if c.Query.Has("fields") {
		if sel, err = parseFields(c.Query.String("fields"), reflect.TypeOf(m.Result)); err != nil {
			return c, nil, err
		}
	}
	if m.Body != nil {
		c.Body, err = decodeBody(r.Body, m.Resource, reflect.TypeOf(m.Body), m.MaxBody)
	}
	return c, sel, err
}

// notModified stands for a 304.
var notModified any = new(struct{ _ byte })

// finish sends the entity tag, answers conditional reads, and cuts the result
// down to the chosen fields.
func finish(w http.ResponseWriter, r *http.Request, result any, sel *selection) (any, error) {
	if result == nil {
		return nil, nil
	}
	if tagged, ok := result.(Tagged); ok {
		tag := tagged.EntityTag()
		w.Header().Set("ETag", tag)
		if r.Method == http.MethodGet && unmodified(r.Header, tag) {
			return notModified, nil
		}
	}
	return sel.project(result)
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
