package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The numbers are those of the peer's defects in its tasks service. Defects 13
// (failures not flagged to MCP clients), 14 (replay of creations) and 16 (no
// allow-list) are the host's; 11 and parts of 12 and 15 are shared with it.

func native() plugintest.Caller { return plugintest.Native(tasks()) }

func request(route string, path map[string]string, body string) abi.Request {
	return abi.Request{Route: route, Path: path, Body: abi.Raw(body)}
}

var (
	listPath = map[string]string{"tasklist": "l1"}
	taskPath = map[string]string{"tasklist": "l1", "task": "t1"}
)

const aTask, aTaskData = `{"id":"t1","title":"x"}`, `{"task":{"id":"t1","title":"x"}}`

// 1: an evening, or a time without offset, moved the due date by a day.
func TestTasksDefect01DueDateKeepsTheDay(t *testing.T) {
	for _, due := range []string{
		"2031-05-04", "2031-05-04T00:00:00Z", "2031-05-04T23:59:59-11:00", "2031-05-04T00:30:00+14:00", "2031-05-04T22:00", "2031-05-04 22:00:00.5",
	} {
		plugintest.Plan{
			Action: "tasksCreate", Params: json.RawMessage(`{"tasklistId":"l1","title":"x","due":"` + due + `"}`),
			Steps: [][]plugintest.Exchange{{{Request: request(routeInsert, listPath, `{"title":"x","due":"2031-05-04T00:00:00.000Z"}`), Body: json.RawMessage(aTask)}}},
			Data:  json.RawMessage(aTaskData),
		}.Run(t, native())
	}
}

// 2: a due date could not be removed.
func TestTasksDefect02DueDateCanBeRemoved(t *testing.T) {
	for _, due := range []string{`""`, `null`} {
		params := json.RawMessage(`{"tasklistId":"l1","taskId":"t1","due":` + due + `}`)
		plugintest.Transform{Tool: "tasks_update_task", Args: params, Action: "tasksUpdate", Params: params}.Run(t, native())
		plugintest.Plan{
			Action: "tasksUpdate", Params: params,
			Steps: [][]plugintest.Exchange{{{Request: request(routePatch, taskPath, `{"due":null}`), Body: json.RawMessage(aTask)}}},
			Data:  json.RawMessage(aTaskData),
		}.Run(t, native())
	}
}

// 3: notes above the API's limit passed and failed upstream without a reason.
func TestTasksDefect03NotesAboveTheAPILimit(t *testing.T) {
	args := func(n int) json.RawMessage {
		return json.RawMessage(`{"tasklistId":"l1","taskId":"t1","title":"x","notes":"` + strings.Repeat("n", n) + `"}`)
	}
	for _, tool := range []string{"tasks_create_task", "tasks_update_task"} {
		out := paritytest.Transform(t, tasks(), tool, args(apiNotes))
		if out.Error != nil {
			t.Errorf("%s: %d characters: %+v", tool, apiNotes, out.Error)
		}
		plugintest.Transform{Tool: tool, Args: args(apiNotes + 1),
			Error: &plugintest.Failure{Code: "LIMIT_EXCEEDED", Field: "notes", Message: "8192 characters and has 8193"}}.Run(t, native())
	}
}

// 4: an update read the task and wrote it back whole.
func TestTasksDefect04UpdateIsOnePatch(t *testing.T) {
	plugintest.Plan{
		Action: "tasksUpdate", Params: json.RawMessage(`{"tasklistId":"l1","taskId":"t1","title":"x","ifMatch":"\"e\""}`),
		Steps: [][]plugintest.Exchange{{{
			Request: abi.Request{Route: routePatch, Path: taskPath, Body: abi.Raw(`{"title":"x"}`), IfMatch: `"e"`}, Status: 412}}},
		Error: &plugintest.Failure{Code: "CONFLICT"},
	}.Run(t, native())
}

// 5: bare dates passed the schema and were refused upstream.
func TestTasksDefect05BoundsAreNormalised(t *testing.T) {
	plugintest.Plan{
		Action: "tasksList", Params: json.RawMessage(`{"tasklistId":"l1","dueMin":"2031-05-04","dueMax":"2031-05-05T10:00"}`),
		Steps: [][]plugintest.Exchange{{{Request: abi.Request{Route: routeList, Path: listPath, Query: map[string]abi.Raw{
			"maxResults": abi.Raw("100"), "dueMin": abi.Raw(`"2031-05-04T00:00:00Z"`), "dueMax": abi.Raw(`"2031-05-05T10:00:00Z"`)}}, Body: json.RawMessage(`{}`)}}},
		Data:       json.RawMessage(`{"tasklistId":"l1","items":[]}`),
		Pagination: &abi.Pagination{},
		Warnings:   []string{"dueMax has no offset from UTC and was read as UTC."},
	}.Run(t, native())
}

