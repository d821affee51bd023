package discoverytest

import (
	"maps"
	"reflect"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// reporter is what the comparisons need of testing.TB.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// CompareMethods compares a table of methods with the document: ids, HTTP
// methods, paths, query parameters with types, bodies, results and uploads.
// unserved are the ids that the table leaves out on purpose.
func (d *Document) CompareMethods(t reporter, methods []gapi.Method, unserved ...string) {
	t.Helper()
	want := maps.Clone(d.Methods)
	for _, id := range unserved {
		if _, ok := want[id]; !ok {
			t.Errorf("%s is not in the document", id)
		}
		delete(want, id)
	}
	for _, m := range methods {
		w, ok := want[m.ID]
		if !ok {
			t.Errorf("%s is not in the document, or served twice", m.ID)
			continue
		}
		delete(want, m.ID)
		equal(t, m.ID+" HTTP method", m.HTTP, w.HTTPMethod)
		equal(t, m.ID+" path", m.Path, d.ServicePath+w.Path)
		equal(t, m.ID+" takes content", m.Upload, w.SupportsMediaUpload || w.MediaUpload != nil)
		equal(t, m.ID+" body", typeName(m.Body), refName(w.Request))
		equal(t, m.ID+" result", typeName(m.Result), refName(w.Response))
		compareQuery(t, m, w)
	}
	for id := range want {
		t.Errorf("%s is missing", id)
	}
}

func compareQuery(t reporter, m gapi.Method, w Method) {
	t.Helper()
	query := map[string]gapi.Param{}
	for _, p := range m.Query {
		if _, twice := query[p.Name]; twice {
			t.Errorf("%s has the parameter %s twice", m.ID, p.Name)
		}
		query[p.Name] = p
	}
	for name, p := range w.Parameters {
		if p.Location != "query" {
			continue
		}
		equal(t, m.ID+" parameter "+name, string(query[name].Type), p.Type)
		equal(t, m.ID+" repeats "+name, query[name].Repeated, p.Repeated)
		delete(query, name)
	}
	for name := range query {
		t.Errorf("%s has the parameter %s beyond the document", m.ID, name)
	}
}

func typeName(v any) string {
	if v == nil {
		return ""
	}
	return reflect.TypeOf(v).Name()
}

func refName(s *Schema) string {
	if s == nil {
		return ""
	}
	return s.Ref
}

func equal(t reporter, what string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
