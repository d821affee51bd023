package cli

import (
	"bytes"
	"encoding/json"
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

// TestTableGivesUpTextsThatDoNotFit from the right, so that its rows do not
// break; sizes and times stand as a person reads them.
func TestTableGivesUpTextsThatDoNotFit(t *testing.T) {
	columns := []abi.Column{
		{Key: "name", Title: "Name"}, {Key: "id", Title: "Id"}, {Key: "type", Title: "Type"},
		{Key: "at", Title: "Updated", Kind: "time"}, {Key: "size", Title: "Size", Kind: "size", Wide: true},
	}
	item := map[string]any{
		"name": strings.Repeat("n", 50), "id": strings.Repeat("i", 44), "type": strings.Repeat("t", 50),
		"at": "2026-11-30T12:00:00Z", "size": json.Number("1234567"),
	}
	for width, shows := range map[int][]string{80: {"NAME", "UPDATED"}, 170: {"NAME", "TYPE", "UPDATED"}, 200: {"TYPE", "1.2 MB"}} {
		var out bytes.Buffer
		a := &App{Env: Env{Getenv: func(string) string { return "" }, Streams: Streams{Out: &out, OutTTY: true, Width: width}}}
		a.printTable(columns, []any{item})
		for _, s := range append(shows, "2026-11-30", item["id"].(string)) {
			if !strings.Contains(out.String(), s) {
				t.Errorf("width %d: no %q in\n%s", width, s, out.String())
			}
		}
		for line := range strings.Lines(out.String()) {
			if w := text.Width(strings.TrimSuffix(line, "\n")); w > width {
				t.Errorf("width %d: a line takes %d cells:\n%s", width, w, out.String())
			}
		}
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

// TestLongTextInAPipe: it is all there, and the other rows are not filled up to
// its length.
func TestLongTextInAPipe(t *testing.T) {
	long := strings.Repeat("x", 5000)
	a := &App{}
	rows := strings.Split(a.renderTable([]abi.Column{{Key: "title", Title: "Title"}, {Key: "id", Title: "Id"}}, []any{
		map[string]any{"title": long, "id": "1"}, map[string]any{"title": "short", "id": "2"},
	}), "\n")
	if rows[1] != long+"  1" || len(rows[2]) > 2*pipeWidth || !strings.HasSuffix(rows[2], "  2") {
		t.Errorf("rows of %d and %d bytes: %.20q, %q", len(rows[1]), len(rows[2]), rows[1], rows[2])
	}
}
