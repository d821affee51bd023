package actions

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// shop is a service of its own: one tool of two actions, a batch about one
// basket, an action that is no part of batches.
func shop() *Table {
	return &Table{
		Service: "shop", Batch: "shop_batch", MaxOperations: 3,
		Rows: []Row{
			{Name: "add", Tool: "shop_add", Required: []string{"basketId", "item"}, Check: func(p *Params) {
				p.Bound("item", 4)
				p.NotBlank("note", "item")
				if p.Get("count").IsNull() {
					p.Warn("count is null.")
				}
				if p.Find("basketId").Text() == "full" {
					p.Fail(plugin.Conflict, "basketId", "The basket is full.")
				}
				if p.Has("nothing") {
					p.Fail(plugin.BadRequest, "", "It makes no sense.")
				}
			}},
			{Name: "list", Tool: "shop_list", Check: func(p *Params) { p.Interval("min", "max") }},
			{Name: "listAll", Tool: "shop_list"},
			{Name: "open", Tool: "shop_open", Alone: true, Plan: func(s *plugin.Step) (*plugin.Next, error) {
				return plugin.Done(s.Params), nil
			}},
		},
		Choose: func(tool string, args value.Value) string {
			switch {
			case tool == "shop_list" && args.Get("all").IsTrue():
				return "listAll"
			case tool == "shop_open" && args.Has("wrong"):
				return "add"
			}
			return ""
		},
	}
}

