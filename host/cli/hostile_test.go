package cli

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/text"
)

// A group's heading comes from a third party's catalog, and its first letter
// is made a capital: that letter may be a control character, too.
func TestGroupTitleSteersNoTerminal(t *testing.T) {
	for _, g := range []string{"\x1b[2J", "\x9b2J", "\u202eread", "\u009b2J", "\nServices", "é"} {
		got := groupTitle(g)
		if text.Line(got) != got {
			t.Errorf("groupTitle(%q) = %q", g, got)
		}
	}
	if got := groupTitle("write"); got != "Write:" {
		t.Errorf("got %q", got)
	}
	if got := groupTitle("été"); !strings.HasPrefix(got, "É") {
		t.Errorf("got %q", got)
	}
}
