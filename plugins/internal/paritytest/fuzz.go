package paritytest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
)

// steps is how many steps of a plan are fuzzed: the later ones of a plan that
// pages are like the second.
const steps = 3

// Fuzz gives the plugin inputs that no schema has seen. It may refuse them; it
// must not panic, and what it gives must be JSON of the ABI's shape. The fuzzed
// text is the arguments, the answer that is rendered, and every answer that a
// plan gets; actions are those to plan, none for a plugin without plans.
//
// The caller adds seeds: f.Add(tool, json).
func Fuzz(f *testing.F, p plugin.Plugin, actions ...string) {
	f.Helper()
	f.Fuzz(func(t *testing.T, tool, text string) {
		if !json.Valid([]byte(text)) {
			return
		}
		raw := json.RawMessage(text)
		out := give(t, p, abi.ExportTransform, map[string]any{"tool": tool, "args": raw})
		if out != nil && (out["error"] == nil) == (out["action"] == nil) {
			t.Fatalf("transform gave neither or both: %v", out)
		}
		checkWarnings(t, out)
		for _, response := range []map[string]any{{"data": raw}, {"data": raw, "results": raw}} {
			give(t, p, abi.ExportRender, map[string]any{"tool": tool, "args": raw, "response": response})
		}
		for _, action := range actions {
			fuzzPlan(t, p, action, raw)
		}
	})
}

// checkWarnings wants warnings about proxies where proxies alone show them:
// transform does not know which backend will run the action.
func checkWarnings(t *testing.T, out map[string]json.RawMessage) {
	for key, ofProxies := range map[string]bool{"warnings": false, "proxyWarnings": true} {
		var list []string
		if len(out[key]) > 0 && json.Unmarshal(out[key], &list) != nil {
			t.Fatalf("%s: %s", key, out[key])
		}
		for _, w := range list {
			if strings.Contains(w, "proxy") != ofProxies {
				t.Fatalf("the wrong place, %s, for: %s", key, w)
			}
		}
	}
}

// Warnings is what a person reads beside the result of a proxy.
func Warnings(out abi.TransformOutput) []string {
	return slices.Concat(out.Warnings, out.ProxyWarnings)
}

func fuzzPlan(t *testing.T, p plugin.Plugin, action string, raw json.RawMessage) {
	input := map[string]any{"action": action, "params": raw}
	for range steps {
		out := give(t, p, abi.ExportPlan, input)
		var asked []json.RawMessage
		if out == nil || json.Unmarshal(out["requests"], &asked) != nil {
			return
		}
		responses := make([]map[string]any, len(asked))
		for i := range responses {
			responses[i] = map[string]any{"status": 200, "body": raw}
		}
		input["state"], input["responses"] = out["state"], responses
	}
}

// give runs one export; nil where the plugin can't read the input, which the
// host never sends.
func give(t *testing.T, p plugin.Plugin, export string, input map[string]any) map[string]json.RawMessage {
	text, err := json.Marshal(input)
	if err != nil {
		t.Skip(err)
	}
	out, err := p.Call(export, text)
	if err != nil {
		return nil
	}
	var shape map[string]json.RawMessage
	if err := json.Unmarshal(out, &shape); err != nil {
		t.Fatalf("%s gave %s: %v", export, out, err)
	}
	return shape
}
