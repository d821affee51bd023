package route

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed tables/*.json
var tables embed.FS

// tableFile is a generated table; gen/build.go writes it.
type tableFile struct {
	Service  string      `json:"service"`
	API      string      `json:"api"`
	Revision string      `json:"revision"`
	Routes   []routeFile `json:"routes"`
}

type routeFile struct {
	ID         string `json:"id"`
	Method     string `json:"method"`
	Host       string `json:"host"`
	Path       string `json:"path"`
	PathParams []struct {
		Name    string `json:"name"`
		Type    string `json:"type"`
		Format  string `json:"format"`
		Pattern string `json:"pattern"`
	} `json:"pathParams"`
	Query []struct {
		Name     string   `json:"name"`
		Type     string   `json:"type"`
		Format   string   `json:"format"`
		Repeated bool     `json:"repeated"`
		Required bool     `json:"required"`
		Enum     []string `json:"enum"`
	} `json:"query"`
	Body     string   `json:"body"`
	Response string   `json:"response"`
	Scopes   []string `json:"scopes"`
	Mutates  bool     `json:"mutates"`
	Upload   int64    `json:"upload"`
	Download bool     `json:"download"`
}

// Load finds the pinned tables. It reads none of them yet: a command needs one
// of several, and reading all would cost every call. Verify reads them.
func Load() (*Table, error) { return load(tables, "tables") }

func load(files fs.FS, dir string) (*Table, error) {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil, fmt.Errorf("route tables: %w", err)
	}
	t := &Table{pinned: make(map[string]pinned, len(entries))}
	for _, e := range entries {
		service := strings.TrimSuffix(e.Name(), ".json")
		t.pinned[service] = sync.OnceValues(func() (map[string]*Route, error) {
			b, err := fs.ReadFile(files, path.Join(dir, e.Name()))
			if err != nil {
				return nil, fmt.Errorf("route tables: %w", err)
			}
			routes, err := parse(b, service)
			if err != nil {
				return nil, fmt.Errorf("route table %s: %w", e.Name(), err)
			}
			return routes, nil
		})
	}
	return t, nil
}

func parse(b []byte, service string) (map[string]*Route, error) {
	var f tableFile
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if f.Service != service {
		return nil, fmt.Errorf("it is the table of %q", f.Service)
	}
	routes := make(map[string]*Route, len(f.Routes))
	for _, x := range f.Routes {
		r, err := x.route(f.Service)
		if err == nil {
			err = r.check()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.ID, err)
		}
		if _, dup := routes[r.ID]; dup {
			return nil, fmt.Errorf("%s: twice", r.ID)
		}
		routes[r.ID] = r
	}
	return routes, nil
}

func (x routeFile) route(service string) (*Route, error) {
	if !strings.HasPrefix(x.ID, service+".") {
		return nil, fmt.Errorf("not an id of %q", service)
	}
	r := &Route{
		ID: x.ID, Service: service, Method: x.Method, Host: x.Host, Path: x.Path,
		BodySchema: x.Body, ResponseSchema: x.Response, Scopes: x.Scopes, Mutates: x.Mutates, Pinned: true,
		Upload: x.Upload, Download: x.Download,
	}
	for _, p := range x.PathParams {
		pp := PathParam{Name: p.Name, Type: p.Type, Format: p.Format}
		if p.Pattern != "" {
			re, err := regexp.Compile(p.Pattern)
			if err != nil {
				return nil, err
			}
			pp.pattern = re
		}
		r.PathParams = append(r.PathParams, pp)
	}
	for _, q := range x.Query {
		r.Query = append(r.Query, QueryParam(q))
	}
	return r, nil
}

// The methods that a route may have.
var methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}

// check verifies what every route must keep, whoever wrote it, and parses the
// template.
func (r *Route) check() error {
	if !idSyntax().MatchString(r.ID) || len(r.ID) > maxID {
		return fmt.Errorf("the id is not SERVICE.RESOURCE.METHOD")
	}
	if !slices.Contains(methods, r.Method) {
		return fmt.Errorf("method %s is not one of %s", show(r.Method), strings.Join(methods, ", "))
	}
	if r.Method == "GET" && (r.Mutates || r.TakesBody()) {
		return fmt.Errorf("a GET neither changes anything nor takes a body")
	}
	if r.Upload < 0 || r.Upload > 0 && !r.TakesBody() || r.Download && r.Method != "GET" {
		return fmt.Errorf("content goes up with a body only, and comes down by GET only")
	}
	if err := checkHost(r.Host); err != nil {
		return err
	}
	segments, names, err := parseTemplate(r.Path)
	if err != nil {
		return err
	}
	r.segments = segments
	if len(names) != len(r.PathParams) {
		return fmt.Errorf("the path has %d variables, %d are described", len(names), len(r.PathParams))
	}
	for i, p := range r.PathParams {
		if p.Name != names[i] {
			return fmt.Errorf("variable %s is described as %s", show(names[i]), show(p.Name))
		}
		if p.Type != "string" && p.Type != "integer" {
			return fmt.Errorf("variable %s has the type %s", show(p.Name), show(p.Type))
		}
	}
	return checkQueryParams(r.Query)
}

func checkQueryParams(params []QueryParam) error {
	seen := map[string]bool{}
	for _, q := range params {
		if len(q.Name) > maxQueryName || !querySyntax().MatchString(q.Name) {
			return fmt.Errorf("query name %s: only letters, digits, dot, dash and underscore", show(q.Name))
		}
		if seen[q.Name] {
			return fmt.Errorf("query name %s is there twice", show(q.Name))
		}
		seen[q.Name] = true
		if !slices.Contains([]string{"string", "integer", "number", "boolean"}, q.Type) {
			return fmt.Errorf("query name %s has the type %s, not string, integer, number or boolean", show(q.Name), show(q.Type))
		}
	}
	return nil
}

const maxID = 200 // characters of a route id; Google's longest has 78

const maxQueryName = 100 // characters

var (
	idSyntax    = pattern(`^[a-z][a-z0-9_-]*(\.[A-Za-z][A-Za-z0-9_]*)+$`)
	querySyntax = pattern(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)
)
