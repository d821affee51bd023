package gmailapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

//go:embed testdata/gmail-api.json
var discoveryJSON []byte

type discovery struct {
	Methods    map[string]discoveryMethod
	Schemas    map[string]discoverySchema
	Parameters map[string]struct{}
}

type discoveryMethod struct {
	ID, HTTPMethod, Path, Description string
	Parameters                        map[string]discoveryParameter
	MediaUpload                       *struct{ MaxSize string }
	Request, Response                 *struct {
		Ref string `json:"$ref"`
	}
}

type discoveryParameter struct {
	Location, Type, Description, Default string
	Repeated                             bool
}

type discoverySchema struct {
	Ref         string `json:"$ref"`
	Type        string
	Format      string
	Description string
	Properties  map[string]discoverySchema
	Items       *discoverySchema
	Enum        []string
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

// patterns are the methods with their paths as regular expressions.
var patterns = sync.OnceValue(func() (out []pattern) {
	for _, m := range document().Methods {
		path := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(m.Path, `[^/]+`)
		out = append(out, pattern{m, regexp.MustCompile("^" + path + "$")})
	}
	return out
})

// TestMethodsAreThoseOfDiscovery compares the method table with the document:
// ids, HTTP methods, paths, query parameters with types, bodies and results.
func TestMethodsAreThoseOfDiscovery(t *testing.T) {
	want := maps.Clone(document().Methods)
	for _, m := range (&API{}).Methods() {
		d, ok := want[m.ID]
		if !ok {
			t.Errorf("%s is not in the document", m.ID)
			continue
		}
		delete(want, m.ID)
		equal(t, m.ID+" HTTP method", m.HTTP, d.HTTPMethod)
		equal(t, m.ID+" path", m.Path, d.Path)
		query := map[string]gapi.Param{}
		for _, p := range m.Query {
			query[p.Name] = p
		}
		for name, p := range d.Parameters {
			if p.Location == "query" {
				equal(t, m.ID+" parameter "+name, string(query[name].Type), p.Type)
				equal(t, m.ID+" parameter "+name+" repeats", query[name].Repeated, p.Repeated)
				delete(query, name)
			}
		}
		if len(query) > 0 {
			t.Errorf("%s has parameters beyond the document: %v", m.ID, query)
		}
		equal(t, m.ID+" takes content", m.Upload, d.MediaUpload != nil)
		equal(t, m.ID+" body", typeName(m.Body), refName(d.Request))
		equal(t, m.ID+" result", typeName(m.Result), refName(d.Response))
	}
	for id := range want {
		t.Errorf("%s is missing", id)
	}
}

func typeName(v any) string {
	if v == nil {
		return ""
	}
	return reflect.TypeOf(v).Name()
}

func refName(r *struct {
	Ref string `json:"$ref"`
}) string {
	if r == nil {
		return ""
	}
	return r.Ref
}

// resources is a value of each type.
var resources = []any{
	Profile{}, Message{}, ClassificationLabelValue{}, ClassificationLabelFieldValue{}, MessagePart{}, MessagePartHeader{}, MessagePartBody{},
	ListMessagesResponse{}, ModifyMessageRequest{}, BatchModifyMessagesRequest{}, BatchDeleteMessagesRequest{},
	Thread{}, ListThreadsResponse{}, ModifyThreadRequest{}, Label{}, LabelColor{}, ListLabelsResponse{},
	Draft{}, ListDraftsResponse{}, History{}, HistoryMessageAdded{}, HistoryMessageDeleted{}, HistoryLabelAdded{}, HistoryLabelRemoved{},
	ListHistoryResponse{}, VacationSettings{}, Filter{}, FilterCriteria{}, FilterAction{}, ListFiltersResponse{},
	SendAs{}, SmtpMsa{}, ListSendAsResponse{}, ForwardingAddress{}, ListForwardingAddressesResponse{},
}

// TestTypesHaveTheFieldsOfDiscovery compares each resource type's JSON names
// with the schema, both ways.
func TestTypesHaveTheFieldsOfDiscovery(t *testing.T) {
	equal(t, "schemas", len(resources), len(document().Schemas))
	for _, v := range resources {
		typ := reflect.TypeOf(v)
		var got, want []string
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			got = append(got, name)
		}
		for name := range document().Schemas[typ.Name()].Properties {
			want = append(want, name)
		}
		sort.Strings(got)
		sort.Strings(want)
		equal(t, typ.Name(), strings.Join(got, " "), strings.Join(want, " "))
	}
}

