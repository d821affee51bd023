package discoverytest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

var notes = Read([]byte(`{
	"servicePath": "notes/v1/",
	"resources": {"notes": {"methods": {
		"get": {"id": "notes.get", "httpMethod": "GET", "path": "notes/{id}", "response": {"$ref": "Note"},
			"parameters": {"id": {"location": "path", "type": "string"}, "deep": {"location": "query", "type": "boolean"}}},
		"last": {"id": "notes.last", "httpMethod": "GET", "path": "notes/last", "response": {"$ref": "Tag"}},
		"delete": {"id": "notes.delete", "httpMethod": "DELETE", "path": "notes/{id}"}}}},
	"schemas": {
		"Note": {"type": "object", "properties": {
			"title": {"type": "string"}, "size": {"type": "string", "format": "int64"}, "at": {"type": "string", "format": "date-time"},
			"stars": {"type": "integer"}, "kind": {"type": "string", "enum": ["a", "b"]},
			"tags": {"type": "array", "items": {"$ref": "Tag"}}, "more": {"type": "object", "additionalProperties": {"type": "boolean"}}}},
		"Tag": {"type": "object", "properties": {"name": {"type": "string"}}}}}`))

type Tag struct {
	Name string `json:"name"`
}

type Note struct {
	Title string          `json:"title"`
	Size  int64           `json:"size,string"`
	At    string          `json:"at"`
	Stars int             `json:"stars"`
	Kind  string          `json:"kind"`
	Tags  []Tag           `json:"tags"`
	More  map[string]bool `json:"more"`
}

func methods() []gapi.Method {
	return []gapi.Method{
		{ID: "notes.get", HTTP: "GET", Path: "notes/v1/notes/{id}", Query: []gapi.Param{{Name: "deep", Type: gapi.Boolean}}, Result: Note{}},
		{ID: "notes.last", HTTP: "GET", Path: "notes/v1/notes/last", Result: Tag{}},
		{ID: "notes.delete", HTTP: "DELETE", Path: "notes/v1/notes/{id}"},
	}
}

// record keeps what a comparison reports.
type record struct{ lines []string }

func (*record) Helper() {}

func (r *record) Errorf(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *record) String() string { return strings.Join(r.lines, "\n") }

// TestMethodsThatDiffer changes one thing of a table that agrees with its
// document, and each time just this is reported.
func TestMethodsThatDiffer(t *testing.T) {
	for want, change := range map[string]func([]gapi.Method) []gapi.Method{
		"": func(m []gapi.Method) []gapi.Method { return m },
		"notes.get HTTP method: got PUT, want GET":           func(m []gapi.Method) []gapi.Method { m[0].HTTP = "PUT"; return m },
		"notes.last path: got x, want notes/v1/notes/last":   func(m []gapi.Method) []gapi.Method { m[1].Path = "x"; return m },
		"notes.get parameter deep: got string, want boolean": func(m []gapi.Method) []gapi.Method { m[0].Query[0].Type = gapi.String; return m },
		"notes.get repeats deep: got true, want false":       func(m []gapi.Method) []gapi.Method { m[0].Query[0].Repeated = true; return m },
		"notes.last has the parameter q beyond the document": func(m []gapi.Method) []gapi.Method { m[1].Query = []gapi.Param{{Name: "q"}}; return m },
		"notes.last result: got Note, want Tag":              func(m []gapi.Method) []gapi.Method { m[1].Result = Note{}; return m },
		"notes.delete body: got Note, want ":                 func(m []gapi.Method) []gapi.Method { m[2].Body = Note{}; return m },
		"notes.get takes content: got true, want false":      func(m []gapi.Method) []gapi.Method { m[0].Upload = true; return m },
		"notes.delete is missing":                            func(m []gapi.Method) []gapi.Method { return m[:2] },
		"notes.get is not in the document, or served twice":  func(m []gapi.Method) []gapi.Method { return append(m, m[0]) },
	} {
		var r record
		notes.CompareMethods(&r, change(methods()))
		if r.String() != want {
			t.Errorf("got %q, want %q", r.String(), want)
		}
	}
}

