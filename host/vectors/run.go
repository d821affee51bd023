package vectors

import (
	"slices"
	"testing"
)

// Run checks every vector of a file whose kind is listed (all kinds where none
// is), each as a subtest. check returns how the outcome differs from
// v.Expected, "" where it agrees; it may fail t for what must hold either way.
//
// The table of deviations is consulted for each vector:
//
//   - not listed: a difference fails the test;
//   - listed: the outcome must differ from the peer's. Where the row states
//     an Expected of its own, check runs again against that and must agree.
//
// A row by quirk may cover vectors that agree all the same; one that no vector
// needs fails the test, so that the table never outlives its reason.
func Run(t *testing.T, file string, kinds []string, check func(t *testing.T, v Vector) string) {
	t.Helper()
	ran := 0
	used := map[int]bool{}
	met := map[int]bool{}
	for _, v := range Load(t, file) {
		if len(kinds) > 0 && !slices.Contains(kinds, v.Kind) {
			continue
		}
		ran++
		t.Run(v.ID, func(t *testing.T) {
			diff := check(t, v)
			row, i, listed := find(Deviations, v)
			if !listed {
				if diff != "" {
					t.Errorf("differs from the peer and is no listed deviation:\n%s\ninput %s", diff, v.Input)
				}
				return
			}
			met[i] = true
			switch {
			case diff != "":
				used[i] = true
			case row.ID != "":
				t.Errorf("listed as a deviation (%s), yet it agrees with the peer", row.Does)
			}
			if row.Expected != "" {
				v.Expected = []byte(row.Expected)
				if diff := check(t, v); diff != "" {
					t.Errorf("differs from what the deviation promises:\n%s\ninput %s", diff, v.Input)
				}
			}
		})
	}
	if ran == 0 {
		t.Fatalf("vectors %s: none of kind %v", file, kinds)
	}
	for i := range met {
		if !used[i] && Deviations[i].ID == "" && !t.Failed() {
			t.Errorf("deviation %q: no vector differs; delete the row", Deviations[i].Does)
		}
	}
}