func parse(t testing.TB, text string) value.Value {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTransform(t *testing.T) {
	for _, c := range []struct {
		tool, args string
		// action is what must come out; params too where they differ from args.
		action, params string
		warnings       []string
		code, field    string
	}{
		{tool: "shop_add", args: `{"basketId":"b","item":"tea","count":1}`, action: "add"},
		{tool: "shop_add", args: `{"basketId":"b","item":"😀😀","count":null}`, action: "add", warnings: []string{"count is null."}},
		{tool: "shop_add", args: `{"basketId":"b","item":0}`, action: "add"},
		{tool: "shop_add", args: `{"basketId":"b","item":false}`, action: "add"},
		{tool: "shop_add", args: `{"basketId":"b","item":[]}`, action: "add"},
		{tool: "shop_add", args: `{"basketId":"b","item":"😀😀."}`, code: plugin.LimitExceeded, field: "item"},
		{tool: "shop_add", args: `{"basketId":"b"}`, code: plugin.BadRequest, field: "item"},
		{tool: "shop_add", args: `{"basketId":null,"item":"tea"}`, code: plugin.BadRequest, field: "basketId"},
		{tool: "shop_add", args: `{"basketId":" ","item":"tea"}`, code: plugin.BadRequest, field: "basketId"},
		{tool: "shop_add", args: `{"basketId":"b","item":"tea","note":"\n"}`, code: plugin.BadRequest, field: "note"},
		{tool: "shop_add", args: `{"basketId":"full","item":"tea"}`, code: plugin.Conflict, field: "basketId"},
		{tool: "shop_add", args: `{"basketId":"b","item":"tea","nothing":1}`, code: plugin.BadRequest, field: ""},
		// The first fault counts.
		{tool: "shop_add", args: `{"basketId":"full","item":"coffee","note":" "}`, code: plugin.LimitExceeded, field: "item"},

		{tool: "shop_list", args: `{}`, action: "list"},
		{tool: "shop_list", args: `{"all":true}`, action: "listAll"},
		{tool: "shop_list", args: `{"min":"2031-05-04","max":"2031-05-04"}`, action: "list"},
		{tool: "shop_list", args: `{"max":"2031-05-04"}`, action: "list"},
		{tool: "shop_list", args: `{"min":"2031-05-04T01:00:00+02:00","max":"2031-05-03T23:30:00Z"}`, action: "list"},
		{tool: "shop_list", args: `{"min":"2031-05-04","max":"2031-05-03"}`, code: plugin.BadRequest, field: "max"},
		{tool: "shop_list", args: `{"min":"2031-02-30","max":"2031-05-03"}`, code: plugin.BadRequest, field: "min"},
		{tool: "shop_list", args: `{"max":7}`, code: plugin.BadRequest, field: "max"},

		{tool: "shop_gone", args: `{}`, code: plugin.BadRequest},
		{tool: "", args: `{}`, code: plugin.BadRequest},

		{tool: "shop_batch", args: `{"operations":[{"action":"list","params":{}},{"action":"listAll","params":{"min":"2031"}}]}`, action: "batch"},
		{tool: "shop_batch", args: `{"operations":[{"action":"list"}]}`, action: "batch", params: `{"operations":[{"action":"list","params":{}}]}`},
		{tool: "shop_batch", args: `{"basketId":"b","operations":[{"action":"add","params":{"item":"tea"}}]}`, action: "batch"},
		{tool: "shop_batch", args: `{"operations":[{"action":"list"},{"action":"add","params":{"basketId":"b","item":"tea","count":null}}]}`, action: "batch",
			params:   `{"operations":[{"action":"list","params":{}},{"action":"add","params":{"basketId":"b","item":"tea","count":null}}]}`,
			warnings: []string{"Operation 1: count is null."}},
		// A fault of what the batch says for all of its operations is its own.
		{tool: "shop_batch", args: `{"basketId":"full","operations":[{"action":"add","params":{"item":"tea"}}]}`, code: plugin.Conflict, field: "basketId"},
		{tool: "shop_batch", args: `{"basketId":"b","operations":[{"action":"add","params":{"basketId":"full","item":"tea"}}]}`, code: plugin.Conflict, field: "operations.0.params.basketId"},
		{tool: "shop_batch", args: `{"basketId":" ","operations":[{"action":"add","params":{"item":"tea"}}]}`, code: plugin.BadRequest, field: "basketId"},
		{tool: "shop_batch", args: `{"operations":[{"action":"list"},{"action":"add","params":{"item":"tea"}}]}`, code: plugin.BadRequest, field: "operations.1.params.basketId"},
		{tool: "shop_batch", args: `{"basketId":"b","operations":[{"action":"add","params":{"item":"tea","nothing":1}}]}`, code: plugin.BadRequest, field: "operations.0.params"},
		{tool: "shop_batch", args: `{"operations":[{"action":"list","params":{"min":"x"}}]}`, code: plugin.BadRequest, field: "operations.0.params.min"},
		{tool: "shop_batch", args: `{"operations":[{"action":"add"}]}`, code: plugin.BadRequest, field: "operations.0.params.basketId"},
		{tool: "shop_batch", args: `{"operations":[{"action":"open"}]}`, code: plugin.BatchNotAllowed, field: "operations.0.action"},
		{tool: "shop_batch", args: `{"operations":[{"action":"batch"}]}`, code: plugin.BatchNotAllowed, field: "operations.0.action"},
		{tool: "shop_batch", args: `{"operations":[7]}`, code: plugin.BatchNotAllowed, field: "operations.0.action"},
		{tool: "shop_batch", args: `{"operations":[{"action":"list"},{"action":"list"},{"action":"list"},{"action":"list"}]}`, code: plugin.LimitExceeded, field: "operations"},
		{tool: "shop_batch", args: `{"operations":[]}`, code: plugin.BadRequest, field: "operations"},
		{tool: "shop_batch", args: `{}`, code: plugin.BadRequest, field: "operations"},
	} {
		args := parse(t, c.args)
		choice, err := shop().Transform(&plugin.Call{Tool: c.tool, Args: args})
		if !args.Equal(parse(t, c.args)) {
			t.Errorf("%s %s: the arguments were changed", c.tool, c.args)
		}
		if c.code != "" {
			refusal, ok := err.(*plugin.Error)
			if !ok || refusal.Code != c.code || refusal.Field != c.field || refusal.Message == "" {
				t.Errorf("%s %s: %+v, want %s at %q", c.tool, c.args, err, c.code, c.field)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", c.tool, c.args, err)
			continue
		}
		if c.params == "" {
			c.params = c.args
		}
		if choice.Action != c.action || !choice.Params.Equal(parse(t, c.params)) {
			t.Errorf("%s %s: %s %s", c.tool, c.args, choice.Action, choice.Params)
		}
		if len(choice.Warnings) != len(c.warnings) || len(c.warnings) > 0 && choice.Warnings[0] != c.warnings[0] {
			t.Errorf("%s %s: warnings %q", c.tool, c.args, choice.Warnings)
		}
	}
}

// An id that can't be a segment of a path is the caller's mistake.
func TestIDs(t *testing.T) {
	table := Table{Batch: "x_batch", MaxOperations: 2, IDs: []string{"id", "other"}, Rows: []Row{{Name: "get", Tool: "x_get"}}}
	field := func(tool, args string) string {
		_, err := table.Transform(&plugin.Call{Tool: tool, Args: parse(t, args)})
		if e, ok := err.(*plugin.Error); ok && e.Code == plugin.BadRequest {
			return e.Field
		}
		return ""
	}
	text := func(s string) string { return string(value.String(s).JSON()) }
	for _, good := range []string{"", "a", "@default", "a.b", "en.german#holiday@group.v.calendar.google.com", "a;b", "..a", "é", "a%40b@import.calendar.google.com", "100%", "%25", strings.Repeat("x", maxSegment)} {
		if got := field("x_get", `{"id":`+text(good)+`}`); got != "" {
			t.Errorf("%q was refused", good)
		}
	}
	for _, bad := range []string{".", "..", "...", ". .", "..;a", ";a", "a/b", `a\b`, "a\nb", "a\x7f", "%2e%2e", "a%2Fb", "a%252fb", "%25255C", "a%0Ab", "%c0%ae", "%C1%9c", "%e0%80%ae", "%7F", strings.Repeat("x", maxSegment+1)} {
		if got := field("x_get", `{"id":`+text(bad)+`}`); got != "id" {
			t.Errorf("%q was taken", bad)
		}
	}
	if got := field("x_batch", `{"operations":[{"action":"get"},{"action":"get","params":{"other":".."}}]}`); got != "operations.1.params.other" {
		t.Errorf("in a batch: %q", got)
	}
	if got := field("x_batch", `{"id":"..","operations":[{"action":"get"}]}`); got != "id" {
		t.Errorf("of a batch: %q", got)
	}
}

// What is true of proxies alone stands apart, in a batch too.
func TestProxyWarnings(t *testing.T) {
	table := Table{Batch: "x_batch", MaxOperations: 2, Rows: []Row{{Name: "get", Tool: "x_get", Check: func(p *Params) {
		p.WarnProxy("A proxy errs.")
		p.Warn("All err.")
	}}}}
	for tool, c := range map[string]struct{ args, at string }{
		"x_get":   {`{}`, ""},
		"x_batch": {`{"operations":[{"action":"get"}]}`, "Operation 0: "},
	} {
		choice, err := table.Transform(&plugin.Call{Tool: tool, Args: parse(t, c.args)})
		if err != nil || len(choice.Warnings) != 1 || choice.Warnings[0] != c.at+"All err." ||
			len(choice.ProxyWarnings) != 1 || choice.ProxyWarnings[0] != c.at+"A proxy errs." {
			t.Errorf("%s: %+v %v", tool, choice, err)
		}
	}
}

// A check knows whether a plan gets the params, in a batch too.
func TestRest(t *testing.T) {
	table := Table{Batch: "x_batch", MaxOperations: 2, Rows: []Row{{Name: "get", Tool: "x_get", Check: func(p *Params) {
		if !p.Rest {
			p.Invalid("id", "no")
		}
	}}}}
	for tool, args := range map[string]string{"x_get": `{}`, "x_batch": `{"operations":[{"action":"get"}]}`} {
		for _, rest := range []bool{false, true} {
			if _, err := table.Transform(&plugin.Call{Tool: tool, Args: parse(t, args), Rest: rest}); (err == nil) != rest {
				t.Errorf("%s, rest %v: %v", tool, rest, err)
			}
		}
	}
}

// A key against repeats that a plan does not know is not dropped in silence.
func TestKeyed(t *testing.T) {
	table := Table{Batch: "x_batch", MaxOperations: 2, Rows: []Row{{Name: "send", Tool: "x_send"}, {Name: "make", Tool: "x_make", Keyed: true}}}
	for _, c := range []struct {
		tool, args string
		rest       bool
		warns      int
	}{
		{"x_send", `{"idempotencyKey":"k"}`, true, 1},
		{"x_send", `{"idempotencyKey":"k"}`, false, 0}, // a proxy keeps it
		{"x_send", `{"idempotencyKey":""}`, true, 0},
		{"x_send", `{}`, true, 0},
		{"x_make", `{"idempotencyKey":"k"}`, true, 0},
		{"x_batch", `{"operations":[{"action":"send","params":{"idempotencyKey":"k"}},{"action":"make","params":{"idempotencyKey":"k"}}]}`, true, 1},
	} {
		choice, err := table.Transform(&plugin.Call{Tool: c.tool, Args: parse(t, c.args), Rest: c.rest})
		if err != nil || len(choice.Warnings) != c.warns {
			t.Errorf("%s %s: %+v %v", c.tool, c.args, choice, err)
		}
		// The host keeps the key of a call, and none of a batch's operations.
		kept, err := table.Transform(&plugin.Call{Tool: c.tool, Args: parse(t, c.args), Rest: c.rest, KeyKept: true})
		if want := c.warns; err != nil || len(kept.Warnings) != want && c.tool == "x_batch" || len(kept.Warnings) > 0 && c.tool != "x_batch" {
			t.Errorf("kept %s %s: %+v %v", c.tool, c.args, kept, err)
		}
	}
}

// What a check rewrites is what is sent, in a batch as in a single call, and
// what the next check sees; the caller's arguments stay.
func TestCheckRewrites(t *testing.T) {
	table := Table{Batch: "x_batch", MaxOperations: 2, Rows: []Row{{Name: "get", Tool: "x_get", Check: func(p *Params) {
		p.Set("id", value.String("i"+p.Get("id").Number()))
		p.Set("dropped", value.Value{})
		p.Bound("id", 3)
	}}}}
	for _, c := range []struct{ tool, args, want string }{
		{"x_get", `{"id":7,"a":1,"dropped":2}`, `{"id":"i7","a":1}`},
		{"x_get", `{"id":789}`, ``},
		{"x_batch", `{"operations":[{"action":"get","params":{"id":7}},{"action":"get"}]}`,
			`{"operations":[{"action":"get","params":{"id":"i7"}},{"action":"get","params":{"id":"i"}}]}`},
	} {
		args := parse(t, c.args)
		choice, err := table.Transform(&plugin.Call{Tool: c.tool, Args: args})
		switch {
		case !args.Equal(parse(t, c.args)):
			t.Errorf("%s: the arguments were changed", c.args)
		case c.want == "" && err == nil:
			t.Errorf("%s: a check did not see what was rewritten", c.args)
		case c.want != "" && (err != nil || choice.Params.String() != c.want):
			t.Errorf("%s: %+v %v, want %s", c.args, choice, err, c.want)
		}
	}
}

// An action of another tool is a fault of the plugin, not of the caller.
func TestChoosingAnotherToolsActionIsAFault(t *testing.T) {
	_, err := shop().Transform(&plugin.Call{Tool: "shop_open", Args: parse(t, `{"wrong":1}`)})
	if _, refusal := err.(*plugin.Error); err == nil || refusal {
		t.Errorf("%T %v", err, err)
	}
}

func TestATableWithoutBatch(t *testing.T) {
	table := Table{Service: "x", Rows: []Row{{Name: "get", Tool: "x_get"}}}
	if _, err := table.Transform(&plugin.Call{Tool: "x_batch"}); err == nil {
		t.Error("a batch of a table that has none")
	}
}

func TestPlan(t *testing.T) {
	next, err := shop().Plan(&plugin.Step{Action: "open", Params: parse(t, `{}`)})
	if err != nil || next == nil {
		t.Errorf("open: %v", err)
	}
	for _, action := range []string{"list", "gone", Batch, ""} {
		_, err := shop().Plan(&plugin.Step{Action: action})
		if refusal, ok := err.(*plugin.Error); !ok || refusal.Code != plugin.NotSupported {
			t.Errorf("%s: %v", action, err)
		}
	}
}

func TestListHead(t *testing.T) {
	for pagination, want := range map[string]string{
		`{}`: "1 file\n", `null`: "1 file\n", `{"hasMore":false}`: "1 file\n", `{"hasMore":true}`: "1 file (more available)\n",
		`{"nextPageToken":"x"}`: "1 file (more available)\n", `{"nextPageToken":""}`: "1 file\n",
	} {
		if got := ListHead(&plugin.Answer{Pagination: parse(t, pagination)}, 1, "file", "files"); got != want {
			t.Errorf("%s: %q, want %q", pagination, got, want)
		}
	}
	if got := ListHead(&plugin.Answer{}, 2, "file", "files"); got != "2 files\n" {
		t.Errorf("%q", got)
	}
}

func TestRenderBatch(t *testing.T) {
	named := func(d value.Value) string { return d.Get("name").Text() }
	for _, c := range []struct{ args, data, results, want string }{
		{`{}`, `{"results":[{"action":"add","success":true,"data":{"name":"tea"}}]}`, ``, "1 operation done.\n- 0 add: tea\n"},
		{`{}`, `{"results":[{"action":"add","success":true}]}`, `[]`, ""},
		{`{"operations":[{"action":"list"},{"action":"add"}]}`, ``, `[{"index":1,"success":true},{"success":false,"error":{"code":"X","message":"One\ntwo"}},{"index":5,"success":true}]`,
			"2 operations done, 1 failed.\n- 1 add: done\n- 1 add: [X] One\n  two\n- 5 operation: done\n"},
		{`{}`, `{}`, ``, ""},
		{`{}`, `{"results":{"a":1}}`, ``, ""},
		{`{}`, `{"results":[{"success":true},7]}`, ``, ""},
		{`{}`, `{"results":[{},{"error":{"code":"X"}},{"error":{"message":"m"}},{"success":"true","error":"e"}]}`, ``,
			"0 operations done, 4 failed.\n- 0 operation: failed\n- 1 operation: [X]\n- 2 operation: m\n- 3 operation: failed\n"},
		{`{"operations":[{"action":"add"}]}`, `{"results":[{"index":-1,"success":true}]}`, ``, "1 operation done.\n- -1 operation: done\n"},
	} {
		a := &plugin.Answer{Args: parse(t, c.args)}
		if c.data != "" {
			a.Data = parse(t, c.data)
		}
		if c.results != "" {
			a.Results = parse(t, c.results)
		}
		if got := RenderBatch(a, named); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.data, c.results, got, c.want)
		}
	}
	a := &plugin.Answer{Results: parse(t, `[{"action":"add","success":true}]`)}
	if got := RenderBatch(a, nil); got != "1 operation done.\n- 0 add: done\n" {
		t.Errorf("no outcome: %q", got)
	}
}

// A check may rely on what Required asks for.
func TestCheckRunsOnlyWhereRequiredHolds(t *testing.T) {
	ran := 0
	table := Table{Rows: []Row{{Name: "get", Tool: "x_get", Required: []string{"id"}, Check: func(*Params) { ran++ }}}}
	for _, args := range []string{`{}`, `{"id":"i"}`} {
		_, _ = table.Transform(&plugin.Call{Tool: "x_get", Args: parse(t, args)})
	}
	if ran != 1 {
		t.Errorf("the check ran %d times", ran)
	}
}
