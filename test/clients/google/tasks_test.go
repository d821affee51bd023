package google

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/api/googleapi"
	"google.golang.org/api/tasks/v1"

	"github.com/wslite/wslite/host/backend/local/tasksapi"
)

func TestTasks(t *testing.T) {
	play(t, "tasks", []scenario{
		{"Lists", taskLists},
		{"Changes", taskChanges},
		{"Pages", taskPages},
		{"Errors", taskErrors},
		{"Assigned", assignedTasks},
	})
}

func tasksService(t *testing.T, w *world) *tasks.Service {
	t.Helper()
	return ok[*tasks.Service](t)(tasks.NewService(t.Context(), w.options("")...))
}

func titles(list *tasks.Tasks) string {
	var out []string
	for _, it := range list.Items {
		out = append(out, it.Title)
	}
	return strings.Join(out, " ")
}

func taskLists(t *testing.T, w *world) {
	s := tasksService(t, w)
	list := ok[*tasks.TaskList](t)
	home := list(s.Tasklists.Get("@default").Do())
	equal(t, "default", home.Title, "My Tasks")
	equal(t, "kind", home.Kind, "tasks#taskList")
	work := list(s.Tasklists.Insert(&tasks.TaskList{Title: "Work"}).Do())
	equal(t, "status", work.HTTPStatusCode, 200)
	equal(t, "patched", list(s.Tasklists.Patch(work.Id, &tasks.TaskList{Title: "Job"}).Do()).Title, "Job")
	work.Title = "Chores"
	equal(t, "updated", list(s.Tasklists.Update(work.Id, work).Do()).Title, "Chores")
	for i := range 3 {
		list(s.Tasklists.Insert(&tasks.TaskList{Title: fmt.Sprint("L", i)}).Do())
	}
	var all []string
	pages := 0
	err := s.Tasklists.List().MaxResults(2).Pages(t.Context(), func(p *tasks.TaskLists) error {
		pages++
		for _, l := range p.Items {
			all = append(all, l.Title)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "lists", strings.Join(all, ", "), "My Tasks, Chores, L0, L1, L2")
	equal(t, "pages", pages, 3)
	if err := s.Tasklists.Delete(work.Id).Do(); err != nil {
		t.Fatal(err)
	}
	_, err = s.Tasklists.Get(work.Id).Do()
	refused(t, "a deleted list", err, 404, "notFound")
	refused(t, "the default list", s.Tasklists.Delete("@default").Do(), 400, "invalid")
}

func taskChanges(t *testing.T, w *world) {
	s := tasksService(t, w)
	task, page := ok[*tasks.Task](t), ok[*tasks.Tasks](t)
	a := task(s.Tasks.Insert("@default", &tasks.Task{Title: "a", Notes: "n", Due: "2030-02-01T15:04:05+02:00"}).Do())
	equal(t, "due", a.Due, "2030-02-01T00:00:00.000Z")
	b := task(s.Tasks.Insert("@default", &tasks.Task{Title: "b"}).Previous(a.Id).Do())
	c := task(s.Tasks.Insert("@default", &tasks.Task{Title: "c"}).Parent(a.Id).Do())
	equal(t, "parent", c.Parent, a.Id)
	equal(t, "order", titles(page(s.Tasks.List("@default").Do())), "a c b")

	patched := task(s.Tasks.Patch("@default", a.Id, &tasks.Task{Title: "A", NullFields: []string{"Due"}}).Do())
	equal(t, "patched", patched.Title+patched.Notes+patched.Due, "An")
	patched.Status, patched.Notes = "completed", ""
	done := task(s.Tasks.Update("@default", a.Id, patched).Do())
	if done.Completed == nil || done.Notes != "" {
		t.Errorf("updated to %+v", done)
	}

	moved := task(s.Tasks.Move("@default", c.Id).Previous(b.Id).Do())
	equal(t, "moved to the top level", moved.Parent, "")
	equal(t, "order", titles(page(s.Tasks.List("@default").Do())), "A b c")
	other := ok[*tasks.TaskList](t)(s.Tasklists.Insert(&tasks.TaskList{Title: "Other"}).Do())
	moved = task(s.Tasks.Move("@default", b.Id).DestinationTasklist(other.Id).Do())
	equal(t, "id", moved.Id, b.Id)
	equal(t, "other list", titles(page(s.Tasks.List(other.Id).Do())), "b")
	equal(t, "source", titles(page(s.Tasks.List("@default").Do())), "A c")

	if err := s.Tasks.Clear("@default").Do(); err != nil {
		t.Fatal(err)
	}
	equal(t, "cleared", titles(page(s.Tasks.List("@default").Do())), "c")
	hidden := page(s.Tasks.List("@default").ShowHidden(true).Do())
	equal(t, "hidden", titles(hidden), "A c")
	equal(t, "flag", hidden.Items[0].Hidden, true)
	equal(t, "fields", page(s.Tasks.List("@default").Fields("items(title)").Do()).Items[0].Id, "")

	if err := s.Tasks.Delete("@default", c.Id).Do(); err != nil {
		t.Fatal(err)
	}
	equal(t, "deleted", titles(page(s.Tasks.List("@default").Do())), "")
	equal(t, "tombstone", task(s.Tasks.Get("@default", c.Id).Do()).Deleted, true)
}

func taskPages(t *testing.T, w *world) {
	s := tasksService(t, w)
	var want []string
	for i := range 45 {
		title := fmt.Sprint("t", i)
		want = append([]string{title}, want...)
		ok[*tasks.Task](t)(s.Tasks.Insert("@default", &tasks.Task{Title: title}).Do())
	}
	var got []string
	pages := 0
	err := s.Tasks.List("@default").Pages(context.Background(), func(p *tasks.Tasks) error {
		pages++
		for _, it := range p.Items {
			got = append(got, it.Title)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "tasks", strings.Join(got, " "), strings.Join(want, " "))
	equal(t, "pages", pages, 3)
}

func taskErrors(t *testing.T, w *world) {
	s := tasksService(t, w)
	a := ok[*tasks.Task](t)(s.Tasks.Insert("@default", &tasks.Task{Title: "a"}).Do())
	_, err := s.Tasks.Get("@default", "nope").Do()
	refused(t, "missing task", err, 404, "notFound")
	_, err = s.Tasks.List("nope").Do()
	refused(t, "missing list", err, 404, "notFound")
	_, err = s.Tasks.Insert("@default", &tasks.Task{Title: "x", Due: "tomorrow"}).Do()
	refused(t, "bad date", err, 400, "invalid")
	_, err = s.Tasks.Insert("@default", &tasks.Task{Title: strings.Repeat("x", 1025)}).Do()
	refused(t, "long title", err, 400, "invalid")
	_, err = s.Tasks.Move("@default", a.Id).Parent(a.Id).Do()
	refused(t, "cycle", err, 400, "invalidParameter")
	_, err = s.Tasks.List("@default").PageToken("x").Do()
	refused(t, "page token", err, 400, "invalidParameter")

	ok[*tasks.Task](t)(s.Tasks.Patch("@default", a.Id, &tasks.Task{Title: "b"}).Do())
	late := s.Tasks.Patch("@default", a.Id, &tasks.Task{Title: "c"})
	late.Header().Set("If-Match", a.Etag)
	_, err = late.Do()
	refused(t, "stale etag", err, 412, "conditionNotMet")
	now := ok[*tasks.Task](t)(s.Tasks.Get("@default", a.Id).Do())
	_, err = s.Tasks.Get("@default", a.Id).IfNoneMatch(now.Etag).Do()
	if !googleapi.IsNotModified(err) {
		t.Errorf("got %v, want 304", err)
	}
}

func assignedTasks(t *testing.T, w *world) {
	s := tasksService(t, w)
	id, err := w.Tasks().SeedAssigned(t.Context(), "@default", "review", tasksapi.AssignmentInfo{
		SurfaceType: tasksapi.SurfaceSpace, SpaceInfo: &tasksapi.SpaceInfo{Space: "spaces/s"}})
	if err != nil {
		t.Fatal(err)
	}
	page := ok[*tasks.Tasks](t)
	equal(t, "by default", titles(page(s.Tasks.List("@default").Do())), "")
	shown := page(s.Tasks.List("@default").ShowAssigned(true).Do())
	equal(t, "shown", titles(shown), "review")
	equal(t, "space", shown.Items[0].AssignmentInfo.SpaceInfo.Space, "spaces/s")
	_, err = s.Tasks.Insert("@default", &tasks.Task{Title: "x"}).Parent(id).Do()
	refused(t, "below an assigned task", err, 400, "invalidParameter")
}
