package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

var (
	list     = []string{"tasklistId"}
	listTask = []string{"tasklistId", "taskId"}
)

// table is the service. A proxy deletes assigned tasks without a word, so even
// includeAssigned=false would promise there what nobody keeps.
var table = actions.Table{
	Service:       "tasks",
	Batch:         "tasks_batch",
	MaxOperations: google.MaxOperations,
	IDs:           []string{"tasklistId", "taskId"},
	Rows: []actions.Row{
		{Name: "tasklistsList", Tool: "tasks_list_tasklists", Plan: planTasklistsList},
		{Name: "tasklistsGet", Tool: "tasks_get_tasklist", Required: list, Plan: planTasklistsGet},
		{Name: "tasklistsCreate", Tool: "tasks_create_tasklist", Required: []string{"title"}, Check: checkTitle, Plan: planTasklistsCreate},
		{Name: "tasklistsUpdate", Tool: "tasks_update_tasklist", Required: []string{"tasklistId", "title"}, Check: checkTitle, Plan: planTasklistsUpdate},
		{Name: "tasklistsDelete", Tool: "tasks_delete_tasklist", Required: list, RestOnly: []string{"includeAssigned"}, Plan: planTasklistsDelete},
		{Name: "tasksList", Tool: "tasks_list_tasks", Required: list, RestOnly: []string{"showAssigned"}, Check: checkFilters, Plan: planTasksList},
		{Name: "tasksGet", Tool: "tasks_get_task", Required: listTask, Plan: planTasksGet},
		{Name: "tasksCreate", Tool: "tasks_create_task", Required: []string{"tasklistId", "title"}, Check: checkCreate, Plan: planTasksCreate},
		{Name: "tasksUpdate", Tool: "tasks_update_task", Required: listTask, RestOnly: []string{"ifMatch"}, Check: checkUpdate, Plan: planTasksUpdate},
		{Name: "tasksMove", Tool: "tasks_move_task", Required: listTask, RestOnly: []string{"destinationTasklistId"}, Check: checkPlace, Plan: planTasksMove},
		{Name: "tasksDelete", Tool: "tasks_delete_task", Required: listTask, RestOnly: []string{"includeAssigned"}, Plan: planTasksDelete},
		{Name: "tasksClear", Tool: "tasks_clear_completed", Required: list, Plan: planTasksClear},
	},
}
