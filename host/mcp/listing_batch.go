package mcp

import (
	"encoding/json"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
)

// described is describe, with no more operations in a batch tool's schema than
// the server offers.
func described(t Tool, mode Mode) (*sdk.Tool, error) {
	full, err := describe(t, mode)
	if err != nil || !t.IsBatchTool {
		return full, err
	}
	schema, err := inputSchema(full)
	if err != nil {
		return nil, err
	}
	onlyOperations(schema, t.Operations)
	if full.InputSchema, err = raw(schema); err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the input schema of %s can't be written", t.Name)
	}
	return full, nil
}

// onlyOperations takes from a batch tool's schema what may not stand in the batch.
func onlyOperations(schema map[string]any, actions []string) {
	items := within(schema, "properties", "operations", "items")
	for _, key := range []string{"oneOf", "anyOf"} {
		if list, ok := items[key].([]any); ok {
			items[key] = slices.DeleteFunc(list, func(v any) bool {
				entry, _ := v.(map[string]any)
				action, named := within(entry, "properties", "action")["const"].(string)
				return named && !slices.Contains(actions, action)
			})
		}
	}
}

// operationsOf are the actions that a batch tool's schema names; listed is false
// where it names none and so takes any.
func operationsOf(t *catalog.Tool) (actions []string, listed bool) {
	var schema map[string]any
	if json.Unmarshal(t.Input, &schema) != nil {
		return nil, false
	}
	items := within(schema, "properties", "operations", "items")
	for _, key := range []string{"oneOf", "anyOf"} {
		list, _ := items[key].([]any)
		for _, v := range list {
			entry, _ := v.(map[string]any)
			if action, ok := within(entry, "properties", "action")["const"].(string); ok {
				actions = append(actions, action)
			}
		}
	}
	return actions, len(actions) > 0
}

// within goes down an object; nil where there is no such member.
func within(v map[string]any, path ...string) map[string]any {
	for _, key := range path {
		v, _ = v[key].(map[string]any)
	}
	return v
}

// batchDescription is what a batch tool's short text says.
const batchDescription = "Runs up to 20 actions in order, each with the arguments of its own tool as params. No transaction."

// batch is the schema of a batch tool: the operations by their actions' names,
// their parameters as any object.
func (s *shortener) batch(schema map[string]any, t Tool) map[string]any {
	out := s.object(schema, nil)
	if props := within(out, "properties"); props != nil {
		props["operations"] = map[string]any{
			"type": "array",
			"items": map[string]any{
				"type": "object", "required": []string{"action"},
				"properties": map[string]any{
					"action": map[string]any{"type": "string", "enum": t.Operations},
					"params": map[string]any{"type": "object"},
				},
			},
		}
	}
	return out
}
