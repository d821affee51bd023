package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The table's form. host/route decodes it and refuses unknown keys, so a
// change here without one there fails its tests.
type table struct {
	Service  string  `json:"service"`
	API      string  `json:"api"`
	Revision string  `json:"revision"`
	Routes   []route `json:"routes"`
}

type route struct {
	ID         string      `json:"id"`
	Method     string      `json:"method"`
	Host       string      `json:"host"`
	Path       string      `json:"path"`
	PathParams []pathParam `json:"pathParams,omitempty"`
	Query      []query     `json:"query,omitempty"`
	Body       string      `json:"body,omitempty"`
	Response   string      `json:"response,omitempty"`
	Scopes     []string    `json:"scopes"`
	Mutates    bool        `json:"mutates"`
	// Upload is the largest content that the method takes, in bytes; Download
	// says that it can answer with content (alt=media).
	Upload   int64 `json:"upload,omitempty"`
	Download bool  `json:"download,omitempty"`
}

type pathParam struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Format  string `json:"format,omitempty"`
	Pattern string `json:"pattern,omitempty"`
}

type query struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Format   string   `json:"format,omitempty"`
	Repeated bool     `json:"repeated,omitempty"`
	Required bool     `json:"required,omitempty"`
	Enum     []string `json:"enum,omitempty"`
}

// The parts of a Discovery document that the table needs.
type document struct {
	ID          string               `json:"id"`
	Revision    string               `json:"revision"`
	RootURL     string               `json:"rootUrl"`
	ServicePath string               `json:"servicePath"`
	Parameters  map[string]parameter `json:"parameters"`
	resource
}

type resource struct {
	Methods   map[string]method   `json:"methods"`
	Resources map[string]resource `json:"resources"`
}

type method struct {
	ID         string               `json:"id"`
	HTTPMethod string               `json:"httpMethod"`
	Path       string               `json:"path"`
	FlatPath   string               `json:"flatPath"`
	Parameters map[string]parameter `json:"parameters"`
	Request    *schemaRef           `json:"request"`
	Response   *schemaRef           `json:"response"`
	Scopes     []string             `json:"scopes"`
	Deprecated bool                 `json:"deprecated"`

	SupportsMediaDownload bool   `json:"supportsMediaDownload"`
	MediaUpload           *media `json:"mediaUpload"`
}

type media struct {
	MaxSize   string `json:"maxSize"`
	Protocols struct {
		Simple struct {
			Multipart bool   `json:"multipart"`
			Path      string `json:"path"`
		} `json:"simple"`
	} `json:"protocols"`
}

type schemaRef struct {
	Ref string `json:"$ref"`
}

type parameter struct {
	Type       string   `json:"type"`
	Format     string   `json:"format"`
	Location   string   `json:"location"`
	Pattern    string   `json:"pattern"`
	Required   bool     `json:"required"`
	Repeated   bool     `json:"repeated"`
	Enum       []string `json:"enum"`
	Deprecated bool     `json:"deprecated"`
}

// fields is the one parameter of the whole API that a plan may set. The
// others choose another format, name a key or carry a token (alt, callback,
// key, access_token): they are the host's or nobody's.
const fields = "fields"

// build turns a Discovery document into the service's table, sorted by id.
func build(service string, doc []byte) (*table, error) {
	var d document
	if err := json.Unmarshal(doc, &d); err != nil {
		return nil, err
	}
	root, err := url.Parse(d.RootURL)
	if err != nil {
		return nil, err
	}
	if root.Scheme != "https" || root.Host == "" || root.Path != "/" {
		return nil, fmt.Errorf("rootUrl %q is not https://HOST/", d.RootURL)
	}
	if _, ok := d.Parameters[fields]; !ok {
		return nil, fmt.Errorf("the API has no parameter %q", fields)
	}
	t := &table{Service: service, API: d.ID, Revision: d.Revision}
	if err := t.add(d.resource, root.Host, "/"+d.ServicePath); err != nil {
		return nil, err
	}
	slices.SortFunc(t.Routes, func(a, b route) int { return cmp.Compare(a.ID, b.ID) })
	return t, nil
}

