//go:build unix && mcpsuite

package mcp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/internal/npmtest"
)

// inspector is the MCP Inspector's command line.
type inspector struct{ node, program string }

func newInspector(t *testing.T) inspector {
	const what = "the MCP Inspector"
	modules := npmtest.Install(t, "conformance", what)
	return inspector{npmtest.Node(t, modules, what), filepath.Join(modules, ".bin", "mcp-inspector")}
}

// run has it do one thing with a server. rest are the arguments that stand last.
func (i inspector) run(t *testing.T, w *world, target, rest []string, args ...string) (out string, code int) {
	t.Helper()
	all := append([]string{i.program, "--cli"}, target...)
	all = append(append(all, append(args, "--format", "json", "-q")...), rest...)
	return run(t, append(w.env(), "PATH="+filepath.Dir(i.node)), i.node, all...)
}

// must wants it to end well.
func (i inspector) must(t *testing.T, w *world, target, rest []string, args ...string) string {
	t.Helper()
	out, code := i.run(t, w, target, rest, args...)
	if code != 0 {
		t.Fatalf("the Inspector ended with %d\n%.4000s", code, out)
	}
	return out
}

// TestInspectorShowsAToken: a server with a token answers whoever shows it, and
// nobody else.
func TestInspectorShowsAToken(t *testing.T) {
	i := newInspector(t)
	w := newWorld(t, released(t))
	w.token = "of-this-test-0123456789abcdef"
	url := w.serve(t)
	for header, right := range map[string]bool{"Authorization: Bearer " + w.token: true, "Authorization: Bearer " + w.token + "0": false, "X-None: 1": false} {
		out, code := i.run(t, w, []string{url, "--transport", "http", "--header", header}, nil, "--method", "tools/list")
		if (code == 0) != right || strings.Contains(out, "tasks_create_task") != right {
			t.Errorf("%s: ended with %d\n%.1000s", header, code, out)
		}
	}
}

// TestInspector has it list and call the released program's tools. --strict
// refuses schemas that some client can't use.
func TestInspector(t *testing.T) {
	i := newInspector(t)
	w := newWorld(t, released(t))
	overHTTP := func(flags ...string) []string { return []string{w.serve(t, flags...), "--transport", "http"} }
	overPipe := func(flags ...string) (before, after []string) {
		return nil, append([]string{"--", w.program, "-q", "--local", "mcp"}, flags...)
	}
	servers := []struct {
		name   string
		server func() (target, rest []string)
	}{
		{"stdio", func() ([]string, []string) { return overPipe() }},
		{"stdio, full list", func() ([]string, []string) { return overPipe("--list", "full") }},
		{"stdio, discovery", func() ([]string, []string) { return overPipe("--discover") }},
		{"stdio, modern", func() ([]string, []string) { _, r := overPipe(); return []string{"--protocol-era", "modern"}, r }},
		{"HTTP", func() ([]string, []string) { return overHTTP(), nil }},
		// A server with sessions speaks nothing newer than 2025-11-25; clients that can
		// speak both come to terms with it.
		{"HTTP, auto", func() ([]string, []string) { return append(overHTTP(), "--protocol-era", "auto"), nil }},
		{"stateless, modern", func() ([]string, []string) { return append(overHTTP("--stateless"), "--protocol-era", "modern"), nil }},
		{"stateless, sessions", func() ([]string, []string) { return overHTTP("--stateless"), nil }},
	}
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			name := s.name
			target, rest := s.server()
			list := i.must(t, w, target, rest, "--method", "tools/list", "--strict")
			tool, args := "tasks_create_task", map[string]any{"tasklistId": "@default", "title": "From " + name}
			if strings.Contains(name, "discovery") {
				tool, args = "call_tool", map[string]any{"name": tool, "arguments": args}
			}
			if !strings.Contains(list, `"`+tool+`"`) {
				t.Fatalf("%s is not in the list: %.2000s", tool, list)
			}
			raw, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			made := i.must(t, w, target, rest, "--method", "tools/call", "--tool-name", tool, "--tool-args-json", string(raw))
			if !strings.Contains(made, "From "+name) {
				t.Errorf("the call's answer: %.2000s", made)
			}
			fmt.Fprintf(t.Output(), "passed  %d tools are right for strict clients; a call was answered\n", strings.Count(list, `"inputSchema"`))
		})
	}
}
