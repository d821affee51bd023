//go:build unix && mcpsuite

package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/internal/npmtest"
)

// The suite in its released and in its next version, as package.json names them.
const (
	now  = "conformance"
	next = "conformance-next"
)

// suiteRun is one run of the suite against one server.
type suiteRun struct {
	name  string
	suite string
	flags []string
	serve []string
	// pipe has the program speak over a pipe, with a bridge before it.
	pipe bool
	// scenarios is how many there are, so that none is lost in silence.
	scenarios int
	// known are the scenarios that do not pass, each with its reason. One that
	// passes all the same has to be struck out.
	known map[string]string
}

const (
	tooOld  = "two warnings: this version of the scenario speaks as a client of 2025-03-26, for which the SDK leaves out what came with 2025-11-25; the next version passes"
	noTasks = "an optional extension (io.modelcontextprotocol/tasks): the SDK has none, and a call of wslite ends within its request"
	subset  = "on purpose: a catalog may use the part of JSON Schema that all clients understand, and $anchor, allOf, if, then and else are not in it"
)

var runs = []suiteRun{
	{
		name: "0.1.16, every scenario", suite: now, flags: []string{"--suite", "all"}, scenarios: 32,
		known: map[string]string{"server-sse-polling": tooOld},
	},
	{
		name: "0.1.16, every scenario, over a pipe", suite: now, flags: []string{"--suite", "all"}, pipe: true, scenarios: 32,
		known: map[string]string{
			"dns-rebinding-protection": "about HTTP: what stands before the pipe is the test's own and checks no Host",
			"server-sse-polling":       "about HTTP: a pipe has no stream of a call that could be closed",
		},
	},
	{
		name: "0.2.0-alpha.12, what 2025-11-25 requires, with sessions", suite: next, flags: []string{"--requirements", "2025-11-25"}, scenarios: 33,
	},
	{
		name: "0.2.0-alpha.12, what 2026-07-28 requires, stateless", suite: next, flags: []string{"--requirements", "2026-07-28"}, serve: []string{"--stateless"}, scenarios: 50,
		known: map[string]string{
			"json-schema-2020-12":          subset,
			"tasks-lifecycle":              noTasks,
			"tasks-capability-negotiation": noTasks,
			"tasks-wire-fields":            noTasks,
			"tasks-request-state-removal":  noTasks,
			"tasks-mrtr-input":             noTasks,
			"tasks-request-headers":        noTasks,
			"tasks-dispatch-and-envelope":  noTasks,
			"tasks-status-notifications":   noTasks + "; this version of the suite skips the scenario itself",
			"tasks-required-task-error":    noTasks,
			"tasks-mrtr-composition":       noTasks,
		},
	},
}

// TestConformance runs the whole suite against the build that holds its fixtures
// and plugins.
func TestConformance(t *testing.T) {
	s := newSuite(t)
	for _, r := range runs {
		t.Run(r.name, func(t *testing.T) {
			w := newWorld(t, withFixtures(t))
			w.addPlugins(t)
			url := ""
			if r.pipe {
				url = w.overPipe(t)
			} else {
				url = w.serve(t, r.serve...)
			}
			s.check(t, s.run(t, r.suite, append([]string{"--url", url}, r.flags...)...), r.scenarios, r.known)
		})
	}
}

// bare are the scenarios that need nothing of the suite's own, with the version
// that has them and the server that they are about.
var bare = []struct {
	suite     string
	flags     []string
	serve     []string
	scenarios []string
}{
	{suite: now, scenarios: []string{
		"server-initialize", "logging-set-level", "ping", "tools-list", "server-sse-multiple-streams",
		"resources-list", "prompts-list", "dns-rebinding-protection",
	}},
	{suite: next, flags: []string{"--spec-version", "2025-11-25"}, scenarios: []string{"server-session-lifecycle"}},
	{suite: next, flags: []string{"--spec-version", "2026-07-28"}, serve: []string{"--stateless"}, scenarios: []string{
		"tools-list", "server-sse-multiple-streams", "resources-list", "sep-2164-resource-not-found", "prompts-list",
		"dns-rebinding-protection", "http-header-validation", "input-required-result-unsupported-methods",
	}},
}

