package paritytest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// recorder is a test that notes its failures.
type recorder struct {
	testing.TB
	failed []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failed = append(r.failed, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

// compare gives the failures of a comparison.
func compare(t *testing.T, c abi.Catalog, service string, o Options) string {
	t.Helper()
	r := &recorder{TB: t}
	func() {
		defer func() {
			if stop := recover(); stop != nil && stop != any(r) {
				panic(stop)
			}
		}()
		CompareTools(r, c, service, o)
	}()
	return strings.Join(r.failed, "\n")
}

// input changes a tool's schema.
func input(old, new string) func(*abi.Tool) {
	return func(t *abi.Tool) {
		changed := strings.ReplaceAll(string(t.Input), old, new)
		if changed == string(t.Input) {
			panic("nothing to change in " + string(t.Input))
		}
		t.Input = abi.Raw(changed)
	}
}

// Each change of a catalog is found, and said in words that name it.
func TestDifferencesAreFound(t *testing.T) {
	for _, c := range []struct {
		tool   string
		change func(*abi.Tool)
		want   string
	}{
		{"tasks_get_task", func(t *abi.Tool) { t.Name = "tasks_read_task" }, "tool 3 is tasks_read_task, want tasks_get_task"},
		{"tasks_get_task", func(t *abi.Tool) { t.Action = "taskGet" }, "tasks_get_task: action taskGet"},
		{"drive_list_folders", func(t *abi.Tool) { t.Actions = t.Actions[:1] }, `of ["folderList"]`},
		{"tasks_get_task", func(t *abi.Tool) { t.Group = "list" }, "group list"},
		{"tasks_get_task", func(t *abi.Tool) { t.BatchEligible = false }, "batchEligible false"},
		{"tasks_list_tasks", func(t *abi.Tool) { t.Output.Noun = "item" }, "want list items task"},
		{"tasks_list_tasks", func(t *abi.Tool) { t.Output.Columns = nil }, "a list without columns"},
		{"tasks_list_tasks", func(t *abi.Tool) { t.Output = nil }, "states no output"},
		{"tasks_batch", func(t *abi.Tool) { t.CLI = nil }, "paramsJsonOnly false, want true"},
		{"tasks_get_task", func(t *abi.Tool) { t.Description = "" }, "lacks a title or a description"},
		{"tasks_get_task", input(`"minLength":1,"maxLength":256,"pattern":"^[a-zA-Z0-9_@.-]+$","description":"What."},"taskId"`, `"description":"What."},"taskId"`),
			`/properties/tasklistId/minLength is missing, want 1`},
		{"tasks_get_task", input(`,"description":"What."`, ``), "the argument tasklistId is not described"},
		{"tasks_get_task", input(`"taskId"`, `"id"`), "/properties/taskId is missing"},
		{"tasks_get_task", input(`"maxLength":256`, `"maxLength":255`), "/properties/taskId/maxLength is 255, want 256"},
		{"tasks_get_task", input(`"tasklistId","taskId"`, `"taskId"`), `/required is ["taskId"]`},
		{"tasks_get_task", input(`"additionalProperties":false`, `"additionalProperties":true`), "/additionalProperties is true, want false"},
		{"tasks_get_task", input(`"additionalProperties":false`, `"additionalProperties":false,"minProperties":1`), "/minProperties is 1, the peer has none"},
		{"tasks_list_tasks", input(`"default":100`, `"default":99`), "/properties/maxResults/default is 99, want 100"},
		{"tasks_list_tasks", input(`"format":"iso-date-time"`, `"format":"email"`), `/format is "email", want "iso-date-time"`},
		{"tasks_create_task", input(`"needsAction","completed"`, `"completed","needsAction"`), `/properties/status/enum/0 is "completed"`},
		{"tasks_create_task", input(`"status":`, `"state":`), "/properties/state is"},
		{"sheets_write_range", input(`{"type":"boolean"},`, ``), "/properties/values/items/items/anyOf is"},
		{"slides_insert_image", input(`"format":"https-url"`, `"minLength":1`), `/properties/imageUrl/format is missing, want "https-url"`},
		{"sheets_batch", input(`"const":"sheetAdd"`, `"const":"sheetNew"`), "the batch lacks sheetAdd\nsheets_batch: the peer's batch can't hold sheetNew"},
		{"sheets_batch", input(`"maxItems":20`, `"maxItems":21`), "/properties/operations/maxItems is 21, want 20"},
		{"sheets_batch", input(`"sheetName":`, `"name":`), "batch sheetAdd: /properties/sheetName is missing"},
		{"sheets_batch", input(`"default":{}`, `"default":{"a":1}`), `batch spreadsheetGet: /default/a is 1, the peer has none`},
		{"sheets_batch", input(`"required":["action"]`, `"required":["action","params"]`), `batch spreadsheetGet/required is`},
		{"docs_batch", input(`"documentId"`, `"id"`), "/properties/documentId is missing"},
		{"tasks_get_task", func(t *abi.Tool) { t.Input = abi.Raw(`{`) }, "the schema is not JSON"},
		{"sheets_batch", func(t *abi.Tool) { t.Input = abi.Raw(`{"type":"object"}`) }, "the batch lacks spreadsheetGet"},
		{"tasks_get_task", func(t *abi.Tool) { t.Input = abi.Raw(`[]`) }, " is [], want {"},
	} {
		service, _, _ := strings.Cut(c.tool, "_")
		_, catalog := peerPlugin(t, service)
		found := false
		for i := range catalog.Tools {
			if catalog.Tools[i].Name == c.tool {
				c.change(&catalog.Tools[i])
				found = true
				break
			}
		}
		if got := compare(t, catalog, service, Options{}); !found || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.tool, got, c.want)
		}
	}
}

