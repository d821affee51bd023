package mcp

import (
	"bytes"
	"encoding/json"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// describe is a tool as clients see it. What they may know of its danger comes
// from the host's tables, never from a catalog.
func describe(t Tool, mode Mode) (*sdk.Tool, error) {
	schema, err := inputOf(t, mode)
	if err != nil {
		return nil, err
	}
	yes, destructive := true, slices.ContainsFunc(t.Classes, func(c risk.Class) bool {
		return c == risk.Destructive || c == risk.Admin
	})
	reads := !slices.ContainsFunc(t.Classes, func(c risk.Class) bool { return c != risk.Read })
	return &sdk.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: schema,
		Annotations: &sdk.ToolAnnotations{
			Title: t.Title, ReadOnlyHint: reads, DestructiveHint: &destructive, IdempotentHint: reads, OpenWorldHint: &yes,
		},
	}, nil
}

// inputOf is a tool's schema without what an agent can't give here: confirm,
// unless it is the agent that says so, and files of this machine (but see
// withFiles). The formats are wslite's own, which strict clients refuse and no
// others know; the descriptions tell of them, and the host checks them.
func inputOf(t Tool, mode Mode) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(t.Input))
	d.UseNumber()
	var schema map[string]any
	if err := d.Decode(&schema); err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the input schema of %s can't be read", t.Name)
	}
	if mode != Argument {
		without(schema, catalog.KeyConfirm)
	}
	if props, ok := schema["properties"].(map[string]any); ok {
		for _, file := range t.FileArgs {
			delete(props, file)
		}
	}
	schemas(schema, func(s map[string]any) { delete(s, "format") })
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the input schema of %s can't be written", t.Name)
	}
	return raw, nil
}

// without takes a property out of every object of a schema.
func without(schema map[string]any, property string) {
	schemas(schema, func(s map[string]any) {
		props, ok := s["properties"].(map[string]any)
		if !ok {
			return
		}
		delete(props, property)
		if required, ok := s["required"].([]any); ok {
			s["required"] = slices.DeleteFunc(required, func(r any) bool { return r == property })
		}
	})
}

// schemas visits a schema and those in it. The names of properties and the
// values of examples are none.
func schemas(s map[string]any, visit func(map[string]any)) {
	visit(s)
	inner := func(v any) {
		if s, ok := v.(map[string]any); ok {
			schemas(s, visit)
		}
	}
	for _, key := range []string{"properties", "$defs"} {
		named, _ := s[key].(map[string]any)
		for _, v := range named {
			inner(v)
		}
	}
	inner(s["items"])
	inner(s["additionalProperties"])
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := s[key].([]any)
		for _, v := range list {
			inner(v)
		}
	}
}

// withFiles is the tool as it is described where files of this machine may be
// named: its file arguments stay in the schema.
func (t Tool) withFiles(o Options) Tool {
	if len(o.UploadRoots) == 0 || len(t.FileArgs) == 0 {
		return t
	}
	plain := *t.Tool
	plain.FileArgs = nil
	t.Tool = &plain
	return t
}
