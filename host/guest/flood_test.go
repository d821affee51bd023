package guest

import (
	"strings"
	"testing"
	"time"
)

// A plugin chooses keys as long as its whole answer. Naming the place of each
// value below one must not copy it: a million values below a key of two
// megabytes would hold up the host for an hour, out of reach of fuel.
func TestLongKeysCostNothing(t *testing.T) {
	long, many := strings.Repeat("k", 1<<20), strings.Repeat("0,", 200_000)+"0"
	start := time.Now()
	for _, raw := range []string{
		`{"result":{"data":{"` + long + `":[` + many + `]}}}`,
		`{"result":{"data":{"a":{"` + long + `":{"b":[` + many + `]}}}}}`,
	} {
		if _, err := DecodePlan([]byte(raw)); err != nil {
			t.Error(err)
		}
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

// The place in a message stays short, and says where it was cut.
func TestPlaceStaysShort(t *testing.T) {
	long := strings.Repeat("k", 100_000)
	_, err := DecodePlan([]byte(`{"result":{"data":{"` + long + `":{"x":{"a":1,"a":2}}}}}`))
	if err == nil || len(err.Error()) > 3000 || !strings.Contains(err.Error(), "…") || !strings.Contains(err.Error(), `"a" stands twice`) {
		t.Errorf("%.300v (%d bytes)", err, len(err.Error()))
	}
}
