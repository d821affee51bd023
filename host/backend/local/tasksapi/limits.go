package tasksapi

import (
	"unicode/utf8"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// Limits are the ceilings that the Discovery document states, but Depth.
type Limits struct {
	Lists        int // lists of a user
	TasksPerList int // tasks of a list that are not hidden
	Tasks        int // tasks of a user in total
	Subtasks     int // direct subtasks of a task
	Depth        int // levels of nesting; ours: a page token holds one number per level
}

// DefaultLimits are those of a real account.
func DefaultLimits() Limits {
	return Limits{Lists: 2000, TasksPerList: 20_000, Tasks: 100_000, Subtasks: 2000, Depth: 32}
}

// Lengths in characters, and page sizes: default and maximum.
const (
	maxTitle = 1024
	maxNotes = 8192

	listsPageSize = 1000
	maxListsPage  = 1000
	tasksPageSize = 20
	maxTasksPage  = 100
)

// checkLength counts characters (code points), not bytes.
func checkLength(field, text string, limit int) error {
	if n := utf8.RuneCountInString(text); n > limit {
		return gapi.Invalid("Invalid value at '%s': %d characters, the maximum is %d.", field, n, limit)
	}
	return nil
}
