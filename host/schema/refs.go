package schema

import (
	"bytes"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// dialect is the one that a schema may name.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// place of definitions, as references write it.
const definitionPlace = "#/$defs/"

// Bounds of a schema whose references are replaced by what they name: twenty
// definitions that each name the next one twice are a million copies of the last.
const (
	// maxWhole counts schemas, those of the definitions included. The largest
	// tool of wslite's own has about 600.
	maxWhole = 20_000
	// maxName is how many bytes the name of a definition may have.
	maxName = 100
)

// besideReference are the keywords that may stand beside a reference: they
// describe, and assert nothing.
var besideReference = []string{"title", "description", "examples", "deprecated", "default"}

// mayRefer says whether a schema can hold a reference, definitions or a dialect.
// A "$" that is written as an escape is not seen, and refused as unknown.
func mayRefer(raw abi.Raw) bool { return bytes.Contains(raw, []byte(`"$`)) }

// whole takes the dialect and the definitions off a schema and puts what they name
// in the place of references, so that nothing behind it has to follow any: checks,
// flags and help see one schema without. It says whether there were any. What it
// gives is nil where it would be too large to be read.
//
// A definition that names itself, over others too, has no end and is refused.
func (r *reader) whole(doc any) (out any, refers bool) {
	top, ok := doc.(object)
	if !ok {
		return doc, false // the reader refuses it
	}
	x := &expander{r: r, defs: map[string]any{}, made: map[string]expanded{}}
	var rest object
	for _, m := range top {
		switch m.key {
		case "$schema":
			if m.value != dialect {
				r.refuse("/$schema", "only %s is understood", dialect)
			}
		case "$defs":
			x.define(m.value)
		default:
			rest = append(rest, m)
			continue
		}
		refers = true
	}
	if slices.ContainsFunc(top, func(m member) bool { return m.key == "$ref" }) {
		r.refuse("", "the top must be written out, without $ref")
		return nil, true
	}
	all := x.expand("", rest)
	for _, name := range x.names {
		all = all.with(x.definition(name))
	}
	switch {
	case all.size > maxWhole:
		r.refuse("", "with its references replaced it has more than %d schemas", maxWhole)
		return nil, true
	case all.depth > maxDepth:
		r.refuse("", "with its references replaced it nests deeper than %d levels", maxDepth)
		return nil, true
	}
	for _, name := range x.names { // also those that nothing names
		r.node("/$defs/"+name, x.definition(name).value)
	}
	return all.value, refers || x.used
}

// expander replaces references.
type expander struct {
	r     *reader
	names []string // of the definitions, in their order
	defs  map[string]any
	made  map[string]expanded
	open  []string // definitions that are being expanded
	used  bool
}

// expanded is a schema without references. What several places name is one value
// that they share, so the counts, not memory, grow with each place; they stop
// just above their bounds.
type expanded struct {
	value       any
	size, depth int
}

// with counts a schema within another.
func (e expanded) with(inner expanded) expanded {
	e.size = min(e.size+inner.size, maxWhole+1)
	e.depth = min(max(e.depth, inner.depth+1), maxDepth+1)
	return e
}

// define notes the definitions.
func (x *expander) define(v any) {
	defs, ok := v.(object)
	if !ok {
		x.r.refuse("/$defs", "an object is wanted here")
	}
	for _, m := range defs {
		if !isDefinitionName(m.key) {
			x.r.refuse("/$defs", "%q can't be the name of a definition: letters, digits, dots, dashes and _, at most %d", text.Line(m.key), maxName)
			continue
		}
		x.names, x.defs[m.key] = append(x.names, m.key), m.value
	}
}

// isDefinitionName takes names that stand in a reference as they are.
func isDefinitionName(s string) bool {
	return s != "" && len(s) <= maxName && strings.IndexFunc(s, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("._-", c))
	}) < 0
}

// definition gives a definition without references. It must exist.
func (x *expander) definition(name string) expanded {
	if e, done := x.made[name]; done {
		return e
	}
	x.open = append(x.open, name)
	e := x.expand("/$defs/"+name, x.defs[name])
	x.open = x.open[:len(x.open)-1]
	x.made[name] = e
	return e
}

// expand gives a schema without references. It goes where schemas stand, and
// nowhere else: a default or a listed value may hold what looks like one.
func (x *expander) expand(at string, v any) expanded {
	o, ok := v.(object)
	if !ok {
		return expanded{value: v, size: 1, depth: 1} // the reader refuses it
	}
	if i := slices.IndexFunc(o, func(m member) bool { return m.key == "$ref" }); i >= 0 {
		return x.replace(at, o, o[i].value)
	}
	e := expanded{size: 1, depth: 1}
	out := make(object, len(o))
	for i, m := range o {
		out[i] = m
		inner := func(at string, v any) any {
			one := x.expand(at, v)
			e = e.with(one)
			return one.value
		}
		here := at + "/" + m.key
		switch m.key {
		case "properties":
			if props, ok := m.value.(object); ok {
				named := make(object, len(props))
				for k, p := range props {
					named[k] = member{p.key, inner(here+"/"+p.key, p.value)}
				}
				out[i].value = named
			}
		case "items", "additionalProperties":
			out[i].value = inner(here, m.value)
		case "anyOf", "oneOf":
			if list, ok := m.value.([]any); ok {
				choices := make([]any, len(list))
				for k, choice := range list {
					choices[k] = inner(here, choice)
				}
				out[i].value = choices
			}
		}
	}
	e.value = out
	return e
}

// replace gives what a reference names, described as beside the reference.
func (x *expander) replace(at string, o object, ref any) expanded {
	none := expanded{value: object{}, size: 1, depth: 1}
	target, _ := ref.(string)
	name, ok := strings.CutPrefix(target, definitionPlace)
	switch _, known := x.defs[name]; {
	case !ok || !isDefinitionName(name):
		x.r.refuse(at, "$ref must name a definition of the same schema, as %sNAME; nothing is fetched", definitionPlace)
		return none
	case !known:
		x.r.refuse(at, "$ref names the definition %q, and $defs has none", text.Line(name))
		return none
	case slices.Contains(x.open, name):
		x.r.refuse(at, "the definition %q holds itself: a schema must have an end", text.Line(name))
		return none
	}
	x.used = true
	e := x.definition(name)
	if len(o) == 1 {
		return e
	}
	def, _ := e.value.(object)
	out := slices.Clone(def)
	for _, m := range o {
		if m.key == "$ref" {
			continue
		}
		if !slices.Contains(besideReference, m.key) {
			x.r.refuse(at, "%q can't stand beside $ref: put it into the definition", text.Line(m.key))
			continue
		}
		out = slices.DeleteFunc(out, func(d member) bool { return d.key == m.key })
		out = append(out, m)
	}
	e.value = out
	return e
}
