package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/vectors"
)

// exitInput is the input of an exit vector: a command line and a world.
type exitInput struct {
	Argv  []string          `json:"argv"`
	Env   map[string]string `json:"env"`
	Files map[string]string `json:"files"`
	Proxy struct {
		Status int             `json:"status"`
		Text   *string         `json:"text"`
		Body   json.RawMessage `json:"body"`
		healthInput
	} `json:"proxy"`
	TTY    bool   `json:"tty"`
	Answer bool   `json:"answer"`
	Via    string `json:"via"`
}

type exitWant struct {
	Exit      int             `json:"exit"`
	Stdout    string          `json:"stdout"`
	Stderr    string          `json:"stderr"`
	Requests  []sent          `json:"requests"`
	Prompts   *int            `json:"prompts"`
	JSON      json.RawMessage `json:"json"`
	JSONShape json.RawMessage `json:"jsonShape"`
	Lines     int             `json:"lines"`
}

// sent is one request as the proxy saw it.
type sent struct {
	Action string         `json:"action"`
	Params map[string]any `json:"params"`
	Token  string         `json:"token"`
}

// ran is what a run did, in the terms of the vectors.
type ran struct {
	exit           int
	stdout, stderr string
	requests       []sent
	prompts        int
}

// services are all that have proxies.
var services = []string{"tasks", "drive", "gmail", "calendar", "sheets", "slides", "docs", "forms"}

// TestExitVectors runs the recorded command lines in-process against a
// recording server, through the same entry as the binary.
func TestExitVectors(t *testing.T) {
	kinds := []string{"outcome", "transport", "usage", "confirm", "argv", "flags", "run", "call", "raw", "tools", "doctor", "tty", "bin", "validator"}
	kinds = append(kinds, setupKinds...)
	needPlugins(t)
	vectors.Run(t, "exit", kinds, func(t *testing.T, v vectors.Vector) string {
		var in exitInput
		decodeInto(t, v.Input, &in)
		var want exitWant
		decodeInto(t, v.Expected, &want)
		return compareExit(t, v, want, runVector(t, in))
	})
}

// runVector runs a command line in-process, with a person at the terminal where
// the vector has one.
func runVector(t *testing.T, in exitInput) ran {
	t.Helper()
	return runIn(t, in, func(home string, vars map[string]string) (int, string, string) {
		var out, errs bytes.Buffer
		answer := "n\n"
		if in.Answer {
			answer = "y\n"
		}
		e := testEnv(t, home, vars)
		e.Streams = Streams{In: strings.NewReader(answer), Out: &out, Err: &errs, InTTY: in.TTY, ErrTTY: in.TTY}
		code := Main(context.Background(), in.Argv, e)
		return code, out.String(), errs.String()
	})
}

// runIn runs a command line in the world of a vector: a recording proxy, a home
// with the files, the variables.
func runIn(t *testing.T, in exitInput, run func(home string, vars map[string]string) (code int, stdout, stderr string)) ran {
	t.Helper()
	var mu sync.Mutex
	var r ran
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodGet {
			in.Proxy.answerHealth(w)
			return
		}
		body, _ := io.ReadAll(req.Body)
		var s sent
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		if err := d.Decode(&s); err != nil || req.Method != http.MethodPost {
			t.Errorf("the proxy got %s with a body that is no call: %v", req.Method, err)
		}
		mu.Lock()
		r.requests = append(r.requests, s)
		mu.Unlock()
		if in.Proxy.Status != 0 {
			w.WriteHeader(in.Proxy.Status)
		}
		switch {
		case in.Proxy.Text != nil:
			io.WriteString(w, *in.Proxy.Text)
		case in.Proxy.Body != nil:
			w.Write(in.Proxy.Body)
		default:
			io.WriteString(w, `{"success":true,"data":{"id":"x1"}}`)
		}
	}))
	defer proxy.Close()

	home := t.TempDir()
	t.Chdir(home)
	for name, content := range in.Files {
		if err := os.WriteFile(filepath.Join(home, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	prepareSetup(t, home, in.Argv)
	env := map[string]string{}
	for k, val := range in.Env {
		env[k] = strings.ReplaceAll(val, "$PROXY", proxy.URL)
	}
	r.exit, r.stdout, r.stderr = run(home, env)
	r.prompts = strings.Count(r.stderr, "[y/N]")
	return r
}

// testEnv is a world with a home of its own, the given variables and nothing
// else of the process. The compile cache is the one that all tests share.
func testEnv(t testing.TB, home string, vars map[string]string) Env {
	return Env{
		Getenv: func(k string) string {
			if k == "WSLITE_CACHE_DIR" {
				return sharedCache(t)
			}
			return vars[k]
		},
		Sandbox:       sharedSandbox(t),
		Now:           func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) },
		Version:       "test",
		UserConfigDir: func() (string, error) { return filepath.Join(home, ".config"), nil },
		UserCacheDir:  func() (string, error) { return filepath.Join(home, ".cache"), nil },
		UserHomeDir:   func() (string, error) { return home, nil },
	}
}

