package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestMCPHostileLines gives a server on its standard input what no client sends.
// It goes on or, where the stream can't be understood any more, ends in order, says nothing but the protocol, and a line without
// end is not read to its end.
func TestMCPHostileLines(t *testing.T) {
	needPlugins(t)
	warmModules(t)
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	const ready = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	call := func(args string) string {
		return `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tasks_get_task","arguments":` + args + `}}`
	}
	for _, c := range []struct {
		name    string
		lines   []string
		answers int
		says    string
	}{
		{"lines of Windows", []string{hello + "\r", ready + "\r", ping + "\r"}, 2, ""},
		{"empty lines", []string{"", hello, "", ready, "\t", ping}, 2, ""},
		{"a byte order mark", []string{"\ufeff" + hello}, 0, ""},
		{"a line without end", []string{hello, ready, strings.Repeat("x", 100<<20)}, 0, ""},
		{"a text without end", []string{hello, ready, `{"jsonrpc":"2.0","id":2,"method":"` + strings.Repeat("x", 100<<20)}, 0, ""},
		{"half a line", []string{hello, ready, ping[:12]}, 0, ""},
		{"nested", []string{hello, ready, call(strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20))}, 0, ""},
		{"nested arguments", []string{hello, ready, call(`{"taskId":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`)}, 2, "isError"},
		{"a key twice", []string{hello, ready, call(`{"taskId":"a","taskId":"b","tasklistId":"l"}`)}, 2, "USAGE"},
		{"NUL", []string{hello, ready, call(`{"taskId":"a\u0000b","tasklistId":"l"}`)}, 2, "isError"},
		{"no UTF-8 in an argument", []string{hello, ready, call("{\"taskId\":\"a\xffb\",\"tasklistId\":\"l\"}")}, 2, "isError"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errs := served(t, t.TempDir(), nil, []string{"--local", "mcp", "--service", "tasks"}, strings.Join(c.lines, "\n")+"\n", c.answers)
			answered := 0
			for line := range strings.Lines(out) {
				var m struct {
					JSONRPC string          `json:"jsonrpc"`
					ID      json.RawMessage `json:"id"`
				}
				if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
					t.Errorf("no message of the protocol: %.300q", line)
				}
				if m.ID != nil {
					answered++
				}
			}
			if answered < c.answers || !strings.Contains(out, c.says) {
				t.Errorf("%d answers, want %d with %q:\n%.2000s\n%.2000s", answered, c.answers, c.says, out, errs)
			}
			if strings.Contains(errs, "goroutine ") || len(errs) > 2000 {
				t.Errorf("%d bytes on stderr: %.2000s", len(errs), errs)
			}
		})
	}
}
