package paritytest

import (
	"testing"

	"github.com/wslite/wslite/sdk/plugin"
)

// The test of a module passes for a real plugin; what it refuses is shown by
// its parts.
func TestModuleOfARealPlugin(t *testing.T) { Module(t, "../../tasks", 4_000_000) }

func TestImportsOfAModule(t *testing.T) {
	r := &recorder{TB: t}
	compareImports(r, small)
	if len(r.failed) != 2 || r.failed[0] != "the module imports e f" {
		t.Errorf("%q", r.failed)
	}
}

func TestHeavyPackagesAreNamed(t *testing.T) {
	r := &recorder{TB: t}
	linksLittle(r, ".") // this package is for tests, and links what it likes
	if len(r.failed) < 5 {
		t.Errorf("%q", r.failed)
	}
}

func FuzzThePeer(f *testing.F) {
	p, _ := peerPlugin(f, "drive")
	f.Add("drive_batch", `{"operations":[{"action":"fileGet","params":null}]}`)
	f.Add("drive_list_folders", `{"folderId":[]}`)
	Fuzz(f, p, "fileGet")
}

// A plugin that breaks is found by the fuzzing's own check.
func TestGive(t *testing.T) {
	p := plugin.Plugin{Transform: func(c *plugin.Call) (*plugin.Choice, error) { return &plugin.Choice{Action: "a", Params: c.Args}, nil }}
	out := give(t, p, "transform", map[string]any{"tool": "x", "args": map[string]any{}})
	if string(out["action"]) != `"a"` {
		t.Errorf("%v", out)
	}
	if out := give(t, p, "nothing", nil); out != nil {
		t.Errorf("%v", out)
	}
}
