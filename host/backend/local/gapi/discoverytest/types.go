package discoverytest

import (
	"reflect"
	"strings"
)

// CompareTypes compares the JSON names and kinds of types with the schemas that
// are named like them, down to the last level and both ways. Each schema of the
// document has to be reached from one of the values, except for those that
// uncovered names.
func (d *Document) CompareTypes(t reporter, values []any, uncovered ...string) {
	t.Helper()
	c := comparison{t: t, document: d, covered: map[string]bool{}}
	for _, name := range uncovered {
		if _, ok := d.Schemas[name]; !ok {
			t.Errorf("the document has no schema %s", name)
		}
		c.covered[name] = true
	}
	for _, v := range values {
		name := typeName(v)
		if _, ok := d.Schemas[name]; !ok {
			t.Errorf("the document has no schema %s", name)
		}
		c.compare(name, reflect.TypeOf(v), Schema{Ref: name})
	}
	for name := range d.Schemas {
		if !c.covered[name] {
			t.Errorf("no type stands for the schema %s", name)
		}
	}
}

// comparison is a walk over types and schemas; covered are the schemas that it
// has met, so that one that holds itself ends.
type comparison struct {
	t        reporter
	document *Document
	covered  map[string]bool
}

// kinds are the Go kinds that stand for a type of Discovery.
var kinds = map[string][]reflect.Kind{
	"string": {reflect.String}, "boolean": {reflect.Bool}, "integer": {reflect.Int, reflect.Int64},
	"number": {reflect.Float64}, "array": {reflect.Slice},
}

func (c *comparison) compare(at string, typ reflect.Type, s Schema) {
	c.t.Helper()
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if s.Ref != "" {
		if c.covered[s.Ref] {
			return
		}
		c.covered[s.Ref] = true
		s = c.document.resolve(s)
	}
	switch {
	case s.Type == "any":
	case s.Type == "object" && s.AdditionalProperties != nil:
		if c.isKind(at, typ, reflect.Map) {
			c.compare(at+".*", typ.Elem(), *s.AdditionalProperties)
		}
	case s.Type == "object":
		if c.isKind(at, typ, reflect.Struct) {
			c.compareFields(at, typ, s)
		}
	case c.isKind(at, typ, kinds[s.Type]...) && s.Type == "array":
		c.compare(at+"[]", typ.Elem(), *s.Items)
	}
}

func (c *comparison) compareFields(at string, typ reflect.Type, s Schema) {
	c.t.Helper()
	fields := map[string]reflect.Type{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = f.Type
		if strings.Contains(options, "string") { // a 64-bit number, written as a text
			fields[name] = reflect.TypeFor[string]()
		}
	}
	for name, p := range s.Properties {
		field, ok := fields[name]
		if !ok {
			c.t.Errorf("%s.%s is missing", at, name)
			continue
		}
		delete(fields, name)
		c.compare(at+"."+name, field, p)
	}
	for name := range fields {
		c.t.Errorf("%s.%s is not in the document", at, name)
	}
}

func (c *comparison) isKind(at string, typ reflect.Type, want ...reflect.Kind) bool {
	c.t.Helper()
	for _, k := range want {
		if typ.Kind() == k {
			return true
		}
	}
	c.t.Errorf("%s: the type is %v, the document wants %v", at, typ, want)
	return false
}
