package tasksapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const tasksPath = "lists/@default/tasks"

func TestInsertAndGet(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "POST", tasksPath, `{"title":"Call Ann","notes":"about\nthe trip","due":"2030-02-01T09:30:00+01:00",
		"kind":"x","etag":5,"position":"1","parent":"nope","hidden":true,"selfLink":[],"links":{},"webViewLink":1,"assignmentInfo":2,"updated":true,"id":"mine"}`)
	for key, want := range map[string]any{
		"kind": "tasks#task", "id": "id2", "title": "Call Ann", "notes": "about\nthe trip", "status": "needsAction",
		"due": "2030-02-01T00:00:00.000Z", "updated": "2030-01-31T12:00:00.000Z", "position": "04611686018427387904",
		"selfLink":    "https://www.googleapis.com/tasks/v1/lists/id1/tasks/id2",
		"webViewLink": "https://tasks.google.com/task/id2", "parent": nil, "hidden": nil, "completed": nil, "deleted": nil,
	} {
		equal(t, key, r.body[key], want)
	}
	if tag := r.str("etag"); !strings.HasPrefix(tag, `"`) || tag != r.header.Get("ETag") {
		t.Errorf("etag %s is not strong or not the header's %s", tag, r.header.Get("ETag"))
	}
	equal(t, "get", string(b.get("id2").raw), string(r.raw))
	equal(t, "empty body", b.must(200, "POST", tasksPath, "").body["title"], "")
}

func TestTaskErrors(t *testing.T) {
	b := newBench(t)
	id := b.add("a")
	one := tasksPath + "/" + id
	for _, c := range []struct {
		status             int
		method, path, body string
		message            string
	}{
		{404, "GET", tasksPath + "/nope", "", "Task not found."},
		{404, "GET", "lists/nope/tasks/" + id, "", "Task list not found."},
		{404, "PATCH", tasksPath + "/nope", `{"title":"x"}`, "Task not found."},
		{404, "DELETE", tasksPath + "/nope", "", "Task not found."},
		{404, "POST", tasksPath + "/nope/move", "", "Task not found."},
		{404, "POST", "lists/nope/clear", "", "Task list not found."},
		{404, "POST", "lists/nope/tasks", `{"title":"x"}`, "Task list not found."},
		{400, "PATCH", one, `{"title":null}`, "title cannot be cleared"},
		{400, "PATCH", one, `{"titel":"x"}`, `Unknown name "titel" at 'task': Cannot find field.`},
		{400, "PATCH", one, `{"title":"x","title":"y"}`, "repeated"},
		{400, "PATCH", one, `{"title":5}`, "'task.title' (TYPE_STRING)"},
		{400, "PATCH", one, `{"deleted":"maybe"}`, "'task.deleted' (TYPE_BOOL)"},
		{400, "PATCH", one, `{"status":"done"}`, `"done" is neither`},
		{400, "PATCH", one, `{"due":"2030-02-01"}`, "RFC 3339"},
		{400, "PATCH", one, `{"due":"2030-02-01T00:00:00"}`, "RFC 3339"},
		{400, "PATCH", one, `{"due":"2030-02-30T00:00:00Z"}`, "RFC 3339"},
		{400, "PATCH", one, `{"due":"2030-02-01T0:00:00Z"}`, "RFC 3339"},
		{400, "PATCH", one, `{"completed":"yesterday"}`, "RFC 3339"},
		{400, "PATCH", one, `{"id":"other","title":"x"}`, "is not the id in the path"},
		{400, "PATCH", one, `{"title":"` + strings.Repeat("x", 1025) + `"}`, "maximum is 1024"},
		{400, "PATCH", one, `{"notes":"` + strings.Repeat("x", 8193) + `"}`, "maximum is 8192"},
		{400, "PATCH", one, `[]`, "Root element must be an object"},
		{400, "PATCH", one, `{"title":"x"`, "not one valid JSON"},
		{400, "PATCH", one, `{"title":"x"} {}`, "not one valid JSON"},
		{400, "PATCH", one, "{\"title\":\"\xff\"}", "UTF-8"},
		{413, "PATCH", one, `{"title":"` + strings.Repeat("x", 1<<20) + `"}`, "exceeds the limit"},
		{400, "GET", tasksPath + "?maxResults=101", "", "from 1 to 100"},
		{400, "GET", tasksPath + "?maxResults=0", "", "from 1 to 100"},
		{400, "GET", tasksPath + "?maxResults=ten", "", "TYPE_INT32"},
		{400, "GET", tasksPath + "?showHidden=yes", "", "TYPE_BOOL"},
		{400, "GET", tasksPath + "?dueMin=2030-01-01", "", "RFC 3339"},
		{400, "GET", tasksPath + "?updatedMin=now", "", "RFC 3339"},
		{400, "GET", tasksPath + "?showhidden=true", "", "Unknown name"},
		{400, "GET", tasksPath + "?fields=items/titel", "", `Invalid field selection "titel"`},
	} {
		contains(t, c.method+" "+c.path+" "+c.body[:min(len(c.body), 60)], b.must(c.status, c.method, c.path, c.body).message(), c.message)
	}
	equal(t, "nothing changed", b.list().titles(), "a")
}

