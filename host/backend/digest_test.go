package backend_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
)

func value(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Values that mean the same have one digest, and no two others share one,
// however long their numbers are.
func TestDigest(t *testing.T) {
	seen := map[string]int{}
	for i, same := range [][]string{
		{`{"a":1,"b":[true,null]}`, ` {"b": [true, null], "a": 1.0} `, `{"a":1e0,"b":[true,null]}`},
		{`{"a":2,"b":[true,null]}`},
		{`{"a":12345678901234567890}`},
		{`{"a":12345678901234567891}`},
		{`"{\"a\":12345678901234567890}\n"`},
		{`{"a":"<b>"}`},
		{`{"a":1e999}`},
		{`null`},
	} {
		for _, text := range same {
			sum, err := backend.Digest(map[string]any{"route": "x"}, "body", value(t, text))
			if err != nil || !strings.HasPrefix(sum, "sha256:") {
				t.Fatal(text, sum, err)
			}
			if was, known := seen[sum]; known && was != i {
				t.Errorf("%s has the digest of group %d", text, was)
			}
			seen[sum] = i
			if again, _ := backend.Digest(map[string]any{"route": "x"}, "body", value(t, text)); again != sum {
				t.Errorf("%s: %s, then %s", text, sum, again)
			}
			if other, _ := backend.Digest(map[string]any{"route": "y"}, "body", value(t, text)); other == sum {
				t.Errorf("%s: the route does not count", text)
			}
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d digests", len(seen))
	}
	if _, err := backend.Digest(nil, "body", make(chan int)); err == nil {
		t.Error("what is no JSON has a digest")
	}
}
