package demo

import (
	"context"
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/demo/todotxt"
	"github.com/wslite/wslite/host/fault"
)

func (t *Tour) listTools(ctx context.Context) error {
	t.say("What the tools are, and how much harm each can do (its class). No plugin runs for this.")
	got, err := t.run(ctx, 0, "tools", "--service", "tasks")
	if err != nil {
		return err
	}
	if !strings.Contains(got.Stdout, "tasks_delete_task") {
		return fmt.Errorf("the list has no tasks_delete_task")
	}
	return nil
}

func (t *Tour) createList(ctx context.Context) error {
	t.say("A task list on the local workspace: a real Tasks API on a SQLite file, no account.")
	var doc struct {
		Data struct {
			Tasklist struct{ ID, Title string }
		}
	}
	if err := t.runJSON(ctx, 0, &doc, "--local", "--json", "tasks", "create-tasklist", "--title", "From todo.txt"); err != nil {
		return err
	}
	t.listID = doc.Data.Tasklist.ID
	if t.listID == "" || doc.Data.Tasklist.Title != "From todo.txt" {
		return fmt.Errorf("the answer holds no list")
	}
	return nil
}

func (t *Tour) createTasks(ctx context.Context) error {
	t.say("Its tasks from todo.txt: %d lines, priorities, dates and contexts, in batches.", len(t.tasks))
	// An insert without "previous" goes to the top, so the last line goes
	// first and the list ends up in the file's order.
	var ops []operation
	for i := len(t.tasks) - 1; i >= 0; i-- {
		ops = append(ops, operation{"tasksCreate", t.params(t.tasks[i])})
	}
	for n := 1; len(ops) > 0; n++ {
		size := min(maxBatch, len(ops))
		path, err := t.writeOps(fmt.Sprintf("create-%d.json", n), ops[:size])
		if err != nil {
			return err
		}
		ops = ops[size:]
		if _, err := t.run(ctx, 0, "--local", "tasks", "batch", "--operations-file", path); err != nil {
			return err
		}
	}
	return t.countTasks(ctx, len(t.tasks))
}

// countTasks looks, without printing, how many tasks the list holds.
func (t *Tour) countTasks(ctx context.Context, want int) error {
	n, token := 0, ""
	for {
		args := []string{"--local", "--json", "tasks", "list-tasks", "--tasklist-id", t.listID, "--show-hidden"}
		if token != "" {
			args = append(args, "--page-token", token)
		}
		var doc struct {
			Data       struct{ Items []any }
			Pagination struct{ NextPageToken string }
		}
		if err := decode(t.Exec(ctx, args).Stdout, &doc); err != nil {
			return err
		}
		n += len(doc.Data.Items)
		if token = doc.Pagination.NextPageToken; token == "" {
			break
		}
	}
	if n != want {
		return fmt.Errorf("the list holds %d tasks instead of %d", n, want)
	}
	return nil
}

// params are the parameters of tasksCreate for one line. What the Tasks API
// has no field for goes into the notes.
func (t *Tour) params(task todotxt.Task) map[string]any {
	p := map[string]any{"tasklistId": t.listID, "title": task.Title}
	var notes []string
	if task.Priority != "" {
		notes = append(notes, "priority "+task.Priority)
	}
	for _, x := range task.Projects {
		notes = append(notes, "+"+x)
	}
	for _, x := range task.Contexts {
		notes = append(notes, "@"+x)
	}
	if len(notes) > 0 {
		p["notes"] = strings.Join(notes, " ")
	}
	if task.Due != "" {
		p["due"] = task.Due
	}
	if task.Done {
		p["status"] = "completed"
	}
	return p
}

func (t *Tour) showList(ctx context.Context) error {
	t.say("The list, as a person sees it.")
	got, err := t.run(ctx, 0, "--local", "tasks", "list-tasks", "--tasklist-id", t.listID)
	if err != nil {
		return err
	}
	if first := strings.Fields(t.tasks[0].Title)[0]; !strings.Contains(got.Stdout, first) {
		return fmt.Errorf("the list does not show %q", t.tasks[0].Title)
	}
	return nil
}

func (t *Tour) partialBatch(ctx context.Context) error {
	t.say("A batch that fails in part: what worked is kept, the exit code says 3, each operation has its result.")
	path, err := t.writeOps("partial.json", []operation{
		{"tasklistsGet", map[string]any{"tasklistId": t.listID}},
		{"tasksGet", map[string]any{"tasklistId": t.listID, "taskId": "no-such-task"}},
	})
	if err != nil {
		return err
	}
	var doc struct {
		Partial bool
		Results []struct {
			Success bool
			Error   struct{ Code string }
		}
	}
	if err := t.runJSON(ctx, fault.ExitPartial, &doc, "--local", "--json", "tasks", "batch", "--operations-file", path); err != nil {
		return err
	}
	if !doc.Partial || len(doc.Results) != 2 || !doc.Results[0].Success || doc.Results[1].Error.Code != string(fault.NotFound) {
		return fmt.Errorf("the results are not one success and one NOT_FOUND")
	}
	return nil
}

func (t *Tour) refusedDelete(ctx context.Context) error {
	t.say("Deleting is destructive: without a person's yes nothing is sent.")
	got, err := t.run(ctx, fault.ExitConfirm, "--local", "tasks", "delete-tasklist", "--tasklist-id", t.listID)
	if err != nil {
		return err
	}
	if got.Stdout != "" {
		return fmt.Errorf("stdout is not empty")
	}
	return t.listExists(ctx, true)
}

func (t *Tour) dryRun(ctx context.Context) error {
	t.say("A dry run shows the exact requests and sends none of them.")
	var doc struct {
		DryRun   bool
		Class    string
		Requests []struct{ Method, URL string }
	}
	if err := t.runJSON(ctx, 0, &doc, "--local", "--json", "--dry-run", "tasks", "delete-tasklist", "--tasklist-id", t.listID); err != nil {
		return err
	}
	if !doc.DryRun || doc.Class != "destructive" || len(doc.Requests) == 0 {
		return fmt.Errorf("the dry run does not show a destructive request")
	}
	return t.listExists(ctx, true)
}

func (t *Tour) confirmedDelete(ctx context.Context) error {
	t.say("With a yes it happens.")
	if _, err := t.run(ctx, 0, "--local", "--yes", "tasks", "delete-tasklist", "--tasklist-id", t.listID); err != nil {
		return err
	}
	return t.listExists(ctx, false)
}

func (t *Tour) jsonOut(ctx context.Context) error {
	t.say("For scripts: one JSON document on stdout, and an exit code.")
	var doc struct {
		OK    bool
		Error struct{ Code string }
	}
	if err := t.runJSON(ctx, fault.ExitFailure, &doc, "--local", "--json", "tasks", "get-tasklist", "--tasklist-id", t.listID); err != nil {
		return err
	}
	if doc.OK || doc.Error.Code != string(fault.NotFound) {
		return fmt.Errorf("a deleted list is not NOT_FOUND")
	}
	return nil
}

// listExists looks, without printing, whether the list is there.
func (t *Tour) listExists(ctx context.Context, want bool) error {
	got := t.Exec(ctx, []string{"--local", "--json", "tasks", "get-tasklist", "--tasklist-id", t.listID})
	if exists := got.Exit == 0; exists != want {
		return fmt.Errorf("the list exists: %v, expected %v", exists, want)
	}
	return nil
}