// TestConformanceOfTheRelease runs them against the program as people get it.
func TestConformanceOfTheRelease(t *testing.T) {
	s := newSuite(t)
	program := released(t)
	if raw, err := os.ReadFile(program); err != nil || strings.Contains(string(raw), "test_elicitation") {
		t.Fatalf("the released program holds fixtures (%v)", err)
	}
	for _, b := range bare {
		url := newWorld(t, program).serve(t, b.serve...)
		found := map[string]result{}
		for _, name := range b.scenarios {
			for k, v := range s.run(t, b.suite, append([]string{"--url", url, "--scenario", name}, b.flags...)...) {
				found[k] = v
			}
		}
		s.check(t, found, len(b.scenarios), nil)
	}
}

// suite is the suite's two versions, installed.
type suite struct{ node, modules string }

func newSuite(t *testing.T) suite {
	const what = "MCP's conformance suite"
	modules := npmtest.Install(t, "conformance", what)
	return suite{npmtest.Node(t, modules, what), modules}
}

// result is how many of a scenario's checks ended how.
type result struct {
	passed, skipped int
	wrong           []string
}

var resultDir = regexp.MustCompile(`^server-(.+)-\d{4}-\d\d-\d\dT[0-9-]+Z$`)

// run runs the suite and gives what it found, by scenario.
func (s suite) run(t *testing.T, version string, flags ...string) map[string]result {
	t.Helper()
	out := t.TempDir()
	args := append([]string{filepath.Join(s.modules, version, "dist", "index.js"), "server", "-o", out}, flags...)
	said, _ := run(t, []string{"HOME=" + t.TempDir(), "PATH=" + filepath.Dir(s.node)}, s.node, args...)
	found := map[string]result{}
	files, err := filepath.Glob(filepath.Join(out, "*", "checks.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the suite left no results: %v\n%s", err, said)
	}
	for _, file := range files {
		name := resultDir.FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		if name == nil {
			t.Fatalf("%s is no scenario's", file)
		}
		found[name[1]] = read(t, file)
	}
	return found
}

func read(t *testing.T, file string) (r result) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var checks []struct{ ID, Status, ErrorMessage string }
	if err := json.Unmarshal(raw, &checks); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, c := range checks {
		switch c.Status {
		case "INFO":
		case "SUCCESS":
			r.passed++
		case "SKIPPED": // for want of something that this version of the protocol does not have
			r.skipped++
		default:
			r.wrong = append(r.wrong, fmt.Sprintf("%s %s: %s", c.Status, c.ID, c.ErrorMessage))
		}
	}
	if r.passed == 0 && r.wrong == nil {
		r.wrong = []string{"nothing was checked"}
	}
	return r
}

// check writes a line for each scenario, and wants every one to pass but the known
// ones, which have to fail.
func (s suite) check(t *testing.T, found map[string]result, scenarios int, known map[string]string) {
	t.Helper()
	checks, passed := 0, 0
	names := make([]string, 0, len(found))
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		r, why := found[name], known[name]
		switch {
		case r.wrong == nil && why == "":
			fmt.Fprintf(t.Output(), "passed  %s: %d checks, %d skipped by the suite\n", name, r.passed, r.skipped)
			passed++
		case r.wrong == nil:
			t.Errorf("%s passes, and is known not to: strike it out", name)
		case why != "":
			fmt.Fprintf(t.Output(), "known   %s: %s\n", name, why)
		default:
			t.Errorf("%s: %d checks passed, but\n%s", name, r.passed, strings.Join(r.wrong, "\n"))
		}
		checks += r.passed
	}
	for name := range known {
		if _, ran := found[name]; !ran {
			t.Errorf("%s is known not to pass, and did not run", name)
		}
	}
	if len(found) != scenarios {
		t.Errorf("%d scenarios ran, not %d", len(found), scenarios)
	}
	fmt.Fprintf(t.Output(), "%d scenarios passed, %d do not and say why; %d checks passed\n", passed, len(known), checks)
}
