// Package paritytest holds a plugin of a Google service to what was recorded
// from the peer, workspace-lite, and to the budget of a module.
//
// It owns the comparisons that all of those plugins share and reads nothing but
// the project's own testdata. It knows no service: what a plugin does otherwise
// is stated in its own test, by name. Start at [CompareTools] and [Vectors].
package paritytest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The recorded facts; see testdata in the root.
const (
	toolsFile   = "testdata/parity/tools.json"
	vectorsFile = "testdata/vectors/invoke.json"
)

// read reads a file of the module's root into v.
func read(t testing.TB, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// root is the folder of the module's go.mod. Tests run in their package's own.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}

// Transform runs one call through the plugin's transform.
func Transform(t testing.TB, p plugin.Plugin, tool string, args json.RawMessage) abi.TransformOutput {
	t.Helper()
	var out abi.TransformOutput
	call(t, p, abi.ExportTransform, abi.TransformInput{Tool: tool, Args: abi.Raw(args), Clock: plugintest.Clock()}, &out)
	return out
}

// Plan runs the first step of an action's plan.
func Plan(t testing.TB, p plugin.Plugin, action string, params json.RawMessage) abi.PlanOutput {
	t.Helper()
	var out abi.PlanOutput
	call(t, p, abi.ExportPlan, abi.PlanInput{Action: action, Params: abi.Raw(params), Clock: plugintest.Clock()}, &out)
	return out
}

// Render runs an answer through the plugin's render. args may be nil; data and
// results are the answer's, nil where it has none.
func Render(t testing.TB, p plugin.Plugin, tool string, args, data, results json.RawMessage) string {
	t.Helper()
	if args == nil {
		args = json.RawMessage(`{}`)
	}
	response := map[string]json.RawMessage{}
	if data != nil {
		response["data"] = data
	}
	if results != nil {
		response["results"] = results
	}
	var out struct{ Text string }
	call(t, p, abi.ExportRender, map[string]any{"tool": tool, "args": args, "response": response, "clock": plugintest.Clock()}, &out)
	return out.Text
}

func call(t testing.TB, p plugin.Plugin, export string, input, output any) {
	t.Helper()
	in, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Call(export, in)
	if err != nil {
		t.Fatalf("%s: %v", export, err)
	}
	if err := json.Unmarshal(out, output); err != nil {
		t.Fatalf("%s gave %s: %v", export, out, err)
	}
}
