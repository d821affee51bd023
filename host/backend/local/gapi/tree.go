package gapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
)

// Tree gives the whole body as generic JSON (numbers as json.Number), each
// name and each type checked against the method's resource at every level, so
// that a misspelt field of a nested object is refused like one on top. Null
// stands for "clear it" wherever a value may stand.
func (b Body) Tree() (map[string]any, error) {
	out := make(map[string]any, len(b.fields))
	types := fieldsOf(b.known)
	for name, raw := range b.fields {
		v, err := treeValue(raw, b.resource+"."+name, types[name])
		if err != nil {
			return nil, err
		}
		out[name] = v
	}
	return out, nil
}

// treeValue reads valid JSON and checks it along a Go type.
func treeValue(raw json.RawMessage, at string, t reflect.Type) (any, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if string(raw) == "null" || t.Kind() == reflect.Interface {
		return treeAny(raw)
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return treeObject(raw, at, t)
	case reflect.Slice:
		return treeList(raw, at, t.Elem())
	}
	v, err := treeAny(raw)
	if err != nil {
		return nil, err
	}
	return v, checkScalar(v, at, t.Kind())
}

func treeObject(raw json.RawMessage, at string, t reflect.Type) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if tok, _ := dec.Token(); tok != json.Delim('{') {
		return nil, Invalid("Invalid value at '%s': it must be an object.", at)
	}
	out := map[string]any{}
	types := fieldsOf(t)
	for dec.More() {
		tok, _ := dec.Token() // errors can't happen: the text is valid JSON
		name := tok.(string)
		below, known := types[name]
		if t.Kind() == reflect.Map {
			below, known = t.Elem(), true
		}
		if !known {
			return nil, parseError("Unknown name %s at '%s': Cannot find field.", Quote(name), at)
		}
		if _, twice := out[name]; twice {
			return nil, parseError("The name %s at '%s' is repeated.", Quote(name), at)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, parseError("The value of %s can't be read.", Quote(name))
		}
		step := name
		if t.Kind() == reflect.Map {
			step = Quote(name) // the client's own text
		}
		v, err := treeValue(value, at+"."+step, below)
		if err != nil {
			return nil, err
		}
		out[name] = v
	}
	return out, nil
}

func treeList(raw json.RawMessage, at string, elem reflect.Type) (any, error) {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return nil, Invalid("Invalid value at '%s': it must be a list.", at)
	}
	out := make([]any, len(items))
	for i, item := range items {
		v, err := treeValue(item, fmt.Sprintf("%s[%d]", at, i), elem)
		if err != nil {
			return nil, err
		}
		if v == nil {
			return nil, Invalid("Invalid value at '%s[%d]': an item must not be null.", at, i)
		}
		out[i] = v
	}
	return out, nil
}

func treeAny(raw json.RawMessage) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, parseError("A value can't be read.")
	}
	return v, nil
}

func checkScalar(v any, at string, kind reflect.Kind) error {
	ok, want := false, "TYPE_STRING"
	switch kind {
	case reflect.String:
		_, ok = v.(string)
	case reflect.Bool:
		want = "TYPE_BOOL"
		_, ok = v.(bool)
	case reflect.Int, reflect.Int32, reflect.Int64:
		want = "TYPE_INT32"
		if kind == reflect.Int64 {
			want = "TYPE_INT64"
		}
		n, number := v.(json.Number)
		_, err := strconv.ParseInt(n.String(), 10, 32)
		if kind == reflect.Int64 {
			_, err = strconv.ParseInt(n.String(), 10, 64)
		}
		ok = number && err == nil
	default:
		want = "TYPE_DOUBLE"
		_, ok = v.(json.Number)
	}
	if !ok {
		return Invalid("Invalid value at '%s' (%s).", at, want)
	}
	return nil
}
