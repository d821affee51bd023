package draft

import "testing"

// A second person is none whom names could hide the first behind.
func TestSamePerson(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"ana@laptop", "ana@desk", true},
		{"ana@laptop", "ANA@laptop", true},
		{"ana", "ana@laptop", true},
		{" ana @laptop", "ana@laptop", true},
		{"ana@corp.example@laptop", "ana@desk", true},
		{`CORP\ana@laptop`, "ana@desk", true},
		{`CORP\ana@laptop`, `corp\Ana@desk`, true},
		{`HOME\ana@laptop`, `CORP\ana@laptop`, true},
		{"?@laptop", "bob@laptop", true},
		{"bob@laptop", "?@laptop", true},
		{"@laptop", "bob@laptop", true},
		{`CORP\@laptop`, "bob@laptop", true},
		{"ana@laptop", "bob@laptop", false},
		{`CORP\ana@laptop`, `CORP\bob@laptop`, false},
		{"uid-1@laptop", "uid-12@laptop", false},
		{"ana@laptop", "", false}, // nobody edited it
	} {
		if got := SamePerson(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
