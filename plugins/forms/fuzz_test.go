package main

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// FuzzCalls gives the plugin inputs that no schema has seen. It may refuse
// them; it must not panic, and what it gives must be JSON of the ABI's shape.
func FuzzCalls(f *testing.F) {
	f.Add("forms_add_item", `{"formId":"f","itemType":"scale","lowerBound":-9,"upperBound":"x","choices":[null,[],"a","a"]}`)
	f.Add("forms_update_item", `{"formId":"f","itemId":"a/b","choices":{"a":1},"leftLabel":3}`)
	f.Add("forms_batch", `{"operations":[{"action":"itemAdd","params":[1]},null,7]}`)
	f.Add("forms_get_form", `{"form":{"id":1,"items":[{"choices":[{}],"lowerBound":1,"upperBound":[]},3]}}`)
	f.Add("forms_list_responses", `{"includeAnswers":true,"items":[{"responseId":1,"timestamp":"2031-05-04T","answers":[{"response":[[[]],{}]}]}]}`)
	f.Add("forms_delete_item", `{"deleted":true,"itemId":{},"previousIndex":null}`)
	f.Fuzz(func(t *testing.T, tool, args string) {
		if !json.Valid([]byte(args)) {
			return
		}
		raw := json.RawMessage(args)
		for export, input := range map[string]map[string]any{
			abi.ExportTransform: {"tool": tool, "args": raw},
			abi.ExportRender:    {"tool": tool, "args": raw, "response": map[string]any{"data": raw, "results": raw}},
		} {
			text, err := json.Marshal(input)
			if err != nil {
				t.Skip(err)
			}
			out, err := forms().Call(export, text)
			if err != nil {
				continue // the input can't be read: the host never sends such
			}
			var shape map[string]json.RawMessage
			if err := json.Unmarshal(out, &shape); err != nil {
				t.Fatalf("%s gave %s: %v", export, out, err)
			}
			if export == abi.ExportTransform && (shape["error"] == nil) == (shape["action"] == nil) {
				t.Fatalf("transform gave neither or both: %s", out)
			}
		}
	})
}
