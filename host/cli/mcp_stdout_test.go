package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/config"
)

// TestB81StdoutIsProtocol runs servers in which everything fails, as processes,
// and reads their standard output from the first byte to the last: nothing but
// messages of the protocol stands there.
func TestB81StdoutIsProtocol(t *testing.T) {
	needPlugins(t)
	warmModules(t)
	const open = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	calls := func(lines ...string) string { return open + strings.Join(lines, "\n") + "\n" }
	tool := func(id int, name, args string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, args)
	}
	everything := calls(
		`{"jsonrpc":"2.0","id":2,"method":"no/such/method"}`,
		`{"jsonrpc":"2.0","method":"notifications/nothing"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`,
		tool(3, "no_such_tool", `{}`),
		tool(4, "tasks_get_task", `{"tasklistId":"l1","taskId":"t1"}`),
		tool(5, "tasks_get_task", `{"nothing":1}`),
		tool(6, "tasks_get_task", `[1]`),
		tool(7, "tasks_delete_task", `{"tasklistId":"l1","taskId":"t1"}`),
		tool(8, "gmail_send", `{"to":"a@x.example","subject":"s","body":"b","confirm":true}`),
		`{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"wslite://blob/none"}}`,
		`{"jsonrpc":"2.0","id":10,"method":"prompts/get","params":{"name":"none"}}`,
		`{"jsonrpc":"2.0","id":11,"method":"tools/list","params":{"cursor":"!!"}}`,
		`{"jsonrpc":"2.0","id":12,"method":"logging/setLevel","params":{"level":"debug"}}`,
		tool(13, "tasks_get_task", `{"tasklistId":"l1","taskId":"t1"}`),
	)
	down := "http://" + closedAddress(t)
	for _, c := range []struct {
		name, config, input string
		env                 map[string]string
		argv                []string
		answers             int
		says                string // somewhere in an answer
	}{
		{name: "proxy down, verbose, an unknown zone", input: everything, argv: []string{"--verbose", "mcp"}, env: proxyEnv(down, map[string]string{"TZ": "Nowhere/AtAll"}), answers: 13, says: "NETWORK_ERROR"},
		{name: "no proxy at all", input: everything, argv: []string{"mcp", "--confirm", "argument"}, answers: 13, says: "PROXY_URL is not set"},
		{name: "plugins that trap", config: "[sandbox]\nfuel_base = 1\nfuel_per_byte = 1\n", input: everything, argv: []string{"--local", "--verbose", "mcp", "--confirm", "draft"}, answers: 13, says: "PLUGIN_OUT_OF_FUEL"},
		{name: "local", input: everything, argv: []string{"--local", "mcp"}, answers: 13},
		{name: "no JSON", input: open + "{\"jsonrpc\":\nnonsense\n", argv: []string{"--local", "mcp"}},
		{name: "no UTF-8", input: open + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"\xff\xfe\"}\n", argv: []string{"--local", "mcp"}},
		{name: "a list of messages", input: open + "[{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]\n", argv: []string{"--local", "mcp"}},
		{name: "half a message", input: open + `{"jsonrpc":"2.0","id":2,"meth`, argv: []string{"--local", "mcp"}},
		{name: "calls before the handshake", input: tool(1, "tasks_get_task", `{}`) + "\n", argv: []string{"--local", "mcp"}},
		{name: "nothing", input: "", argv: []string{"--local", "mcp"}},
		{name: "a broken configuration", config: "[sandbox\n", input: open, argv: []string{"mcp"}},
		{name: "an unknown key", config: "x = 1\n", input: open, argv: []string{"mcp"}},
		{name: "an unknown service", input: open, argv: []string{"mcp", "--service", "nothing"}},
		{name: "an unknown flag", input: open, argv: []string{"mcp", "--nothing"}},
		{name: "a flag for other commands", input: open, argv: []string{"--json", "mcp"}},
		{name: "an unknown flag, as JSON", input: open, argv: []string{"mcp", "--json", "--nothing"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := t.TempDir()
			env := map[string]string{}
			for k, v := range c.env {
				env[k] = v
			}
			if c.config != "" {
				env[config.EnvConfig] = filepath.Join(home, config.FileName)
				if err := os.WriteFile(env[config.EnvConfig], []byte(c.config), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			out, errs := served(t, home, env, c.argv, c.input, c.answers)
			answered := 0
			for line := range strings.Lines(out) {
				var m struct {
					JSONRPC string          `json:"jsonrpc"`
					ID      json.RawMessage `json:"id"`
					Method  string          `json:"method"`
				}
				if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" || !strings.HasSuffix(line, "\n") {
					t.Errorf("no message of the protocol: %q", line)
				}
				if m.ID != nil && m.Method == "" {
					answered++
				}
			}
			if answered < c.answers {
				t.Errorf("%d answers, want %d\n%s\n%s", answered, c.answers, out, errs)
			}
			if !strings.Contains(out, c.says) {
				t.Errorf("nothing failed with %s:\n%s", c.says, out)
			}
			if strings.Contains(errs, "goroutine ") {
				t.Errorf("a stack is told: %s", errs)
			}
		})
	}
}

// closedAddress is an address on loopback at which nobody listens.
func closedAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// served runs a server as a process, gives it the input, waits for so many
// answers, and ends it by closing its input.
func served(t *testing.T, home string, env map[string]string, argv []string, input string, answers int) (stdout, stderr string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "wslite", argv...)
	var errs strings.Builder
	cmd.Dir, cmd.Stderr = home, &errs
	cmd.Env = []string{"HOME=" + filepath.Join(home, "home"), "PATH=" + os.Getenv("PATH"), "WSLITE_CACHE_DIR=" + sharedCache(t)}
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	guard := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer guard.Stop()
	written := make(chan struct{})
	go func() {
		io.WriteString(in, input) // a server that has ended takes no more
		close(written)
	}()
	var all strings.Builder
	r := bufio.NewReader(out)
	for seen := 0; ; {
		if seen >= answers {
			<-written
			in.Close()
		}
		line, err := r.ReadString('\n')
		all.WriteString(line)
		if err != nil {
			break
		}
		if strings.Contains(line, `"id":`) && !strings.Contains(line, `"method":`) {
			seen++
		}
	}
	cmd.Wait() // how it ended is not what is asked here
	return all.String(), errs.String()
}
