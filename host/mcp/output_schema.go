package mcp

import (
	"slices"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// outputSchema is what structuredContent holds: the envelope with the tool's data,
// the standing of a call that waits as a draft, or what went wrong. Which of them it
// is tells success or status. Failures are in it since some clients hold them
// against it as well, and would show nothing of the error. It is shown in the full
// list and by describe_tool; the short list has no room for it.
//
// It says no more than every answer holds to, since a client that validates drops
// one that does not: no member of data is promised but a list's.
func outputSchema(t Tool) map[string]any {
	of := func(kind string) map[string]any { return map[string]any{"type": kind} }
	texts := map[string]any{"type": "array", "items": of("string")}
	return map[string]any{
		"type": "object",
		"properties": map[string]any{
			"success": of("boolean"), "service": of("string"), "action": of("string"), "class": of("string"),
			"data":    dataSchema(t),
			"partial": of("boolean"), "results": of("array"), "duplicate": of("boolean"),
			"pagination": map[string]any{"type": "object", "properties": map[string]any{
				"nextPageToken": of("string"), "hasMore": of("boolean"),
			}},
			"error": of("object"), "warnings": texts, "notes": texts, "leftOut": texts, "truncated": of("boolean"),
			"status": of("string"), "draftId": of("string"), "revision": of("integer"), "payloadDigest": of("string"), "expiresAt": of("string"),
		},
		"anyOf": []any{
			map[string]any{"required": []string{"success", "service", "action", "class"}, "properties": success(true)},
			map[string]any{"required": []string{"status", "draftId", "revision", "class"}},
			map[string]any{"required": []string{"success", "error"}, "properties": success(false)},
		},
	}
}

func success(is bool) map[string]any {
	return map[string]any{"success": map[string]any{"const": is}}
}

// dataSchema is what is known of a tool's data: where its list is. Services may
// leave out a list that is empty, or say null.
func dataSchema(t Tool) map[string]any {
	if !namesList(t.Tool, t.Classes) {
		return map[string]any{}
	}
	return map[string]any{
		"type":       []string{"object", "array", "null"},
		"properties": map[string]any{t.Output.ItemsKey: map[string]any{"type": []string{"array", "null"}}},
	}
}

// namesList says that a tool's data is a list, or holds one. Of tools that change
// things nothing is promised: what happened must not be called a failure for the
// form in which a service tells of it.
func namesList(t *catalog.Tool, classes []risk.Class) bool {
	reads := len(classes) > 0 && !slices.ContainsFunc(classes, func(c risk.Class) bool { return c != risk.Read })
	return reads && t.Output != nil && t.Output.Kind == "list" && t.Output.ItemsKey != ""
}

// promised is the error of a service's answer that breaks the tool's output
// schema: something else stands where its list should be.
func (c caller) promised(r *envelope.Response) error {
	if !namesList(c.tool, c.classes) {
		return nil
	}
	broken := func(place string) error {
		return fault.New(fault.MalformedResponse, "the service answered %s without a list at %s", c.tool.Name, place).
			WithHint("try again; if it stays so, whoever runs the service or its proxy has to look at it")
	}
	switch data := r.Data.(type) {
	case nil, []any:
		return nil
	case map[string]any:
		switch data[c.tool.Output.ItemsKey].(type) {
		case nil, []any:
			return nil
		}
		return broken("data." + c.tool.Output.ItemsKey)
	}
	return broken("data")
}
