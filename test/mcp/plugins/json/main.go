// Command json is a plugin with the tool of MCP's conformance suite whose schema
// has definitions: they must reach a client as they are written here.
//
// Built natively it runs one export on standard input; see plugin.Main.
package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
)

func main() { plugin.Main(suite()) }

func suite() plugin.Plugin {
	return plugin.Plugin{Catalog: catalog, Transform: transform, Plan: plan}
}

const action = "echo"

const input = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "type": "object",
      "properties": {
        "street": {"type": "string", "description": "Street and number."},
        "city": {"type": "string", "description": "City."}
      },
      "additionalProperties": false
    }
  },
  "properties": {
    "name": {"type": "string", "description": "A name."},
    "address": {"$ref": "#/$defs/address"}
  },
  "additionalProperties": false
}`

func catalog() abi.Catalog {
	return abi.Catalog{
		ABI: abi.Version, Service: "json", Title: "JSON Schema", Provider: "Tests", Version: "1.0.0",
		Tools: []abi.Tool{{
			Name: "json_schema_2020_12_tool", Title: "Echo", Description: "Gives back what it gets.",
			Action: action, Actions: []string{action}, Group: "test", Output: &abi.Output{Kind: "text"}, Input: abi.Raw(input),
		}},
		Requests: []abi.ActionRequest{{Action: action, Class: "read"}},
	}
}

func transform(c *plugin.Call) (*plugin.Choice, error) {
	return &plugin.Choice{Action: action, Params: c.Args}, nil
}

func plan(s *plugin.Step) (*plugin.Next, error) { return plugin.Done(s.Params), nil }
