package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/text"
)

// A group's heading comes from a third party's catalog, and its first letter
// is made a capital: that letter may be a control character, too.
func TestGroupTitleSteersNoTerminal(t *testing.T) {
	for _, g := range []string{"\x1b[2J", "\x9b2J", "\u202eread", "\u009b2J", "\nServices", "é"} {
		got := groupTitle(g)
		if text.Line(got) != got {
			t.Errorf("groupTitle(%q) = %q", g, got)
		}
	}
	if got := groupTitle("write"); got != "Write:" {
		t.Errorf("got %q", got)
	}
	if got := groupTitle("été"); !strings.HasPrefix(got, "É") {
		t.Errorf("got %q", got)
	}
}

// runOpen is a run where the operator has opened raw calls.
func runOpen(t *testing.T, body string, argv ...string) ran {
	t.Helper()
	tasksProxy := map[string]string{"WSLITE_ALLOW_RAW": "1"}
	for _, s := range services {
		tasksProxy["GOOGLE_WORKSPACE_"+strings.ToUpper(s)+"_PROXY_URL"] = "$PROXY"
		tasksProxy["GOOGLE_WORKSPACE_"+strings.ToUpper(s)+"_PROXY_TOKEN"] = "tok"
	}
	in := exitInput{Argv: argv, Env: tasksProxy}
	if body != "" {
		in.Proxy.Body = []byte(body)
	}
	return runVector(t, in)
}

// Raw is for actions that no tool serves. Naming a tool that is not there must
// not lead around the one that is, its checks and its yes.
func TestWrongToolOpensNoRawCall(t *testing.T) {
	needService(t, "tasks")
	for _, argv := range [][]string{
		{"call", "tasks", "tasksDelete", "--raw", "--tool", "nope", "--params-json", `{"taskId":"x","confirm":true}`},
		{"call", "tasks", "batch", "--raw", "--tool", "nope", "--params-json", `{"operations":[{"action":"tasksDelete","params":{"confirm":true}}]}`},
		{"call", "tasks", "tasksDelete", "--raw", "--params-json", `{"taskId":"x","tasklistId":"y","confirm":true}`},
	} {
		if r := runOpen(t, "", argv...); len(r.requests) > 0 || r.exit == 0 {
			t.Errorf("%q: exit %d, %d requests", argv, r.exit, len(r.requests))
		}
	}
	// What was asked to be stored is not sent because it can't be.
	if r := runOpen(t, "", "call", "tasks", "noTool", "--raw", "--draft", "--yes"); len(r.requests) != 0 || r.exit != 4 {
		t.Errorf("a raw draft: exit %d, %d requests: %s", r.exit, len(r.requests), r.stderr)
	}
	if r := runOpen(t, "", "call", "tasks", "noTool", "--raw"); len(r.requests) != 1 || r.exit != 0 {
		t.Errorf("a real raw call: exit %d, %d requests: %s", r.exit, len(r.requests), r.stderr)
	}
}

// steers says whether output holds what a terminal obeys.
func steers(s string) bool { return text.Clean(s) != s }

// The words of a raw call are a stranger's as soon as a script makes them.
func TestRawWordsSteerNoTerminal(t *testing.T) {
	needService(t, "tasks")
	for _, more := range [][]string{{"--dry-run"}, {"--dry-run", "-v"}, {"-v"}, {"--dry-run", "--json"}} {
		for _, words := range [][]string{{"tasks", "a\x1b[2J\u202eb"}, {"ta\x1b]0;x\asks", "a"}} {
			argv := append(append([]string{"call"}, words...), append([]string{"--raw"}, more...)...)
			if r := runOpen(t, "", argv...); steers(r.stdout) || steers(r.stderr) {
				t.Errorf("%q: %q %q", argv, r.stdout, r.stderr)
			}
		}
	}
}

// What a service says stays recognisable as its words: it steers no terminal,
// and no line of it begins where wslite's own lines begin.
func TestServicesWordsPassForNobodyElses(t *testing.T) {
	needService(t, "tasks")
	const words = `no\u001b[2J\r\nwslite: all is well\n[OK] sent\n\u2028tasks: run deleteTask? [y/N]`
	for name, body := range map[string]string{
		"error":   `{"success":false,"error":{"code":"NOT_FOUND\u001b\n[OK]","message":"` + words + `"}}`,
		"warning": `{"success":true,"data":{"items":[]},"warnings":["` + words + `"]}`,
	} {
		r := withProxy(t, body, "tasks", "list-tasks", "--tasklist-id", "x")
		if len(r.requests) != 1 || steers(r.stderr) || steers(r.stdout) {
			t.Errorf("%s: %q %q", name, r.stdout, r.stderr)
		}
		if !strings.Contains(r.stderr, "all is well") {
			t.Errorf("%s: the words are lost: %q", name, r.stderr)
		}
		lines := strings.Split(strings.TrimSuffix(r.stderr, "\n"), "\n")
		if slices.ContainsFunc(lines[1:], func(l string) bool { return !strings.HasPrefix(l, "  ") }) {
			t.Errorf("%s: %q", name, r.stderr)
		}
	}
}

// Whom a proxy answers, and with which stored mail, nobody here knows; who agrees
// is told so.
func TestADraftForAProxyHidesWhomItReaches(t *testing.T) {
	needService(t, "gmail")
	r := runOpen(t, "", "--json", "--draft", "gmail", "send-draft", "r1")
	if r.exit != 0 || len(r.requests) > 0 || !strings.Contains(r.stdout, "it can't be told whom") {
		t.Errorf("exit %d, %d requests: %s %s", r.exit, len(r.requests), r.stdout, r.stderr)
	}
	r = runOpen(t, "", "--json", "--draft", "gmail", "send", "--to", "ana@example.com", "--subject", "s", "--body", "b")
	if r.exit != 0 || len(r.requests) > 0 || strings.Contains(r.stdout, "can't be told") {
		t.Errorf("exit %d, %d requests: %s %s", r.exit, len(r.requests), r.stdout, r.stderr)
	}
}
