package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
)

func listTasklists() abi.Tool {
	t := tool("tasklistsList", "list", "List task lists",
		"Lists the user's task lists with their names and ids. "+
			"Start here when a list's id is not known; the default list can also be named @default without asking. "+
			"Returns up to 100 lists a page, and a nextPageToken where there are more.",
		page("task lists")...)
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "items", Noun: "task list", Plural: "task lists",
		Columns: []abi.Column{{Key: "title", Title: "Title"}, {Key: "id", Title: "Id"}, {Key: "updated", Title: "Updated", Kind: "time"}},
		Hint:    "Give a list's id as tasklistId to see its tasks.",
	}
	t.Examples = []string{"wslite tasks list-tasklists"}
	return t
}

func getTasklist() abi.Tool {
	t := tool("tasklistsGet", "read", "Show a task list",
		"Shows one task list: its name, its real id, when it last changed and, except through a proxy, whether it is the default list. "+
			"It does not return the tasks; tasks_list_tasks does. Use it to turn @default into the real id.",
		tasklistID())
	t.Examples = []string{"wslite tasks get-tasklist --tasklist-id @default"}
	return t
}

func createTasklist() abi.Tool {
	t := tool("tasklistsCreate", "write", "Create a task list",
		"Creates an empty task list with this name and returns it with its id. "+
			"Names need not be unique, so look with tasks_list_tasklists first if the list may exist.",
		listTitle(), google.IdempotencyKey())
	t.Examples = []string{`wslite tasks create-tasklist --title "Garden"`}
	return t
}

func updateTasklist() abi.Tool {
	t := tool("tasklistsUpdate", "write", "Rename a task list",
		"Gives a task list another name and returns the list. Its tasks stay as they are.",
		tasklistID(), listTitle())
	t.Examples = []string{`wslite tasks update-tasklist --tasklist-id @default --title "My tasks"`}
	return t
}

func deleteTasklist() abi.Tool {
	return tool("tasklistsDelete", "manage", "Delete a task list",
		"Deletes a task list and every task in it for good; there is no trash. Needs confirmation. "+
			"The default list can't be deleted. Tasks in it that are assigned from Google Docs or Chat are deleted there too: "+
			"such a list is refused unless includeAssigned is true, but an Apps Script proxy does not look. "+
			"To empty a list of its done tasks use tasks_clear_completed.",
		tasklistID(), google.Confirm(),
		google.Flag("includeAssigned", "True to delete the list even though tasks in it are assigned from Docs or Chat and are deleted there too."))
}

func clearCompleted() abi.Tool {
	t := tool("tasksClear", "manage", "Clear completed tasks",
		"Hides every completed task of a list, as the button of that name does in Google's apps. Needs confirmation. "+
			"It deletes nothing: tasks_list_tasks with showHidden still shows them; tasks_delete_task deletes one. "+
			"Except through a proxy, the answer counts the tasks that were hidden.",
		tasklistID(), google.Confirm())
	t.Examples = []string{"wslite tasks clear-completed --tasklist-id @default --yes"}
	return t
}
