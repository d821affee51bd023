package schema

import (
	"errors"
	"slices"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// Schema is a tool's input schema, ready to check arguments. It is read-only,
// so any number of goroutines may use it.
type Schema struct {
	root *node
	// refers says that it was written with definitions, references or a dialect.
	refers bool
	lazy
}

// Compile reads a tool's input schema: an object with additionalProperties
// false, made of the keywords listed in read.go. At its top it may name the
// dialect 2020-12 in $schema and have $defs, which $ref names ("#/$defs/address"):
// see refs.go. Every mistake is reported, joined; each is PLUGIN_REFUSED and names
// its place.
//
// It is cheap, so that help and completion may call it: the library compiles
// the assertions when the first arguments are checked. Verify does all of it at
// once.
func Compile(raw abi.Raw) (*Schema, error) {
	doc, err := parseJSON(raw, true)
	if err != nil {
		return nil, fault.Wrap(err, fault.PluginRefused, "the input schema is no JSON: %v", err)
	}
	r, s := &reader{}, &Schema{}
	if mayRefer(raw) {
		doc, s.refers = r.whole(doc)
		if doc == nil {
			return nil, errors.Join(r.errs...)
		}
	}
	s.root = r.node("", doc)
	if !slices.Equal(s.root.types, []string{"object"}) || !s.root.closed {
		r.refuse("", `it must have "type": "object" and "additionalProperties": false`)
	}
	if len(s.root.anyOf)+len(s.root.oneOf) > 0 {
		r.refuse("", "anyOf and oneOf are not allowed at the top: many clients can't show them")
	}
	if len(r.errs) > 0 {
		return nil, errors.Join(r.errs...)
	}
	return s, nil
}
