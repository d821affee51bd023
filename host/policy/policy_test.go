package policy

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

func op(action string, params map[string]any) any {
	return map[string]any{"action": action, "params": params}
}

func batch(list ...any) map[string]any { return map[string]any{"operations": list} }

func list(id string) map[string]any { return map[string]any{"tasklistId": id} }

// call is a call as the pipeline makes it. The tool is named after the action.
func call(t testing.TB, service, action string, params map[string]any) Input {
	t.Helper()
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	return Input{Service: service, Tool: service + "_" + strings.ToLower(action), Action: action, Params: params,
		Class: tables.Resolve(service, action, params), Risk: tables,
		ToolsOf: func(service, action string) []string { return []string{service + "_" + strings.ToLower(action)} }}
}

func TestCheck(t *testing.T) {
	onlyL1 := Policy{Allow: map[string][]string{"tasklists": {"L1"}}}
	mail := Policy{Allow: map[string][]string{KindRecipients: {"Ana@example.com"}, KindDomains: {"@corp.example"}}}
	to := func(field, v string) map[string]any { return map[string]any{field: v} }
	cases := []struct {
		name    string
		policy  Policy
		service string
		action  string
		params  map[string]any
		reasons []string // parts of the message; none means allowed
	}{
		{"no policy", Policy{}, "tasks", "tasksDelete", nil, nil},
		{"read only, read", Policy{ReadOnly: true}, "tasks", "tasksGet", nil, nil},
		{"read only, write", Policy{ReadOnly: true}, "tasks", "tasksCreate", nil, []string{"read-only, and the class is write"}},
		{"read only, batch", Policy{ReadOnly: true}, "tasks", "batch", batch(op("tasksGet", nil), op("tasksMove", nil)),
			[]string{`operation 1 ("tasksMove"): it is read-only`}},
		{"read only, nested batch", Policy{ReadOnly: true}, "tasks", "batch", batch(op("batch", batch(op("tasksClear", nil)))),
			[]string{`operation 0.0 ("tasksClear"): it is read-only`}},
		{"read only, unknown operation", Policy{ReadOnly: true}, "tasks", "batch", batch(op("toString", nil)), []string{"class is destructive"}},
		{"dynamic class", Policy{DenyClasses: []string{"send"}}, "gmail", "filtersCreate", to("forward", "x@y.z"), []string{"class send is denied"}},
		{"class allowed", Policy{AllowClasses: []string{"read"}}, "tasks", "tasksGet", nil, nil},
		{"class not allowed", Policy{AllowClasses: []string{"read"}}, "tasks", "tasksMove", nil, []string{"class write is not among"}},
		{"no class allowed", Policy{AllowClasses: []string{}}, "tasks", "tasksGet", nil, []string{"class read is not among"}},
		{"mixed batch of allowed classes", Policy{AllowClasses: []string{"send", "destructive"}}, "gmail", "batch", batch(op("send", to("to", "ana@example.com")), op("trashMessage", nil)), nil},
		{"mixed batch denied", Policy{DenyClasses: []string{"admin"}}, "gmail", "batch", batch(op("send", nil), op("trashMessage", nil)), []string{"class admin is denied"}},
		{"a class that is none", Policy{DenyClasses: []string{"sned"}}, "tasks", "tasksGet", nil, []string{`class "sned", which does not exist`}},

		{"tool allowed", Policy{AllowTools: []string{"tasks_*get"}}, "tasks", "tasksGet", nil, nil},
		{"tool not allowed", Policy{AllowTools: []string{"tasks_list*"}}, "tasks", "tasksGet", nil, []string{`tool "tasks_tasksget" is not among`}},
		{"tool denied", Policy{AllowTools: []string{"*"}, DenyTools: []string{"*delete"}}, "tasks", "tasksDelete", nil, []string{"is denied"}},
		{"tool denied in a batch", Policy{DenyTools: []string{"tasks_tasksdelete"}}, "tasks", "batch", batch(op("tasksDelete", nil)), []string{`operation 0 ("tasksDelete"): the tool "tasks_tasksdelete" is denied`}},

		{"list allowed", onlyL1, "tasks", "tasksDelete", list("L1"), nil},
		{"list not allowed", onlyL1, "tasks", "tasksDelete", list("L2"), []string{`tasklistId "L2" is not among the allowed tasklists`}},
		{"alias", onlyL1, "tasks", "tasksDelete", list("@default"), []string{`"@default"`}},
		{"list with a blank", onlyL1, "tasks", "tasksGet", list("L1 "), []string{`"L1 "`}},
		{"two lists in one text", onlyL1, "tasks", "tasksGet", list("L1,L2"), []string{`"L1,L2"`}},
		{"list missing", onlyL1, "tasks", "tasksGet", nil, []string{"tasklistId is missing"}},
		{"list of another type", onlyL1, "tasks", "tasksGet", map[string]any{"tasklistId": 1.0}, []string{"must be text"}},
		{"moved to another list", onlyL1, "tasks", "tasksMove", map[string]any{"tasklistId": "L1", "destinationTasklistId": "L2"}, []string{`destinationTasklistId "L2"`}},
		{"all lists", onlyL1, "tasks", "tasklistsList", nil, nil},
		{"list in a batch", onlyL1, "tasks", "batch", batch(op("tasksGet", list("L1")), op("tasksGet", list("L2"))), []string{`operation 1 ("tasksGet"): tasklistId "L2"`}},
		{"unknown action in a batch", onlyL1, "tasks", "batch", batch(op("nope", list("L1"))), []string{"no table says what this action touches"}},
		{"another service", onlyL1, "drive", "fileGet", map[string]any{"fileId": "f"}, nil},
		{"empty list", Policy{Allow: map[string][]string{"tasklists": {}}}, "tasks", "tasksGet", list("L1"), []string{`"L1"`}},
		{"a kind that is none", Policy{Allow: map[string][]string{"tasklist": {"L1"}}}, "tasks", "tasklistsList", nil, []string{`a list of "tasklist"`}},
		{"default folder", Policy{Allow: map[string][]string{"folders": {"f1"}}}, "drive", "fileCreate", nil, []string{`parentId "root"`}},
		{"public sharing", Policy{Allow: map[string][]string{"access": {"PRIVATE"}}}, "drive", "fileSetSharing", map[string]any{"access": "ANYONE"}, []string{`access "ANYONE"`}},
		{"values in a list", Policy{Allow: map[string][]string{"files": {"a"}}}, "drive", "fileGet", map[string]any{"fileId": []any{"a", "b"}}, []string{`fileId "b"`}},

		{"known address", mail, "gmail", "send", to("to", "Ana <ana@EXAMPLE.com>"), nil},
		{"known domain", mail, "gmail", "send", to("to", "bob@corp.example; ana@example.com"), nil},
		{"subdomain", mail, "gmail", "send", to("to", "bob@evil.corp.example"), []string{"not among the allowed recipients"}},
		{"domain in the name", mail, "gmail", "send", to("to", `"x@corp.example" <bob@evil.example>`), []string{`"bob@evil.example"`}},
		{"cc of a forward", mail, "gmail", "forward", map[string]any{"to": "ana@example.com", "cc": "eve@evil.example"}, []string{`cc "eve@evil.example"`}},
		{"a draft hides nothing", mail, "gmail", "createDraftReply", nil, nil},
		{"forwarding filter", mail, "gmail", "filtersCreate", to("forward", "eve@evil.example"), []string{`forward "eve@evil.example"`}},

		{"every reason", Policy{ReadOnly: true, DenyClasses: []string{"destructive"}, DenyTools: []string{"*"}, Allow: onlyL1.Allow}, "tasks", "tasksClear", list("L2"),
			[]string{"read-only", "class destructive is denied", "tool \"tasks_tasksclear\" is denied", `tasklistId "L2"`}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := c.policy.Check(call(t, c.service, c.action, c.params))
			if len(c.reasons) == 0 {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if fault.CodeOf(err) != fault.ActionNotAllowed {
				t.Fatalf("got %v", err)
			}
			for _, want := range c.reasons {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v\nlacks %s", err, want)
				}
			}
		})
	}
}

