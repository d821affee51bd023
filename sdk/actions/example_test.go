package actions_test

import (
	"fmt"

	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// A table, and a call of its batch tool with a mistake in the second operation.
func ExampleTable() {
	notes := actions.Table{
		Service: "notes", Batch: "notes_batch", MaxOperations: 20,
		Rows: []actions.Row{
			{Name: "list", Tool: "notes_list", Check: func(p *actions.Params) { p.Interval("after", "before") }},
			{Name: "rename", Tool: "notes_rename", Required: []string{"noteId", "title"}, Check: func(p *actions.Params) { p.Bound("title", 100) }},
		},
	}
	args, _ := value.Parse(`{"operations": [{"action": "list"}, {"action": "rename", "params": {"noteId": "n1", "title": " "}}]}`)
	_, err := notes.Transform(&plugin.Call{Tool: "notes_batch", Args: args})
	refusal := err.(*plugin.Error)
	fmt.Println(refusal.Code, refusal.Field, refusal.Message)
	// Output:
	// BAD_REQUEST operations.1.params.title title must not be empty.
}

func ExampleRenderBatch() {
	results, _ := value.Parse(`[
		{"index": 0, "action": "rename", "success": true, "data": {"note": {"id": "n1", "title": "Ideas"}}},
		{"index": 1, "action": "rename", "success": false, "error": {"code": "NOT_FOUND", "message": "There is no such note."}}]`)
	fmt.Print(actions.RenderBatch(&plugin.Answer{Results: results}, func(data value.Value) string {
		return data.Get("note").Get("title").Text()
	}))
	// Output:
	// 1 operation done, 1 failed.
	// - 0 rename: Ideas
	// - 1 rename: [NOT_FOUND] There is no such note.
}
