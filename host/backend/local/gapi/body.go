package gapi

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"unicode/utf8"
)

// MaxBody is the largest request body in bytes. The largest sensible resource
// (a task with 8192 characters of notes, all escaped) is a tenth of it.
const MaxBody = 1 << 20

// Body is a JSON object of a request. Its names were checked; a value is
// checked when it is asked for, so read-only fields are ignored whatever
// they hold.
type Body struct {
	resource string
	known    reflect.Type
	fields   map[string]json.RawMessage
}

// Has says whether the field is there, be it null.
func (b Body) Has(name string) bool { return b.fields[name] != nil }

// IsNull says whether the field is there and null: "clear it".
func (b Body) IsNull(name string) bool { return string(b.fields[name]) == "null" }

// String gives a text field, empty for a missing or null one.
func (b Body) String(name string) (string, error) {
	var s string
	if !b.Has(name) || b.IsNull(name) {
		return "", nil
	}
	if json.Unmarshal(b.fields[name], &s) != nil {
		return "", Invalid("Invalid value at '%s.%s' (TYPE_STRING).", b.resource, name)
	}
	return s, nil
}

// Bool gives a boolean field, false for a missing or null one.
func (b Body) Bool(name string) (bool, error) {
	var v bool
	if !b.Has(name) || b.IsNull(name) {
		return false, nil
	}
	if json.Unmarshal(b.fields[name], &v) != nil {
		return false, Invalid("Invalid value at '%s.%s' (TYPE_BOOL).", b.resource, name)
	}
	return v, nil
}

// decodeBody reads one JSON object of at most limit bytes (0: MaxBody). Like
// Google's front end it refuses names that the resource does not have; it
// refuses repeated names too, of which two readers might take different ones.
// No body at all is an empty object, and so is null.
func decodeBody(r io.Reader, resource string, known reflect.Type, limit int64) (Body, error) {
	if limit <= 0 {
		limit = MaxBody
	}
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return Body{}, parseError("The body could not be read.")
	}
	if int64(len(data)) > limit {
		return Body{}, tooLarge(limit)
	}
	// Google's Go client sends null for a resource that a program left out.
	if text := string(bytes.TrimSpace(data)); text == "" || text == "null" {
		return Body{resource: resource, known: known, fields: map[string]json.RawMessage{}}, nil
	}
	if !utf8.Valid(data) || !json.Valid(data) {
		return Body{}, parseError("The body is not one valid JSON value in UTF-8.")
	}
	return decodeObject(data, resource, known)
}

// decodeObject reads an object of valid JSON.
func decodeObject(data []byte, resource string, known reflect.Type) (Body, error) {
	b := Body{resource: resource, known: known, fields: map[string]json.RawMessage{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, _ := dec.Token(); t != json.Delim('{') {
		return Body{}, parseError("Root element must be an object.")
	}
	names := fieldsOf(known)
	for dec.More() {
		t, _ := dec.Token() // errors can't happen: the text is valid JSON
		name := t.(string)
		if _, ok := names[name]; !ok {
			return Body{}, parseError("Unknown name %s at '%s': Cannot find field.", Quote(name), resource)
		}
		if b.Has(name) {
			return Body{}, parseError("The name %s at '%s' is repeated.", Quote(name), resource)
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return Body{}, parseError("The value of %s can't be read.", Quote(name))
		}
		b.fields[name] = raw
	}
	return b, nil
}
