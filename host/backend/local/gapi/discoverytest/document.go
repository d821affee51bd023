// Package discoverytest compares an API of the embedded workspace with Google's
// Discovery document of it: the methods that it serves, the types that it
// answers with, and each answer of a test. Only tests import it.
//
// An API's discovery_test.go reads the document from testdata and calls
// CompareMethods and CompareTypes; its test bench hands every answer to Conform.
package discoverytest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Document is the part of a Discovery document that tests compare with.
type Document struct {
	// ServicePath stands before the path of each method.
	ServicePath string
	Schemas     map[string]Schema
	// TimeLayout is how the service writes a date-time; "" is any RFC 3339.
	TimeLayout string `json:"-"`
	// Methods holds the methods of all resources by id.
	Methods map[string]Method `json:"-"`

	patterns []pattern
}

// Method is one method.
type Method struct {
	ID, HTTPMethod, Path, Description string
	Parameters                        map[string]Parameter
	Request, Response                 *Schema
	// SupportsMediaUpload and MediaUpload say that the method takes content;
	// shortened documents have only one of them.
	SupportsMediaUpload bool
	MediaUpload         *struct{ MaxSize string }
}

// Parameter is one parameter of a path or query.
type Parameter struct {
	Location, Type, Description, Default string
	Repeated                             bool
}

// Schema is the type of a value.
type Schema struct {
	Ref                       string `json:"$ref"`
	Type, Format, Description string
	Properties                map[string]Schema
	AdditionalProperties      *Schema
	Items                     *Schema
	Enum                      []string
}

// pattern is a method with its path as a regular expression.
type pattern struct {
	Method
	path *regexp.Regexp
}

// Read decodes a document. The text is a test's own file, so it panics where the
// text is none.
func Read(text []byte) *Document {
	var file struct {
		Document
		Methods   map[string]Method
		Resources map[string]struct{ Methods map[string]Method }
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	d := &file.Document
	d.Methods = map[string]Method{}
	for _, m := range file.Methods {
		d.Methods[m.ID] = m
	}
	for _, r := range file.Resources {
		for _, m := range r.Methods {
			d.Methods[m.ID] = m
		}
	}
	for _, m := range d.Methods {
		path := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(d.ServicePath+m.Path), `[^/]+`)
		d.patterns = append(d.patterns, pattern{m, regexp.MustCompile("^" + path + "$")})
	}
	// "events/quickAdd" fits "events/{eventId}" too: fewer variables win.
	slices.SortFunc(d.patterns, func(a, b pattern) int { return strings.Count(a.Path, "{") - strings.Count(b.Path, "{") })
	return d
}

// resolve follows a reference to its schema.
func (d *Document) resolve(s Schema) Schema {
	if s.Ref != "" {
		return d.Schemas[s.Ref]
	}
	return s
}

// Number is the number that a description states: the first group of pattern,
// thousands separated by commas. A description without one ends the test, since
// the limit that stood there has to be looked up anew.
func Number(t testing.TB, description, pattern string) int {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(description)
	if found == nil {
		t.Fatalf("%q does not match %q", description, pattern)
	}
	n, err := strconv.Atoi(strings.ReplaceAll(found[1], ",", ""))
	if err != nil {
		t.Fatalf("%q: %v", description, err)
	}
	return n
}