// A raw call of an unknown action is a read elsewhere; a policy must not be
// passed that way.
func TestRawCallsDoNotPassByThePolicy(t *testing.T) {
	in := call(t, "tasks", "secretDelete", list("L1"))
	in.Tool, in.Class, in.ToolsOf = "", risk.Read, nil
	for name, p := range map[string]Policy{
		"read only":    {ReadOnly: true},
		"deny class":   {DenyClasses: []string{"destructive"}},
		"allow class":  {AllowClasses: []string{"read"}},
		"allow tools":  {AllowTools: []string{"*"}},
		"deny tools":   {DenyTools: []string{"gmail_*"}},
		"allowed list": {Allow: map[string][]string{"tasklists": {"L1"}}},
	} {
		if err := p.Check(in); fault.CodeOf(err) != fault.ActionNotAllowed {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (Policy{}).Check(in); err != nil {
		t.Errorf("no policy: %v", err)
	}
}

// A granted plugin's own actions are not judged by lists of other services.
func TestGrantedActions(t *testing.T) {
	in := call(t, "notes", "noteGet", nil)
	tables, err := in.Risk.With("notes", []abi.ActionRequest{{Action: "noteGet", Class: "read"}})
	if err != nil {
		t.Fatal(err)
	}
	in.Risk, in.Class = tables, tables.Resolve("notes", "noteGet", nil)
	p := Policy{ReadOnly: true, Allow: map[string][]string{"tasklists": {"L1"}}}
	if err := p.Check(in); err != nil {
		t.Error(err)
	}
}

func TestMessagesAreClean(t *testing.T) {
	in := call(t, "tasks", "tasksGet", list("L\x1b[2J\u202e\n; allowed"))
	err := Policy{Allow: map[string][]string{"tasklists": {"L1"}}}.Check(in)
	if err == nil || strings.ContainsAny(err.Error(), "\x1b\u202e\n") {
		t.Errorf("%q", err)
	}
}

func TestMatches(t *testing.T) {
	cases := []struct {
		pattern, name string
		want          bool
	}{
		{"tasks_get", "tasks_get", true}, {"tasks_get", "tasks_gets", false}, {"*", "", true}, {"*", "x", true},
		{"tasks_*", "tasks_", true}, {"tasks_*", "drive_x", false}, {"*_delete_*", "a_delete_b", true},
		{"a*a", "a", false}, {"a*a", "aa", true}, {"*ab*ab*", "ab", false}, {"*ab*ab*", "xabab", true},
		{"a*b*c", "abc", true}, {"a*b*c", "acb", false}, {"", "", true}, {"[a-z]*", "b", false}, {"a?", "ab", false},
	}
	for _, c := range cases {
		if got := matches(c.pattern, c.name); got != c.want {
			t.Errorf("%q %q: %v", c.pattern, c.name, got)
		}
	}
}
