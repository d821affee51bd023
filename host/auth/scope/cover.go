package scope

import (
	"fmt"
	"slices"
)

// cover chooses the scopes with the least sum of breadths such that each need
// is met by one of them; of several such sets the smallest, then the first by
// name. It looks at every set that can matter: the needs of a service are few,
// since most routes take the same scopes.
func cover(service string, needs [][]string) ([]string, error) {
	s := search{}
	for _, any := range needs {
		var usable []known
		for _, name := range any {
			if k, ok := find(name); ok {
				usable = append(usable, k)
			}
		}
		if len(usable) == 0 {
			return nil, fmt.Errorf("scopes of %s: none of %q may be asked for", service, any)
		}
		s.needs = append(s.needs, usable)
	}
	// The needs with the fewest choices first: they decide most.
	slices.SortStableFunc(s.needs, func(a, b []known) int { return len(a) - len(b) })
	s.choose(0, nil, 0)
	return s.best, nil
}

type search struct {
	needs   [][]known
	best    []string
	breadth int
	found   bool
}

// choose meets the needs from the index i on, with what was chosen so far.
func (s *search) choose(i int, chosen []string, breadth int) {
	for i < len(s.needs) && slices.ContainsFunc(s.needs[i], func(k known) bool { return slices.Contains(chosen, k.name) }) {
		i++
	}
	if s.found && breadth > s.breadth {
		return
	}
	if i == len(s.needs) {
		set := slices.Sorted(slices.Values(chosen))
		if !s.found || breadth < s.breadth || len(set) < len(s.best) || len(set) == len(s.best) && slices.Compare(set, s.best) < 0 {
			s.best, s.breadth, s.found = set, breadth, true
		}
		return
	}
	for _, k := range s.needs[i] {
		s.choose(i+1, append(slices.Clone(chosen), k.name), breadth+k.breadth)
	}
}
