package google

import (
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

var pages = actions.Table{
	Service: "pages", Batch: "pages_batch", MaxOperations: 5,
	Rows: []actions.Row{
		{Name: "create", Tool: "pages_create", Alone: true},
		{Name: "list", Tool: "pages_list", RestOnly: []string{"deep"}},
		{Name: "listTop", Tool: "pages_list"},
	},
}

func pageTools() []abi.Tool {
	return []abi.Tool{
		Tool(&pages, "create", "write", "Create", "Creates.", schema.Required("title", schema.String()), IdempotencyKey()),
		Tool(&pages, "list", "list", "List", "Lists.", schema.Required("siteId", ID("The site.")), schema.Optional("under", ID("The page.")),
			PageSize("pageSize", "pages", schema.Integer(), 100, 20), PageToken(schema.String()), Confirm()),
	}
}

func TestTool(t *testing.T) {
	list := pageTools()[1]
	if list.Name != "pages_list" || list.Action != "list" || len(list.Actions) != 2 || list.Actions[1] != "listTop" ||
		len(list.RestOnly) != 1 || !list.BatchEligible || list.Output.Kind != "text" || list.Group != "list" {
		t.Errorf("%+v", list)
	}
	const want = `{"type":"object","properties":{` +
		`"siteId":{"type":"string","pattern":"^[a-zA-Z0-9_-]+$","description":"The site."},` +
		`"under":{"type":"string","pattern":"^[a-zA-Z0-9_-]+$","description":"The page."},` +
		`"pageSize":{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"How many pages to return at most, 1 to 100."},` +
		`"pageToken":{"type":"string","description":"The nextPageToken of the answer before this one, with all other arguments unchanged."},` +
		`"confirm":{"type":"boolean","description":"True once a person has agreed to this very call."}` +
		`},"required":["siteId"],"additionalProperties":false}`
	if string(list.Input) != want {
		t.Errorf("%s\nwant\n%s", list.Input, want)
	}
}

func TestWords(t *testing.T) {
	tool := Words(abi.Tool{CLI: &abi.CLI{ParamsJSONOnly: true}}, "a", "b")
	if !tool.CLI.ParamsJSONOnly || len(tool.CLI.Positionals) != 2 || Words(abi.Tool{}, "a").CLI.Positionals[0] != "a" || Words(abi.Tool{}).CLI != nil {
		t.Errorf("%+v", tool.CLI)
	}
}

func TestToolOfNoAction(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a tool of an action that the table lacks")
		}
	}()
	Tool(&pages, "gone", "read", "", "")
}

// A batch that names the site once holds no action without a site, and its
// operations don't name the site again.
func TestBatchTool(t *testing.T) {
	b := BatchTool(&pages, pageTools(), Batch{
		What: "pages", When: "Choose it for several.", Confirm: "delete",
		Outer: []schema.Field{schema.Required("siteId", ID("The site."))},
		Omit:  []schema.Omit{{Action: "listTop", Key: "under"}},
	})
	if b.Name != "pages_batch" || !b.IsBatchTool || b.BatchEligible || b.Action != "batch" || !b.CLI.ParamsJSONOnly {
		t.Errorf("%+v", b)
	}
	const says = "Runs up to 5 actions on pages in one call, in the order given. Choose it for several. "
	if b.Description[:len(says)] != says {
		t.Error(b.Description)
	}
	input, err := value.Parse(string(b.Input))
	if err != nil {
		t.Fatal(err)
	}
	properties := input.Get("properties")
	if m := properties.Members(); len(m) != 2 || m[0].Key != "siteId" || m[1].Key != "operations" {
		t.Errorf("%s", properties)
	}
	forms := properties.Get("operations").Get("items").Get("oneOf").Items()
	got := ""
	for _, f := range forms {
		got += f.Get("properties").Get("action").Get("const").Text() + ":"
		params := f.Get("properties").Get("params")
		for _, m := range params.Get("properties").Members() {
			got += " " + m.Key
		}
		if params.Has("required") {
			got += " required " + string(params.Get("required").JSON())
		}
		got += "\n"
	}
	const want = "list: under pageSize pageToken confirm\nlistTop: pageSize pageToken confirm\n"
	if got != want {
		t.Errorf("forms\n%swant\n%s", got, want)
	}
}

func TestInsert(t *testing.T) {
	tools := []abi.Tool{{Name: "a"}, {Name: "c"}, {Name: "d"}}
	for at, want := range []string{"bacd", "abcd", "acbd", "acdb"} {
		got := ""
		for _, tool := range Insert(tools, at, abi.Tool{Name: "b"}) {
			got += tool.Name
		}
		if got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
	if tools[1].Name != "c" {
		t.Error("the list was changed")
	}
}
