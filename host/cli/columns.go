package cli

import (
	"io"
	"maps"
	"slices"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// columnKeys are the paths of a tool's own columns, in their order.
func columnKeys(t *catalog.Tool) []string {
	var keys []string
	if t != nil && t.Output != nil {
		for _, c := range t.Output.Columns {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

// columnsFor gives a table's columns: the chosen fields, else the tool's own,
// else the members that hold one value in any row.
func columnsFor(t *catalog.Tool, chosen []string, rows []any) []abi.Column {
	var own []abi.Column
	if t != nil && t.Output != nil {
		own = t.Output.Columns
	}
	if chosen == nil && len(own) > 0 {
		return own
	}
	if chosen == nil {
		chosen = plainMembers(rows)
	}
	var columns []abi.Column
	for _, path := range chosen {
		c := abi.Column{Key: path, Title: path}
		if i := slices.IndexFunc(own, func(o abi.Column) bool { return o.Key == path }); i >= 0 {
			c = own[i] // with the tool's title and its way to show a time
			c.Wide = false
		}
		columns = append(columns, c)
	}
	return columns
}

func plainMembers(rows []any) []string {
	seen := map[string]bool{}
	for _, row := range rows {
		m, _ := row.(map[string]any)
		for key, v := range m {
			switch v.(type) {
			case map[string]any, []any:
			default:
				seen[key] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// csvOut is stdout for CSV. A pipe gets the data as it is; on a terminal, where
// CSV has no way to write a character that steers it, those are taken out.
func (a *App) csvOut() io.Writer {
	if a.OutTTY {
		return cleaned{a.Out}
	}
	return a.Out
}

type cleaned struct{ w io.Writer }

func (c cleaned) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.w, text.Clean(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
