package paritytest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
)

// fewest is how many vectors a service has at least; fewer would mean that the
// file has another shape.
const fewest = 20

// vector is a recorded call.
type vector struct {
	ID    string
	Input struct {
		Tool      string
		Arguments json.RawMessage
	}
	Expected struct {
		Action string
		Params json.RawMessage
	}
	Quirk string
}

// target tells whether the vector binds a transform. A call that a schema
// rejects never reaches the plugin, and neither does the part of a recorded
// answer; a quirk records a defect.
func (v vector) target() bool { return v.Expected.Params != nil && v.Quirk == "" }

// Vectors runs the peer's recorded calls of a service that reach a proxy:
// transform must give exactly the recorded action and params.
//
// otherwise are the ids of vectors that the plugin answers in another way on
// purpose; each of them must really differ.
func Vectors(t *testing.T, p plugin.Plugin, service string, otherwise ...string) {
	t.Helper()
	var all []vector
	read(t, vectorsFile, &all)
	schemas := toolSchemas(t, p)
	ran := 0
	for _, v := range all {
		if !strings.HasPrefix(v.Input.Tool, service+"_") || !v.target() {
			continue
		}
		ran++
		t.Run(v.ID, func(t *testing.T) {
			if fault := v.run(t, p, schemas, slices.Contains(otherwise, v.ID)); fault != "" {
				t.Error(fault)
			}
		})
	}
	if ran < fewest {
		t.Errorf("only %d vectors of %s ran, want %d at least", ran, service, fewest)
	}
	for _, id := range otherwise {
		if !slices.ContainsFunc(all, func(v vector) bool { return v.ID == id && v.target() }) {
			t.Errorf("%s is no vector that binds", id)
		}
	}
}

// run runs one vector and says what is wrong.
func (v vector) run(t testing.TB, p plugin.Plugin, schemas map[string]any, deviates bool) (fault string) {
	t.Helper()
	schema, known := schemas[v.Input.Tool]
	if !known {
		return "there is no tool " + v.Input.Tool
	}
	args := fillArgs(t, schema, v.Input.Arguments)
	out := Transform(t, p, v.Input.Tool, args)
	same := out.Error == nil && out.Action == v.Expected.Action && equalJSON(t, out.Params, v.Expected.Params)
	switch {
	case deviates && same:
		return "listed as answered otherwise, and agrees"
	case !deviates && !same:
		return fmt.Sprintf("%s\ngot  %+v %s %s\nwant %s %s", args, out.Error, out.Action, out.Params, v.Expected.Action, v.Expected.Params)
	}
	return ""
}

// toolSchemas are the tools' schemas, as the plugin's catalog gives them.
func toolSchemas(t testing.TB, p plugin.Plugin) map[string]any {
	t.Helper()
	text, err := p.Call(abi.ExportCatalog, nil)
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Tools []struct {
			Name  string
			Input json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	all := map[string]any{}
	for _, tool := range c.Tools {
		all[tool.Name] = decode(t, tool.Input)
	}
	return all
}

func equalJSON(t testing.TB, a, b []byte) bool {
	t.Helper()
	return reflect.DeepEqual(decode(t, a), decode(t, b))
}
