package guest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// maxDepth bounds nesting, so that no answer can exhaust the stack of what
// reads it later.
const maxDepth = 200

// checkShape reads JSON text once and holds it against the type of v: every
// key stands in the type as it is written (encoding/json would take any case),
// none stands twice, all that are not optional are there, kinds agree. What
// the type leaves open (abi.Raw) is checked for duplicate keys and depth only.
func checkShape(raw []byte, v any) error {
	if !utf8.Valid(raw) {
		return errors.New("it is not UTF-8")
	}
	if hasLoneSurrogate(raw) {
		return errors.New("it holds one half of a surrogate pair, which is no character")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	s := &shaper{d: d, known: map[reflect.Type]*fields{}}
	if err := s.value("", reflect.TypeOf(v).Elem(), 0); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

type shaper struct {
	d     *json.Decoder
	known map[reflect.Type]*fields // a catalog has many objects of one type
}

var rawType = reflect.TypeFor[abi.Raw]()

// value reads one value. A nil type leaves it open.
func (s *shaper) value(at string, t reflect.Type, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%sit is nested more than %d deep", place(at), maxDepth)
	}
	tok, err := s.d.Token()
	if err != nil {
		return errors.New("it is no JSON")
	}
	if t == rawType {
		t = nil
	}
	optional := t != nil && t.Kind() == reflect.Pointer
	if optional {
		t = t.Elem()
	}
	switch x := tok.(type) {
	case json.Delim:
		if x == '{' {
			return s.object(at, t, depth)
		}
		return s.array(at, t, depth)
	case nil:
		if t != nil {
			return fmt.Errorf("%snull is not allowed here", place(at))
		}
		return nil
	}
	return scalar(at, t, tok)
}

func scalar(at string, t reflect.Type, tok json.Token) error {
	if t == nil {
		return nil
	}
	ok := false
	switch x := tok.(type) {
	case string:
		ok = t.Kind() == reflect.String
	case bool:
		ok = t.Kind() == reflect.Bool
	case json.Number:
		ok = t.Kind() == reflect.Int && !strings.ContainsAny(x.String(), ".eE")
	}
	if !ok {
		return fmt.Errorf("%sit has the wrong type", place(at))
	}
	return nil
}

func (s *shaper) array(at string, t reflect.Type, depth int) error {
	var elem reflect.Type
	if t != nil {
		if t.Kind() != reflect.Slice {
			return fmt.Errorf("%sit has the wrong type", place(at))
		}
		elem = t.Elem()
	}
	for i := 0; s.d.More(); i++ {
		if err := s.value(join(at, i), elem, depth+1); err != nil {
			return err
		}
	}
	_, err := s.d.Token()
	return syntax(err)
}

func (s *shaper) object(at string, t reflect.Type, depth int) error {
	fields, err := s.fieldsOf(t)
	if err != nil {
		return fmt.Errorf("%s%w", place(at), err)
	}
	seen := map[string]bool{}
	for s.d.More() {
		tok, err := s.d.Token()
		if err != nil {
			return syntax(err)
		}
		key, _ := tok.(string)
		if seen[key] {
			return fmt.Errorf("%sthe key %q stands twice", place(at), text.Line(cut(key)))
		}
		seen[key] = true
		elem, known := fields.typeOf(key)
		if !known {
			return fmt.Errorf("%sthe key %q is unknown", place(at), text.Line(cut(key)))
		}
		if err := s.value(join(at, key), elem, depth+1); err != nil {
			return err
		}
	}
	if _, err := s.d.Token(); err != nil {
		return syntax(err)
	}
	for _, key := range fields.required {
		if !seen[key] {
			return fmt.Errorf("%sthe key %q is missing", place(at), key)
		}
	}
	return nil
}

func syntax(err error) error {
	if err != nil {
		return errors.New("it is no JSON")
	}
	return nil
}

// fields are the keys of an object: those of a struct, any of a map (elem is
// their type), any at all where it is left open.
type fields struct {
	byKey    map[string]reflect.Type
	required []string
	open     bool
	elem     reflect.Type
}

func (f *fields) typeOf(key string) (reflect.Type, bool) {
	if f.open {
		return f.elem, true
	}
	t, ok := f.byKey[key]
	return t, ok
}

func (s *shaper) fieldsOf(t reflect.Type) (*fields, error) {
	switch {
	case t == nil:
		return &fields{open: true}, nil
	case t.Kind() == reflect.Map:
		return &fields{open: true, elem: t.Elem()}, nil
	case t.Kind() != reflect.Struct:
		return nil, errors.New("it has the wrong type")
	}
	if f := s.known[t]; f != nil {
		return f, nil
	}
	f := &fields{byKey: map[string]reflect.Type{}}
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		f.byKey[name] = t.Field(i).Type
		if options != "omitempty" {
			f.required = append(f.required, name)
		}
	}
	s.known[t] = f
	return f, nil
}

// place names where in the answer something is wrong.
func place(at string) string {
	if at == "" {
		return ""
	}
	return "at " + text.Line(cut(at)) + ": "
}

// join names a value below a place. A place that is already long stays as it
// is: a plugin chooses keys as long as its answer, and copying one for every
// value below it would hold up the host.
func join(at string, step any) string {
	if len(at) > maxPlace {
		return at
	}
	if at == "" {
		return cutAt(fmt.Sprint(step), maxPlace)
	}
	return at + "." + cutAt(fmt.Sprint(step), maxPlace)
}