// compareExit tells how a run differs from what a vector wants. Without
// --json only exit code, requests and prompts bind; a prompt itself goes to
// stderr, which the recordings left out.
func compareExit(t *testing.T, v vectors.Vector, want exitWant, got ran) string {
	var diffs []string
	diff := func(format string, args ...any) { diffs = append(diffs, fmt.Sprintf(format, args...)) }
	if got.exit != want.Exit {
		diff("exit %d, want %d", got.exit, want.Exit)
	}
	if d := cmp.Diff(normalRequests(want.Requests), normalRequests(got.requests)); d != "" {
		diff("requests (-want +got):\n%s", d)
	}
	if want.Prompts != nil && got.prompts != *want.Prompts {
		diff("%d prompts, want %d", got.prompts, *want.Prompts)
	}
	asJSON := strings.Contains(string(v.Input), `"--json"`)
	if k := kindOfText(got.stdout); (asJSON || want.Stdout == "empty") && k != want.Stdout && !(want.Stdout == "text" && k == "json") {
		diff("stdout is %s, want %s", k, want.Stdout)
	}
	if asJSON && want.Prompts == nil && kindOfText(got.stderr) != want.Stderr && (want.Stderr == "empty" || got.stderr == "") {
		diff("stderr is %s, want %s", kindOfText(got.stderr), want.Stderr)
	}
	if asJSON && want.JSON != nil {
		if d := compareJSON(v, want.JSON, got.stdout); d != "" {
			diff("json (-want +got):\n%s", d)
		}
	}
	if want.JSONShape != nil {
		if d := compareShape("", decodeAny(t, want.JSONShape), decodeAny(t, []byte(got.stdout))); d != "" {
			diff("shape: %s", d)
		}
	}
	if len(diffs) > 0 {
		diffs = append(diffs, "stdout "+got.stdout, "stderr "+got.stderr)
	}
	return strings.Join(diffs, "\n")
}

func kindOfText(s string) string {
	if s == "" {
		return "empty"
	}
	if json.Valid([]byte(s)) {
		return "json"
	}
	return "text"
}

// compareJSON compares documents; "<text>" stands for any message. Some kinds
// record an excerpt.
func compareJSON(v vectors.Vector, want json.RawMessage, stdout string) string {
	var w, g any
	if json.Unmarshal(want, &w) != nil || json.Unmarshal([]byte(stdout), &g) != nil {
		return "not JSON: " + stdout
	}
	switch v.Kind {
	case "tools":
		g = toolsExcerpt(w, g)
	case "doctor":
		g = doctorExcerpt(w, g)
	default:
		g = setupExcerpt(v.Kind, w, g)
	}
	return cmp.Diff(w, g, cmp.Comparer(func(a, b string) bool {
		return a == b || a == "<text>" && b != "" || b == "<text>" && a != ""
	}))
}

func toolsExcerpt(want, got any) any {
	w, _ := want.(map[string]any)
	m, _ := got.(map[string]any)
	list, _ := m["tools"].([]any)
	out := map[string]any{}
	if _, ok := w["count"]; ok {
		out["count"] = float64(len(list))
	}
	if _, ok := w["names"]; ok {
		names := []any{}
		for _, t := range list {
			names = append(names, t.(map[string]any)["name"])
		}
		out["names"] = names
	}
	return out
}

// doctorExcerpt keeps the keys of want; a service stands under its name.
func doctorExcerpt(want, got any) any {
	w, _ := want.(map[string]any)
	m, _ := got.(map[string]any)
	out := map[string]any{}
	for k := range w {
		out[k] = m[k]
		for _, s := range m["services"].([]any) {
			if s.(map[string]any)["service"] == k {
				out[k] = s
			}
		}
	}
	return out
}

// compareShape checks types: "string" stands for any string, a list for a list
// of its first element.
func compareShape(at string, want, got any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return at + " is no object"
		}
		for k := range w {
			if _, ok := g[k]; !ok {
				return at + "." + k + " is missing"
			}
			if d := compareShape(at+"."+k, w[k], g[k]); d != "" {
				return d
			}
		}
	case []any:
		g, ok := got.([]any)
		if !ok {
			return at + " is no list"
		}
		for _, e := range g {
			if len(w) > 0 {
				if d := compareShape(at+"[]", w[0], e); d != "" {
					return d
				}
			}
		}
	case string:
		if name := jsonTypeName(got); name != w {
			return fmt.Sprintf("%s is %s, not %s", at, name, w)
		}
	}
	return ""
}

func jsonTypeName(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number, float64:
		return "number"
	}
	return fmt.Sprintf("%T", v)
}

func normalRequests(list []sent) string {
	b, _ := json.MarshalIndent(list, "", " ")
	if len(list) == 0 {
		return "[]"
	}
	return string(b)
}

func decodeInto(t *testing.T, raw []byte, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		t.Fatal(err)
	}
}

func decodeAny(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	decodeInto(t, raw, &v)
	return v
}
