package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/config"
)

// mistake is a call as a model writes it at its first try, and what the answer must
// say so that the second try is right.
type mistake struct {
	tool string
	args any
	want []string
	// read says that the call is run all the same: one reading is left.
	read bool
}

type obj = map[string]any

// mistakes are typical ones of models. Each want names the place, and what it takes.
var mistakes = map[string]mistake{
	"a key that is almost right": {tool: "gmail_get_message", args: obj{"mesageId": "m1"},
		want: []string{"USAGE", "messageId is missing", "mesageId is no argument here (did you mean messageId?)"}},
	"a key in another spelling": {tool: "gmail_get_message", args: obj{"message_id": "m1"}, want: []string{"did you mean messageId?"}},
	"a key of another name": {tool: "gmail_send", args: obj{"recipient": "a@example.com", "subject": "x", "body": "y", "confirm": true},
		want: []string{"to is missing", "recipient is no argument here", "It takes to (needed): an e-mail address such as ", "cc: e-mail addresses with commas"}},
	"a key behind the twelfth": {tool: "calendar_create_event", args: obj{"title": "x", "startTime": "2031-05-04", "endTime": "2031-05-05", "color": "red", "confirm": true},
		want: []string{"color is no argument here", "sendUpdates: one of all, externalOnly, none", "guests: e-mail addresses"}},
	"a number as a word": {tool: "gmail_search_messages", args: obj{"query": "x", "maxResults": "ten"}, want: []string{`maxResults must be a whole number from 1 to 100, not "ten"`}},
	"a number as text":   {tool: "gmail_search_messages", args: obj{"query": "x", "maxResults": "10"}, want: []string{"maxResults: text was read as a number"}, read: true},
	"a number too large": {tool: "gmail_search_messages", args: obj{"query": "x", "maxResults": 5000}, want: []string{"maxResults must be a whole number from 1 to 100, not 5000"}},
	"a list where addresses stand in one text": {tool: "gmail_send", args: obj{"to": "a@example.com", "cc": []any{"b@example.com", "c@example.com"}, "subject": "x", "body": "y", "confirm": true},
		want: []string{"cc must be e-mail addresses with commas between them", "not a list"}},
	"several in one text where a list stands": {tool: "gmail_batch_modify", args: obj{"messageIds": "m1,m2", "addLabelIds": []any{"STARRED"}},
		want: []string{`messageIds must be a list`, `not "m1,m2"`, "each text"}},
	"what is needed is missing": {tool: "calendar_create_event", args: obj{"title": "x", "confirm": true},
		want: []string{"startTime is missing", "endTime is missing", "startTime (needed): a date or date-time such as 2031-05-04 or 2031-05-04T09:00:00Z"}},
	"nothing at all": {tool: "gmail_send", args: nil, want: []string{"to is missing", "body (needed): text of 1 to 100000 characters"}},
	"a wrong choice": {tool: "drive_set_sharing", args: obj{"fileId": "f1", "access": "PUBLIC", "permission": "READ", "confirm": true},
		want: []string{"access must be one of ANYONE, ANYONE_WITH_LINK,", `not "PUBLIC"`, "permission must be one of NONE, VIEW, EDIT", `not "READ"`}},
	"a date in another form":        {tool: "tasks_create_task", args: obj{"tasklistId": "@default", "title": "x", "due": "4 May 2031"}, want: []string{`due must be a date or date-time such as 2031-05-04`, `not "4 May 2031"`}},
	"a day with the month first":    {tool: "calendar_list_events", args: obj{"timeMin": "05/04/2031", "timeMax": "05/05/2031"}, want: []string{"timeMin must be a date (2031-05-04) or a date-time"}},
	"a day in words":                {tool: "calendar_create_event", args: obj{"title": "x", "startTime": "tomorrow 9am", "endTime": "tomorrow 10am", "confirm": true}, want: []string{"startTime must be a date or date-time such as 2031-05-04", `not "tomorrow 9am"`}},
	"a name where an id is":         {tool: "tasks_list_tasks", args: obj{"tasklistId": "My Tasks"}, want: []string{`tasklistId must be text made of`, `not "My Tasks"`, "an id from tasks_list_tasklists"}},
	"a file's name where an id is":  {tool: "drive_get_file", args: obj{"fileId": "Budget 2031.xlsx"}, want: []string{`not "Budget 2031.xlsx"`, "from a list, a search or its link"}},
	"a link where an id is":         {tool: "docs_get_document", args: obj{"documentId": "https://docs.google.com/document/d/abc/edit"}, want: []string{"documentId must be text made of", "/d/"}},
	"null for what is needed":       {tool: "gmail_get_message", args: obj{"messageId": nil}, want: []string{"messageId must be text", "not null"}},
	"null for what may be left out": {tool: "gmail_search_messages", args: obj{"query": "x", "maxResults": nil}, want: []string{"maxResults: null was read as not given"}, read: true},
	"operations as text":            {tool: "gmail_batch", args: obj{"operations": `[{"action":"star","params":{"messageId":"m1"}}]`}, want: []string{"operations: text was read as JSON"}, read: true},
	"operations as text that is no JSON": {tool: "gmail_batch", args: obj{"operations": `[{"action":"star","params":{messageId:"m1"}}]`},
		want: []string{"operations must be a list of 1 to 20 items", "text that is no JSON: line 1, column 29: a key in double quotes is missing", "each an object with action, params"}},
	"params as text": {tool: "gmail_batch", args: obj{"operations": []any{obj{"action": "star", "params": `{"messageId":"m1"}`}}}, want: []string{"operations.0.params: text was read as JSON"}, read: true},
	"an action that is almost right": {tool: "gmail_batch", args: obj{"operations": []any{obj{"action": "starr", "params": obj{"messageId": "m1"}}}},
		want: []string{"operations.0.action must be one of", "did you mean star?", "untrashThread"}},
	"a tool's name for an action": {tool: "gmail_batch", args: obj{"operations": []any{obj{"action": "gmail_star", "params": obj{"messageId": "m1"}}}}, want: []string{"operations.0.action", "did you mean star?"}},
	"an operation without action": {tool: "gmail_batch", args: obj{"operations": []any{obj{"messageId": "m1"}}}, want: []string{"operations.0.action is missing", "operations.0.action is one of", "searchMessages"}},
	"a wrong key of an operation": {tool: "gmail_batch", args: obj{"operations": []any{obj{"action": "star", "params": obj{"messageId": "m0"}}, obj{"action": "star", "params": obj{"id": "m1"}}}},
		want: []string{"operations.1.params.messageId (star) is missing", "operations.1.params.id (star) is no argument here", "operations.1.params (star) takes messageId (needed): text"}},
	"an operation without params": {tool: "gmail_batch", args: obj{"operations": []any{obj{"action": "star", "messageId": "m1"}}}, want: []string{"operations.0.messageId (star) is no argument here (it belongs inside params)"}},
	"one operation and no list":   {tool: "gmail_batch", args: obj{"operations": obj{"action": "star", "params": obj{"messageId": "m1"}}}, want: []string{"operations must be a list of 1 to 20 items, not an object"}},
	"an operation in words":       {tool: "gmail_batch", args: obj{"operations": []any{"star m1"}}, want: []string{"operations.0 must be an object with action"}},
	"params inside of params":     {tool: "gmail_get_message", args: obj{"params": obj{"messageId": "m1"}}, want: []string{"params is no argument here (what is in it belongs here itself, without params)"}},
	"a row for a table":           {tool: "sheets_write_range", args: obj{"spreadsheetId": "s1", "range": "A1:B1", "values": []any{"a", 1}}, want: []string{"values.0", "must be a list"}},
	"commas for a table":          {tool: "sheets_write_range", args: obj{"spreadsheetId": "s1", "range": "A1:B2", "values": "a,b\n1,2"}, want: []string{"values must be a list", "each a list"}},
	"a wordy yes":                 {tool: "gmail_trash_message", args: obj{"messageId": "m1", "confirm": "yes"}, want: []string{`confirm must be true or false, not "yes"`}},
	"a yes as text":               {tool: "gmail_trash_message", args: obj{"messageId": "m1", "confirm": "true"}, want: []string{`confirm must be true or false, not "true"`}},
	"no yes":                      {tool: "gmail_trash_message", args: obj{"messageId": "m1"}, want: []string{"CONFIRMATION_REQUIRED", "call it again with confirm = true"}},
	"no yes in a batch":           {tool: "gmail_batch", args: obj{"confirm": true, "operations": []any{obj{"action": "trashMessage", "params": obj{"messageId": "m1"}}}}, want: []string{"confirm", "operation"}},
	"no such tool":                {tool: "gmail_send_mail", args: obj{}, want: []string{"gmail_send_mail", "gmail_send"}},
	"a tool's name with a slip":   {tool: "gmail_sned", args: obj{}, want: []string{"did you mean gmail_send?"}},
	"a tool of another server":    {tool: "send_email", args: obj{}, want: []string{"gmail_send"}},
	"a tool's name with a prefix": {tool: "mcp__wslite__gmail_send", args: obj{}, want: []string{"did you mean gmail_send?"}},
	"another service in front":    {tool: "drive_list_events", args: obj{}, want: []string{"calendar_list_events"}},
	"half of a tool's name":       {tool: "gmail_search", args: obj{}, want: []string{"gmail_search_messages"}},
}

