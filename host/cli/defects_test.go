package cli

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// The tests here are named after the list of the peer's defects: each shows
// that the whole kind of fault is right here. Per-action defects stand beside
// the plugins.

var tasksProxy = map[string]string{"GOOGLE_WORKSPACE_TASKS_PROXY_URL": "$PROXY", "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN": "tok"}

// withProxy runs a command line against a proxy that answers with body ("" is
// a plain success).
func withProxy(t *testing.T, body string, argv ...string) ran {
	t.Helper()
	in := exitInput{Argv: argv, Env: map[string]string{}}
	for k, v := range tasksProxy {
		in.Env[k] = v
		// Every service has a proxy, so that a test may use any of them.
		for _, s := range services {
			in.Env[strings.Replace(k, "TASKS", strings.ToUpper(s), 1)] = v
		}
	}
	if body != "" {
		in.Proxy.Body = json.RawMessage(body)
	}
	return runVector(t, in)
}

// params gives the parameters of the one request that was sent.
func (r ran) params(t *testing.T) map[string]any {
	t.Helper()
	if len(r.requests) != 1 {
		t.Fatalf("%d requests: exit %d %s%s", len(r.requests), r.exit, r.stdout, r.stderr)
	}
	return r.requests[0].Params
}

// needService fails a test whose service is not part of this build: each build
// embeds all eight.
func needService(t *testing.T, name string) {
	t.Helper()
	needPlugins(t)
	a := newApp(testEnv(t, t.TempDir(), nil))
	if x, err := a.catalog(); err != nil || x.Service(name) == nil {
		t.Fatalf("%s: its plugin is not part of this build; run `make plugins` first (%v)", name, err)
	}
}

func TestDefect01StartedThroughALink(t *testing.T) {
	path, err := exec.LookPath("wslite")
	if err != nil {
		t.Fatal(err)
	}
	// The test binary chooses its command by name, so the link has that name
	// in a folder of its own.
	link := filepath.Join(t.TempDir(), "wslite")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(link, "version").Output()
	if err != nil || !strings.Contains(string(out), "wslite test") {
		t.Errorf("%q, %v", out, err)
	}
}

func TestDefect03ListsShowIDs(t *testing.T) {
	needService(t, "drive")
	r := withProxy(t, `{"success":true,"data":[{"id":"F1","name":"Plan","mimeType":"text/plain"}]}`, "drive", "list-files")
	if !strings.Contains(r.stdout, "F1") || !strings.Contains(r.stdout, "Plan") {
		t.Errorf("%s%s", r.stdout, r.stderr)
	}
	needService(t, "calendar")
	r = withProxy(t, `{"success":true,"data":{"busySlots":[{"start":"2031-05-04T09:00:00Z","end":"2031-05-04T10:00:00Z","title":"x"}],"totalBusy":1,"range":{"from":"a","to":"b"}}}`,
		"calendar", "find-freebusy", "--time-min", "2031-05-04", "--time-max", "2031-05-05")
	if !strings.Contains(r.stdout, "1 ") || !strings.Contains(r.stdout, "09:00") {
		t.Errorf("%s%s", r.stdout, r.stderr)
	}
}

func TestDefect04PaginationAndWarnings(t *testing.T) {
	needPlugins(t)
	body := `{"success":true,"data":{"a":1},"pagination":{"nextPageToken":"N","hasMore":true},"warnings":["w1"]}`
	if r := withProxy(t, body, "--json", "tasks", "get-task", "--tasklist-id", "l", "--task-id", "t"); !strings.Contains(r.stdout, `"nextPageToken": "N"`) || !strings.Contains(r.stdout, "w1") {
		t.Error(r.stdout)
	}
	if r := withProxy(t, body, "tasks", "get-task", "--tasklist-id", "l", "--task-id", "t"); !strings.Contains(r.stderr, "N") || !strings.Contains(r.stderr, "w1") {
		t.Error(r.stderr)
	}
}

