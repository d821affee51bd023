package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBadInput: each gets the right exit code and one clear message that names
// the fault, and nothing leaves the host.
func TestBadInput(t *testing.T) {
	needPlugins(t)
	get := func(more ...string) []string { return append([]string{"tasks", "list-tasks"}, more...) }
	huge := strings.Repeat("x", 1<<20)
	tests := []struct {
		name  string
		args  []string
		stdin string
		env   map[string]string
		exit  int
		says  string
	}{
		{name: "malformed JSON", args: get("--params-json", `{"tasklistId":"l",}`), exit: 4, says: "--params-json is no JSON"},
		{name: "duplicate keys", args: get("--params-json", `{"tasklistId":"l","tasklistId":"m"}`), exit: 4, says: "twice"},
		{name: "JSON that is no object", args: get("--params-json", `[1]`), exit: 4, says: "JSON object"},
		{name: "missing file", args: get("--params-json", "@no/such/file"), exit: 4, says: "no/such/file"},
		{name: "a folder", args: get("--params-json", "@."), exit: 4, says: "folder"},
		{name: "stdin that is no JSON", args: get("--params-json", "-"), stdin: "<html>", exit: 4, says: "no JSON"},
		{name: "PowerShell's JSON (B87)", args: get("--params-json", `{tasklistId:me}`), exit: 4, says: "shell may have removed quotes"},
		{name: "NaN", args: get("--tasklist-id", "l", "--max-results", "NaN"), exit: 4, says: "whole number from 1 to 100"},
		{name: "Infinity", args: get("--tasklist-id", "l", "--max-results", "Infinity"), exit: 4, says: "whole number"},
		{name: "blank number (defect 23)", args: get("--tasklist-id", "l", "--max-results", " "), exit: 4, says: "whole number"},
		{name: "a fraction for an integer", args: get("--tasklist-id", "l", "--max-results", "10.5"), exit: 4, says: "whole number"},
		{name: "a number beyond 64 bits", args: get("--tasklist-id", "l", "--max-results", "99999999999999999999999"), exit: 4, says: "100"},
		{name: "wrong enum", args: []string{"tasks", "create-task", "--tasklist-id", "l", "--title", "t", "--status", "complete"}, exit: 4, says: "completed"},
		{name: "30 February (defect 23)", args: []string{"tasks", "create-task", "--tasklist-id", "l", "--title", "t", "--due", "2026-02-30"}, exit: 4, says: "due"},
		{name: "unknown flag", args: get("--tasklst", "l"), exit: 4, says: "did you mean --tasklist"},
		{name: "confirm flag", args: []string{"tasks", "delete-task", "--tasklist-id", "l", "--task-id", "t", "--confirm"}, exit: 4, says: "only a person's yes"},
		{name: "empty required text", args: []string{"tasks", "create-task", "--tasklist-id", "l", "--title", ""}, exit: 4, says: "title"},
		{name: "invalid UTF-8", args: []string{"tasks", "create-task", "--tasklist-id", "l", "--title", "a\xff"}, exit: 4, says: "UTF-8"},
		{name: "an id that climbs (B91)", args: get("--tasklist-id", "../../admin"), exit: 4, says: "tasklistId"},
		{name: "an escaped id that climbs (B91)", args: get("--tasklist-id", "%2e%2e"), exit: 4, says: "tasklistId"},
		{name: "control characters in an id", args: get("--tasklist-id", "a\x7fb"), exit: 4, says: "tasklistId"},
		{name: "1 MiB of text", args: []string{"tasks", "create-task", "--tasklist-id", "l", "--title", huge}, exit: 4, says: "title"},
		{name: "1 MiB file", args: get("--params-json", "@huge.json"), exit: 1, says: "too large"},
		{name: "a raw body over the proxies' limit", args: []string{"call", "tasks", "x", "--raw", "--params-json", "@large.json"},
			env: map[string]string{"WSLITE_ALLOW_RAW": "1"}, exit: 1, says: "1000000"},
		{name: "min after max", args: get("--tasklist-id", "l", "--due-min", "2026-02-02", "--due-max", "2026-02-01"), exit: 4, says: "dueMax"},
		{name: "batch in a batch", args: []string{"-y", "tasks", "batch", "--params-json", `{"operations":[{"action":"batch","params":{"operations":[]}}]}`}, exit: 4, says: "operations.0"},
		{name: "bad operation in a batch (defect 7)", args: []string{"-y", "tasks", "batch", "--params-json",
			`{"operations":[{"action":"tasklistsList"},{"action":"tasksGet","params":{"tasklistId":"l"}}]}`}, exit: 4, says: "operations.1.params.taskId"},
		{name: "idempotency key for a read (defect 9)", args: append([]string{"--idempotency-key", "k"}, get("--tasklist-id", "l")...), exit: 4, says: "leave --idempotency-key out"},
		{name: "an argument that only REST honours", args: get("--tasklist-id", "l", "--show-assigned"), exit: 1, says: "showAssigned can't be honoured"},
		{name: "an action that the tool does not resolve to", args: []string{"call", "tasks", "tasksList", "--tool", "tasks_get_task", "--params-json", "{}"}, exit: 4, says: "does not serve"},
		{name: "an insecure address", args: get("--tasklist-id", "l"), env: map[string]string{"GOOGLE_WORKSPACE_TASKS_PROXY_URL": "http://example.com/"}, exit: 1, says: "https"},
		{name: "an address that is none", args: get("--tasklist-id", "l"), env: map[string]string{"GOOGLE_WORKSPACE_TASKS_PROXY_URL": "::nope::"}, exit: 1, says: "GOOGLE_WORKSPACE_TASKS_PROXY_URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			t.Chdir(home)
			write(t, "huge.json", `{"tasklistId":"`+huge+`"}`)
			write(t, "large.json", `{"x":"`+strings.Repeat("y", 1_000_000)+`"}`)
			calls := 0
			proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				calls++
				fmt.Fprint(w, `{"success":true,"data":{}}`)
			}))
			defer proxy.Close()
			vars := map[string]string{"GOOGLE_WORKSPACE_TASKS_PROXY_URL": proxy.URL, "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN": "tok-secret"}
			for k, v := range tt.env {
				vars[k] = v
			}
			var out, errs bytes.Buffer
			e := testEnv(t, home, vars)
			e.Streams = Streams{In: strings.NewReader(tt.stdin), Out: &out, Err: &errs}
			code := Main(context.Background(), tt.args, e)
			msg := errs.String()
			if code != tt.exit || !strings.Contains(msg, tt.says) {
				t.Errorf("exit %d, want %d; stderr %.400q should say %q", code, tt.exit, msg, tt.says)
			}
			if calls > 0 || out.Len() > 0 {
				t.Errorf("%d calls, stdout %.200q", calls, out.String())
			}
			if len(msg) > 1500 || strings.Contains(msg, "tok-secret") || strings.Contains(msg, "goroutine") {
				t.Errorf("message of %d bytes: %.300q", len(msg), msg)
			}
		})
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Clean(name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