// TestMistakesOfModels: what a model gets wrong is told so that it can be mended at
// the second try, by each of the three lists in the same words, and nothing of it
// leaves.
func TestMistakesOfModels(t *testing.T) {
	needPlugins(t)
	file := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(file, []byte("[policy]\nexternal = \"allow\"\npublic_sharing = \"allow\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for list, flags := range map[string][]string{"short": nil, "full": {"--list", "full"}, "discover": {"--discover"}} {
		w := newProxyWorld(t, map[string]string{config.EnvConfig: file}, append([]string{"--confirm", "argument"}, flags...)...)
		for name, m := range mistakes {
			t.Run(list+"/"+name, func(t *testing.T) {
				w.take()
				tool := m.tool
				given, _ := m.args.(obj)
				if list == "discover" {
					tool, given = "call_tool", obj{"name": m.tool, "arguments": m.args}
				}
				got := said(t, w.client, tool, given)
				for _, want := range m.want {
					if !strings.Contains(got, want) {
						t.Errorf("%q is not in: %s", want, got)
					}
				}
				if left := len(w.take()); left > 0 != m.read {
					t.Errorf("%d requests left: %s", left, got)
				}
				if strings.ContainsAny(got, "\x1b\x00") || strings.Contains(got, "goroutine") || len(got) > 4200 {
					t.Errorf("%d bytes: %q", len(got), got)
				}
			})
		}
	}
}

// TestMistakesWithTheThree: so for the three tools of --discover.
func TestMistakesWithTheThree(t *testing.T) {
	needPlugins(t)
	s := agent(t, testEnv(t, t.TempDir(), nil), nil, "-q", "--local", "mcp", "--discover")
	for name, m := range map[string]mistake{
		"a listed name":             {tool: "gmail_star", args: obj{"messageId": "m1"}, want: []string{"unknown tool", `call call_tool with {"name": "gmail_star", "arguments": `}},
		"another word for name":     {tool: "call_tool", args: obj{"tool": "gmail_star"}, want: []string{"name is missing", "It takes name (needed): text", "arguments: an object"}},
		"another for arguments":     {tool: "call_tool", args: obj{"name": "gmail_star", "params": obj{"messageId": "m1"}}, want: []string{"params is no argument here", "arguments: an object"}},
		"arguments beside":          {tool: "call_tool", args: obj{"name": "gmail_star", "messageId": "m1"}, want: []string{"messageId is no argument here", "arguments: an object"}},
		"an action's name":          {tool: "call_tool", args: obj{"name": "star"}, want: []string{"gmail_star"}},
		"itself":                    {tool: "call_tool", args: obj{"name": "call_tool"}, want: []string{"there is no tool"}},
		"no words":                  {tool: "search_tools", args: obj{"q": "mail"}, want: []string{"query is missing", "query (needed): text of 1 to 500 characters"}},
		"a service that is none":    {tool: "search_tools", args: obj{"query": "mail", "service": "mail"}, want: []string{"gmail"}},
		"a description with a slip": {tool: "describe_tool", args: obj{"name": "gmail_sned"}, want: []string{"did you mean gmail_send?"}},
	} {
		got := said(t, s, m.tool, m.args.(obj))
		if i := slices.IndexFunc(m.want, func(want string) bool { return !strings.Contains(got, want) }); i >= 0 {
			t.Errorf("%s: %q is not in: %s", name, m.want[i], got)
		}
	}
}
