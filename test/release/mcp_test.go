package release

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/sandbox/sandboxtest"
)

// entry is what a client's configuration says of one server.
type entry struct {
	Command string   `json:"command" toml:"command"`
	Args    []string `json:"args" toml:"args"`
	EnvVars []string `json:"-" toml:"env_vars"`
}

// started gives the program and arguments of the only server in a configuration
// that wslite mcp config printed.
func started(t *testing.T, client, text string) []string {
	t.Helper()
	var doc struct {
		MCPServers map[string]entry                      `json:"mcpServers"`
		Servers    map[string]entry                      `json:"servers"`
		Codex      map[string]entry                      `toml:"mcp_servers"`
		Opencode   map[string]struct{ Command []string } `json:"mcp"`
	}
	var err error
	if client == "codex" {
		_, err = toml.Decode(text, &doc)
	} else {
		err = json.Unmarshal([]byte(text), &doc)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", client, err, text)
	}
	for _, servers := range []map[string]entry{doc.MCPServers, doc.Servers, doc.Codex} {
		for _, e := range servers {
			return append([]string{e.Command}, e.Args...)
		}
	}
	for _, e := range doc.Opencode {
		return e.Command
	}
	t.Fatalf("%s: no server in\n%s", client, text)
	return nil
}

// session starts a server as a client does, and speaks to it.
func (w *world) session(argv []string, o *mcp.ClientOptions) *mcp.ClientSession {
	w.t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = w.home
	cmd.Env = append(w.Env(), "HOME="+w.home, "TZ=Europe/Berlin", "WSLITE_ACCESS_TOKEN="+secret, "WSLITE_CACHE_DIR="+sandboxtest.Cache(w.t)+"-cli")
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o).Connect(w.t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { s.Close() })
	return s
}

func (w *world) call(s *mcp.ClientSession, tool string, args map[string]any) *mcp.CallToolResult {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 2*time.Minute)
	defer cancel()
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		w.t.Fatalf("%s: %v", tool, err)
	}
	return res
}

func saidBy(res *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

func memberOf(res *mcp.CallToolResult, keys ...string) any {
	v := any(res.StructuredContent)
	for _, key := range keys {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// A stock client starts wslite by what wslite mcp config prints for each of them,
// lists the tools and calls some on the embedded workspace: a read, a change, and
// a mail after its human said yes.
func TestMCPFromThePrintedConfiguration(t *testing.T) {
	for _, client := range []string{"claude", "opencode", "cursor", "vscode", "codex", "gemini"} {
		t.Run(client, func(t *testing.T) {
			w := newWorld(t, nil)
			argv := started(t, client, w.ok("-q", "--local", "mcp", "config", "--client", client).stdout)
			if argv[0] != binary {
				t.Fatalf("it starts %q", argv)
			}
			var asked []string
			s := w.session(argv, &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				asked = append(asked, req.Params.Message)
				return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
			}})
			list, err := s.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) < 218 {
				t.Fatalf("%d tools, %v", len(list.Tools), err)
			}
			if res := w.call(s, "tasks_create_task", map[string]any{"tasklistId": "@default", "title": "Pay the rent"}); res.IsError {
				t.Fatal(saidBy(res))
			}
			if res := w.call(s, "tasks_list_tasks", map[string]any{"tasklistId": "@default"}); res.IsError || !strings.Contains(saidBy(res), "Pay the rent") {
				t.Errorf("%s", saidBy(res))
			}
			res := w.call(s, "gmail_send", map[string]any{"to": "me@example.com", "subject": "Rent", "body": "Paid."})
			if res.IsError || len(asked) != 1 || !strings.Contains(asked[0], "│ Paid.") {
				t.Errorf("%s\nasked %q", saidBy(res), asked)
			}
		})
	}
}

// Two terminals: an agent's call waits, a person approves it in another process,
// and the agent runs it, once, or learns that the person did.
func TestMCPDraftsFromTwoTerminals(t *testing.T) {
	w := newWorld(t, nil)
	s := w.session([]string{binary, "--local", "mcp", "--confirm", "draft", "--toolset", "write"}, nil)
	store := func(subject string) string {
		res := w.call(s, "gmail_send", map[string]any{"to": "me@example.com", "subject": subject, "body": "Paid."})
		id, _ := memberOf(res, "draftId").(string)
		if res.IsError || !strings.HasPrefix(id, "d-") {
			t.Fatalf("%s", saidBy(res))
		}
		return id
	}
	status := func(id string) string {
		s, _ := memberOf(w.call(s, "wslite_draft_status", map[string]any{"draftId": id}), "status").(string)
		return s
	}
	sent := func() int {
		var doc struct {
			Data json.RawMessage
		}
		if err := json.Unmarshal([]byte(w.ok("-q", "--local", "--json", "gmail", "search-messages", "--query", "in:sent").stdout), &doc); err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(doc.Data), `"subject":"Two terminals`) + strings.Count(string(doc.Data), `"subject": "Two terminals`)
	}

	first := store("Two terminals 1")
	if res := w.call(s, "wslite_run_draft", map[string]any{"draftId": first, "revision": 1}); !res.IsError || memberOf(res, "error", "code") != "CONFIRMATION_REQUIRED" {
		t.Fatalf("%s", saidBy(res))
	}
	w.ok("-q", "drafts", "approve", first, "--yes", "--revision", "1")
	if got := status(first); got != "approved" {
		t.Fatalf("status %q", got)
	}
	if res := w.call(s, "wslite_run_draft", map[string]any{"draftId": first, "revision": 1}); res.IsError {
		t.Fatalf("%s", saidBy(res))
	}
	if res := w.call(s, "wslite_run_draft", map[string]any{"draftId": first, "revision": 1}); res.IsError || memberOf(res, "duplicate") != true {
		t.Errorf("%s", saidBy(res))
	}

	second := store("Two terminals 2")
	w.ok("-q", "drafts", "approve", second, "--yes", "--revision", "1", "--run")
	if got := status(second); got != "executed" {
		t.Errorf("status %q", got)
	}
	third := store("Two terminals 3")
	w.ok("-q", "drafts", "reject", third)
	if got := status(third); got != "rejected" {
		t.Errorf("status %q", got)
	}
	if n := sent(); n != 2 {
		t.Errorf("%d mails were sent, want 2", n)
	}
}

