package mcp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// A plugin's schema with a dialect and definitions goes out as it was written, in
// both lists: but for what no agent may give, also within a definition, and for
// formats that clients don't know.
func TestDefinitionsStayOnTheWire(t *testing.T) {
	const input = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","additionalProperties":false,
		"$defs":{"address":{"type":"object","description":"Where somebody lives.","required":["city","confirm"],"properties":{
			"city":{"type":"string","maxLength":5},"mail":{"type":"string","format":"email"},"confirm":{"type":"boolean"}}}},
		"properties":{"name":{"type":"string","description":"Who it is."},"address":{"$ref":"#/$defs/address"},"confirm":{"type":"boolean"}}}`
	const want = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","additionalProperties":false,
		"$defs":{"address":{"type":"object","description":"Where somebody lives.","required":["city"],"properties":{
			"city":{"type":"string","maxLength":5},"mail":{"type":"string"}}}},
		"properties":{"name":{"type":"string","description":"Who it is."},"address":{"$ref":"#/$defs/address"}}}`
	x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: "people2", Tools: []abi.Tool{
		{Name: "people2_add", Description: "Adds.", Action: "add", Actions: []string{"add"}, Input: abi.Raw(input)},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, listing := range []Listing{Short, Full} {
		_, tools := listOf(t, Options{Tools: []Tool{{Tool: x.Tools()[0], Classes: []risk.Class{risk.Read}}}, Mode: Elicit, Listing: listing})
		i := slices.IndexFunc(tools, func(tool *sdk.Tool) bool { return tool.Name == "people2_add" })
		got, err := json.Marshal(tools[i].InputSchema)
		if err != nil || sorted(t, string(got)) != sorted(t, want) {
			t.Errorf("%s: %s, %v", listing, got, err)
		}
	}
}

// sorted writes JSON with its keys in order.
func sorted(t *testing.T, s string) string {
	t.Helper()
	var v any
	if err := json.NewDecoder(strings.NewReader(s)).Decode(&v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