// TestLimitsAreThoseOfDiscovery reads the numbers in the descriptions.
func TestLimitsAreThoseOfDiscovery(t *testing.T) {
	d, m, l := document(), document().Methods, DefaultLimits()
	number := func(text, pattern string) int {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%q does not match %q", text, pattern)
		}
		n, _ := strconv.Atoi(strings.ReplaceAll(found[1], ",", ""))
		return n
	}
	for _, id := range []string{"messages.list", "threads.list", "drafts.list", "history.list"} {
		p := m["gmail.users."+id].Parameters["maxResults"]
		equal(t, id+" page", strconv.Itoa(pageSize), p.Default)
		equal(t, id+" page maximum", maxPageSize, number(p.Description, `maximum allowed value for this field is (\d+)`))
	}
	equal(t, "filters", l.Filters, number(m["gmail.users.settings.filters.create"].Description, `maximum of ([\d,]+) filters`))
	equal(t, "batch", maxBatch, number(d.Schemas["BatchModifyMessagesRequest"].Properties["ids"].Description, `limit of (\d+) ids`))
	equal(t, "labels", maxLabels, number(d.Schemas["ModifyMessageRequest"].Properties["addLabelIds"].Description, `up to (\d+) labels`))
	equal(t, "content", strconv.Itoa(maxUpload), m["gmail.users.messages.send"].MediaUpload.MaxSize)
	equal(t, "import", l.Import, 1_000_000*number(m["gmail.users.messages.import"].Description, `is (\d+) MB`))
	for _, c := range regexp.MustCompile(`#[0-9a-f]{6}`).FindAllString(d.Schemas["LabelColor"].Properties["textColor"].Description, -1) {
		contains(t, "palette", palette, c)
	}
}

// conform checks an answer against the response schema of the method that the
// request names, or against Google's error format.
func (b *bench) conform(method, path string, r answerTo) {
	b.t.Helper()
	if r.status >= 400 {
		e, _ := r.body["error"].(map[string]any)
		list, _ := e["errors"].([]any)
		if e["code"] != float64(r.status) || e["message"] == "" || e["status"] == nil || len(list) == 0 {
			b.t.Fatalf("%s %s: not Google's error format: %s", method, path, r.raw)
		}
		for _, key := range []string{"message", "domain", "reason"} {
			if s, _ := list[0].(map[string]any)[key].(string); s == "" {
				b.t.Fatalf("%s %s: the error has no %s: %s", method, path, key, r.raw)
			}
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
			if len(r.raw) > 0 {
				b.t.Fatalf("%s: a body where none belongs: %s", m.ID, r.raw)
			}
			if m.Response == nil && r.status != 204 {
				b.t.Fatalf("%s: status %d, want 204", m.ID, r.status)
			}
		default:
			if err := check(m.Response.Ref, discoverySchema{Ref: m.Response.Ref}, r.body); err != nil {
				b.t.Fatalf("%s: %v: %s", m.ID, err, r.raw)
			}
		}
		return
	}
	b.t.Fatalf("%s %s: no method of the document", method, path)
}

// check walks a value along a schema: every name must be known, every type
// right, every enumeration kept.
func check(at string, s discoverySchema, v any) error {
	if s.Ref != "" {
		s = document().Schemas[s.Ref]
	}
	switch s.Type {
	case "object":
		o, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %T, not an object", at, v)
		}
		for name, value := range o {
			p, known := s.Properties[name]
			if !known {
				return fmt.Errorf("%s.%s is not in the schema", at, name)
			}
			if err := check(at+"."+name, p, value); err != nil {
				return err
			}
		}
	case "array":
		list, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%s is %T, not a list", at, v)
		}
		for i, value := range list {
			if err := check(fmt.Sprintf("%s[%d]", at, i), *s.Items, value); err != nil {
				return err
			}
		}
	case "string":
		text, ok := v.(string)
		if !ok {
			return fmt.Errorf("%s is %T, not a string", at, v)
		}
		if len(s.Enum) > 0 && !strings.Contains(" "+strings.Join(s.Enum, " ")+" ", " "+text+" ") {
			return fmt.Errorf("%s is %q, not one of %v", at, text, s.Enum)
		}
		if s.Format == "int64" || s.Format == "uint64" {
			if _, err := strconv.ParseInt(text, 10, 64); err != nil {
				return fmt.Errorf("%s is %q, not a number", at, text)
			}
		}
	case "integer":
		if n, ok := v.(float64); !ok || n != float64(int64(n)) {
			return fmt.Errorf("%s is %v, not a whole number", at, v)
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return fmt.Errorf("%s is %T, not a boolean", at, v)
		}
	default:
		return fmt.Errorf("%s has the type %q, which this test does not know", at, s.Type)
	}
	return nil
}
