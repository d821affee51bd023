package schema

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// Ref is a value of a definition that the tool's schema has; see [Schema.Whole]. It
// may be described with the methods that assert nothing: Describe and Default.
func Ref(definition string) Schema {
	return Schema{value.Object(value.M("$ref", value.String("#/$defs/"+definition)))}
}

// Definition is a schema with a name, which [Ref] stands for: letters, digits,
// dots, dashes and underscores.
type Definition struct {
	Name   string
	Schema Schema
}

// Whole is the schema of a tool that names its dialect and has definitions, as
// JSON. The host checks through references; a definition must not hold itself, and
// a batch tool can have none. Some clients of MCP do not follow references:
// [Schema.Raw] is for all of them.
func (s Schema) Whole(definitions ...Definition) abi.Raw {
	out := value.Object(value.M("$schema", value.String("https://json-schema.org/draft/2020-12/schema")))
	for _, m := range s.v.Members() {
		out.Set(m.Key, m.Value)
	}
	defs := value.Object()
	for _, d := range definitions {
		defs.Set(d.Name, d.Schema.v)
	}
	if defs.Len() > 0 {
		out.Set("$defs", defs)
	}
	return abi.Raw(out.JSON())
}
