package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// The peer's facts, recorded from workspace-lite; see testdata in the root.
const (
	peerTools   = "../../testdata/parity/tools.json"
	peerVectors = "../../testdata/vectors/invoke.json"
)

// peerTool is a line of tools.json, as far as it is compared.
type peerTool struct {
	Name, Service, Action string
	Actions               []string
	BatchEligible         bool
	IsBatchTool           bool
	Group                 string
	CLI                   struct{ ParamsJSONOnly bool }
	Formatter             struct{ Kind, ItemsKey, Noun string }
	InputSchema           any
}

func peer(t *testing.T) []peerTool {
	t.Helper()
	text, err := os.ReadFile(peerTools)
	if err != nil {
		t.Fatal(err)
	}
	var all []peerTool
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimSuffix(strings.TrimSpace(lines.Text()), ",")
		if !strings.HasPrefix(line, `{"name":"tasks_`) {
			continue
		}
		var tool peerTool
		if err := json.Unmarshal([]byte(line), &tool); err != nil {
			t.Fatal(err)
		}
		all = append(all, tool)
	}
	if lines.Err() != nil || len(all) != 13 {
		t.Fatalf("%d tools of tasks in %s, want 13 (%v)", len(all), peerTools, lines.Err())
	}
	return all
}

// ours are the arguments that the peer does not have. They must be optional.
var ours = map[string][]string{
	"tasksList":       {"showAssigned"},
	"tasksUpdate":     {"ifMatch"},
	"tasksMove":       {"destinationTasklistId"},
	"tasksDelete":     {"includeAssigned"},
	"tasklistsDelete": {"includeAssigned"},
}

// TestToolsAreThePeers compares every tool with the peer's: same names, same
// actions, and schemas that are equal but for our texts and our own arguments.
func TestToolsAreThePeers(t *testing.T) {
	c := catalog()
	for i, want := range peer(t) {
		if i >= len(c.Tools) {
			t.Fatalf("%s is missing", want.Name)
		}
		got := c.Tools[i]
		if got.Name != want.Name || got.Action != want.Action || !slices.Equal(got.Actions, want.Actions) || got.Group != want.Group ||
			got.BatchEligible != want.BatchEligible || got.IsBatchTool != want.IsBatchTool {
			t.Errorf("%+v\nwant %+v", got, want)
		}
		if got.Output.Kind != want.Formatter.Kind || got.Output.ItemsKey != want.Formatter.ItemsKey || got.Output.Noun != want.Formatter.Noun ||
			(got.CLI != nil && got.CLI.ParamsJSONOnly) != want.CLI.ParamsJSONOnly {
			t.Errorf("%s: output %+v, cli %+v, want %+v", got.Name, got.Output, got.CLI, want)
		}
		var schema map[string]any
		if err := json.Unmarshal(got.Input, &schema); err != nil {
			t.Fatal(err)
		}
		if got.IsBatchTool {
			bare(schema)
			compareBatch(t, schema, want.InputSchema.(map[string]any))
			continue
		}
		withoutOurs(t, schema, got.Action)
		bare(schema)
		if peerForm := formats(want.InputSchema); !reflect.DeepEqual(schema, peerForm) {
			t.Errorf("%s: schema\n%v\nwant\n%v", got.Name, schema, peerForm)
		}
	}
}

// withoutOurs takes our own arguments out, and makes due of an update what the
// peer has: a date and nothing else.
func withoutOurs(t *testing.T, schema map[string]any, action string) {
	t.Helper()
	properties := schema["properties"].(map[string]any)
	for _, key := range ours[action] {
		if _, has := properties[key]; !has {
			t.Errorf("%s: our argument %s is missing", action, key)
		}
		delete(properties, key)
		if required, _ := schema["required"].([]any); slices.Contains(required, any(key)) {
			t.Errorf("%s: our argument %s is required", action, key)
		}
	}
	if action == "tasksUpdate" {
		properties["due"] = map[string]any{"type": "string", "format": "iso-date-time"}
	}
}

