package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

var calendarColumns = []abi.Column{
	{Key: "name", Title: "Name"},
	{Key: "id", Title: "Id"},
	{Key: "labels", Title: "Labels", Wide: true},
	{Key: "description", Title: "Description", Wide: true},
}

func tableOn(width int, items ...any) string {
	var out bytes.Buffer
	a := &App{Env: Env{Streams: Streams{Out: &out, OutTTY: width > 0, Width: width}}}
	a.printTable(calendarColumns, items)
	return out.String()
}

// TestTableFitsTheTerminal: texts give way, ids never, wide columns come as far
// as there is room.
func TestTableFitsTheTerminal(t *testing.T) {
	id := "c_" + strings.Repeat("0123456789abcdef", 4) + "@group.calendar.google.com"
	item := map[string]any{
		"name": strings.Repeat("予定表", 10), "id": id,
		"labels": []any{"Work", "Home"}, "description": strings.Repeat("x", 300),
	}
	for _, width := range []int{20, 110, 140, 160} {
		got := tableOn(width, item)
		if !strings.Contains(got, id) {
			t.Errorf("width %d: the id is cut:\n%s", width, got)
		}
		if width < 110 {
			continue
		}
		for line := range strings.Lines(got) {
			if w := text.Width(strings.TrimSuffix(line, "\n")); w > width {
				t.Errorf("width %d: a line takes %d cells:\n%s", width, w, got)
			}
		}
	}
	if got := tableOn(110, item); strings.Contains(got, "LABELS") || !strings.Contains(got, "…") {
		t.Errorf("110 cells have no room for the labels and not for all of the name:\n%s", got)
	}
	if got := tableOn(170, item); !strings.Contains(got, "Work, Home") || strings.Contains(got, "DESCRIPTION") {
		t.Errorf("170 cells have room for the labels and not for the description:\n%s", got)
	}
	if got := tableOn(0, item); strings.Contains(got, "LABELS") || strings.Contains(got, "…") {
		t.Errorf("in a pipe nothing is cut and no wide column is shown:\n%s", got)
	}
}

// TestTableAlignsByDisplayWidth: a wide letter takes two cells, a family emoji
// two in all, an accent of its own none.
func TestTableAlignsByDisplayWidth(t *testing.T) {
	got := tableOn(80,
		map[string]any{"name": "家族", "id": "i1"},
		map[string]any{"name": "👨‍👩‍👧", "id": "i2"},
		map[string]any{"name": "e\u0301te\u0301", "id": "i3"},
		map[string]any{"name": nil, "id": "i4"})
	for line := range strings.Lines(got) {
		before, _, ok := strings.Cut(line, "i")
		if !ok {
			continue
		}
		if w := text.Width(before); w != len("NAME")+2 {
			t.Errorf("the id begins in cell %d:\n%s", w, got)
		}
	}
}
