// Package schema builds the JSON Schema (2020-12) of a tool's arguments.
//
// It can only build what the host takes: closed objects, no boolean schemas, a
// type on every level, references to definitions of the same schema alone. Start
// at [Object]; a tool's Input is its [Schema.Raw], or its [Schema.Whole] where it
// has definitions.
package schema

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// The formats that the host asserts. A string that is not of the format is
// refused before the plugin sees it.
const (
	// ISODateTime is a calendar date (2031-05-04) or an RFC 3339 date-time;
	// the offset may be missing and a space may stand for the T. Only dates
	// that exist.
	ISODateTime = "iso-date-time"
	// Email is one address without a display name.
	Email = "email"
	// EmailList is a comma-separated list of such addresses.
	EmailList = "email-list"
	// HTTPSURL is an absolute URL with the scheme https.
	HTTPSURL = "https-url"
	// Formula starts with "=".
	Formula = "formula"
	// NoFormulaPrefix starts with none of = + - @.
	NoFormulaPrefix = "no-formula-prefix"
)

// Schema is one schema. The methods that refine it return a copy.
type Schema struct{ v value.Value }

func of(typ string) Schema { return Schema{value.Object(value.M("type", value.String(typ)))} }

func (s Schema) with(key string, x value.Value) Schema {
	s.v.Set(key, x)
	return s
}

// String is any string.
func String() Schema { return of("string") }

// Integer is a number without a fraction.
func Integer() Schema { return of("integer") }

// Number is any number.
func Number() Schema { return of("number") }

// Boolean is true or false.
func Boolean() Schema { return of("boolean") }

// Null is null alone; it is of use inside [AnyOf].
func Null() Schema { return of("null") }

// Enum is one of these strings.
func Enum(words ...string) Schema { return of("string").with("enum", value.Strings(words)) }

// Const is this string alone.
func Const(word string) Schema { return of("string").with("const", value.String(word)) }

// Array is a list of values that each satisfy item.
func Array(item Schema) Schema { return of("array").with("items", item.v) }

// OneOf is a value that satisfies exactly one of the choices.
func OneOf(choices ...Schema) Schema { return choice("oneOf", choices) }

// AnyOf is a value that satisfies at least one of the choices.
func AnyOf(choices ...Schema) Schema { return choice("anyOf", choices) }

// choice states the types of the choices beside them: many clients read the
// type and nothing else.
func choice(key string, choices []Schema) Schema {
	var types, all []value.Value
	for _, c := range choices {
		all = append(all, c.v)
		t := c.v.Get("type")
		known := false
		for _, k := range types {
			known = known || k.Equal(t)
		}
		if !known {
			types = append(types, t)
		}
	}
	typ := value.Array(types...)
	if len(types) == 1 {
		typ = types[0]
	}
	return Schema{value.Object(value.M("type", typ), value.M(key, value.Array(all...)))}
}

// Describe says what the value means, to a model and to a person.
func (s Schema) Describe(text string) Schema { return s.with("description", value.String(text)) }

// Format asserts one of the formats above.
func (s Schema) Format(name string) Schema { return s.with("format", value.String(name)) }

// Pattern is an ECMA 262 regular expression; write its anchors.
func (s Schema) Pattern(re string) Schema { return s.with("pattern", value.String(re)) }

// Length bounds a string in UTF-16 units (an emoji is two); a negative max
// is no bound.
func (s Schema) Length(min, max int64) Schema {
	if min > 0 {
		s = s.with("minLength", value.Int(min))
	}
	if max >= 0 {
		s = s.with("maxLength", value.Int(max))
	}
	return s
}

// Range bounds a number, both ends included.
func (s Schema) Range(min, max int64) Schema {
	return s.with("minimum", value.Int(min)).with("maximum", value.Int(max))
}

// Min bounds a number from below, the bound included.
func (s Schema) Min(min int64) Schema { return s.with("minimum", value.Int(min)) }

// Max bounds a number from above, the bound included.
func (s Schema) Max(max int64) Schema { return s.with("maximum", value.Int(max)) }

// Above bounds a number from below, the bound excluded.
func (s Schema) Above(bound int64) Schema { return s.with("exclusiveMinimum", value.Int(bound)) }

// Items bounds an array's length, both ends included; a negative max is no
// bound.
func (s Schema) Items(min, max int64) Schema {
	if min > 0 {
		s = s.with("minItems", value.Int(min))
	}
	if max >= 0 {
		s = s.with("maxItems", value.Int(max))
	}
	return s
}

// Default is the value that the host fills in where the argument is absent.
func (s Schema) Default(x value.Value) Schema { return s.with("default", x) }

// Value gives the schema as JSON.
func (s Schema) Value() value.Value { return s.v }

// Raw gives the schema as a tool's Input.
func (s Schema) Raw() abi.Raw { return s.v.JSON() }
