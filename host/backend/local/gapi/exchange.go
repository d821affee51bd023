package gapi

import (
	"io"
	"net/http"
	"reflect"
)

// exchange is one request on its way through the service.
type exchange struct {
	service *Service
	w       http.ResponseWriter
	r       *http.Request
	m       *route
	pretty  bool
	sent    bool // the answer has begun
	// session is the resumable upload whose last chunk this request brought;
	// nil otherwise. Its answer is remembered.
	session *Upload
}

// fail answers with an error, unless content is already under way: then the
// answer ends short of its Content-Length, which no client takes for complete.
func (x *exchange) fail(err error) {
	if !x.sent {
		writeError(x.w, err, x.pretty)
	}
}

// serve runs the request; it has answered unless it gives an error.
func (x *exchange) serve() error {
	m, path, upload, err := x.service.match(x.r)
	if err != nil {
		return err
	}
	x.m = m
	if upload {
		return x.upload(path)
	}
	c := &Call{Path: path, Header: x.r.Header}
	sel, err := x.decode(c, x.r.URL.RawQuery, m.Query)
	if err != nil {
		return err
	}
	if m.Download != nil && (m.Serve == nil || c.Query.String("alt") == "media") {
		return x.download(c)
	}
	if m.Body != nil {
		if c.Body, err = x.body(x.r.Body); err != nil {
			return err
		}
	}
	return x.call(c, sel)
}

// body reads the resource of a method that has one.
func (x *exchange) body(r io.Reader) (Body, error) {
	return decodeBody(r, x.m.Resource, reflect.TypeOf(x.m.Body), x.m.MaxBody)
}

// decode checks everything about a request's query.
func (x *exchange) decode(c *Call, query string, params []Param) (sel *selection, err error) {
	if c.Query, err = parseQuery(query, params); err != nil {
		return nil, err
	}
	x.pretty = c.Query.Bool("prettyPrint", true)
	switch alt := c.Query.String("alt"); {
	case alt == "" || alt == "json" || alt == "media" && x.m.Download != nil:
	default:
		return nil, badParameter("alt", "Invalid value %s for alt: only json is served here.", Quote(alt))
	}
	fields := x.m.Default
	if c.Query.Has("fields") {
		fields = c.Query.String("fields")
	}
	if fields == "" || x.m.Result == nil {
		return nil, nil
	}
	c.fields, err = parseFields(fields, reflect.TypeOf(x.m.Result))
	return c.fields, err
}

// call runs the method and answers with its result.
func (x *exchange) call(c *Call, sel *selection) error {
	result, err := x.m.Serve(x.r.Context(), c)
	if err != nil {
		return err
	}
	if result == nil {
		x.w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if tagged, ok := result.(Tagged); ok {
		tag := tagged.EntityTag()
		x.w.Header().Set("ETag", tag)
		if x.r.Method == http.MethodGet && unmodified(x.r.Header, tag) {
			x.w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	if result, err = sel.project(result); err != nil {
		return err
	}
	text := encodeJSON(result, x.pretty)
	if x.session != nil {
		if err := x.service.opts.Uploads.FinishUpload(x.r.Context(), x.session.ID, text); err != nil {
			return err
		}
	}
	x.sent = true
	writeJSON(x.w, http.StatusOK, text)
	return nil
}
