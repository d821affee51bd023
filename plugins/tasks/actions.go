package main

import "github.com/wslite/wslite/sdk/plugin"

// batchAction is the one action without a row: the host runs its operations
// one by one, so it is never planned.
const batchAction = "batch"

// action is one row: all that the plugin knows about an action beside its
// tool's schema and text.
type action struct {
	name string
	tool string
	// required are the params that must hold something. The schema says so
	// too; a batch operation may come without its params.
	required []string
	// restOnly are the params that a proxy does not know.
	restOnly []string
	// check refuses or warns about what a schema can't state; may be nil.
	check func(*params)
	plan  func(*plugin.Step) (*plugin.Next, error)
}

var (
	list     = []string{"tasklistId"}
	listTask = []string{"tasklistId", "taskId"}
)

// A proxy deletes assigned tasks without a word, so even includeAssigned=false
// would promise there what nobody keeps.
var actions = [...]action{
	{name: "tasklistsList", tool: "tasks_list_tasklists", plan: planTasklistsList},
	{name: "tasklistsGet", tool: "tasks_get_tasklist", required: list, plan: planTasklistsGet},
	{name: "tasklistsCreate", tool: "tasks_create_tasklist", required: []string{"title"}, check: checkTitle, plan: planTasklistsCreate},
	{name: "tasklistsUpdate", tool: "tasks_update_tasklist", required: []string{"tasklistId", "title"}, check: checkTitle, plan: planTasklistsUpdate},
	{name: "tasklistsDelete", tool: "tasks_delete_tasklist", required: list, restOnly: []string{"includeAssigned"}, plan: planTasklistsDelete},
	{name: "tasksList", tool: "tasks_list_tasks", required: list, restOnly: []string{"showAssigned"}, check: checkFilters, plan: planTasksList},
	{name: "tasksGet", tool: "tasks_get_task", required: listTask, plan: planTasksGet},
	{name: "tasksCreate", tool: "tasks_create_task", required: []string{"tasklistId", "title"}, check: checkCreate, plan: planTasksCreate},
	{name: "tasksUpdate", tool: "tasks_update_task", required: listTask, restOnly: []string{"ifMatch"}, check: checkUpdate, plan: planTasksUpdate},
	{name: "tasksMove", tool: "tasks_move_task", required: listTask, restOnly: []string{"destinationTasklistId"}, check: checkPlace, plan: planTasksMove},
	{name: "tasksDelete", tool: "tasks_delete_task", required: listTask, restOnly: []string{"includeAssigned"}, plan: planTasksDelete},
	{name: "tasksClear", tool: "tasks_clear_completed", required: list, plan: planTasksClear},
}

func actionNamed(name string) (*action, bool) {
	for i := range actions {
		if actions[i].name == name {
			return &actions[i], true
		}
	}
	return nil, false
}

func actionOf(tool string) (*action, bool) {
	for i := range actions {
		if actions[i].tool == tool {
			return &actions[i], true
		}
	}
	return nil, false
}
