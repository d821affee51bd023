package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// decode reads exactly one JSON value in valid UTF-8 and keeps every digit.
func decode(b []byte) (any, error) {
	if err := strict(b); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// strict accepts what decode accepts, without building it.
func strict(b []byte) error {
	if !utf8.Valid(b) {
		return errors.New("not UTF-8")
	}
	if !json.Valid(b) {
		return errors.New("not JSON")
	}
	return nil
}

// encode writes JSON without turning < > & into escapes.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
