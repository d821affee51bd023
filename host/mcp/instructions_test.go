package mcp

import (
	"strings"
	"testing"
)

// maxInstructions is how many bytes each session may pay.
const maxInstructions = 1500

func TestInstructions(t *testing.T) {
	for _, mode := range Modes() {
		d := newDesk(t, Mode(mode))
		got := d.connect("", nil).InitializeResult().Instructions
		if len(got) == 0 || len(got) > maxInstructions || strings.Contains(got, "\n\n") {
			t.Errorf("%s: %d bytes", mode, len(got))
		}
		if (mode == string(Argument)) != strings.Contains(got, "confirm = true") || (mode == string(Argument)) == strings.Contains(got, DraftStatus) {
			t.Errorf("%s: %s", mode, got)
		}
	}
	if got := instructions(Options{Mode: Draft, Discover: true}); !strings.Contains(got, CallTool) {
		t.Error(got)
	}
	if got := instructions(Options{Mode: Draft}); !strings.Contains(got, DescribeTool) {
		t.Error(got)
	}
	if got := instructions(Options{Mode: Draft, Listing: Full}); strings.Contains(got, DescribeTool) {
		t.Error(got)
	}
	if got := instructions(Options{Mode: Draft, Instructions: "mine"}); got != "mine" {
		t.Error(got)
	}
}
