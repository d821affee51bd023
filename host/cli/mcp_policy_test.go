package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestAServerFollowsThePolicy: what the operator forbids while a server runs is
// forbidden at once, also to a call whose person is just being asked, and no
// longer offered; a file that can't be read lets nothing run.
func TestAServerFollowsThePolicy(t *testing.T) {
	needPlugins(t)
	home := t.TempDir()
	file := filepath.Join(home, "wslite.toml")
	write := func(policy string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(policy), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("[policy]\nexternal = \"confirm\"\n")
	asked := func() {}
	s := agent(t, testEnv(t, home, nil), &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		asked()
		return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}}, "-q", "--local", "--config", file, "mcp", "--service", "gmail", "--service", "tasks")
	mail := map[string]any{"to": "eve@other.example", "subject": "s", "body": "b"}
	task := map[string]any{"tasklistId": "@default", "title": "t"}
	batch := map[string]any{"operations": []any{map[string]any{"action": "tasksCreate", "params": task}}}
	if got := said(t, s, "gmail_send", mail); strings.Contains(got, "[") {
		t.Fatalf("a mail that is allowed: %s", got)
	}
	for _, c := range []struct {
		name, policy, tool string
		args               map[string]any
		want               string
		offered            bool
	}{
		{"read only", "[policy]\nread_only = true\n", "tasks_create_task", task, "unknown tool", false},
		{"a tool that may still be called", "[policy]\nexternal = \"deny\"\n", "gmail_send", mail, "[ACTION_NOT_ALLOWED]", true},
		{"a class of operations", "[policy]\ndeny_tools = [\"tasks_create_*\"]\n", "tasks_batch", batch, "ACTION_NOT_ALLOWED", false},
		{"a key that means nothing", "[policy]\nreadonly = true\n", "tasks_list_tasklists", nil, "can't be read", false},
		{"no TOML", "[policy\n", "tasks_list_tasklists", nil, "can't be read", false},
		{"the first again", "[policy]\nexternal = \"confirm\"\n", "tasks_create_task", task, "", true},
	} {
		write(c.policy)
		got := said(t, s, c.tool, c.args)
		if refused := strings.Contains(got, "[") || strings.HasPrefix(got, "error"); !strings.Contains(got, c.want) || refused == (c.want == "") {
			t.Errorf("%s: %s", c.name, got)
		}
		if is := slices.Contains(offeredNames(t, s), "tasks_create_task"); is != c.offered {
			t.Errorf("%s: offered is %v", c.name, is)
		}
	}
	// The person says yes to what was forbidden while they were asked.
	asked = func() { write("[policy]\nexternal = \"deny\"\n") }
	if got := said(t, s, "gmail_send", mail); !strings.Contains(got, "ACTION_NOT_ALLOWED") {
		t.Errorf("forbidden while the person was asked: %s", got)
	}
}