// 6: assigned tasks could not be listed, and went with their list unseen.
func TestTasksDefect06AssignedTasksAreSeen(t *testing.T) {
	next := planJSON(t, "tasksList", `{"tasklistId":"l1","showAssigned":true}`)
	if string(next.Requests[0].Query["showAssigned"]) != "true" || !strings.Contains(next.Requests[0].Keep, "assignmentInfo(") {
		t.Errorf("%+v", next.Requests)
	}
	next = planJSON(t, "tasklistsDelete", `{"tasklistId":"l1"}`)
	if slices.ContainsFunc(next.Requests, func(r abi.Request) bool { return r.Route == routeListsDelete }) {
		t.Error("the list is deleted before anyone looked for assigned tasks")
	}
	// The refusal itself is in testdata/cases/plan_remove.json.
}

// 7: "deleted: true" for what was not there.
func TestTasksDefect07NothingIsDeletedTwice(t *testing.T) {
	for _, e := range []plugintest.Exchange{
		{Status: 404}, {Status: 410}, {Body: json.RawMessage(`{"id":"t1","deleted":true}`)},
	} {
		e.Request = abi.Request{Route: routeGet, Path: taskPath}
		want := &plugintest.Failure{Code: "NOT_FOUND"}
		if e.Status == 0 {
			want.Field = "taskId"
		}
		plugintest.Plan{Action: "tasksDelete", Params: json.RawMessage(`{"tasklistId":"l1","taskId":"t1"}`),
			Steps: [][]plugintest.Exchange{{e}}, Error: want}.Run(t, native())
	}
}

// 8: no move to another list.
func TestTasksDefect08MoveToAnotherList(t *testing.T) {
	plugintest.Plan{
		Action: "tasksMove", Params: json.RawMessage(`{"tasklistId":"l1","taskId":"t1","destinationTasklistId":"l2","previous":"s2"}`),
		Steps: [][]plugintest.Exchange{{{Request: abi.Request{Route: routeMove, Path: taskPath, Query: map[string]abi.Raw{
			"previous": abi.Raw(`"s2"`), "destinationTasklist": abi.Raw(`"l2"`)}}, Body: json.RawMessage(aTask)}}},
		Data: json.RawMessage(aTaskData),
	}.Run(t, native())
}

// 9: deleting the default list failed upstream without a reason, and a bare
// move went to the top without a word in the tool's text.
func TestTasksDefect09DefaultListAndBareMove(t *testing.T) {
	plugintest.Plan{Action: "tasklistsDelete", Params: json.RawMessage(`{"tasklistId":"@default","includeAssigned":true}`),
		Error: &plugintest.Failure{Code: "BAD_REQUEST", Field: "tasklistId", Message: "default task list"}}.Run(t, native())
	if !strings.Contains(moveTask().Description, "very top") {
		t.Error("tasks_move_task does not say where a bare move goes")
	}
}

// 10: lists showed neither notes nor parent nor position, and no link to open
// a task.
func TestTasksDefect10ListsShowWhatIsThere(t *testing.T) {
	var keys []string
	for _, c := range listTasks().Output.Columns {
		keys = append(keys, c.Key)
	}
	for _, key := range []string{"status", "due", "title", "id", "notes", "parent", "position"} {
		if !slices.Contains(keys, key) {
			t.Errorf("no column %s", key)
		}
	}
	if !strings.Contains(keepTask, "webViewLink") {
		t.Error("webViewLink is not kept")
	}
}

// 11: a boolean that is none was dropped in silence.
func TestTasksDefect11BooleansAreBooleans(t *testing.T) {
	for _, tool := range catalog().Tools {
		for _, key := range []string{"showCompleted", "showDeleted", "showHidden", "showAssigned", "confirm", "includeAssigned"} {
			p := mustParse(t, string(tool.Input)).Get("properties").Get(key)
			if p.Exists() && p.Get("type").Text() != "boolean" {
				t.Errorf("%s: %s is %s", tool.Name, key, p)
			}
		}
	}
}

