package driveapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

//go:embed testdata/drive-api.json
var discoveryJSON []byte

type discovery struct {
	Resources map[string]struct{ Methods map[string]discoveryMethod }
	Schemas   map[string]discoverySchema
}

type discoveryMethod struct {
	ID, HTTPMethod, Path string
	Parameters           map[string]struct{ Location, Type string }
	Request, Response    *discoverySchema
	SupportsMediaUpload  bool
}

type discoverySchema struct {
	Ref                  string `json:"$ref"`
	Type, Format         string
	Properties           map[string]discoverySchema
	AdditionalProperties *discoverySchema
	Items                *discoverySchema
	Enum                 []string
}

var document = sync.OnceValue(func() *discovery {
	d := &discovery{}
	if err := json.Unmarshal(discoveryJSON, d); err != nil {
		panic(err)
	}
	return d
})

type pattern struct {
	discoveryMethod
	path *regexp.Regexp
}

// patterns are the methods with their paths as regular expressions, paths
// without variables first.
var patterns = sync.OnceValue(func() (out []pattern) {
	for _, r := range document().Resources {
		for _, m := range r.Methods {
			path := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(m.Path, `[^/]+`)
			out = append(out, pattern{m, regexp.MustCompile("^" + path + "$")})
		}
	}
	slices.SortFunc(out, func(a, b pattern) int { return strings.Count(a.Path, "{") - strings.Count(b.Path, "{") })
	return out
})

// left are the methods of the document that are not served: Google's 404 or
// 405 answers them.
var left = map[string]bool{
	"drive.changes.watch": true, "drive.files.watch": true, "drive.files.download": true, "drive.files.generateCseToken": true,
	"drive.files.listLabels": true, "drive.files.modifyLabels": true,
}

// TestMethodsAreThoseOfDiscovery compares the method table with the document:
// ids, HTTP methods, paths, query parameters with types, bodies, results,
// uploads and default fields.
func TestMethodsAreThoseOfDiscovery(t *testing.T) {
	want := map[string]discoveryMethod{}
	for _, p := range patterns() {
		want[p.ID] = p.discoveryMethod
	}
	for _, m := range (&API{}).Methods() {
		d, ok := want[m.ID]
		if !ok {
			t.Errorf("%s is not in the document", m.ID)
			continue
		}
		delete(want, m.ID)
		equal(t, m.ID+" HTTP method", m.HTTP, d.HTTPMethod)
		equal(t, m.ID+" path", m.Path, "drive/v3/"+d.Path)
		equal(t, m.ID+" upload", m.Upload, d.SupportsMediaUpload)
		query := map[string]gapi.Type{}
		for _, p := range m.Query {
			query[p.Name] = p.Type
		}
		for name, p := range d.Parameters {
			if p.Location == "query" {
				equal(t, m.ID+" parameter "+name, string(query[name]), p.Type)
				delete(query, name)
			}
		}
		if len(query) > 0 {
			t.Errorf("%s has parameters beyond the document: %v", m.ID, query)
		}
		equal(t, m.ID+" body", typeName(m.Body), refName(d.Request))
		equal(t, m.ID+" result", typeName(m.Result), refName(d.Response))
	}
	for id := range want {
		if !left[id] {
			t.Errorf("%s is missing", id)
		}
	}
}

func typeName(v any) string {
	if v == nil {
		return ""
	}
	return reflect.TypeOf(v).Name()
}

func refName(s *discoverySchema) string {
	if s == nil {
		return ""
	}
	return s.Ref
}

// TestResourcesAreThoseOfDiscovery compares every field of every resource with
// the document, both ways.
func TestResourcesAreThoseOfDiscovery(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range []any{About{}, FileList{}, GeneratedIds{}, PermissionList{}, CommentList{}, RevisionList{}, StartPageToken{}, ChangeList{}, DriveList{}} {
		compare(t, typeName(v), reflect.TypeOf(v), discoverySchema{Ref: typeName(v)}, seen)
	}
}

func compare(t *testing.T, at string, typ reflect.Type, s discoverySchema, seen map[string]bool) {
	t.Helper()
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if s.Ref != "" {
		if seen[s.Ref] {
			return
		}
		seen[s.Ref] = true
		s = document().Schemas[s.Ref]
	}
	kinds := map[string]reflect.Kind{"string": reflect.String, "boolean": reflect.Bool, "integer": reflect.Int64, "number": reflect.Float64, "array": reflect.Slice}
	switch {
	case s.Type == "object" && s.AdditionalProperties != nil:
		equal(t, at, typ.Kind(), reflect.Map)
		compare(t, at+".*", typ.Elem(), *s.AdditionalProperties, seen)
	case s.Type == "object":
		names := map[string]reflect.Type{}
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			names[name] = typ.Field(i).Type
		}
		for name, p := range s.Properties {
			field, ok := names[name]
			if !ok {
				t.Errorf("%s.%s is missing", at, name)
				continue
			}
			delete(names, name)
			compare(t, at+"."+name, field, p, seen)
		}
		for name := range names {
			t.Errorf("%s.%s is not in the document", at, name)
		}
	default:
		equal(t, at, typ.Kind(), kinds[s.Type])
		if s.Type == "array" {
			compare(t, at+"[]", typ.Elem(), *s.Items, seen)
		}
	}
}

