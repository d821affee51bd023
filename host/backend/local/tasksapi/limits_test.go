package tasksapi

import "testing"

func TestLimits(t *testing.T) {
	b := newBench(t)
	b.api.limits = Limits{Lists: 3, TasksPerList: 4, Tasks: 6, Subtasks: 2, Depth: 3}
	other := b.must(200, "POST", listsPath, `{"title":"o"}`).str("id")
	b.must(200, "POST", listsPath, `{"title":"p"}`)
	contains(t, "lists", b.must(400, "POST", listsPath, `{"title":"q"}`).message(), "up to 3 task lists")

	p := b.add("p")
	kid := b.add("kid", "parent", p)
	b.add("kid2", "parent", p)
	contains(t, "subtasks", b.must(400, "POST", tasksPath+"?parent="+p, `{}`).message(), "up to 2 subtasks")
	x := b.add("x")
	contains(t, "moved in", b.must(400, "POST", tasksPath+"/"+x+"/move?parent="+p, "").message(), "up to 2 subtasks")
	b.must(200, "POST", tasksPath+"/"+kid+"/move?parent="+p, "") // stays a child
	contains(t, "tasks per list", b.must(400, "POST", tasksPath, `{}`).message(), "up to 4 tasks")

	far := b.addTo(other, "far")
	contains(t, "moved over", b.must(400, "POST", "lists/"+other+"/tasks/"+far+"/move?destinationTasklist=@default", "").message(), "up to 4 tasks")
	// Hidden tasks don't count for their list, but for the account.
	b.must(200, "PATCH", tasksPath+"/"+x, `{"status":"completed"}`)
	b.must(204, "POST", "lists/@default/clear", "")
	b.add("y")
	contains(t, "shown again", b.must(400, "PATCH", tasksPath+"/"+x, `{"status":"needsAction"}`).message(), "up to 4 tasks")
	contains(t, "account", b.must(400, "POST", "lists/"+other+"/tasks", `{}`).message(), "up to 6 tasks")
	// Deleted tasks count nowhere, and come back only if there is room.
	b.must(204, "DELETE", "lists/"+other+"/tasks/"+far, "")
	b.addTo(other, "z")
	contains(t, "restored", b.must(400, "PATCH", "lists/"+other+"/tasks/"+far, `{"deleted":false}`).message(), "up to 6 tasks")

	contains(t, "status of a limit", string(b.send("POST", "lists/"+other+"/tasks", `{}`).raw), `"reason": "limitExceeded"`)
}