func TestDefect05BracesInText(t *testing.T) {
	needPlugins(t)
	for _, title := range []string{"[URGENT]", "{{name}}", "[1,2]", `{"a":1}`} {
		if got := withProxy(t, "", "tasks", "create-tasklist", "--title", title).params(t)["title"]; got != title {
			t.Errorf("%q arrived as %q", title, got)
		}
	}
}

func TestDefect06TextOrNumber(t *testing.T) {
	needService(t, "forms")
	p := withProxy(t, "", "-y", "forms", "delete-item", "--form-id", "f1", "--item-id", "abc").params(t)
	if p["itemId"] != "abc" {
		t.Errorf("itemId is %v", p["itemId"])
	}
}

func TestDefect07BatchOperationsAreChecked(t *testing.T) {
	needPlugins(t)
	r := withProxy(t, "", "tasks", "batch", "--params-json", `{"operations":[{"action":"tasksGet"}]}`)
	if r.exit != 4 || len(r.requests) > 0 || !strings.Contains(r.stderr, "operations.0") {
		t.Errorf("exit %d: %s", r.exit, r.stderr)
	}
	p := withProxy(t, "", "tasks", "batch", "--params-json", `{"operations":[{"action":"tasklistsList"}]}`).params(t)
	if b, _ := json.Marshal(p); string(b) != `{"operations":[{"action":"tasklistsList","params":{"maxResults":100}}]}` {
		t.Errorf("defaults: %s", b)
	}
}

func TestDefect08ConfirmInJSONCountsNowhere(t *testing.T) {
	needPlugins(t)
	for _, argv := range [][]string{
		{"tasks", "batch", "--params-json", `{"operations":[{"action":"tasksDelete","params":{"tasklistId":"l","taskId":"t","confirm":true}}]}`},
		{"tasks", "delete-task", "--params-json", `{"tasklistId":"l","taskId":"t","confirm":true}`},
		{"run", "tasks_delete_task", "--params-json", `{"tasklistId":"l","taskId":"t","confirm":true}`},
		{"call", "tasks", "tasksDelete", "--params-json", `{"tasklistId":"l","taskId":"t","confirm":true}`},
	} {
		if r := withProxy(t, "", argv...); r.exit != 2 || len(r.requests) > 0 {
			t.Errorf("%q: exit %d, %d requests", argv, r.exit, len(r.requests))
		}
	}
}

// A key is kept by the host for every tool that changes something, and handed on
// to the service where its tool takes one.
func TestDefect09IdempotencyKeyIsNeverDropped(t *testing.T) {
	needPlugins(t)
	d := newDesk(t)
	for i, want := range []any{nil, "duplicate"} {
		got := d.answer("--idempotency-key", "k", "tasks", "update-tasklist", "--tasklist-id", "@default", "--title", "t")
		if dig(got, "data", "status") != want || (got["duplicate"] == true) != (want != nil) {
			t.Errorf("run %d: %v", i, got)
		}
	}
	if p := withProxy(t, "", "--idempotency-key", "k", "tasks", "create-tasklist", "--title", "t").params(t); p["idempotencyKey"] != "k" {
		t.Errorf("%v", p)
	}
	if r := withProxy(t, "", "--idempotency-key", "k", "tasks", "list-tasklists"); r.exit != 4 || len(r.requests) > 0 || !strings.Contains(r.stderr, "only reads") {
		t.Errorf("exit %d: %s", r.exit, r.stderr)
	}
}

