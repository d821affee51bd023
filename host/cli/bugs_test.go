package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/catalog"
)

// The tests here are named after real faults that users of such tools
// reported: what concerns arguments, schemas, parsing, output and batches.
// Those of single services stand beside their plugins.

// allTools gives the tools of this build.
func allTools(t *testing.T) []*catalog.Tool {
	t.Helper()
	needPlugins(t)
	x, err := newApp(testEnv(t, t.TempDir(), nil)).catalog()
	if err != nil {
		t.Fatal(err)
	}
	return x.Tools()
}

// B41: "calendar events list --from ..." was read as the calendar id "list".
func TestB41WordsAreNeverTakenForIDs(t *testing.T) {
	needPlugins(t)
	r := withProxy(t, "", "tasks", "tasks", "list", "--tasklist-id", "l")
	if r.exit != 4 || len(r.requests) > 0 || !strings.Contains(r.stderr, `no tool "tasks"`) {
		t.Errorf("exit %d: %s", r.exit, r.stderr)
	}
}

// B58: the id 0 is an id.
func TestB58ZeroIsSent(t *testing.T) {
	needService(t, "slides")
	p := withProxy(t, "", "slides", "insert-text-box", "--presentation-id", "p", "--slide-index", "0", "--text", "t").params(t)
	if b, _ := json.Marshal(p["slideIndex"]); string(b) != "0" {
		t.Errorf("slideIndex is %s", b)
	}
}

// B67: what tells of more is never stripped.
func TestB67NextPageIsShown(t *testing.T) {
	needPlugins(t)
	body := `{"success":true,"data":{"tasklistId":"l","items":[{"id":"t1","title":"A"}]},"pagination":{"nextPageToken":"N2","hasMore":true}}`
	for _, argv := range [][]string{{"tasks", "list-tasks", "--tasklist-id", "l"}, {"--json", "tasks", "list-tasks", "--tasklist-id", "l"}} {
		if r := withProxy(t, body, argv...); !strings.Contains(r.stdout, "N2") {
			t.Errorf("%q: %s", argv, r.stdout)
		}
	}
}

// B69: an option is forwarded or refused by name, never ignored.
func TestB69NoOptionIsDropped(t *testing.T) {
	for _, tool := range allTools(t) {
		r := withProxy(t, "", "run", tool.Name, "--params-json", `{"zzUnknownOption":1}`)
		if r.exit != 4 || len(r.requests) > 0 || !strings.Contains(r.stderr, "zzUnknownOption") {
			t.Errorf("%s: exit %d: %s", tool.Name, r.exit, r.stderr)
		}
	}
}

// B70: a field in the wrong place is named, not lost.
func TestB70MisplacedFieldsAreNamed(t *testing.T) {
	needPlugins(t)
	r := withProxy(t, "", "tasks", "batch", "--params-json", `{"operations":[{"action":"tasksCreate","tasklistId":"l","title":"t"}]}`)
	if r.exit != 4 || len(r.requests) > 0 || !strings.Contains(r.stderr, "operations.0") || !strings.Contains(r.stderr, "title") {
		t.Errorf("exit %d: %s", r.exit, r.stderr)
	}
}

// B71: an answer that is no JSON is a typed error; an empty one too.
func TestB71AnswersThatAreNoJSON(t *testing.T) {
	needPlugins(t)
	for _, text := range []string{"", "<html>moved</html>", "null", "[]"} {
		in := exitInput{Argv: []string{"--json", "tasks", "list-tasklists"}, Env: tasksProxy}
		in.Proxy.Text = &text
		if r := runVector(t, in); r.exit != 1 || !strings.Contains(r.stdout, "CLIENT_ERROR") {
			t.Errorf("%q: exit %d %s", text, r.exit, r.stdout)
		}
	}
}

// B77, B78: no references, no dialects, nothing that strict clients refuse.
func TestB77B78SchemasForStrictClients(t *testing.T) {
	for _, tool := range allTools(t) {
		var schema any
		if err := json.Unmarshal(tool.Input, &schema); err != nil {
			t.Fatal(err)
		}
		walkSchema(t, tool.Name, schema)
	}
}

// walkSchema looks at a schema and all below it. Names of arguments are no
// keywords.
func walkSchema(t *testing.T, at string, v any) {
	t.Helper()
	s, ok := v.(map[string]any)
	if !ok {
		t.Errorf("%s: %v is no schema", at, v)
		return
	}
	if s["type"] == nil {
		t.Errorf("%s: no type", at)
	}
	for key, below := range s {
		switch key {
		case "$ref", "$schema", "$id", "$defs", "definitions", "id", "dependencies", "nullable":
			t.Errorf("%s: the keyword %s", at, key)
		case "properties":
			for name, p := range below.(map[string]any) {
				walkSchema(t, at+"."+name, p)
			}
		case "items":
			walkSchema(t, at+"[]", below)
		case "oneOf", "anyOf", "allOf":
			for _, p := range below.([]any) {
				walkSchema(t, at+"|", p)
			}
		case "exclusiveMinimum", "exclusiveMaximum":
			if _, isBool := below.(bool); isBool {
				t.Errorf("%s: %s is a boolean, as in draft 4", at, key)
			}
		}
	}
}

