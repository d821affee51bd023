package tasksapi

import (
	_ "embed"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi/discoverytest"
)

//go:embed testdata/tasks-api.json
var discoveryJSON []byte

var document = sync.OnceValue(func() *discoverytest.Document { return discoverytest.Read(discoveryJSON) })

func TestMethodsAreThoseOfDiscovery(t *testing.T) {
	document().CompareMethods(t, (&API{}).Methods())
}

func TestTypesHaveTheFieldsOfDiscovery(t *testing.T) {
	document().CompareTypes(t, []any{TaskLists{}, Tasks{}})
}

// TestLimitsAreThoseOfDiscovery reads the numbers in the descriptions.
func TestLimitsAreThoseOfDiscovery(t *testing.T) {
	m, l := document().Methods, DefaultLimits()
	page := m["tasks.tasks.list"].Parameters["maxResults"].Description
	lists := m["tasks.tasklists.list"].Parameters["maxResults"].Description
	props := string(discoveryJSON)
	equal(t, "lists", l.Lists, discoverytest.Number(t, m["tasks.tasklists.insert"].Description, `up to ([\d,]+) lists`))
	equal(t, "tasks per list", l.TasksPerList, discoverytest.Number(t, m["tasks.tasks.insert"].Description, `up to ([\d,]+) non-hidden`))
	equal(t, "tasks", l.Tasks, discoverytest.Number(t, m["tasks.tasks.insert"].Description, `up to ([\d,]+) tasks in total`))
	equal(t, "subtasks", l.Subtasks, discoverytest.Number(t, m["tasks.tasks.move"].Description, `up to ([\d,]+) subtasks`))
	equal(t, "page", tasksPageSize, discoverytest.Number(t, page, `default is (\d+)`))
	equal(t, "page maximum", maxTasksPage, discoverytest.Number(t, page, `max allowed: (\d+)`))
	equal(t, "lists page", listsPageSize, discoverytest.Number(t, lists, `default is (\d+)`))
	equal(t, "lists page maximum", maxListsPage, discoverytest.Number(t, lists, `max allowed: (\d+)`))
	equal(t, "title", maxTitle, discoverytest.Number(t, props, `Title of the task\. Maximum length allowed: (\d+)`))
	equal(t, "notes", maxNotes, discoverytest.Number(t, props, `Notes describing[^"]* Maximum length allowed: (\d+)`))
}
