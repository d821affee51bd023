package mcp

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/schema"
)

// TestNothingIsGuessedForAnyGatedTool: of every real tool whose calls somebody has to
// agree to, a single value stays no list and null no absent default; of the others
// both are read.
func TestNothingIsGuessedForAnyGatedTool(t *testing.T) {
	gated, open := 0, 0
	for _, tool := range embedded(t, Selection{}) {
		c := newCaller(Options{}, tool)
		s, err := schema.Compile(tool.Input)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Properties() {
			args := map[string]any{}
			switch {
			case p.TextList && p.Types[0] == "array":
				args[p.Key] = "one"
			case p.HasDefault && !p.Required:
				args[p.Key] = nil
			default:
				continue
			}
			_, notes, err := c.loosened(args)
			if err != nil {
				t.Fatal(err)
			}
			if c.ungated() {
				open++
			} else {
				gated++
			}
			if said := strings.Join(notes, "; "); (said != "") != c.ungated() {
				t.Errorf("%s of the classes %v: %v is read as %q", tool.Name, tool.Classes, args, said)
			}
		}
	}
	if gated < 5 || open < 10 {
		t.Errorf("%d gated arguments and %d others were tried", gated, open)
	}
}