// B82: names fit with the prefix that clients add.
func TestB82ToolNames(t *testing.T) {
	seen := map[string]bool{}
	for _, tool := range allTools(t) {
		if full := "mcp__wslite__" + tool.Name; len(full) > 64 || seen[tool.Name] || strings.Trim(tool.Name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			t.Errorf("%s: %d characters with the prefix, or twice, or odd", tool.Name, len(full))
		}
		seen[tool.Name] = true
	}
}

// B86: a list without items is [], in the same envelope.
func TestB86EmptyLists(t *testing.T) {
	lists := 0
	for _, tool := range allTools(t) {
		if tool.Output == nil || tool.Output.Kind != "list" {
			continue
		}
		lists++
		if tool.Output.ItemsKey == "" || tool.Output.Noun == "" || len(tool.Output.Columns) == 0 {
			t.Errorf("%s: a list without items key, noun or columns", tool.Name)
		}
	}
	r := withProxy(t, `{"success":true,"data":{"tasklistId":"l","items":[]}}`, "--json", "tasks", "list-tasks", "--tasklist-id", "l")
	if lists == 0 || r.exit != 0 || !strings.Contains(r.stdout, `"items": []`) {
		t.Errorf("%d lists, exit %d: %s", lists, r.exit, r.stdout)
	}
	if r := withProxy(t, `{"success":true,"data":[]}`, "tasks", "list-tasks", "--tasklist-id", "l"); r.exit != 0 || r.stdout != "0 tasks\n" {
		t.Errorf("%q", r.stdout)
	}
}

// B87, B88: JSON from files and stdin, with a byte-order mark and CRLF.
func TestB87B88JSONFromFiles(t *testing.T) {
	needPlugins(t)
	doc := "\ufeff{\r\n  \"tasklistId\": \"l\",\r\n  \"taskId\": \"t\"\r\n}\r\n"
	in := exitInput{Argv: []string{"tasks", "get-task", "--params-json", "@p.json"}, Env: tasksProxy, Files: map[string]string{"p.json": doc}}
	if p := runVector(t, in).params(t); p["taskId"] != "t" {
		t.Errorf("%v", p)
	}
	ops := "\ufeff{\"action\":\"tasklistsList\"}\r\n\r\n{\"action\":\"tasklistsGet\",\"params\":{\"tasklistId\":\"l\"}}\r\n"
	in = exitInput{Argv: []string{"tasks", "batch", "--operations-file", "o.jsonl"}, Env: tasksProxy, Files: map[string]string{"o.jsonl": ops}}
	if p := runVector(t, in).params(t); len(p["operations"].([]any)) != 2 {
		t.Errorf("%v", p)
	}
}

// B88: a configuration file with a byte-order mark and CRLF.
func TestB88ConfigurationWithCRLF(t *testing.T) {
	needPlugins(t)
	file := filepath.Join(t.TempDir(), "w.toml")
	if err := os.WriteFile(file, []byte("\ufeff[policy]\r\nread_only = true\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := withProxy(t, "", "--config", file, "tasks", "create-tasklist", "--title", "t")
	if r.exit != 1 || len(r.requests) > 0 || !strings.Contains(r.stderr, "ACTION_NOT_ALLOWED") {
		t.Errorf("exit %d: %s", r.exit, r.stderr)
	}
}

// B91: an id can't climb out of its place.
func TestB91IDsCannotClimb(t *testing.T) {
	needPlugins(t)
	for _, id := range []string{"../../admin", "a/b?c#d", "%2e%2e", "a\u007fb", "a\nb"} {
		if r := withProxy(t, "", "tasks", "get-tasklist", "--tasklist-id", id); r.exit != 4 || len(r.requests) > 0 {
			t.Errorf("%q: exit %d, %d requests", id, r.exit, len(r.requests))
		}
	}
}

// B32, B33, B35: whole days keep their dates in a list, the end is the last
// day, and the next page is named with the tool's own flag.
func TestB32B33B35EventLists(t *testing.T) {
	needService(t, "calendar")
	body := `{"success":true,"data":{"items":[
		{"id":"e1","title":"Fair","start":"2031-05-03T22:00:00.000Z","end":"2031-05-05T22:00:00.000Z","isAllDay":true,"status":"OWNER"},
		{"id":"e2","title":"Tea","start":"2031-05-04T14:00:00.000Z","end":"2031-05-04T15:00:00.000Z","isAllDay":false,"status":"YES"}]},
		"pagination":{"nextPageToken":"1","hasMore":true}}`
	r := withProxy(t, body, "calendar", "list-events")
	for _, want := range []string{"2 events (more available)", "2031-05-04 to 2031-05-05", "Fair (e1)", "Tea (e2)", "next page: --page 1\n"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("%q is not in\n%s%s", want, r.stdout, r.stderr)
		}
	}
	if strings.Count(r.stdout, "next page") != 1 {
		t.Errorf("the next page is named twice:\n%s", r.stdout)
	}
}

// B54: the backslash that shells put before "!" is taken off.
func TestB54RangesFromShells(t *testing.T) {
	needService(t, "sheets")
	p := withProxy(t, "", "sheets", "read-range", "--spreadsheet-id", "s", "--range", `Log\!A1:B2`).params(t)
	if p["range"] != "A1:B2" || p["sheetName"] != "Log" {
		t.Errorf("%v", p)
	}
}
