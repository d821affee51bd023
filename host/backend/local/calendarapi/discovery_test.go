package calendarapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

//go:embed testdata/calendar-api.json
var discoveryJSON []byte

type discovery struct {
	ServicePath string
	Resources   map[string]struct {
		Methods map[string]discoveryMethod
	}
	Schemas map[string]discoverySchema
}

type discoveryMethod struct {
	ID, HTTPMethod, Path, Description string
	Parameters                        map[string]struct {
		Location, Type, Description string
		Repeated                    bool
	}
	Request, Response *struct {
		Ref string `json:"$ref"`
	}
}

type discoverySchema struct {
	Ref                  string `json:"$ref"`
	Type, Description    string
	Properties           map[string]discoverySchema
	AdditionalProperties *discoverySchema
	Items                *discoverySchema
}

var document = sync.OnceValue(func() *discovery {
	d := &discovery{}
	if err := json.Unmarshal(discoveryJSON, d); err != nil {
		panic(err)
	}
	return d
})

func (d *discovery) methods() map[string]discoveryMethod {
	out := map[string]discoveryMethod{}
	for _, r := range d.Resources {
		for _, m := range r.Methods {
			out[m.ID] = m
		}
	}
	return out
}

// unserved are the methods that a workspace does not have: push channels need
// a server that can be called back, and the transfer of a calendar needs a
// second user and an administrator.
var unserved = []string{"calendar.acl.watch", "calendar.calendarList.watch", "calendar.events.watch", "calendar.settings.watch",
	"calendar.channels.stop", "calendar.calendars.transferOwnership"}