func (t *table) add(r resource, host, prefix string) error {
	for _, m := range r.Methods {
		if m.Deprecated {
			continue
		}
		x, err := convert(m, t.Service, host, prefix)
		if err != nil {
			return fmt.Errorf("%s: %w", m.ID, err)
		}
		t.Routes = append(t.Routes, x)
	}
	for _, sub := range r.Resources {
		if err := t.add(sub, host, prefix); err != nil {
			return err
		}
	}
	return nil
}

func convert(m method, service, host, prefix string) (route, error) {
	if !strings.HasPrefix(m.ID, service+".") {
		return route{}, fmt.Errorf("id is not of the service %q", service)
	}
	path, params, err := template(m)
	if err != nil {
		return route{}, err
	}
	r := route{
		ID: m.ID, Method: m.HTTPMethod, Host: host, Path: prefix + path, PathParams: params,
		Query:    []query{{Name: fields, Type: "string"}},
		Body:     ref(m.Request),
		Response: ref(m.Response),
		Scopes:   slices.Sorted(slices.Values(m.Scopes)),
		Mutates:  m.HTTPMethod != "GET" && queries[m.ID] == "",
	}
	if m.HTTPMethod == "GET" && r.Body != "" {
		return route{}, fmt.Errorf("GET with a body")
	}
	r.Download = m.SupportsMediaDownload && m.HTTPMethod == "GET"
	if r.Upload, err = uploadLimit(m, "/upload"+r.Path); err != nil {
		return route{}, err
	}
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		p := m.Parameters[name]
		if p.Location != "query" || p.Deprecated {
			continue
		}
		r.Query = append(r.Query, query{
			Name: name, Type: p.Type, Format: p.Format,
			Repeated: p.Repeated, Required: p.Required, Enum: p.Enum,
		})
	}
	slices.SortFunc(r.Query, func(a, b query) int { return cmp.Compare(a.Name, b.Name) })
	return r, nil
}

// oneSegment is the pattern of a "{+name}" variable that holds a single
// segment all the same.
const oneSegment = "^[^/]+$"

var variable = regexp.MustCompile(`\{(\+?)([A-Za-z0-9_]+)\}`)

// template chooses the path template in which each variable is one segment,
// and lists its variables in order.
//
// A document has two. In "path" a variable may be reserved ("{+name}": its
// value holds slashes, as people/c1); "flatPath" spells such a name out with
// a variable per segment, under names of its own. So path is taken while each
// of its variables is one segment, because its names are the documented ones;
// flatPath only where path has a variable of several.
func template(m method) (string, []pathParam, error) {
	path := m.Path
	for _, v := range variable.FindAllStringSubmatch(m.Path, -1) {
		if v[1] == "+" && m.Parameters[v[2]].Pattern != oneSegment {
			path = m.FlatPath
		}
	}
	path = variable.ReplaceAllString(path, "{$2}")
	if path == "" || strings.HasPrefix(path, "/") {
		return "", nil, fmt.Errorf("path template %q", path)
	}
	var params []pathParam
	for _, v := range variable.FindAllStringSubmatch(path, -1) {
		p := pathParam{Name: v[2], Type: "string"}
		if doc, ok := m.Parameters[v[2]]; ok {
			if doc.Location != "path" {
				return "", nil, fmt.Errorf("variable %q is no path parameter", v[2])
			}
			p.Type, p.Format, p.Pattern = doc.Type, doc.Format, doc.Pattern
		}
		params = append(params, p)
	}
	return path, params, nil
}

// uploadLimit reads what host/route takes for granted of a method that takes
// content: the address is the method's own below /upload, and multipart works.
// A method without content has the limit 0.
func uploadLimit(m method, path string) (int64, error) {
	if m.MediaUpload == nil {
		return 0, nil
	}
	simple := m.MediaUpload.Protocols.Simple
	if simple.Path != path || !simple.Multipart || m.Request == nil {
		return 0, fmt.Errorf("content goes to %q, not as multipart to %q", simple.Path, path)
	}
	limit, err := strconv.ParseInt(m.MediaUpload.MaxSize, 10, 64)
	if err != nil || limit <= 0 {
		return 0, fmt.Errorf("maxSize %q is no number of bytes", m.MediaUpload.MaxSize)
	}
	return limit, nil
}

func ref(s *schemaRef) string {
	if s == nil {
		return ""
	}
	return s.Ref
}

func encode(t *table) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(t)
	return b.Bytes(), err
}
