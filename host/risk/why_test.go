package risk

import (
	"strings"
	"testing"
)

func TestWhy(t *testing.T) {
	tables := load(t)
	two := func(actions ...string) map[string]any {
		var ops []any
		for _, a := range actions {
			ops = append(ops, map[string]any{"action": a})
		}
		return map[string]any{"operations": ops}
	}
	for _, c := range []struct {
		service, action string
		params          map[string]any
		want            string
	}{
		{"gmail", "send", nil, "the table of gmail says so"},
		{"gmail", "filtersCreate", map[string]any{"forward": "a@b.c"}, "the action is a write, and this one forwards later mail"},
		{"gmail", "sned", nil, "no table knows the action, so it counts as destructive"},
		{"gmail", "batch", two("send", "trashMessage"), "mixes operations"},
		{"gmail", "batch", two("send", "markRead"), "the highest class"},
	} {
		if got := tables.Why(c.service, c.action, c.params); !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s", c.service, c.action, got)
		}
	}
	for name := range rules() {
		if raises[name] == "" {
			t.Errorf("the rule %s has no words", name)
		}
	}
	if v := Version(); len(v) != len("sha256:")+64 || !strings.HasPrefix(v, "sha256:") {
		t.Error(v)
	}
}
