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
// withFiles).
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
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the input schema of %s can't be written", t.Name)
	}
	return raw, nil
}

// without takes a property out of every object of a schema.
func without(v any, property string) {
	switch x := v.(type) {
	case []any:
		for _, item := range x {
			without(item, property)
		}
	case map[string]any:
		if props, ok := x["properties"].(map[string]any); ok {
			delete(props, property)
			if required, ok := x["required"].([]any); ok {
				x["required"] = slices.DeleteFunc(required, func(r any) bool { return r == property })
			}
		}
		for _, member := range x {
			without(member, property)
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
