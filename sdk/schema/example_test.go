package schema_test

import (
	"fmt"

	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func ExampleObject() {
	input := schema.Object(
		schema.Required("noteId", schema.String().Length(1, 64).Describe("The note: an id from notes_list.")),
		schema.Optional("limit", schema.Integer().Range(1, 50).Default(value.Int(20))),
	)
	fmt.Println(string(input.Raw()))
	// Output:
	// {"type":"object","properties":{"noteId":{"type":"string","minLength":1,"maxLength":64,"description":"The note: an id from notes_list."},"limit":{"type":"integer","minimum":1,"maximum":50,"default":20}},"required":["noteId"],"additionalProperties":false}
}

func ExampleSchema_Whole() {
	address := schema.Object(schema.Required("city", schema.String()))
	input := schema.Object(
		schema.Required("from", schema.Ref("address")),
		schema.Optional("to", schema.Ref("address").Describe("Where it goes; back to from without it.")),
	)
	fmt.Println(string(input.Whole(schema.Definition{Name: "address", Schema: address})))
	// Output:
	// {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"from":{"$ref":"#/$defs/address"},"to":{"$ref":"#/$defs/address","description":"Where it goes; back to from without it."}},"required":["from"],"additionalProperties":false,"$defs":{"address":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}}
}
