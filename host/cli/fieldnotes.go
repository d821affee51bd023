package cli

import (
	"maps"
	"slices"
	"strings"
)

// mostNamed is how many of the fields that there are a note names.
const mostNamed = 12

// noteMissingFields tells which chosen fields no row has: they may be mistyped,
// or lie one level below. Rows that lack a field that others have are no news.
func (a *App) noteMissingFields(chosen []string, rows []any) {
	if len(rows) == 0 {
		return
	}
	known := map[string]bool{}
	for _, row := range rows {
		m, _ := row.(map[string]any)
		for k := range m {
			known[k] = true
		}
	}
	names := slices.Sorted(maps.Keys(known))
	if len(names) > mostNamed {
		names = append(names[:mostNamed], "...")
	}
	for _, path := range chosen {
		keys := strings.Split(path, ".")
		if !slices.ContainsFunc(rows, func(row any) bool { return hasField(row, keys) }) {
			a.note("the result has no field %s; there is %s", path, strings.Join(names, ", "))
		}
	}
}

// hasField follows keys through objects, and through lists to any of their
// items; "*" is any key.
func hasField(v any, keys []string) bool {
	if len(keys) == 0 {
		return true
	}
	switch x := v.(type) {
	case []any:
		return slices.ContainsFunc(x, func(item any) bool { return hasField(item, keys) })
	case map[string]any:
		for k, below := range x {
			if (k == keys[0] || keys[0] == "*") && hasField(below, keys[1:]) {
				return true
			}
		}
	}
	return false
}
