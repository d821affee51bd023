package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
)

// Property describes one argument for flags, help and completion.
type Property struct {
	// Key is the argument's name, Flag the flag made from it without dashes
	// (a tool may show another, see catalog.Tool.Flag).
	Key, Flag string
	// Types are the JSON types that it may have: string, integer, number,
	// boolean, array, object, null; in schema order, alternatives included.
	Types []string
	// Enum lists the allowed values as a person types them; empty = no list.
	Enum     []string
	Required bool
	// Default is what an absent argument becomes; HasDefault tells whether
	// there is one. DefaultText is it as a person types it.
	Default     any
	HasDefault  bool
	DefaultText string
	Description string
	// TextList says that the value is a list of texts.
	TextList bool
	// Want says in words what the value must be: "a whole number from 1 to
	// 100". It is empty where only the description says it.
	Want string
	// Format is one of this package's formats, Pattern a regular expression
	// in the common subset of RE2 and ECMAScript; either may be empty.
	Format, Pattern string
	// Minimum and Maximum bound a number; "" = no bound.
	Minimum, Maximum json.Number
	// MinLength and MaxLength bound a text in UTF-16 units, MinItems and
	// MaxItems a list; -1 = no bound.
	MinLength, MaxLength, MinItems, MaxItems int
}

// IsSwitch says whether the flag may stand without a value: true or false, also
// where text is allowed beside them.
func (p Property) IsSwitch() bool {
	return slices.Contains(p.Types, "boolean") && only(p.Types, "boolean", "string")
}

// IsBoolean says whether the flag needs no value.
func (p Property) IsBoolean() bool { return only(p.Types, "boolean") }

// IsJSON says whether the flag's value is read as JSON text.
func (p Property) IsJSON() bool { return only(p.Types, "array", "object") }

// Properties lists the arguments in schema order, confirm included.
func (s *Schema) Properties() []Property {
	out := make([]Property, len(s.root.props))
	for i, p := range s.root.props {
		out[i] = s.describe(p)
	}
	return out
}

// Property finds one argument.
func (s *Schema) Property(key string) (Property, bool) {
	i, ok := s.root.index[key]
	if !ok {
		return Property{}, false
	}
	return s.describe(s.root.props[i]), true
}

func (s *Schema) describe(p prop) Property {
	b := p.bounds
	out := Property{
		Key: p.key, Flag: catalog.Flag(p.key), Types: p.kinds(), Enum: names(p.enum),
		Required: s.root.requires(p.key), Default: clone(p.standard), HasDefault: p.hasDefault,
		Description: p.description, Want: want(p.node), Format: p.format, Pattern: p.pattern,
		Minimum: b.min, Maximum: b.max, MinLength: b.minLen, MaxLength: b.maxLen,
		MinItems: b.minItems, MaxItems: b.maxItems,
	}
	if strings.Contains(out.Want, "as described") {
		out.Want = ""
	}
	out.TextList = only(out.Types, "array") && p.items != nil && only(p.items.kinds(), "string")
	if p.hasDefault {
		out.DefaultText = names([]any{p.standard})[0]
	}
	return out
}

// kinds lists the JSON types that a value may have, those of alternatives and
// of listed values included; empty where anything goes.
func (n *node) kinds() []string {
	if len(n.types) > 0 {
		return n.types
	}
	var out []string
	add := func(kinds ...string) {
		for _, k := range kinds {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	if n.isConstant {
		add(typeOf(n.constant))
	}
	for _, v := range n.enum {
		add(typeOf(v))
	}
	for _, alt := range n.alternatives() {
		add(alt.kinds()...)
	}
	return out
}

// only says whether there are kinds, and all of them, null aside, are among
// those given.
func only(kinds []string, of ...string) bool {
	some := false
	for _, k := range kinds {
		if k == "null" {
			continue
		}
		if !slices.Contains(of, k) {
			return false
		}
		some = true
	}
	return some
}