// 12: a missing object was UPDATE_FAILED, MOVE_FAILED or DELETE_FAILED. A plan
// tolerates no status, so the host's own code for it comes out.
func TestTasksDefect12MissingObjectsAreNotFound(t *testing.T) {
	for action, params := range map[string]string{
		"tasklistsGet": `{"tasklistId":"@default"}`, "tasklistsUpdate": `{"tasklistId":"l1","title":"x"}`,
		"tasksList": `{"tasklistId":"l1"}`, "tasksGet": `{"tasklistId":"l1","taskId":"t1"}`,
		"tasksCreate": `{"tasklistId":"l1","title":"x"}`, "tasksUpdate": `{"tasklistId":"l1","taskId":"t1","title":"x"}`,
		"tasksMove": `{"tasklistId":"l1","taskId":"t1"}`, "tasksDelete": `{"tasklistId":"l1","taskId":"t1"}`,
		"tasksClear": `{"tasklistId":"l1"}`,
	} {
		for status, code := range map[int]string{404: "NOT_FOUND", 403: "ACTION_NOT_ALLOWED", 429: "RATE_LIMITED", 500: "UPSTREAM_ERROR"} {
			request := planJSON(t, action, params).Requests[0]
			plugintest.Plan{Action: action, Params: json.RawMessage(params),
				Steps: [][]plugintest.Exchange{{{Request: request, Status: status}}},
				Error: &plugintest.Failure{Code: code}}.Run(t, native())
		}
	}
}

// 15: bad input inside a batch became INTERNAL_ERROR, after other operations
// had run.
func TestTasksDefect15BatchIsCheckedBeforeItRuns(t *testing.T) {
	for params, field := range map[string]string{
		`{"action":"tasksGet","params":{"tasklistId":"l1"}}`:                                "operations.1.params.taskId",
		`{"action":"tasksCreate","params":{"tasklistId":"l1","title":"x","due":"soon"}}`:    "operations.1.params.due",
		`{"action":"tasksMove","params":{"tasklistId":"l1","taskId":"t1","previous":"t1"}}`: "operations.1.params.previous",
		`{"action":"tasklistsDelete"}`:                                                      "operations.1.params.tasklistId",
		`{"action":"tasksList","params":{"tasklistId":"l1","dueMin":"2031-02-30"}}`:         "operations.1.params.dueMin",
		`{"action":"tasksUpdate","params":{"tasklistId":"l1","taskId":"t1","title":"   "}}`: "operations.1.params.title",
		`{"action":"tasklistsUpdate","params":{"tasklistId":"l1"}}`:                         "operations.1.params.title",
	} {
		plugintest.Transform{Tool: "tasks_batch", Args: json.RawMessage(`{"operations":[{"action":"tasklistsList","params":{}},` + params + `]}`),
			Error: &plugintest.Failure{Code: "BAD_REQUEST", Field: field}}.Run(t, native())
	}
}

// An answer without a body is not an empty list, and nothing is deleted on the
// strength of one.
func TestAnswersWithoutBodyAreMalformed(t *testing.T) {
	for action, params := range map[string]string{
		"tasklistsList": `{}`, "tasklistsGet": `{"tasklistId":"@default"}`, "tasklistsCreate": `{"title":"x"}`,
		"tasklistsUpdate": `{"tasklistId":"l1","title":"x"}`, "tasklistsDelete": `{"tasklistId":"l1"}`,
		"tasksList": `{"tasklistId":"l1"}`, "tasksGet": `{"tasklistId":"l1","taskId":"t1"}`, "tasksCreate": `{"tasklistId":"l1","title":"x"}`,
		"tasksUpdate": `{"tasklistId":"l1","taskId":"t1","title":"x"}`, "tasksMove": `{"tasklistId":"l1","taskId":"t1"}`,
		"tasksDelete": `{"tasklistId":"l1","taskId":"t1"}`,
	} {
		var step []plugintest.Exchange
		for _, r := range planJSON(t, action, params).Requests {
			e := plugintest.Exchange{Request: r}
			if r.Route == routeListsGet && action == "tasklistsDelete" {
				e.Body = json.RawMessage(`{"id":"` + r.Path["tasklist"] + `"}`)
			}
			step = append(step, e)
		}
		plugintest.Plan{Action: action, Params: json.RawMessage(params), Steps: [][]plugintest.Exchange{step},
			Error: &plugintest.Failure{Code: "MALFORMED_RESPONSE", Message: "nothing where an object was due"}}.Run(t, native())
	}
}
