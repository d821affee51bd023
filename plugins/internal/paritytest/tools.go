package paritytest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// Options are what a plugin does otherwise than the peer, on purpose.
type Options struct {
	// Ours are arguments that the peer does not have, by action. They must be
	// optional, at the top of the schema.
	Ours map[string][]string
	// Wider are arguments, by action, that take more than the peer's: a choice
	// (anyOf) of which one is the peer's.
	Wider map[string][]string
	// Looser are arguments, by action, that the peer requires and ours does not,
	// because another argument may stand in their place.
	Looser map[string][]string
	// Output is how a result is shown, by tool, where the peer's kind, items'
	// key or noun is wrong.
	Output map[string]abi.Output
}

// peerTool is a tool of the peer, as far as it is compared.
type peerTool struct {
	Name, Service, Action      string
	Actions                    []string
	BatchEligible, IsBatchTool bool
	Group                      string
	CLI                        struct {
		Aliases        map[string]string
		FileInputs     map[string]any
		Positionals    []string
		JSONKeys       []string
		AdvancedKeys   []string
		ParamsJSONOnly bool
	}
	Formatter   struct{ Kind, ItemsKey, Noun string }
	InputSchema json.RawMessage
}

func peerTools(t testing.TB, service string) []peerTool {
	t.Helper()
	var all []peerTool
	read(t, toolsFile, &all)
	all = slices.DeleteFunc(all, func(p peerTool) bool { return p.Service != service })
	if len(all) == 0 {
		t.Fatalf("%s holds no tool of %s", toolsFile, service)
	}
	return all
}

// CompareTools compares every tool with the peer's: the same names in the same
// order, the same actions, what its command line takes and more, and schemas
// that are equal but for our texts and for what the options state. Keys stand
// in the peer's order. Every tool and every argument must say what it is for.
func CompareTools(t testing.TB, c abi.Catalog, service string, o Options) {
	t.Helper()
	want := peerTools(t, service)
	for i := range max(len(want), len(c.Tools)) {
		switch {
		case i >= len(c.Tools):
			t.Errorf("%s is missing", want[i].Name)
		case i >= len(want):
			t.Errorf("the peer has no tool %s", c.Tools[i].Name)
		case c.Tools[i].Name != want[i].Name:
			t.Fatalf("tool %d is %s, want %s", i, c.Tools[i].Name, want[i].Name)
		default:
			compareTool(t, c.Tools[i], want[i], o)
		}
	}
	o.unused(t, c)
}

// unused refuses options that no tool needs: they would hide a mistake later.
func (o Options) unused(t testing.TB, c abi.Catalog) {
	t.Helper()
	known := map[string]bool{}
	for _, tool := range c.Tools {
		known[tool.Name] = true
		for _, a := range tool.Actions {
			known[a] = true
		}
	}
	for _, keys := range []map[string][]string{o.Ours, o.Wider, o.Looser} {
		for action := range keys {
			if !known[action] {
				t.Errorf("an option names the action %s, which no tool has", action)
			}
		}
	}
	for tool := range o.Output {
		if !known[tool] {
			t.Errorf("an option names the tool %s, which is not there", tool)
		}
	}
}

func compareTool(t testing.TB, got abi.Tool, want peerTool, o Options) {
	t.Helper()
	if got.Action != want.Action || !slices.Equal(got.Actions, want.Actions) || got.Group != want.Group ||
		got.BatchEligible != want.BatchEligible || got.IsBatchTool != want.IsBatchTool {
		t.Errorf("%s: action %s of %q, group %s, batchEligible %t, isBatchTool %t\nwant %s of %q, %s, %t, %t", got.Name,
			got.Action, got.Actions, got.Group, got.BatchEligible, got.IsBatchTool,
			want.Action, want.Actions, want.Group, want.BatchEligible, want.IsBatchTool)
	}
	compareOutput(t, got, want, o)
	compareCLI(t, got, want)
	ours, err := value.Parse(string(got.Input))
	if err != nil {
		t.Errorf("%s: the schema is not JSON: %v", got.Name, err)
		return
	}
	described(t, got, ours)
	peers, err := value.Parse(string(want.InputSchema))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range compareSchema(normal(ours), normal(peers), got, o) {
		t.Errorf("%s: %s", got.Name, d)
	}
}

// described wants texts: agents and people choose by them.
func described(t testing.TB, tool abi.Tool, schema value.Value) {
	t.Helper()
	if tool.Title == "" || tool.Description == "" {
		t.Errorf("%s lacks a title or a description", tool.Name)
	}
	for _, m := range schema.Get("properties").Members() {
		if m.Value.Get("description").Text() == "" {
			t.Errorf("%s: the argument %s is not described", tool.Name, m.Key)
		}
	}
}

func compareOutput(t testing.TB, got abi.Tool, want peerTool, o Options) {
	t.Helper()
	wanted := abi.Output{Kind: want.Formatter.Kind, ItemsKey: want.Formatter.ItemsKey, Noun: want.Formatter.Noun}
	if stated, ok := o.Output[got.Name]; ok {
		if stated.Kind == wanted.Kind && stated.ItemsKey == wanted.ItemsKey && stated.Noun == wanted.Noun {
			t.Errorf("%s: the option states the peer's own output", got.Name)
		}
		wanted = stated
	}
	if got.Output == nil {
		t.Errorf("%s states no output", got.Name)
		return
	}
	if got.Output.Kind != wanted.Kind || got.Output.ItemsKey != wanted.ItemsKey || got.Output.Noun != wanted.Noun {
		t.Errorf("%s: output %+v, want %s %s %s", got.Name, *got.Output, wanted.Kind, wanted.ItemsKey, wanted.Noun)
	}
	if wanted.Kind == "list" && len(got.Output.Columns) == 0 {
		t.Errorf("%s is a list without columns", got.Name)
	}
}

// compareCLI wants at least what the peer's command line takes.
func compareCLI(t testing.TB, got abi.Tool, want peerTool) {
	t.Helper()
	var cli abi.CLI
	if got.CLI != nil {
		cli = *got.CLI
	}
	if cli.ParamsJSONOnly != want.CLI.ParamsJSONOnly {
		t.Errorf("%s: paramsJsonOnly %t, want %t", got.Name, cli.ParamsJSONOnly, want.CLI.ParamsJSONOnly)
	}
	var files []string
	for key := range want.CLI.FileInputs {
		files = append(files, key)
	}
	for _, l := range []struct {
		what      string
		got, want []string
	}{
		{"fileInputs", cli.FileInputs, files},
		{"jsonKeys", cli.JSONKeys, want.CLI.JSONKeys},
		{"advancedKeys", cli.AdvancedKeys, want.CLI.AdvancedKeys},
	} {
		for _, key := range l.want {
			if !slices.Contains(l.got, key) {
				t.Errorf("%s: %s lacks %s", got.Name, l.what, key)
			}
		}
	}
	for alias, key := range want.CLI.Aliases {
		if cli.Aliases[alias] != key {
			t.Errorf("%s: the alias %s of %s is missing", got.Name, alias, key)
		}
	}
	if n := len(want.CLI.Positionals); len(cli.Positionals) < n || !slices.Equal(cli.Positionals[:n], want.CLI.Positionals) {
		t.Errorf("%s: positionals %q, want %q first", got.Name, cli.Positionals, want.CLI.Positionals)
	}
}