// TestMethodsAreThoseOfDiscovery compares the method table with the document:
// ids, HTTP methods, paths, query parameters with types, bodies and results.
func TestMethodsAreThoseOfDiscovery(t *testing.T) {
	want := document().methods()
	for _, id := range unserved {
		if _, ok := want[id]; !ok {
			t.Errorf("%s is not in the document", id)
		}
		delete(want, id)
	}
	for _, m := range (&API{}).Methods() {
		d, ok := want[m.ID]
		if !ok {
			t.Errorf("%s is not in the document, or served twice", m.ID)
			continue
		}
		delete(want, m.ID)
		equal(t, m.ID+" HTTP method", m.HTTP, d.HTTPMethod)
		equal(t, m.ID+" path", m.Path, document().ServicePath+d.Path)
		query := map[string]gapi.Param{}
		for _, p := range m.Query {
			query[p.Name] = p
		}
		if len(query) != len(m.Query) {
			t.Errorf("%s has a parameter twice", m.ID)
		}
		for name, p := range d.Parameters {
			if p.Location == "query" {
				equal(t, m.ID+" parameter "+name, string(query[name].Type), p.Type)
				equal(t, m.ID+" repeats "+name, query[name].Repeated, p.Repeated)
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

// TestTypesHaveTheFieldsOfDiscovery compares the JSON names of each resource
// type with its schema, down to the last level and both ways.
func TestTypesHaveTheFieldsOfDiscovery(t *testing.T) {
	covered := map[string]bool{"Channel": true}
	for _, v := range []any{Acl{}, Calendar{}, CalendarList{}, Colors{}, Events{}, FreeBusyRequest{}, FreeBusyResponse{}, Settings{}} {
		name := reflect.TypeOf(v).Name()
		compareType(t, name, reflect.TypeOf(v), discoverySchema{Ref: name}, covered)
	}
	for name := range document().Schemas {
		if !covered[name] {
			t.Errorf("no type stands for the schema %s", name)
		}
	}
}

func compareType(t *testing.T, at string, typ reflect.Type, s discoverySchema, covered map[string]bool) {
	t.Helper()
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		if typ.Kind() == reflect.Slice && s.Items != nil {
			s = *s.Items
		}
		if typ.Kind() == reflect.Map && s.AdditionalProperties != nil {
			s = *s.AdditionalProperties
		}
		typ = typ.Elem()
	}
	if s.Ref != "" {
		if covered[s.Ref] {
			return
		}
		covered[s.Ref] = true
		s = document().Schemas[s.Ref]
	}
	if typ.Kind() != reflect.Struct {
		return
	}
	var got, want []string
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		got = append(got, name)
		compareType(t, at+"."+name, typ.Field(i).Type, s.Properties[name], covered)
	}
	for name := range s.Properties {
		want = append(want, name)
	}
	sort.Strings(got)
	sort.Strings(want)
	equal(t, at, strings.Join(got, " "), strings.Join(want, " "))
}

// TestLimitsAreThoseOfDiscovery reads the numbers in the descriptions.
func TestLimitsAreThoseOfDiscovery(t *testing.T) {
	d, m := document(), document().methods()
	number := func(text, pattern string) int {
		t.Helper()
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%q does not match %q", text, pattern)
		}
		n, _ := strconv.Atoi(found[1])
		return n
	}
	list, page := m["calendar.events.list"].Parameters["maxResults"].Description, m["calendar.calendarList.list"].Parameters["maxResults"].Description
	event, busy := d.Schemas["Event"].Properties, d.Schemas["FreeBusyRequest"].Properties
	equal(t, "events page", eventsPageSize, number(list, `default the value is (\d+)`))
	equal(t, "events page maximum", maxEventsPage, number(list, `larger than (\d+)`))
	equal(t, "list page", listPageSize, number(page, `default the value is (\d+)`))
	equal(t, "list page maximum", maxListPage, number(page, `larger than (\d+)`))
	equal(t, "attachments", maxAttachments, number(event["attachments"].Description, `at most (\d+)`))
	equal(t, "overrides", maxOverrides, number(event["reminders"].Properties["overrides"].Description, `reminders is (\d+)`))
	equal(t, "reminder", maxReminder, number(d.Schemas["EventReminder"].Properties["minutes"].Description, `between 0 and (\d+)`))
	equal(t, "id minimum", minEventID, number(event["id"].Description, `between (\d+) and`))
	equal(t, "id maximum", maxEventID, number(event["id"].Description, `between \d+ and (\d+)`))
	equal(t, "free/busy calendars", maxFreeBusy, number(busy["calendarExpansionMax"].Description, `Maximum value is (\d+)`))
	equal(t, "group members", maxGroupMembers, number(busy["groupExpansionMax"].Description, `Maximum value is (\d+)`))
	equal(t, "labels", maxLabels, number(d.Schemas["LabelProperties"].Properties["eventLabels"].Description, `maximum of (\d+)`))
	equal(t, "label name", maxLabelName, number(d.Schemas["EventLabel"].Properties["name"].Description, `at most (\d+)`))
	equal(t, "notes", maxNotes, number(d.Schemas["ConferenceData"].Properties["notes"].Description, `length is (\d+)`))
	entry := d.Schemas["EntryPoint"].Properties
	equal(t, "uri", maxURI, number(entry["uri"].Description, `length is (\d+)`))
	equal(t, "label", maxEntryLabel, number(entry["label"].Description, `length is (\d+)`))
	equal(t, "code", maxCode, number(entry["pin"].Description, `length is (\d+)`))
}

type pattern struct {
	discoveryMethod
	path *regexp.Regexp
}

// patterns are the methods with their paths as regular expressions.
var patterns = sync.OnceValue(func() (out []pattern) {
	for _, m := range document().methods() {
		path := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(m.Path, `[^/]+`)
		out = append(out, pattern{m, regexp.MustCompile("^" + path + "$")})
	}
	// "events/quickAdd" fits "events/{eventId}" too: the longer path is meant.
	sort.Slice(out, func(i, j int) bool { return strings.Count(out[i].Path, "{") < strings.Count(out[j].Path, "{") })
	return out
})

// conform checks an answer against the response schema of the method that the
// request names, or against Google's error format.
func (b *bench) conform(method, path string, r answerTo) {
	b.t.Helper()
	if r.status >= 400 {
		if r.at("error.code") != float64(r.status) || r.str("error.message") == "" || r.str("error.status") == "" ||
			r.str("error.errors.0.reason") == "" || r.str("error.errors.0.domain") == "" {
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
				b.t.Fatalf("%s: status %d and a body where none belongs: %s", m.ID, r.status, r.raw)
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

// check walks a value along a schema: every name must be known and every type
// right.
func check(at string, s discoverySchema, v any) error {
	if s.Ref != "" {
		s = document().Schemas[s.Ref]
	}
	ok := true
	switch s.Type {
	case "object":
		o, isObject := v.(map[string]any)
		if !isObject {
			return fmt.Errorf("%s is %T, not an object", at, v)
		}
		for name, value := range o {
			p, known := s.Properties[name]
			if !known && s.AdditionalProperties != nil {
				p, known = *s.AdditionalProperties, true
			}
			if !known {
				return fmt.Errorf("%s.%s is not in the schema", at, name)
			}
			if err := check(at+"."+name, p, value); err != nil {
				return err
			}
		}
	case "array":
		list, isList := v.([]any)
		if !isList {
			return fmt.Errorf("%s is %T, not a list", at, v)
		}
		for i, value := range list {
			if err := check(fmt.Sprintf("%s[%d]", at, i), *s.Items, value); err != nil {
				return err
			}
		}
	case "string":
		_, ok = v.(string)
	case "boolean":
		_, ok = v.(bool)
	case "integer":
		_, ok = v.(float64)
	case "any":
	default:
		return fmt.Errorf("%s has the type %q, which this test does not know", at, s.Type)
	}
	if !ok {
		return fmt.Errorf("%s is %T, not a %s", at, v, s.Type)
	}
	return nil
}
