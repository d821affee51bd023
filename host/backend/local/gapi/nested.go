package gapi

import (
	"encoding/json"
	"strconv"
)

// Object gives the object in a field, its names checked like those of the
// body itself; an empty one for a missing or null field.
func (b Body) Object(name string) (Body, error) {
	at := b.resource + "." + name
	if !b.Has(name) || b.IsNull(name) {
		return Body{resource: at, fields: map[string]json.RawMessage{}}, nil
	}
	if raw := b.fields[name]; raw[0] != '{' {
		return Body{}, Invalid("Invalid value at '%s' (TYPE_MESSAGE).", at)
	}
	return decodeObject(b.fields[name], at, fieldsOf(b.known)[name])
}

// Objects gives the objects of a list, each checked; nil for a missing or null
// field.
func (b Body) Objects(name string) ([]Body, error) {
	items, err := b.list(name, "TYPE_MESSAGE")
	if err != nil {
		return nil, err
	}
	var out []Body
	for i, raw := range items {
		at := b.resource + "." + name + "[" + strconv.Itoa(i) + "]"
		if raw[0] != '{' {
			return nil, Invalid("Invalid value at '%s' (TYPE_MESSAGE).", at)
		}
		item, err := decodeObject(raw, at, fieldsOf(b.known)[name])
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

// Strings gives a list of texts; nil for a missing or null field.
func (b Body) Strings(name string) ([]string, error) {
	items, err := b.list(name, "TYPE_STRING")
	if err != nil {
		return nil, err
	}
	var out []string
	for i, raw := range items {
		var s string
		if raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
			return nil, Invalid("Invalid value at '%s.%s[%d]' (TYPE_STRING).", b.resource, name, i)
		}
		out = append(out, s)
	}
	return out, nil
}

// list gives the items of a list, none of which is empty.
func (b Body) list(name, kind string) ([]json.RawMessage, error) {
	var items []json.RawMessage
	if !b.Has(name) || b.IsNull(name) {
		return nil, nil
	}
	if json.Unmarshal(b.fields[name], &items) != nil {
		return nil, Invalid("Invalid value at '%s.%s' (a list of %s).", b.resource, name, kind)
	}
	return items, nil
}

// Int gives a whole number, which may also be written as a string as Google's
// JSON has 64-bit numbers; 0 for a missing or null field.
func (b Body) Int(name string) (int64, error) {
	if !b.Has(name) || b.IsNull(name) {
		return 0, nil
	}
	text := string(b.fields[name])
	var s string
	if json.Unmarshal(b.fields[name], &s) == nil {
		text = s
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, Invalid("Invalid value at '%s.%s' (TYPE_INT64), %s", b.resource, name, Quote(text))
	}
	return v, nil
}