func TestDefect10UnknownFlags(t *testing.T) {
	needPlugins(t)
	for _, argv := range [][]string{
		{"run", "tasks_get_task", "--tasklist-id", "l", "--task-id", "t", "--bogus", "x"},
		{"run", "tasks_get_task", "--tasklist-id", "l", "--task-id", "t", "stray"},
		{"tasks", "get-task", "--tasklist-id", "l", "--task-id", "t", "--bogus"},
		{"tasks", "get-task", "--params-json", `{"tasklistId":"l","taskId":"t","bogus":1}`},
	} {
		if r := withProxy(t, "", argv...); r.exit != 4 || len(r.requests) > 0 {
			t.Errorf("%q: exit %d, %d requests", argv, r.exit, len(r.requests))
		}
	}
	if p := withProxy(t, "", "run", "tasks_list_tasks", "--tasklist-id", "l", "--no-show-completed").params(t); p["showCompleted"] != false {
		t.Errorf("%v", p)
	}
}

func TestDefect11UsageErrors(t *testing.T) {
	needPlugins(t)
	for _, argv := range [][]string{{"--json", "nope"}, {"--json", "tasks", "nope"}, {"--json", "tasks", "get-task", "--bogus"}, {"--json", "tools", "--risk", "x"}} {
		r := withProxy(t, "", argv...)
		if r.exit != 4 || kindOfText(r.stdout) != "json" || r.stderr != "" {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", argv, r.exit, r.stdout, r.stderr)
		}
	}
	r := withProxy(t, "", "nope")
	if strings.Count(r.stderr, "nope") != 1 {
		t.Errorf("the message is not there once: %q", r.stderr)
	}
	if r := withProxy(t, "", "--version"); r.exit != 0 {
		t.Errorf("--version: exit %d", r.exit)
	}
	loud := withProxy(t, `{"success":true,"data":{},"warnings":["w"]}`, "tasks", "get-task", "--tasklist-id", "l", "--task-id", "t")
	quiet := withProxy(t, `{"success":true,"data":{},"warnings":["w"]}`, "--quiet", "tasks", "get-task", "--tasklist-id", "l", "--task-id", "t")
	if loud.stderr == "" || quiet.stderr != "" {
		t.Errorf("--quiet: %q, without %q", quiet.stderr, loud.stderr)
	}
}

func TestDefect12CallSendsWhatWasNamed(t *testing.T) {
	needService(t, "drive")
	r := withProxy(t, "", "call", "drive", "folderListRoot", "--params-json", `{"folderId":"F1"}`)
	if r.exit != 4 || len(r.requests) > 0 || !strings.Contains(r.stderr, "folderList") {
		t.Errorf("exit %d: %s", r.exit, r.stderr)
	}
	if r := withProxy(t, "", "call", "drive", "folderListRoot"); len(r.requests) != 1 || r.requests[0].Action != "folderListRoot" {
		t.Errorf("%+v", r)
	}
}

func TestDefect23NumbersAndDates(t *testing.T) {
	needPlugins(t)
	for _, argv := range [][]string{
		{"tasks", "list-tasks", "--tasklist-id", "l", "--max-results", ""},
		{"tasks", "list-tasks", "--tasklist-id", "l", "--due-min", "2031-02-30"},
	} {
		if r := withProxy(t, "", argv...); r.exit != 4 || len(r.requests) > 0 {
			t.Errorf("%q: exit %d", argv, r.exit)
		}
	}
}

// TestDefect27LargeOutputArrivesWhole reads a real process through a pipe that
// is drained slowly: the peer ended before it was flushed.
func TestDefect27LargeOutputArrivesWhole(t *testing.T) {
	needPlugins(t)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"success":true,"data":{"text":"`+strings.Repeat("x", 300_000)+`end"}}`)
	}))
	defer proxy.Close()
	cmd := exec.Command("wslite", "--json", "tasks", "get-task", "--tasklist-id", "l", "--task-id", "t")
	cmd.Env = []string{
		"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "WSLITE_CACHE_DIR=" + sharedCache(t),
		"GOOGLE_WORKSPACE_TASKS_PROXY_URL=" + proxy.URL, "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN=tok",
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(iotest.OneByteReader(pipe))
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || len(out) < 300_000 || !json.Valid(out) {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}
