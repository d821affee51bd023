package paritytest

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// Each way not to pass is found.
func TestPasses(t *testing.T) {
	right, _ := peerPlugin(t, "tasks")
	with := func(change func(*plugin.Choice) error) plugin.Plugin {
		p := right
		p.Transform = func(c *plugin.Call) (*plugin.Choice, error) {
			choice, err := right.Transform(c)
			if err == nil {
				err = change(choice)
			}
			return choice, err
		}
		return p
	}
	warns := with(func(c *plugin.Choice) error { c.Warnings = append(c.Warnings, "It is slow."); return nil })
	for _, c := range []struct {
		name     string
		p        plugin.Plugin
		warnings []string
		want     string
	}{
		{"right", right, nil, ""},
		{"changed", with(func(c *plugin.Choice) error { c.Params.Set("x", value.Int(1)); return nil }), nil, `"x":1`},
		{"refused", with(func(*plugin.Choice) error { return plugin.Invalid("maxResults", "No.") }), nil, "No."},
		{"the warning", warns, []string{"slow"}, ""},
		{"another warning", warns, []string{"fast"}, `want "fast"`},
		{"a warning not wanted", warns, nil, "want 0"},
		{"a warning missing", right, []string{"slow"}, "want 1"},
	} {
		r := &recorder{TB: t}
		Passes(r, c.p, "tasks_list_tasklists", `{"maxResults":100}`, c.warnings...)
		got := strings.Join(r.failed, "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
