package tasksapi

import (
	"fmt"
	"testing"
	"time"
)

func TestFilters(t *testing.T) {
	b := newBench(t)
	for day := 3; day >= 1; day-- {
		b.must(200, "POST", tasksPath, fmt.Sprintf(`{"title":"due%d","due":"2030-02-0%dT00:00:00Z"}`, day, day))
	}
	b.must(200, "POST", tasksPath, `{"title":"plain"}`)
	b.must(200, "POST", tasksPath, `{"title":"done","status":"completed","completed":"2030-01-10T00:00:00Z"}`)
	b.now = b.now.Add(time.Hour)
	b.must(200, "POST", tasksPath, `{"title":"late"}`)
	for _, c := range []struct{ query, want string }{
		{"", "late done plain due1 due2 due3"},
		{"showCompleted=false", "late plain due1 due2 due3"},
		{"dueMin=2030-02-02T00:00:00Z", "due2 due3"},
		{"dueMax=2030-02-02T00:00:00Z", "due1"},
		{"dueMin=2030-02-02T00:00:00Z&dueMax=2030-02-03T00:00:00.000Z", "due2"},
		{"dueMin=2030-02-02T01:00:00%2B01:00", "due2 due3"},
		{"completedMin=2030-01-10T00:00:00Z", "done"},
		{"completedMax=2030-01-10T00:00:00Z", ""},
		{"completedMax=2030-01-10T00:00:00.001Z", "done"},
		{"completedMin=2030-01-10T00:00:00Z&showCompleted=false", ""},
		{"updatedMin=2030-01-31T13:00:00Z", "late"},
		{"updatedMin=2030-01-31T12:00:00Z", "late done plain due1 due2 due3"},
		{"dueMin=&showHidden=", "late done plain due1 due2 due3"},
		{"alt=json&key=k&quotaUser=u&prettyPrint=false", "late done plain due1 due2 due3"},
	} {
		equal(t, c.query, b.must(200, "GET", tasksPath+"?"+c.query, "").titles(), c.want)
	}
}

func TestAssignedTasks(t *testing.T) {
	b := newBench(t)
	doc, err := b.api.SeedAssigned(t.Context(), "@default", "doc", AssignmentInfo{
		LinkToTask: "https://docs.google.com/document/d/f1", SurfaceType: SurfaceDocument,
		DriveResourceInfo: &DriveResourceInfo{DriveFileID: "f1", ResourceKey: "k"},
	})
	if err != nil {
		t.Fatal(err)
	}
	chat, err := b.api.SeedAssigned(t.Context(), "@default", "chat", AssignmentInfo{
		SurfaceType: SurfaceSpace, SpaceInfo: &SpaceInfo{Space: "spaces/s"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.api.SeedAssigned(t.Context(), "nope", "x", AssignmentInfo{}); err == nil {
		t.Error("a task was assigned into a list that does not exist")
	}
	own := b.add("own")
	equal(t, "default", b.list().titles(), "own")
	equal(t, "showAssigned", b.list("showAssigned", "true").titles(), "own chat doc")
	info := b.get(doc).body["assignmentInfo"].(map[string]any)
	equal(t, "surface", info["surfaceType"], "DOCUMENT")
	equal(t, "file", info["driveResourceInfo"].(map[string]any)["driveFileId"], "f1")

	b.must(400, "POST", tasksPath+"?parent="+doc, `{"title":"x"}`)
	b.must(400, "POST", tasksPath+"/"+own+"/move?parent="+doc, "")
	b.must(400, "POST", tasksPath+"/"+doc+"/move?parent="+own, "")
	b.must(200, "POST", tasksPath+"/"+doc+"/move?previous="+own, "")
	equal(t, "moved", b.list("showAssigned", "true").titles(), "own doc chat")
	contains(t, "notes", b.must(400, "PATCH", tasksPath+"/"+doc, `{"notes":"n"}`).message(), "cannot have notes")
	b.must(200, "PATCH", tasksPath+"/"+chat, `{"notes":"n"}`)
	equal(t, "deleted is read-only", b.must(200, "PATCH", tasksPath+"/"+doc, `{"deleted":true}`).body["deleted"], nil)
	b.must(204, "DELETE", tasksPath+"/"+doc, "")
	equal(t, "deleted", b.list("showAssigned", "true").titles(), "own chat")
}

func TestPartialResponses(t *testing.T) {
	b := newBench(t)
	b.add("a")
	b.add("b")
	for _, c := range []struct{ path, want string }{
		{tasksPath + "?fields=items(id,title)", `{"items":[{"id":"id3","title":"b"},{"id":"id2","title":"a"}]}`},
		{tasksPath + "?fields=kind,items/status&maxResults=1", `{"items":[{"status":"needsAction"}],"kind":"tasks#tasks"}`},
		{tasksPath + "/id2?fields=title", `{"title":"a"}`},
		{tasksPath + "/id2?fields=due", `{}`},
		{listsPath + "/@default?fields=title", `{"title":"My Tasks"}`},
	} {
		equal(t, c.path, string(b.must(200, "GET", c.path+"&prettyPrint=false", "").raw), c.want+"\n")
	}
	equal(t, "star", len(b.must(200, "GET", tasksPath+"/id2?fields=*", "").body), len(b.get("id2").body))
	equal(t, "write", string(b.must(200, "PATCH", tasksPath+"/id2?fields=title&prettyPrint=false", `{"title":"c"}`).raw), "{\"title\":\"c\"}\n")
	contains(t, "pretty by default", string(b.get("id2").raw), "\n  \"id\": \"id2\"")
}
