package main

import (
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

func FuzzCalls(f *testing.F) {
	f.Add("tasks_create_task", `{"tasklistId":"l","title":"x","due":"2031-05-04T22:00-05:00","notes":null}`)
	f.Add("tasks_batch", `{"operations":[{"action":"tasksList","params":[1]},null,7]}`)
	f.Add("tasks_batch", `{"operations":[{"action":"tasksMove","params":{"taskId":"t","parent":"t"}}],"task":{"id":1,"due":"2031-05-04","links":[{}]}}`)
	f.Add("tasks_list_tasks", `{"tasklistId":5,"dueMin":"2031-05-05","dueMax":"2031-05-04","items":[{"due":"0001-01-01"}],"nextPageToken":"p"}`)
	f.Add("tasks_delete_tasklist", `{"id":"l","tasklistId":"l","deleted":true,"items":[{"assignmentInfo":{}}]}`)
	var actions []string
	for _, row := range table.Rows {
		actions = append(actions, row.Name)
	}
	paritytest.Fuzz(f, tasks(), actions...)
}
