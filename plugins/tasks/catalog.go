package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

// maxOperations is how many operations one batch may hold; proxies have the
// same limit.
const maxOperations = 20

func catalog() abi.Catalog {
	tools := []abi.Tool{
		listTasklists(), getTasklist(), listTasks(), getTask(),
		createTasklist(), updateTasklist(), deleteTasklist(),
		createTask(), updateTask(), deleteTask(), moveTask(), clearCompleted(),
	}
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "tasks",
		Title:    "Google Tasks",
		Provider: "google",
		Version:  "1.0.0",
		Tools:    append(tools, batchTool(tools)),
	}
}

// tool fills in what all tools but the batch have in common.
func tool(action, group, title, description string, input ...schema.Field) abi.Tool {
	row, _ := actionNamed(action)
	return abi.Tool{
		Name:          row.tool,
		Title:         title,
		Description:   description,
		Action:        action,
		Actions:       []string{action},
		Input:         schema.Object(input...).Raw(),
		Group:         group,
		BatchEligible: true,
		RestOnly:      row.restOnly,
		Output:        &abi.Output{Kind: "text"},
	}
}

func batchTool(tools []abi.Tool) abi.Tool {
	return abi.Tool{
		Name:  "tasks_batch",
		Title: "Run several actions",
		Description: "Runs up to 20 actions on tasks and task lists in one call, in the order given. " +
			"Choose it for several changes that belong together, such as filling a new list; choose the single tool for one. " +
			"It is not a transaction: an operation that fails does not undo the earlier ones, and the later ones still run. " +
			"Returns one result per operation and how many succeeded. " +
			"Operations that delete or clear need confirmation, each one of them.",
		Action:  batchAction,
		Actions: []string{batchAction},
		Input: schema.Object(schema.Required("operations", schema.Operations(tools, maxOperations).
			Describe("What to do, in order: each operation names an action and has that action's parameters. A batch can't hold a batch."))).Raw(),
		Group:       "batch",
		IsBatchTool: true,
		CLI:         &abi.CLI{ParamsJSONOnly: true},
		Output:      &abi.Output{Kind: "text"},
		Examples: []string{
			`wslite tasks batch --params-json '{"operations":[{"action":"tasklistsList"},{"action":"tasksCreate","params":{"tasklistId":"@default","title":"Call Ada"}}]}'`,
		},
	}
}
