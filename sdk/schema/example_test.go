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