func TestPatchChangesOnlyWhatIsGiven(t *testing.T) {
	b := newBench(t)
	b.must(200, "POST", tasksPath, `{"title":"a","notes":"n","due":"2030-02-01T00:00:00Z"}`)
	r := b.must(200, "PATCH", tasksPath+"/id2", `{"title":"b"}`)
	equal(t, "title", r.str("title"), "b")
	equal(t, "notes", r.str("notes"), "n")
	equal(t, "due", r.str("due"), "2030-02-01T00:00:00.000Z")
	for _, body := range []string{`{"notes":null,"due":null}`, `{"notes":"","due":""}`} {
		b.must(200, "PATCH", tasksPath+"/id2", `{"notes":"n","due":"2030-02-01T00:00:00Z"}`)
		r = b.must(200, "PATCH", tasksPath+"/id2", body)
		if r.body["notes"] != nil || r.body["due"] != nil || r.str("title") != "b" {
			t.Errorf("%s did not clear just notes and due: %s", body, r.raw)
		}
	}
}

func TestUpdateReplaces(t *testing.T) {
	b := newBench(t)
	b.must(200, "POST", tasksPath, `{"title":"a","notes":"n","due":"2030-02-01T00:00:00Z","status":"completed"}`)
	r := b.must(200, "PUT", tasksPath+"/id2", `{"id":"id2","title":"b"}`)
	for _, gone := range []string{"notes", "due", "completed"} {
		equal(t, gone, r.body[gone], nil)
	}
	equal(t, "status", r.str("status"), "needsAction")
}

func TestDueKeepsTheWrittenDate(t *testing.T) {
	b := newBench(t)
	for given, want := range map[string]string{
		"2030-02-01T23:59:59-11:00":     "2030-02-01T00:00:00.000Z",
		"2030-02-01T00:00:00+14:00":     "2030-02-01T00:00:00.000Z",
		"2030-02-01T12:00:00.123456Z":   "2030-02-01T00:00:00.000Z",
		"1969-12-31T00:00:00.000Z":      "1969-12-31T00:00:00.000Z",
		"9999-12-31T23:59:59.999-23:59": "9999-12-31T00:00:00.000Z",
	} {
		equal(t, given, b.must(200, "POST", tasksPath, fmt.Sprintf(`{"title":"x","due":%q}`, given)).str("due"), want)
	}
}

func TestCompletion(t *testing.T) {
	b := newBench(t)
	id := b.add("a")
	one := tasksPath + "/" + id
	b.now = b.now.Add(time.Hour)
	r := b.must(200, "PATCH", one, `{"status":"completed"}`)
	equal(t, "completed now", r.str("completed"), "2030-01-31T13:00:00.000Z")
	b.now = b.now.Add(time.Hour)
	r = b.must(200, "PATCH", one, `{"status":"completed","title":"b"}`)
	equal(t, "completed once", r.str("completed"), "2030-01-31T13:00:00.000Z")
	r = b.must(200, "PATCH", one, `{"completed":"2030-01-01T00:00:00+01:00"}`)
	equal(t, "completed as given", r.str("completed"), "2029-12-31T23:00:00.000Z")
	// A client that read the task and only changed the status sends the time too.
	r = b.must(200, "PATCH", one, `{"status":"needsAction","completed":"2029-12-31T23:00:00.000Z"}`)
	equal(t, "completed after needsAction", r.body["completed"], nil)
	equal(t, "status", r.str("status"), "needsAction")
	r = b.must(200, "PATCH", one, `{"completed":"2030-01-01T00:00:00Z"}`)
	equal(t, "a time alone completes nothing", r.str("status"), "needsAction")
}

func TestClearHidesAndNeedsActionShows(t *testing.T) {
	b := newBench(t)
	open, done := b.add("open"), b.add("done")
	b.must(200, "PATCH", tasksPath+"/"+done, `{"status":"completed"}`)
	equal(t, "before", b.list().titles(), "done open")
	r := b.must(204, "POST", "lists/@default/clear", "")
	equal(t, "body", len(r.raw), 0)
	equal(t, "after", b.list().titles(), "open")
	equal(t, "showCompleted alone", b.list("showCompleted", "true").titles(), "open")
	equal(t, "showHidden", b.list("showHidden", "true").titles(), "done open")
	equal(t, "hidden but not completed", b.list("showHidden", "true", "showCompleted", "false").titles(), "open")
	equal(t, "hidden flag", b.get(done).body["hidden"], true)
	equal(t, "the other's", b.get(open).body["hidden"], nil)
	r = b.must(200, "PATCH", tasksPath+"/"+done, `{"status":"needsAction"}`)
	equal(t, "hidden after needsAction", r.body["hidden"], nil)
	equal(t, "shown again", b.list().titles(), "done open")
}