// TestDefaultFields: what is answered without fields is what the guide names.
func TestDefaultFields(t *testing.T) {
	b := newBench(t)
	id := b.text("a.txt", "root", "x")
	for path, want := range map[string]string{
		"files/" + id:                  `{"kind":"drive#file","id":"` + id + `","name":"a.txt","mimeType":"text/plain"}`,
		"files":                        `{"kind":"drive#fileList","incompleteSearch":false,"files":[{"id":"` + id + `","kind":"drive#file","mimeType":"text/plain","name":"a.txt"}]}`,
		"files/" + id + "/permissions": `{"kind":"drive#permissionList","permissions":[{"id":"` + permissionID("user", "me@example.com") + `","kind":"drive#permission","role":"owner","type":"user"}]}`,
	} {
		var got, expected any
		json.Unmarshal(b.must(200, "GET", path, "").raw, &got)
		json.Unmarshal([]byte(want), &expected)
		if !reflect.DeepEqual(got, expected) {
			t.Errorf("%s: %v, want %v", path, got, expected)
		}
	}
	for _, path := range []string{"about", "files/" + id + "/comments", "files/" + id + "/comments/x"} {
		contains(t, path, b.must(400, "GET", path, "").message(), "'fields' parameter is required")
	}
}

var wholeNumber = regexp.MustCompile(`^-?\d+$`)

// conform checks an answer against the response schema of the method that the
// request names, or against Google's error format.
func (b *bench) conform(method, path string, r answerTo) {
	b.t.Helper()
	if r.status >= 400 {
		if r.get("error.code") != fmt.Sprint(r.status) || r.message() == "" || r.get("error.status") == "" || r.reason() == "" || r.get("error.errors.0.domain") == "" {
			b.t.Fatalf("%s %s: not Google's error format: %s", method, path, r.raw)
		}
		return
	}
	path, _, _ = strings.Cut(path, "?")
	for _, m := range patterns() {
		if m.HTTPMethod != method || !m.path.MatchString(path) {
			continue
		}
		switch {
		case r.status == 304 || m.Response == nil:
			if len(r.raw) > 0 || m.Response == nil && r.status != 204 {
				b.t.Fatalf("%s: %d with %s", m.ID, r.status, r.raw)
			}
		default:
			if err := check(m.Response.Ref, *m.Response, r.body); err != nil {
				b.t.Fatalf("%s: %v: %s", m.ID, err, r.raw)
			}
		}
		return
	}
	b.t.Fatalf("%s %s: no method of the document", method, path)
}

// check walks a value along a schema: every name must be known, every type and
// format right, every enumeration kept.
func check(at string, s discoverySchema, v any) error {
	if s.Ref != "" {
		s = document().Schemas[s.Ref]
	}
	switch v := v.(type) {
	case map[string]any:
		if s.Type != "object" {
			return fmt.Errorf("%s is an object, not %s", at, s.Type)
		}
		for name, value := range v {
			p, known := s.Properties[name]
			if s.AdditionalProperties != nil {
				p, known = *s.AdditionalProperties, true
			}
			if !known {
				return fmt.Errorf("%s.%s is not in the schema", at, name)
			}
			if err := check(at+"."+name, p, value); err != nil {
				return err
			}
		}
		return nil
	case []any:
		if s.Type != "array" {
			return fmt.Errorf("%s is a list, not %s", at, s.Type)
		}
		for i, value := range v {
			if err := check(fmt.Sprintf("%s[%d]", at, i), *s.Items, value); err != nil {
				return err
			}
		}
		return nil
	case string:
		if s.Type != "string" || len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
			return fmt.Errorf("%s is %q", at, v)
		}
		if s.Format == "date-time" {
			if _, err := time.Parse("2006-01-02T15:04:05.000Z", v); err != nil {
				return fmt.Errorf("%s is no time: %q", at, v)
			}
		}
		if s.Format == "int64" && !wholeNumber.MatchString(v) {
			return fmt.Errorf("%s is no number: %q", at, v)
		}
		return nil
	case bool:
		if s.Type != "boolean" {
			return fmt.Errorf("%s is a boolean, not %s", at, s.Type)
		}
		return nil
	case float64:
		if s.Type != "integer" && s.Type != "number" {
			return fmt.Errorf("%s is a number, not %s", at, s.Type)
		}
		return nil
	}
	return fmt.Errorf("%s is %T", at, v)
}
