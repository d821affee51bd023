package rehearsal

import "testing"

func TestTasks(t *testing.T) {
	t.Parallel()
	rehearse(t, "tasks", newWorld(t), []call{
		{line: "tasks list-tasklists", want: `.data.items | length == 1`},
		{line: "tasks list-tasks --tasklist-id @default", want: `.data.items == []`},
		{line: "tasks create-tasklist --title 'Gärtnern 庭'", keep: "garden=.tasklist.id"},
		{line: "tasks get-tasklist --tasklist-id ${garden}", want: `.data.tasklist.title == "Gärtnern 庭"`},
		{line: "tasks update-tasklist --tasklist-id ${garden} --title Garden"},
		{line: "tasks create-task --tasklist-id ${garden} --title 'Sow beans' --notes 'two rows\nby the wall' --due 2026-12-02", keep: "beans=.task.id", want: `.data.task.due == "2026-12-02T00:00:00.000Z"`},
		{line: "tasks create-task --tasklist-id ${garden} --title 'Buy poles' --parent ${beans}", keep: "poles=.task.id"},
		{line: "tasks create-task --tasklist-id ${garden} --title 'Water' --due 2026-12-24T18:00:00+01:00", keep: "water=.task.id"},
		{line: "tasks update-task --tasklist-id ${garden} --task-id ${poles} --status completed --notes ''", want: `.data.task.status == "completed"`},
		{line: "tasks move-task --tasklist-id ${garden} --task-id ${water} --parent ${beans} --previous ${poles}", want: `.data.task.parent != null`},
		{line: "tasks get-task --tasklist-id ${garden} --task-id ${beans}"},
		{line: "tasks list-tasks --tasklist-id ${garden} --show-hidden", want: `.data.items | length == 3`},
		{line: "tasks list-tasks --tasklist-id ${garden} --max-results 2", want: `.pagination.hasMore and (.data.items | length == 2)`},
		{line: "tasks clear-completed --tasklist-id ${garden}"},
		{line: "tasks delete-task --tasklist-id ${garden} --task-id ${water}"},
		{line: "tasks get-task --tasklist-id ${garden} --task-id MTIzNDU2Nzg", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: `tasks batch --params-json '{"operations":[{"action":"tasksCreate","params":{"tasklistId":"${garden}","title":"Rake"}},{"action":"tasksList","params":{"tasklistId":"${garden}"}}]}'`},
		{line: `tasks batch --params-json '{"operations":[{"action":"tasklistsList"},{"action":"tasksGet","params":{"tasklistId":"${garden}","taskId":"MTIzNDU2Nzg"}}]}'`, exit: 3, want: `.partial and .data.failed == 1`},
		{line: "tasks delete-tasklist --tasklist-id ${garden}"},
	})
}
