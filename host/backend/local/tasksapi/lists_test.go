package tasksapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const listsPath = "users/@me/lists"

func TestANewWorkspaceHasItsDefaultList(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "GET", listsPath, "")
	equal(t, "titles", r.titles(), "My Tasks")
	equal(t, "kind", r.str("kind"), "tasks#taskLists")
	id := r.items()[0]["id"].(string)
	for _, name := range []string{"@default", "%40default", id} {
		l := b.must(200, "GET", listsPath+"/"+name, "")
		equal(t, name, l.str("id"), id)
		equal(t, name+" kind", l.str("kind"), "tasks#taskList")
		equal(t, name+" selfLink", l.str("selfLink"), "https://www.googleapis.com/tasks/v1/users/@me/lists/"+id)
	}
}

func TestTheDefaultListCannotBeDeleted(t *testing.T) {
	b := newBench(t)
	id := b.must(200, "GET", listsPath+"/@default", "").str("id")
	for _, name := range []string{"@default", id} {
		contains(t, name, b.must(400, "DELETE", listsPath+"/"+name, "").message(), "default task list cannot be deleted")
	}
	b.must(200, "GET", listsPath+"/"+id, "")
}

func TestListLife(t *testing.T) {
	b := newBench(t)
	created := b.must(200, "POST", listsPath, `{"title":"Work","kind":"x","selfLink":7}`)
	id := created.str("id")
	b.now = b.now.Add(time.Second)
	patched := b.must(200, "PATCH", listsPath+"/"+id, `{"title":"Job"}`)
	equal(t, "patched title", patched.str("title"), "Job")
	if patched.str("etag") == created.str("etag") || patched.str("updated") <= created.str("updated") {
		t.Errorf("a patch moves etag and updated: %s then %s", created.raw, patched.raw)
	}
	equal(t, "empty patch", b.must(200, "PATCH", listsPath+"/"+id, `{}`).str("title"), "Job")
	put := b.must(200, "PUT", listsPath+"/"+id, fmt.Sprintf(`{"id":%q,"title":"Chores"}`, id))
	equal(t, "put title", put.str("title"), "Chores")
	equal(t, "etag header", put.header.Get("ETag"), put.str("etag"))

	task := b.addTo(id, "t")
	b.must(204, "DELETE", listsPath+"/"+id, "")
	b.must(204, "DELETE", listsPath+"/"+id, "") // already gone: no news
	b.must(404, "GET", listsPath+"/"+id, "")
	b.must(404, "PATCH", listsPath+"/"+id, `{"title":"x"}`)
	b.must(404, "GET", "lists/"+id+"/tasks", "")
	b.must(404, "GET", "lists/"+id+"/tasks/"+task, "")
	equal(t, "lists", b.must(200, "GET", listsPath, "").titles(), "My Tasks")
}

func TestListErrors(t *testing.T) {
	b := newBench(t)
	id := b.must(200, "POST", listsPath, `{"title":"Work"}`).str("id")
	long := strings.Repeat("é", 1025)
	for _, c := range []struct {
		status             int
		method, path, body string
		message            string
	}{
		{404, "GET", listsPath + "/nope", "", "Task list not found."},
		{404, "DELETE", listsPath + "/nope", "", "Task list not found."},
		{404, "PATCH", listsPath + "/nope", `{"title":"x"}`, "Task list not found."},
		{400, "POST", listsPath, `{}`, "must have a title"},
		{400, "POST", listsPath, ``, "must have a title"},
		{400, "POST", listsPath, `{"title":""}`, "must have a title"},
		{400, "POST", listsPath, `{"title":5}`, "'task_list.title' (TYPE_STRING)"},
		{400, "POST", listsPath, `{"title":"` + long + `"}`, "1025 characters, the maximum is 1024"},
		{400, "POST", listsPath, `{"title":"x","titel":"y"}`, `Unknown name "titel" at 'task_list'`},
		{400, "PATCH", listsPath + "/" + id, `{"title":null}`, "must have a title"},
		{400, "PUT", listsPath + "/" + id, `{}`, "must have a title"},
		{400, "PUT", listsPath + "/" + id, `{"id":"other","title":"x"}`, "is not the id in the path"},
		{400, "GET", listsPath + "?maxResults=0", "", "from 1 to 1000"},
		{400, "GET", listsPath + "?maxResults=1001", "", "from 1 to 1000"},
		{400, "GET", listsPath + "?pageToken=abc", "", "Invalid page token"},
	} {
		contains(t, c.method+" "+c.path+" "+c.body, b.must(c.status, c.method, c.path, c.body).message(), c.message)
	}
	equal(t, "nothing changed", b.must(200, "GET", listsPath, "").titles(), "My Tasks Work")
	b.must(200, "POST", listsPath, `{"title":"`+long[2:]+`"}`) // 1024 characters, more bytes
}

func TestListPagesJoinToTheWhole(t *testing.T) {
	b := newBench(t)
	for i := range 5 {
		b.must(200, "POST", listsPath, fmt.Sprintf(`{"title":"L%d"}`, i))
	}
	var got []string
	token := ""
	for pages := 0; ; pages++ {
		r := b.must(200, "GET", listsPath+encode([]string{"maxResults", "2", "pageToken", token}), "")
		got = append(got, r.titles())
		if token = r.str("nextPageToken"); token == "" {
			break
		}
		if pages == 0 { // a list that appears in between is on the last page
			b.must(200, "POST", listsPath, `{"title":"L5"}`)
		}
	}
	equal(t, "pages", strings.Join(got, "|"), "My Tasks L0|L1 L2|L3 L4|L5")
}

func TestAListChangesWithItsTasks(t *testing.T) {
	b := newBench(t)
	state := func() string {
		r := b.must(200, "GET", listsPath+"/@default", "")
		return r.str("updated") + r.str("etag")
	}
	was := state()
	for _, change := range []func(){
		func() { b.add("a") },
		func() { b.must(200, "PATCH", "lists/@default/tasks/id2", `{"status":"completed"}`) },
		func() { b.must(204, "POST", "lists/@default/clear", "") },
		func() { b.must(200, "POST", "lists/@default/tasks/id2/move", "") },
		func() { b.must(204, "DELETE", "lists/@default/tasks/id2", "") },
	} {
		b.now = b.now.Add(time.Second)
		change()
		now := state()
		if now <= was {
			t.Errorf("the list did not change: %s then %s", was, now)
		}
		was = now
	}
	b.must(204, "POST", "lists/@default/clear", "") // nothing to clear
	equal(t, "after an empty clear", state(), was)
}