func TestDeletionTakesTheSubtasks(t *testing.T) {
	b := newBench(t)
	p := b.add("p")
	c := b.add("c", "parent", p)
	g := b.add("g", "parent", c)
	b.add("other")
	b.must(204, "DELETE", tasksPath+"/"+p, "")
	equal(t, "left", b.list().titles(), "other")
	equal(t, "tombstones", b.list("showDeleted", "true").titles(), "other p c g")
	for _, id := range []string{p, c, g} {
		equal(t, id, b.get(id).body["deleted"], true)
		b.must(404, "PATCH", tasksPath+"/"+id, `{"title":"x"}`)
		b.must(404, "POST", tasksPath+"/"+id+"/move", "")
		b.must(400, "POST", tasksPath+"?parent="+id, `{"title":"x"}`)
		b.must(400, "POST", tasksPath+"?previous="+id, `{"title":"x"}`)
	}
	was := string(b.get(p).raw)
	b.now = b.now.Add(time.Hour)
	b.must(204, "DELETE", tasksPath+"/"+p, "") // already gone: no news
	equal(t, "tombstone after a second delete", string(b.get(p).raw), was)
}

func TestATombstoneKeepsItsTime(t *testing.T) {
	b := newBench(t)
	p := b.add("p")
	c := b.add("c", "parent", p)
	b.must(204, "DELETE", tasksPath+"/"+c, "")
	was := string(b.get(c).raw)
	b.now = b.now.Add(time.Hour)
	b.must(204, "DELETE", tasksPath+"/"+p, "")
	equal(t, "the child that was deleted before", string(b.get(c).raw), was)
	equal(t, "the parent", b.get(p).str("updated"), "2030-01-31T13:00:00.000Z")
}

func TestTheDeletedFlag(t *testing.T) {
	b := newBench(t)
	p := b.add("p")
	c := b.add("c", "parent", p)
	equal(t, "set", b.must(200, "PATCH", tasksPath+"/"+p, `{"deleted":true}`).body["deleted"], true)
	equal(t, "empty", b.list().titles(), "")
	r := b.must(200, "PATCH", tasksPath+"/"+c, `{"deleted":false,"title":"back"}`)
	equal(t, "a child of a tombstone comes back at the top", r.body["parent"], nil)
	equal(t, "restored", b.list().titles(), "back")
	r = b.must(200, "PATCH", tasksPath+"/"+p, `{"deleted":false}`)
	equal(t, "flag", r.body["deleted"], nil)
	equal(t, "both", b.list().titles(), "back p")
	b.must(204, "DELETE", tasksPath+"/"+p, "")
	b.must(404, "PUT", tasksPath+"/"+p, `{"id":"`+p+`","title":"x"}`) // restores nothing by leaving deleted out
}

func TestPreconditions(t *testing.T) {
	b := newBench(t)
	id := b.add("a")
	one := tasksPath + "/" + id
	tag := b.get(id).str("etag")
	b.must(200, "PATCH", one, `{"title":"b"}`, "If-Match", tag)
	for _, m := range []string{"PATCH", "PUT", "DELETE"} {
		body := ""
		if m != "DELETE" {
			body = `{"title":"lost"}`
		}
		r := b.must(412, m, one, body, "If-Match", tag)
		equal(t, m, r.message(), "Precondition Failed")
	}
	b.must(412, "POST", one+"/move", "", "If-Match", tag)
	b.must(412, "DELETE", one, "", "If-Match", "W/"+b.get(id).str("etag"))
	equal(t, "kept", b.list().titles(), "b")
	b.must(200, "PATCH", one, `{"title":"c"}`, "If-Match", `"x", `+b.get(id).str("etag"))
	b.must(200, "PATCH", one, `{"title":"d"}`, "If-Match", "*")

	r := b.must(304, "GET", one, "", "If-None-Match", b.get(id).str("etag"))
	equal(t, "304 body", len(r.raw), 0)
	b.must(304, "GET", one, "", "If-None-Match", "W/"+b.get(id).str("etag"))
	b.must(200, "GET", one, "", "If-None-Match", tag)
	page := b.list()
	b.must(304, "GET", tasksPath, "", "If-None-Match", page.str("etag"))
	b.must(200, "PATCH", one, `{"title":"e"}`)
	b.must(200, "GET", tasksPath, "", "If-None-Match", page.str("etag"))
	list := b.must(200, "GET", listsPath+"/@default", "").str("etag")
	b.must(200, "PATCH", listsPath+"/@default", `{"title":"x"}`, "If-Match", list)
	b.must(412, "PATCH", listsPath+"/@default", `{"title":"y"}`, "If-Match", list)
	b.must(304, "GET", listsPath, "", "If-None-Match", b.must(200, "GET", listsPath, "").str("etag"))
}

func TestUpdatedNeverGoesBack(t *testing.T) {
	b := newBench(t)
	id := b.add("a")
	was := b.get(id)
	b.now = b.now.Add(-time.Hour)
	now := b.must(200, "PATCH", tasksPath+"/"+id, `{"title":"b"}`)
	if now.str("updated") < was.str("updated") || now.str("etag") == was.str("etag") {
		t.Errorf("after the clock went back: %s then %s", was.raw, now.raw)
	}
}
