package text

import (
	"encoding/json"
	"testing"
)

// The document means the same, and nothing hidden is left in it.
func TestEscapeJSON(t *testing.T) {
	in := map[string]string{"a": "x\u202ey\u200b", "tag": "\U000e0041", "plain": "ü😀\n"}
	var doc []byte
	for k, v := range in {
		doc = append(doc, []byte(`{"`+k+`":"`)...)
		raw, _ := json.Marshal(v)
		doc = append(append(doc, raw[1:len(raw)-1]...), []byte("\"}\n")...)
	}
	out := EscapeJSON(doc)
	if Hidden(out) {
		t.Errorf("hidden characters are left: %q", out)
	}
	var before, after any
	for _, line := range [][2][]byte{{doc, out}} {
		if json.Unmarshal(firstLine(line[0]), &before) != nil || json.Unmarshal(firstLine(line[1]), &after) != nil {
			t.Fatalf("%q is no JSON", out)
		}
	}
	a, _ := json.Marshal(before)
	b, _ := json.Marshal(after)
	if string(a) != string(b) {
		t.Errorf("%s\nwant %s", b, a)
	}
}

func firstLine(doc []byte) []byte {
	for i, c := range doc {
		if c == '\n' {
			return doc[:i]
		}
	}
	return doc
}
