package postgres

import (
	"strings"
	"testing"
)

func TestSchemaNames(t *testing.T) {
	for _, name := range []string{"wslite", "_", "a", "team_2", strings.Repeat("a", maxSchema), DefaultSchema} {
		if msg := CheckSchema(name); msg != "" {
			t.Errorf("%q: %s", name, msg)
		}
	}
	for _, name := range []string{"", "2team", "Team", "a-b", "a b", "a\n", `a"; DROP TABLE x; --`, "a.b", "pg_x", "ä", strings.Repeat("a", maxSchema+1)} {
		if CheckSchema(name) == "" {
			t.Errorf("%q is taken", name)
		}
	}
}
