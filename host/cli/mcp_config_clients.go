package cli

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// client is one program that can start wslite, or speak to it over HTTP. The
// formats are those of the programs' own manuals, as of December 2026.
type client struct {
	// write gives the text of its configuration, as a whole file that holds
	// nothing else.
	write func(serverEntry) ([]byte, error)
	// notes tell a person where the text belongs.
	notes func(serverEntry) []string
}

// clients are those that wslite mcp config knows.
var clients = map[string]client{
	"claude":   {claudeJSON, claudeNotes},
	"opencode": {opencodeJSON, belongs("opencode.json of a project, or ~/.config/opencode/opencode.json for all; merge it with what is there", "opencode mcp auth ")},
	"cursor":   {cursorJSON, belongs("~/.cursor/mcp.json, or .cursor/mcp.json of a project; merge it with what is there", "")},
	"vscode":   {vscodeJSON, belongs(".vscode/mcp.json of a workspace, or the user's own (command MCP: Open User Configuration)", "")},
	"codex":    {codexTOML, belongs("~/.codex/config.toml, at its end, or .codex/config.toml of a trusted project", "codex mcp login ")},
	"gemini":   {geminiJSON, belongs("~/.gemini/settings.json, or .gemini/settings.json of a project; merge it with what is there", "/mcp auth ")},
}

// belongs tells into which file an entry goes, and by which command of the client
// a person signs in where it doesn't ask by itself.
func belongs(file, signIn string) func(serverEntry) []string {
	return func(e serverEntry) []string {
		notes := []string{"this belongs into " + file}
		if e.oauth && signIn != "" {
			notes = append(notes, "sign in with: "+signIn+shellWord(e.name))
		}
		return notes
	}
}

func clientNames() []string { return slices.Sorted(maps.Keys(clients)) }

// program is a server that the client starts, as most clients write it. env holds
// the words by which the client puts in a variable of its own environment.
func (e serverEntry) program(env func(name string) string) object {
	var o object
	o.add("command", e.command)
	o.add("args", e.args)
	if v := e.variables(env); v != nil {
		o.add("env", v)
	}
	return o
}

func (e serverEntry) variables(env func(name string) string) object {
	var o object
	if env != nil {
		for _, name := range e.env {
			o.add(name, env(name))
		}
	}
	return o
}

// withToken adds the header of a client that speaks HTTP, unless the client signs
// in: to some a header of that name means that there is nothing to sign in to.
func (e serverEntry) withToken(server object, token string) object {
	if !e.oauth {
		server.add("headers", object{{"Authorization", "Bearer " + token}})
	}
	return server
}

// under puts a server into the file's object: {"mcpServers": {"wslite": ...}}.
func under(key, name string, server object) object { return object{{key, object{{name, server}}}} }

func jsonOf(o object) ([]byte, error) {
	var b bytes.Buffer
	err := writeJSON(&b, o)
	return b.Bytes(), err
}

// claudeJSON is for Claude Desktop, which starts programs, and for .mcp.json of
// Claude Code. Desktop puts no variables in, so that none stand there.
func claudeJSON(e serverEntry) ([]byte, error) {
	if e.url != "" {
		return jsonOf(under("mcpServers", e.name, e.withToken(object{{"type", "http"}, {"url", e.url}}, "${"+EnvMCPToken+"}")))
	}
	return jsonOf(under("mcpServers", e.name, e.program(nil)))
}

