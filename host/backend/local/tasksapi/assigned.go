package tasksapi

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/wslite/wslite/host/backend/local/store"
)

// The surfaces that assign tasks.
const (
	SurfaceDocument = "DOCUMENT"
	SurfaceSpace    = "SPACE"
)

// fromDocument says whether the task was assigned in Google Docs.
func (t *taskRow) fromDocument() bool {
	if !t.assigned() {
		return false
	}
	var info AssignmentInfo
	return json.Unmarshal([]byte(t.assignment.String), &info) == nil && info.SurfaceType == SurfaceDocument
}

// SeedAssigned puts a task into a list as if Docs or Chat had assigned it,
// and gives its id. No method of the API can make such a task, so this is for
// tests and demonstrations, and is not reachable over HTTP.
func (a *API) SeedAssigned(ctx context.Context, tasklist, title string, info AssignmentInfo) (string, error) {
	data, err := json.Marshal(info)
	if err != nil {
		return "", err
	}
	t := &taskRow{title: title, assignment: sql.NullString{String: string(data), Valid: true}}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		l, err := liveList(tx, tasklist)
		if err != nil {
			return err
		}
		return t.insert(tx, l, nil, nil)
	})
	return t.id, err
}
