package catalog

import (
	"maps"
	"slices"
	"strings"
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
