package main

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// FuzzCalls gives the plugin inputs that no schema has seen. It may refuse
// them; it must not panic, and what it gives must be JSON of the ABI's shape.
func FuzzCalls(f *testing.F) {
	f.Add("tasks_create_task", `{"tasklistId":"l","title":"x","due":"2031-05-04T22:00-05:00","notes":null}`)
	f.Add("tasks_batch", `{"operations":[{"action":"tasksList","params":[1]},null,7]}`)
	f.Add("tasks_batch", `{"operations":[{"action":"tasksMove","params":{"taskId":"t","parent":"t"}}],"task":{"id":1,"due":"2031-05-04","links":[{}]}}`)
	f.Add("tasks_list_tasks", `{"tasklistId":5,"dueMin":"2031-05-05","dueMax":"2031-05-04","items":[{"due":"0001-01-01"}],"nextPageToken":"p"}`)
	f.Add("tasks_delete_tasklist", `{"id":"l","tasklistId":"l","deleted":true,"items":[{"assignmentInfo":{}}]}`)
	f.Fuzz(func(t *testing.T, tool, args string) {
		if !json.Valid([]byte(args)) {
			return
		}
		run := func(export string, input map[string]any) map[string]json.RawMessage {
			text, err := json.Marshal(input)
			if err != nil {
				t.Skip(err)
			}
			out, err := tasks().Call(export, text)
			if err != nil {
				return nil // the input can't be read: the host never sends such
			}
			var shape map[string]json.RawMessage
			if err := json.Unmarshal(out, &shape); err != nil {
				t.Fatalf("%s gave %s: %v", export, out, err)
			}
			return shape
		}
		raw := json.RawMessage(args)
		out := run(abi.ExportTransform, map[string]any{"tool": tool, "args": raw})
		if out != nil && (out["error"] == nil) == (out["action"] == nil) {
			t.Fatalf("transform gave neither or both: %v", out)
		}
		run(abi.ExportRender, map[string]any{"tool": tool, "args": raw, "response": map[string]any{"data": raw, "results": raw}})
		for i := range actions {
			// Every answer of the script is the fuzzed value.
			input := map[string]any{"action": actions[i].name, "params": raw}
			for range 3 {
				out := run(abi.ExportPlan, input)
				var asked []json.RawMessage
				if out == nil || json.Unmarshal(out["requests"], &asked) != nil {
					break
				}
				responses := make([]map[string]any, len(asked))
				for i := range responses {
					responses[i] = map[string]any{"status": 200, "body": raw}
				}
				input["state"], input["responses"] = out["state"], responses
			}
		}
	})
}