// bare removes the texts, which are our own everywhere. Keys below properties
// are names of arguments and stay.
func bare(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		delete(s, "description")
		if _, choice := s["oneOf"]; choice {
			delete(s, "type") // ours states it beside the choices as well
		}
		for key, v := range s {
			if properties, ok := v.(map[string]any); ok && key == "properties" {
				for _, p := range properties {
					bare(p)
				}
				continue
			}
			bare(v)
		}
	case []any:
		for _, v := range s {
			bare(v)
		}
	}
}

// formats turns the peer's mark of a date into our format.
func formats(v any) any {
	switch x := v.(type) {
	case map[string]any:
		if x["x-check"] == "isoDateTime" {
			delete(x, "x-check")
			x["format"] = "iso-date-time"
		}
		for _, below := range x {
			formats(below)
		}
	case []any:
		for _, below := range x {
			formats(below)
		}
	}
	return v
}

func compareBatch(t *testing.T, got, want map[string]any) {
	t.Helper()
	forms := func(schema map[string]any) (outer map[string]any, byAction map[string]any) {
		outer = schema["properties"].(map[string]any)["operations"].(map[string]any)
		byAction = map[string]any{}
		for _, f := range outer["items"].(map[string]any)["oneOf"].([]any) {
			form := f.(map[string]any)
			byAction[form["properties"].(map[string]any)["action"].(map[string]any)["const"].(string)] = form
		}
		delete(outer, "items")
		return outer, byAction
	}
	gotOuter, gotForms := forms(got)
	wantOuter, wantForms := forms(formats(want).(map[string]any))
	if !reflect.DeepEqual(gotOuter, wantOuter) || len(gotForms) != len(wantForms) {
		t.Errorf("operations %v with %d forms, want %v with %d", gotOuter, len(gotForms), wantOuter, len(wantForms))
	}
	for action, form := range gotForms {
		withoutOurs(t, form.(map[string]any)["properties"].(map[string]any)["params"].(map[string]any), action)
		if !reflect.DeepEqual(form, wantForms[action]) {
			t.Errorf("batch %s: %v\nwant %v", action, form, wantForms[action])
		}
	}
}

// TestVectors runs the peer's recorded calls that reach a proxy: transform
// must give exactly the recorded action and params. Calls that a schema
// rejects never reach the plugin, and a quirk is no target.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile(peerVectors)
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
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
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, v := range all {
		if !strings.HasPrefix(v.Input.Tool, "tasks_") || v.Expected.Params == nil || v.Quirk != "" {
			continue
		}
		ran++
		t.Run(v.ID, func(t *testing.T) {
			args := withDefaults(t, v.Input.Tool, v.Input.Arguments)
			out := transformed(t, v.Input.Tool, args)
			if out.Error != nil || out.Action != v.Expected.Action || !equalJSON(t, out.Params, v.Expected.Params) {
				t.Errorf("got %+v %s, want %s %s", out.Error, out.Params, v.Expected.Action, v.Expected.Params)
			}
		})
	}
	if ran < 25 {
		t.Errorf("only %d vectors ran", ran)
	}
}

// withDefaults does what the host does before transform: it fills in the
// defaults of the schema.
func withDefaults(t *testing.T, tool string, args json.RawMessage) json.RawMessage {
	t.Helper()
	var a map[string]any
	if err := json.Unmarshal(args, &a); err != nil {
		t.Fatal(err)
	}
	fill := func(action string, params map[string]any) {
		if _, set := params["maxResults"]; !set && (action == "tasklistsList" || action == "tasksList") {
			params["maxResults"] = 100
		}
	}
	if row, ok := actionOf(tool); ok {
		fill(row.name, a)
	} else {
		for _, op := range a["operations"].([]any) {
			o := op.(map[string]any)
			fill(o["action"].(string), o["params"].(map[string]any))
		}
	}
	out, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func transformed(t *testing.T, tool string, args json.RawMessage) abi.TransformOutput {
	t.Helper()
	input, err := json.Marshal(abi.TransformInput{Tool: tool, Args: abi.Raw(args), Clock: plugintest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	text, err := tasks().Call(abi.ExportTransform, input)
	if err != nil {
		t.Fatal(err)
	}
	var out abi.TransformOutput
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func equalJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}