// A call that is given up ends on the wire, too. What may have left is unknown
// and not repeated; a read leaves nothing; other calls go on.
func TestMCPCancellation(t *testing.T) {
	entered, ended := make(chan string, 10), make(chan string, 10)
	w := newWorld(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, req *http.Request) {
			if !strings.Contains(req.URL.Path, "/lists/slow") && !strings.Contains(req.URL.Path, "/messages/slow") {
				next.ServeHTTP(out, req)
				return
			}
			io.Copy(io.Discard, req.Body) // only then the server sees the other end go
			entered <- req.Method
			select {
			case <-req.Context().Done():
				ended <- req.Method
			case <-time.After(time.Minute):
			}
		})
	})
	s := w.session([]string{binary, "mcp", "--confirm", "argument"}, nil)
	for _, c := range []struct {
		tool, method string
		args         map[string]any
	}{
		{"gmail_get_message", "GET", map[string]any{"messageId": "slow"}},
		{"tasks_create_task", "POST", map[string]any{"tasklistId": "slow", "title": "Pay the rent"}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := s.CallTool(ctx, &mcp.CallToolParams{Meta: mcp.Meta{"idempotencyKey": "cancelled-" + c.method}, Name: c.tool, Arguments: c.args})
			done <- err
		}()
		wait := func(ch chan string, what string) {
			select {
			case got := <-ch:
				if got != c.method {
					t.Fatalf("%s: %s %s", c.tool, got, what)
				}
			case err := <-done:
				t.Fatalf("%s ended before its request %s: %v", c.tool, what, err)
			case <-time.After(time.Minute):
				t.Fatalf("%s: no request %s", c.tool, what)
			}
		}
		wait(entered, "came")
		cancel()
		<-done
		done = make(chan error)
		wait(ended, "ended")
		if res := w.call(s, "tasks_list_tasklists", nil); res.IsError {
			t.Errorf("another call: %s", saidBy(res))
		}
	}
	// The mutation may have happened: its key is not free, and a person is told.
	res := w.call(s, "tasks_list_tasklists", nil)
	for range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		var err error
		res, err = s.CallTool(ctx, &mcp.CallToolParams{Meta: mcp.Meta{"idempotencyKey": "cancelled-POST"}, Name: "tasks_create_task", Arguments: map[string]any{"tasklistId": "slow", "title": "Pay the rent"}})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if memberOf(res, "error", "code") != "IDEMPOTENCY_REFUSED" {
			break
		}
		time.Sleep(50 * time.Millisecond) // the first call still writes what became of it
	}
	if memberOf(res, "error", "code") != "OUTCOME_UNKNOWN" {
		t.Errorf("%s", saidBy(res))
	}
	if out := w.ok("-q", "outcomes", "list").stdout; !strings.Contains(out, "tasks") {
		t.Errorf("outcomes list:\n%s", out)
	}
}

// The profile says how a person agrees; the flag stands above it, and a word that
// means nothing ends the start.
func TestMCPModeOfTheProfile(t *testing.T) {
	w := newWorld(t, nil)
	dir := filepath.Join(w.home, ".config", "wslite")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "[profile.desk]\nbackend = \"local\"\n[profile.desk.mcp]\nconfirm = \"draft\"\n"
	if err := os.WriteFile(filepath.Join(dir, "wslite.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	yes := &mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}}
	mail := map[string]any{"to": "me@example.com", "subject": "Rent", "body": "Paid."}
	res := w.call(w.session([]string{binary, "--profile", "desk", "mcp"}, yes), "gmail_send", mail)
	if id, _ := memberOf(res, "draftId").(string); res.IsError || id == "" {
		t.Errorf("the profile's mode: %s", saidBy(res))
	}
	res = w.call(w.session([]string{binary, "--profile", "desk", "mcp", "--confirm", "elicit"}, yes), "gmail_send", mail)
	if res.IsError || memberOf(res, "draftId") != nil || memberOf(res, "success") != true {
		t.Errorf("the flag: %s", saidBy(res))
	}
	if r := w.run("mcp", "--confirm", "maybe"); r.exit != 4 || r.stdout != "" || !strings.Contains(r.stderr, "elicit, draft") && !strings.Contains(r.stderr, "argument, elicit") {
		t.Errorf("exit %d: %s%s", r.exit, r.stdout, r.stderr)
	}
}
