package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func listTasks() abi.Tool {
	fields := append([]schema.Field{tasklistID()}, page("tasks")...)
	t := tool("tasksList", "list", "List tasks",
		"Lists the tasks of one list with status, due date, title, notes, id, parent and position. "+
			"Subtasks carry their parent's id; position sorts the tasks of one parent as text. "+
			"Tasks that were completed in Google's own apps are hidden: set showHidden to see them. "+
			"Filters narrow by due date, completion or last change. Returns up to 100 tasks a page, and a nextPageToken where there are more.",
		append(fields,
			google.Flag("showCompleted", "False leaves completed tasks out. They are in by default, unless they are hidden."),
			google.Flag("showDeleted", "True adds deleted tasks."),
			google.Flag("showHidden", "True adds hidden tasks: those cleared, and those completed in Google's own apps."),
			google.Flag("showAssigned", "True adds tasks that were assigned to the user from Google Docs or Chat."),
			bound("completedMin", "Only tasks completed at or after this."),
			bound("completedMax", "Only tasks completed up to this."),
			bound("dueMin", "Only tasks due at or after this."),
			bound("dueMax", "Only tasks due up to this."),
			bound("updatedMin", "Only tasks changed at or after this."),
		)...)
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "items", Noun: "task", Plural: "tasks",
		Columns: []abi.Column{
			{Key: "status", Title: "Status"}, {Key: "due", Title: "Due", Kind: "date"}, {Key: "title", Title: "Title"}, {Key: "id", Title: "Id"},
			{Key: "parent", Title: "Parent", Wide: true}, {Key: "position", Title: "Position", Wide: true}, {Key: "notes", Title: "Notes", Wide: true},
		},
		Hint: "Give a task's id as taskId to show, change, move or delete it.",
	}
	t.Examples = []string{
		"wslite tasks list-tasks --tasklist-id @default",
		"wslite tasks list-tasks --tasklist-id @default --due-max 2031-05-04 --show-completed=false",
	}
	return t
}

func getTask() abi.Tool {
	return tool("tasksGet", "read", "Show a task",
		"Shows everything about one task: title, notes, status, due date, links, parent and the address that opens it in Google Tasks. "+
			"A deleted task may still be found; it then says so.",
		tasklistID(), taskID())
}

func createTask() abi.Tool {
	t := tool("tasksCreate", "write", "Create a task",
		"Creates a task in a list and returns it with its id. It comes first in the list, or after previous; with parent it becomes a subtask. "+
			"Google Tasks keeps the day of a due date and no time of day, and this API can't set repetition. "+
			"For several tasks at once use tasks_batch.",
		tasklistID(),
		schema.Required("title", schema.String().Length(1, maxTitle).Describe("What is to be done, up to 1024 characters.")),
		notes("Text below the title, up to 8192 characters."),
		schema.Optional("due", schema.String().Format(schema.ISODateTime).
			Describe("The day it is due, such as 2031-05-04. A time of day is not stored.")),
		status(),
		parent("The task that this one becomes a subtask of. It must be in the same list."),
		previous("The task that this one comes after. It must have the same parent."),
		google.IdempotencyKey())
	t.Examples = []string{`wslite tasks create-task --tasklist-id @default --title "Call Ada" --due 2031-05-04`}
	return t
}

func updateTask() abi.Tool {
	return tool("tasksUpdate", "write", "Change a task",
		"Changes title, notes, due date or status of a task and returns it; what is not given stays as it is. "+
			"Set status to completed to tick a task off, and to needsAction to open it again. "+
			"At least one of title, notes, due and status must be given. To change a task's place or parent use tasks_move_task.",
		tasklistID(), taskID(),
		schema.Optional("title", schema.String().Length(1, maxTitle).Describe("The new title, up to 1024 characters.")),
		notes("The new notes, up to 8192 characters. An empty text removes them."),
		schema.Optional("due", dueOrNone()),
		status(),
		schema.Optional("ifMatch", schema.String().Length(1, maxETag).
			Describe("The etag from an earlier answer. If the task has changed since, the call fails with CONFLICT and changes nothing.")))
}

// dueOrNone also takes "" and null, which remove the date.
func dueOrNone() schema.Schema {
	return schema.AnyOf(
		schema.String().Format(schema.ISODateTime),
		schema.Const(""),
		schema.Null(),
	).Describe("The new day it is due, such as 2031-05-04. A time of day is not stored. An empty text or null removes the date.")
}

func moveTask() abi.Tool {
	return tool("tasksMove", "write", "Move a task",
		"Moves a task to another place, under another parent or to another list, with its subtasks, and returns it. "+
			"Without parent it goes to the top level; without previous it goes first. So with neither it goes to the very top of its list.",
		tasklistID(), taskID(),
		parent("The task to put it under. Leave it out for the top level."),
		previous("The task to put it after. Leave it out for the first place."),
		schema.Optional("destinationTasklistId", id(
			"Another list to move it to. Parent and previous then name tasks of that list.")))
}

func deleteTask() abi.Tool {
	return tool("tasksDelete", "manage", "Delete a task",
		"Deletes a task, and its subtasks with it. Needs confirmation. "+
			"To tick a task off use tasks_update_task instead. A task that is assigned from Google Docs or Chat is deleted there too: "+
			"it is refused unless includeAssigned is true, but an Apps Script proxy does not look.",
		tasklistID(), taskID(), google.Confirm(),
		google.Flag("includeAssigned", "True to delete the task even though it is assigned from Docs or Chat and is deleted there too."))
}
