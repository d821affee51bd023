package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

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

func tool(action, group, title, description string, input ...schema.Field) abi.Tool {
	return google.Tool(&table, action, group, title, description, input...)
}

func batchTool(tools []abi.Tool) abi.Tool {
	return google.BatchTool(&table, tools, google.Batch{
		What:    "tasks and task lists",
		When:    "Choose it for several changes that belong together, such as filling a new list; choose the single tool for one.",
		Confirm: "delete or clear",
		Examples: []string{
			`wslite tasks batch --params-json '{"operations":[{"action":"tasklistsList"},{"action":"tasksCreate","params":{"tasklistId":"@default","title":"Call Ada"}}]}'`,
		},
	})
}
