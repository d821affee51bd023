package schema

import "github.com/wslite/wslite/sdk/value"

// Field is one member of an [Object].
type Field struct {
	name     string
	schema   Schema
	required bool
}

// Required is a member that must be there.
func Required(name string, s Schema) Field { return Field{name, s, true} }

// Optional is a member that may be absent.
func Optional(name string, s Schema) Field { return Field{name, s, false} }

// Name is the member's key.
func (f Field) Name() string { return f.name }

// Object is a closed object: it has no members but these.
func Object(fields ...Field) Schema {
	properties := value.Object()
	var required []string
	for _, f := range fields {
		properties.Set(f.name, f.schema.v)
		if f.required {
			required = append(required, f.name)
		}
	}
	s := of("object").with("properties", properties)
	if required != nil {
		s = s.with("required", value.Strings(required))
	}
	return s.with("additionalProperties", value.Bool(false))
}