func TestOrderOfArgumentsIsCompared(t *testing.T) {
	_, catalog := peerPlugin(t, "forms")
	schema := mustParse(t, []byte(catalog.Tools[0].Input))
	properties := schema.Get("properties")
	first := properties.Members()[0]
	last := properties.Without(first.Key)
	last.Set(first.Key, first.Value)
	schema.Set("properties", last)
	catalog.Tools[0].Input = abi.Raw(schema.JSON())
	if got := compare(t, catalog, "forms", Options{}); !strings.Contains(got, "/properties are in the order description") {
		t.Error(got)
	}
}

func TestNumberOfToolsIsCompared(t *testing.T) {
	_, catalog := peerPlugin(t, "tasks")
	more := catalog
	more.Tools = append(more.Tools, abi.Tool{Name: "tasks_x"})
	if got := compare(t, more, "tasks", Options{}); got != "the peer has no tool tasks_x" {
		t.Error(got)
	}
	catalog.Tools = catalog.Tools[:12]
	if got := compare(t, catalog, "tasks", Options{}); got != "tasks_batch is missing" {
		t.Error(got)
	}
}

// The options say what differs, and no more than that.
func TestOptions(t *testing.T) {
	const due = `"due":{"type":"string","format":"iso-date-time","description":"What."}`
	for _, c := range []struct {
		name, old, new string
		options        Options
		want           string
	}{
		{"ours", `"status":`, `"x":{"type":"string","description":"X."},"status":`, Options{Ours: map[string][]string{"tasksUpdate": {"x"}}}, ""},
		{"ours unstated", `"status":`, `"x":{"type":"string","description":"X."},"status":`, Options{}, "/properties/x is"},
		{"ours missing", ``, ``, Options{Ours: map[string][]string{"tasksUpdate": {"x"}}}, "our argument x is missing"},
		{"ours is the peer's", ``, ``, Options{Ours: map[string][]string{"tasksUpdate": {"title"}}}, "the peer has the argument title too"},
		{"ours required", `}},"required":["tasklistId"`, `},"x":{"type":"string","description":"X."}},"required":["x","tasklistId"`,
			Options{Ours: map[string][]string{"tasksUpdate": {"x"}}}, "our argument x is required"},
		{"no such action", ``, ``, Options{Ours: map[string][]string{"taskUpdate": {"x"}}}, "names the action taskUpdate"},
		{"wider", due, `"due":{"type":["string","null"],"anyOf":[{"type":"string","format":"iso-date-time"},{"type":"null"}],"description":"What."}`,
			Options{Wider: map[string][]string{"tasksUpdate": {"due"}}}, ""},
		{"not wider", due, `"due":{"type":["string","null"],"anyOf":[{"type":"string"},{"type":"null"}],"description":"What."}`,
			Options{Wider: map[string][]string{"tasksUpdate": {"due"}}}, "does not take what the peer's takes"},
		{"output", ``, ``, Options{Output: map[string]abi.Output{"tasks_get_task": {Kind: "list", ItemsKey: "x", Noun: "y"}}}, "want list x y"},
		{"output for nothing", ``, ``, Options{Output: map[string]abi.Output{"tasks_get_task": {Kind: "text"}}}, "states the peer's own output"},
		{"output of no tool", ``, ``, Options{Output: map[string]abi.Output{"tasks_x": {Kind: "text"}}}, "names the tool tasks_x"},
	} {
		p, _ := peerPluginWith(t, "tasks", func(tool *abi.Tool) {
			if tool.Name == "tasks_update_task" && c.old != "" {
				input(c.old, c.new)(tool)
			}
		})
		got := compare(t, p.Catalog(), "tasks", c.options)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
