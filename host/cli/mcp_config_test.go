package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

// configOf runs mcp config and gives what it prints.
func configOf(t *testing.T, vars map[string]string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	needPlugins(t)
	var out, errs bytes.Buffer
	e := testEnv(t, t.TempDir(), vars)
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	code = Main(context.Background(), args, e)
	return code, out.String(), errs.String()
}

// decoded reads a client's configuration as its format.
func decoded(t *testing.T, client, text string) map[string]any {
	t.Helper()
	var doc map[string]any
	var err error
	if client == "codex" {
		_, err = toml.Decode(text, &doc)
	} else {
		d := json.NewDecoder(strings.NewReader(text))
		if err = d.Decode(&doc); err == nil && d.More() {
			t.Errorf("%s: there is more than one document", client)
		}
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", client, err, text)
	}
	return doc
}

// at follows keys into a document.
func at(doc any, keys ...string) any {
	for _, key := range keys {
		m, _ := doc.(map[string]any)
		doc = m[key]
	}
	return doc
}

// Each client's configuration is of its format, starts this very program with
// the flags that were given, and hands on variables by name.
func TestMCPConfig(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{"GOOGLE_WORKSPACE_GMAIL_PROXY_URL": "https://secret.example/exec", "GOOGLE_WORKSPACE_GMAIL_PROXY_TOKEN": "s3cret"}
	argv := []any{"--profile", "default", "mcp", "--read-only", "--service", "gmail"}
	proxies := func(form string) map[string]any {
		out := map[string]any{"WSLITE_CACHE_DIR": strings.ReplaceAll(form, "NAME", "WSLITE_CACHE_DIR")} // set in every test
		for name := range vars {
			out[name] = strings.ReplaceAll(form, "NAME", name)
		}
		return out
	}
	const name = "google-workspace-gmail"
	want := map[string]map[string]any{
		"claude":   {"mcpServers": map[string]any{name: map[string]any{"command": program, "args": argv}}},
		"cursor":   {"mcpServers": map[string]any{name: map[string]any{"type": "stdio", "command": program, "args": argv, "env": proxies("${env:NAME}")}}},
		"vscode":   {"servers": map[string]any{name: map[string]any{"type": "stdio", "command": program, "args": argv, "env": proxies("${env:NAME}")}}},
		"gemini":   {"mcpServers": map[string]any{name: map[string]any{"command": program, "args": argv, "env": proxies("${NAME}")}}},
		"opencode": {"$schema": "https://opencode.ai/config.json", "mcp": map[string]any{name: map[string]any{"type": "local", "command": append([]any{program}, argv...), "environment": proxies("{env:NAME}"), "enabled": true}}},
		"codex": {"mcp_servers": map[string]any{name: map[string]any{"command": program, "args": argv,
			"env_vars": []any{"GOOGLE_WORKSPACE_GMAIL_PROXY_TOKEN", "GOOGLE_WORKSPACE_GMAIL_PROXY_URL", "WSLITE_CACHE_DIR"}}}},
	}
	if got := clientNames(); len(got) != len(want) {
		t.Errorf("clients %q, and %d are looked at", got, len(want))
	}
	for client, doc := range want {
		t.Run(client, func(t *testing.T) {
			code, out, notes := configOf(t, vars, "--profile", "default", "mcp", "config", "--client", client, "--service", "gmail", "--read-only")
			if code != 0 {
				t.Fatalf("exit %d: %s", code, notes)
			}
			if diff := cmp.Diff(doc, decoded(t, client, out)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if strings.Contains(out+notes, "s3cret") || strings.Contains(out+notes, "secret.example") {
				t.Errorf("a value is printed:\n%s%s", out, notes)
			}
			if !filepath.IsAbs(program) || notes == "" {
				t.Errorf("program %q, notes %q", program, notes)
			}
		})
	}
}

func TestMCPConfigOverHTTP(t *testing.T) {
	const url = "http://127.0.0.1:8765/mcp"
	for client, want := range map[string]struct {
		url, token []string
		form       string
	}{
		"claude":   {[]string{"mcpServers", "wslite", "url"}, []string{"mcpServers", "wslite", "headers", "Authorization"}, "Bearer ${WSLITE_MCP_TOKEN}"},
		"cursor":   {[]string{"mcpServers", "wslite", "url"}, []string{"mcpServers", "wslite", "headers", "Authorization"}, "Bearer ${env:WSLITE_MCP_TOKEN}"},
		"vscode":   {[]string{"servers", "wslite", "url"}, []string{"servers", "wslite", "headers", "Authorization"}, "Bearer ${input:wslite-token}"},
		"gemini":   {[]string{"mcpServers", "wslite", "httpUrl"}, []string{"mcpServers", "wslite", "headers", "Authorization"}, "Bearer ${WSLITE_MCP_TOKEN}"},
		"opencode": {[]string{"mcp", "wslite", "url"}, []string{"mcp", "wslite", "headers", "Authorization"}, "Bearer {env:WSLITE_MCP_TOKEN}"},
		"codex":    {[]string{"mcp_servers", "wslite", "url"}, []string{"mcp_servers", "wslite", "bearer_token_env_var"}, "WSLITE_MCP_TOKEN"},
	} {
		code, out, notes := configOf(t, map[string]string{"WSLITE_MCP_TOKEN": "s3cret"}, "mcp", "config", "--client", client, "--http", "127.0.0.1:8765")
		doc := decoded(t, client, out)
		if code != 0 || at(doc, want.url...) != url || at(doc, want.token...) != want.form || strings.Contains(out+notes, "s3cret") {
			t.Errorf("%s: exit %d\n%s%s", client, code, out, notes)
		}
	}
}

// A client that signs in gets no token to send: with one it would not ask anybody.
func TestMCPConfigOfSignIn(t *testing.T) {
	const url = "https://wslite.corp.example/mcp"
	for client, want := range map[string]struct {
		server map[string]any
		keys   []string
		note   string
	}{
		"claude":   {map[string]any{"type": "http", "url": url}, []string{"mcpServers", "wslite"}, "sign in with: /mcp"},
		"cursor":   {map[string]any{"url": url}, []string{"mcpServers", "wslite"}, ".cursor/mcp.json"},
		"vscode":   {map[string]any{"type": "http", "url": url}, []string{"servers", "wslite"}, ".vscode/mcp.json"},
		"gemini":   {map[string]any{"httpUrl": url}, []string{"mcpServers", "wslite"}, "/mcp auth wslite"},
		"opencode": {map[string]any{"type": "remote", "url": url, "enabled": true}, []string{"mcp", "wslite"}, "opencode mcp auth wslite"},
		"codex":    {map[string]any{"url": url}, []string{"mcp_servers", "wslite"}, "codex mcp login wslite"},
	} {
		code, out, notes := configOf(t, nil, "mcp", "config", "--client", client, "--http", "https://wslite.corp.example", "--oauth")
		doc := decoded(t, client, out)
		if diff := cmp.Diff(want.server, at(doc, want.keys...)); code != 0 || diff != "" || doc["inputs"] != nil {
			t.Errorf("%s: exit %d, -want +got:\n%s\n%s", client, code, diff, out)
		}
		if !strings.Contains(notes, want.note) || strings.Contains(notes, EnvMCPToken) {
			t.Errorf("%s: %s", client, notes)
		}
	}
	home := t.TempDir()
	file := filepath.Join(home, "wslite.toml")
	if err := os.WriteFile(file, []byte("[mcp.oauth]\nissuer = \"https://login.example\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, notes := configOf(t, nil, "--config", file, "mcp", "config", "--client", "codex", "--http", "127.0.0.1:8765"); !strings.Contains(notes, "--oauth leaves it out") {
		t.Errorf("nobody says that a sign-in would do: %s", notes)
	}
}

// What is chosen at the start of a server can't stand in its address, and is said.
func TestMCPConfigOverHTTPChoosesNothing(t *testing.T) {
	for _, c := range []struct {
		args []string
		note string
	}{
		{[]string{"--local", "mcp", "config", "--client", "codex", "--http", ":8765", "--read-only"}, "wslite --local mcp --http :8765 --read-only\n"},
		{[]string{"--local", "mcp", "config", "--client", "codex", "--http", "https://wslite.corp.example", "--read-only"}, "--local --read-only is for whoever starts the server"},
		{[]string{"mcp", "config", "--client", "codex", "--http", "10.0.0.5:8765"}, "plain HTTP"},
	} {
		if code, out, notes := configOf(t, nil, c.args...); code != 0 || strings.Contains(out, "read-only") || !strings.Contains(notes, c.note) {
			t.Errorf("%q: exit %d\n%s%s", c.args, code, out, notes)
		}
	}
}

func TestServerURL(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:8765": "http://127.0.0.1:8765/mcp", ":8765": "http://127.0.0.1:8765/mcp", "0.0.0.0:8765": "http://127.0.0.1:8765/mcp",
		"[::1]:8765": "http://[::1]:8765/mcp", "[::]:8765": "http://127.0.0.1:8765/mcp", "localhost:80": "http://localhost:80/mcp",
		"https://a.example": "https://a.example/mcp", "https://a.example/": "https://a.example/mcp", "https://a.example:444/ws/mcp": "https://a.example:444/ws/mcp",
		"": "", "8765": "", "localhost": "", "localhost:": "", "localhost:0": "", "localhost:http": "", "a:99999": "", "a.example/mcp:80": "",
		"ftp://a.example": "", "https://": "", "https://u:pw@a.example/mcp": "", "https://a.example/mcp?x=1": "", "https://a.example/#x": "",
	} {
		got, err := serverURL(address)
		if got != want || (err == nil) != (want != "") || err != nil && strings.Contains(err.Error(), "pw") {
			t.Errorf("%q: %q, %v; want %q", address, got, err, want)
		}
	}
}

func TestMCPConfigNotes(t *testing.T) {
	_, _, notes := configOf(t, map[string]string{"GOOGLE_WORKSPACE_GMAIL_PROXY_URL": "x"}, "--local", "mcp", "config", "--client", "claude", "--tools", "gmail_*,it's")
	for _, want := range []string{"claude mcp add --scope user", `--env GOOGLE_WORKSPACE_GMAIL_PROXY_URL="$GOOGLE_WORKSPACE_GMAIL_PROXY_URL"`, `--local mcp --tools 'gmail_*' --tools 'it'\''s'`, "claude_desktop_config.json"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes lack %q:\n%s", want, notes)
		}
	}
	if _, _, quiet := configOf(t, nil, "-q", "mcp", "config", "--client", "claude"); quiet != "" {
		t.Errorf("--quiet: %q", quiet)
	}
	for _, args := range [][]string{{"mcp", "config"}, {"mcp", "config", "--client", "notepad"}, {"mcp", "config", "--client", "codex", "--http", "8765"}, {"mcp", "config", "--client", "codex", "--json"}, {"mcp", "config", "--client", "codex", "--oauth"}, {"mcp", "config", "--client", "codex", "--http", ""}} {
		if code, out, _ := configOf(t, nil, args...); code != 4 || !slices.Contains(args, "--json") && out != "" {
			t.Errorf("%q: exit %d, %q", args, code, out)
		}
	}
}
