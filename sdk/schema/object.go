package schema

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

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

// Operations is the schema of a batch tool's argument "operations": between 1
// and max objects {action, params}, one form per batch-eligible tool, so that
// a batch can never hold another batch. Params has the schema of the tool
// itself; a change of the tool changes the batch. A tool whose Input is not
// JSON makes it panic: that is a fault of the program.
func Operations(tools []abi.Tool, max int64) Schema {
	var forms []Schema
	for _, t := range tools {
		if !t.BatchEligible {
			continue
		}
		params, err := value.Parse(string(t.Input))
		if err != nil {
			panic("schema: input of " + t.Name + ": " + err.Error())
		}
		forms = append(forms, Object(
			Required("action", Const(t.Action)),
			Optional("params", Schema{params}.Default(value.Object())),
		))
	}
	return Array(OneOf(forms...)).Items(1, max)
}