func TestTypesThatDiffer(t *testing.T) {
	var r record
	notes.CompareTypes(&r, []any{Note{}})
	if len(r.lines) > 0 {
		t.Errorf("types that agree: %s", &r)
	}
	r = record{}
	notes.CompareTypes(&r, []any{Tag{}})
	if r.String() != "no type stands for the schema Note" {
		t.Errorf("a schema without a type: %s", &r)
	}
	r = record{}
	type Tag struct {
		Name  int    `json:"name"`
		Extra string `json:"extra"`
	}
	notes.CompareTypes(&r, []any{Tag{}}, "Note")
	if s := r.String(); !strings.Contains(s, "Tag.name: the type is int") || !strings.Contains(s, "Tag.extra is not in the document") {
		t.Errorf("another kind and a field too many: %s", s)
	}
}

func TestAnswersThatDoNotConform(t *testing.T) {
	const bad = `{"error":{"code":404,"message":"m","status":"NOT_FOUND","errors":[{"message":"m","domain":"global","reason":"notFound"}]}}`
	for _, c := range []struct {
		method, path string
		status       int
		body, want   string // "" conforms
	}{
		{"GET", "notes/v1/notes/1?deep=true", 200, `{"title":"x","size":"5","at":"2030-01-31T12:00:00Z","stars":2,"kind":"a","tags":[{"name":"n"}],"more":{"x":true}}`, ""},
		{"GET", "notes/v1/notes/last", 200, `{"name":"n"}`, ""},
		{"GET", "notes/v1/notes/last", 200, `{"title":"n"}`, "Tag.title is not in the schema"},
		{"GET", "notes/v1/notes/1", 200, `{"title":1}`, `Note.title is float64`},
		{"GET", "notes/v1/notes/1", 200, `{"size":"many"}`, "no whole number"},
		{"GET", "notes/v1/notes/1", 200, `{"at":"yesterday"}`, "not of the format date-time"},
		{"GET", "notes/v1/notes/1", 200, `{"stars":1.5}`, "Note.stars is float64"},
		{"GET", "notes/v1/notes/1", 200, `{"kind":"c"}`, `not one of [a b]`},
		{"GET", "notes/v1/notes/1", 200, `{"tags":[{"nome":"n"}]}`, "Note.tags[0].nome is not in the schema"},
		{"GET", "notes/v1/notes/1", 200, `{"more":{"x":"y"}}`, "Note.more.x is string"},
		{"GET", "notes/v1/notes/1", 304, "", ""},
		{"GET", "notes/v1/notes/1", 304, `{"title":"x"}`, "a body where none belongs"},
		{"DELETE", "notes/v1/notes/1", 204, "", ""},
		{"DELETE", "notes/v1/notes/1", 200, "", "status 200, want 204"},
		{"DELETE", "notes/v1/notes/1", 204, "{}", "a body where none belongs"},
		{"GET", "notes/v2/notes/1", 200, `{}`, "no method of the document"},
		{"GET", "anything", 404, bad, ""},
		{"GET", "anything", 404, strings.Replace(bad, "404", "400", 1), "the code is 400, the status 404"},
		{"GET", "anything", 404, strings.Replace(bad, "global", "", 1), "errors.0.domain is empty"},
		{"GET", "anything", 404, `{"error":{"code":404}}`, "it lists no errors"},
	} {
		var body any
		if c.body != "" {
			if err := json.Unmarshal([]byte(c.body), &body); err != nil {
				t.Fatal(err)
			}
		}
		got := fmt.Sprint(notes.Conform(c.method, c.path, c.status, body))
		if c.want == "" && got != "<nil>" || !strings.Contains(got, c.want) {
			t.Errorf("%s %s %d %s: %s, want %q", c.method, c.path, c.status, c.body, got, c.want)
		}
	}
}