func claudeNotes(e serverEntry) []string {
	if e.url != "" {
		line := "  claude mcp add --transport http " + shellWord(e.name) + " " + shellWord(e.url)
		if !e.oauth {
			line += ` --header "Authorization: Bearer $` + EnvMCPToken + `"`
		}
		notes := []string{
			"this belongs into .mcp.json of a project, for Claude Code. Or run:", line,
			"Claude Desktop starts its servers itself: leave out --http for it",
		}
		if e.oauth {
			notes = append(notes, "sign in with: /mcp")
		}
		return notes
	}
	line := "  claude mcp add --scope user"
	for _, name := range e.env {
		line += fmt.Sprintf(` --env %s="$%s"`, name, name)
	}
	line += " " + shellWord(e.name) + " --"
	for _, word := range append([]string{e.command}, e.args...) {
		line += " " + shellWord(word)
	}
	notes := []string{
		"Claude Desktop: Settings, Developer, Edit Config opens claude_desktop_config.json; merge this with what is there and start Claude anew",
		"Claude Code: put this into .mcp.json of a project, or run:",
		line,
	}
	if len(e.env) > 0 {
		notes = append(notes, "wslite reads "+strings.Join(e.env, ", ")+" here. Claude Desktop does not hand them on: add them under \"env\", or choose a profile of wslite.toml that needs none")
	}
	return notes
}

func cursorJSON(e serverEntry) ([]byte, error) {
	env := func(name string) string { return "${env:" + name + "}" }
	if e.url != "" {
		return jsonOf(under("mcpServers", e.name, e.withToken(object{{"url", e.url}}, env(EnvMCPToken))))
	}
	return jsonOf(under("mcpServers", e.name, append(object{{"type", "stdio"}}, e.program(env)...)))
}

func vscodeJSON(e serverEntry) ([]byte, error) {
	if e.url == "" {
		return jsonOf(under("servers", e.name, append(object{{"type", "stdio"}}, e.program(func(name string) string { return "${env:" + name + "}" })...)))
	}
	const id = "wslite-token"
	o := under("servers", e.name, e.withToken(object{{"type", "http"}, {"url", e.url}}, "${input:"+id+"}"))
	if e.oauth {
		return jsonOf(o)
	}
	o.add("inputs", []object{{{"type", "promptString"}, {"id", id}, {"description", "The token of wslite mcp token add"}, {"password", true}}})
	return jsonOf(o)
}

func geminiJSON(e serverEntry) ([]byte, error) {
	env := func(name string) string { return "${" + name + "}" }
	if e.url != "" {
		return jsonOf(under("mcpServers", e.name, e.withToken(object{{"httpUrl", e.url}}, env(EnvMCPToken))))
	}
	return jsonOf(under("mcpServers", e.name, e.program(env)))
}

// opencodeJSON is the form that both major versions read.
func opencodeJSON(e serverEntry) ([]byte, error) {
	env := func(name string) string { return "{env:" + name + "}" }
	server := object{{"type", "local"}, {"command", append([]string{e.command}, e.args...)}}
	if v := e.variables(env); v != nil {
		server.add("environment", v)
	}
	if e.url != "" {
		server = object{{"type", "remote"}, {"url", e.url}}
		if !e.oauth {
			server.add("oauth", false)
		}
		server = e.withToken(server, env(EnvMCPToken))
	}
	server.add("enabled", true)
	return jsonOf(append(object{{"$schema", "https://opencode.ai/config.json"}}, under("mcp", e.name, server)...))
}

// codexServer is a table [mcp_servers.NAME].
type codexServer struct {
	Command string   `toml:"command,omitempty"`
	Args    []string `toml:"args,omitempty"`
	EnvVars []string `toml:"env_vars,omitempty"`
	URL     string   `toml:"url,omitempty"`
	Token   string   `toml:"bearer_token_env_var,omitempty"`
}

func codexTOML(e serverEntry) ([]byte, error) {
	server := codexServer{Command: e.command, Args: e.args, EnvVars: e.env}
	if e.url != "" {
		server = codexServer{URL: e.url, Token: EnvMCPToken}
		if e.oauth {
			server.Token = ""
		}
	}
	var b bytes.Buffer
	enc := toml.NewEncoder(&b)
	enc.Indent = ""
	err := enc.Encode(map[string]map[string]codexServer{"mcp_servers": {e.name: server}})
	// The encoder writes the table above as well. A file that has it already may
	// not have it twice.
	return bytes.TrimPrefix(b.Bytes(), []byte("[mcp_servers]\n")), err
}

// shellWord quotes a word for a POSIX shell, where it needs it.
func shellWord(s string) string {
	plain := s != "" && strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._-/:=,@", r)
	}) < 0
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
