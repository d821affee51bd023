package tasksapi

import (
	_ "embed"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// API is Google Tasks on a store.
type API struct {
	store  *store.Store
	limits Limits
}

// New makes the API; the store must have had Migration.
func New(s *store.Store, limits Limits) *API { return &API{store: s, limits: limits} }

//go:embed schema.sql
var schema string

// Migration makes the tables and the default list, which always exists.
func Migration() store.Migration {
	return store.Migration{
		Name: "tasks: lists and tasks",
		SQL:  schema,
		Seed: func(tx *store.Tx) error {
			_, err := tx.Exec(`INSERT INTO tasklists (id, title, is_default, updated, rev) VALUES (?, 'My Tasks', 1, ?, ?)`,
				tx.NewID(), tx.Now, tx.Rev)
			return err
		},
	}
}

// Methods lists the 14 methods of the Discovery document tasks:v1.
func (a *API) Methods() []gapi.Method {
	const (
		lists = "tasks/v1/users/@me/lists"
		list  = lists + "/{tasklist}"
		tasks = "tasks/v1/lists/{tasklist}/tasks"
		task  = tasks + "/{task}"
	)
	str := func(name string) gapi.Param { return gapi.Param{Name: name, Type: gapi.String} }
	num := func(name string) gapi.Param { return gapi.Param{Name: name, Type: gapi.Integer} }
	flag := func(name string) gapi.Param { return gapi.Param{Name: name, Type: gapi.Boolean} }
	filters := []gapi.Param{
		num("maxResults"), str("pageToken"),
		flag("showCompleted"), flag("showHidden"), flag("showDeleted"), flag("showAssigned"),
		str("completedMin"), str("completedMax"), str("dueMin"), str("dueMax"), str("updatedMin"),
	}
	place := []gapi.Param{str("parent"), str("previous")}
	listBody := func(m gapi.Method) gapi.Method { m.Body, m.Resource = TaskList{}, "task_list"; return m }
	taskBody := func(m gapi.Method) gapi.Method { m.Body, m.Resource = Task{}, "task"; return m }

	return []gapi.Method{
		{ID: "tasks.tasklists.list", HTTP: "GET", Path: lists, Query: []gapi.Param{num("maxResults"), str("pageToken")}, Result: TaskLists{}, Serve: a.listLists},
		{ID: "tasks.tasklists.get", HTTP: "GET", Path: list, Result: TaskList{}, Serve: a.getList},
		listBody(gapi.Method{ID: "tasks.tasklists.insert", HTTP: "POST", Path: lists, Result: TaskList{}, Serve: a.insertList}),
		listBody(gapi.Method{ID: "tasks.tasklists.patch", HTTP: "PATCH", Path: list, Result: TaskList{}, Serve: a.patchList}),
		listBody(gapi.Method{ID: "tasks.tasklists.update", HTTP: "PUT", Path: list, Result: TaskList{}, Serve: a.updateList}),
		{ID: "tasks.tasklists.delete", HTTP: "DELETE", Path: list, Serve: a.deleteList},

		{ID: "tasks.tasks.list", HTTP: "GET", Path: tasks, Query: filters, Result: Tasks{}, Serve: a.listTasks},
		{ID: "tasks.tasks.get", HTTP: "GET", Path: task, Result: Task{}, Serve: a.getTask},
		taskBody(gapi.Method{ID: "tasks.tasks.insert", HTTP: "POST", Path: tasks, Query: place, Result: Task{}, Serve: a.insertTask}),
		taskBody(gapi.Method{ID: "tasks.tasks.patch", HTTP: "PATCH", Path: task, Result: Task{}, Serve: a.patchTask}),
		taskBody(gapi.Method{ID: "tasks.tasks.update", HTTP: "PUT", Path: task, Result: Task{}, Serve: a.updateTask}),
		{ID: "tasks.tasks.move", HTTP: "POST", Path: task + "/move", Query: append(place, str("destinationTasklist")), Result: Task{}, Serve: a.moveTask},
		{ID: "tasks.tasks.delete", HTTP: "DELETE", Path: task, Serve: a.deleteTask},
		{ID: "tasks.tasks.clear", HTTP: "POST", Path: "tasks/v1/lists/{tasklist}/clear", Serve: a.clearTasks},
	}
}
