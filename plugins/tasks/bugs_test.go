package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The numbers are those of public reports about similar tools. Deletes of what
// is gone (B66) and empty lists (B86) are cases of testdata/cases.

// B64: the time of day of a due date was lost without a word.
func TestB64ATimeOfDayIsSaidToBeLost(t *testing.T) {
	for due, told := range map[string]bool{
		"2026-02-08T12:20:00+01:00": true, "2026-02-08T23:59:59Z": true, "2026-02-08 07:00": true,
		"2026-02-08": false, "2026-02-08T00:00:00Z": false,
	} {
		for _, tool := range []string{"tasks_create_task", "tasks_update_task"} {
			args := `{"tasklistId":"l1","taskId":"t1","title":"x","due":"` + due + `"}`
			out := paritytest.Transform(t, tasks(), tool, json.RawMessage(args))
			warnings := strings.Join(paritytest.Warnings(out), " ")
			if out.Error != nil || strings.Contains(warnings, "time") != told {
				t.Errorf("%s %s: %q %+v", tool, due, warnings, out.Error)
			}
			plan := paritytest.Plan(t, tasks(), out.Action, json.RawMessage(out.Params))
			if len(plan.Requests) != 1 || !strings.Contains(string(plan.Requests[0].Body), `"due":"2026-02-08T00:00:00.000Z"`) {
				t.Errorf("%s %s: %+v", tool, due, plan)
			}
		}
	}
}

// B65: a due date could not be cleared. Left out it stays.
func TestB65ADueDateIsCleared(t *testing.T) {
	for given, sent := range map[string]string{`,"due":""`: `{"title":"x","due":null}`, `,"due":null`: `{"title":"x","due":null}`, ``: `{"title":"x"}`} {
		args := json.RawMessage(`{"tasklistId":"l1","taskId":"t1","title":"x"` + given + `}`)
		out := paritytest.Transform(t, tasks(), "tasks_update_task", args)
		if out.Error != nil {
			t.Fatalf("%s: %+v", args, out.Error)
		}
		plugintest.Plan{Action: "tasksUpdate", Params: json.RawMessage(out.Params),
			Steps: [][]plugintest.Exchange{{{Request: abi.Request{Route: routePatch, Path: taskPath, Body: abi.Raw(sent)}, Body: json.RawMessage(aTask)}}},
			Data:  json.RawMessage(aTaskData)}.Run(t, native())
	}
}

// B66: what is not there is neither deleted nor changed.
func TestB66NothingIsDoneToWhatIsGone(t *testing.T) {
	const params = `{"tasklistId":"l1","taskId":"t1","title":"x"}`
	for _, action := range []string{"tasklistsDelete", "tasksDelete", "tasksClear", "tasksUpdate", "tasksMove", "tasklistsUpdate", "tasksGet"} {
		paritytest.Gone(t, tasks(), action, params)
	}
}
