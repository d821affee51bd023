package output

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/wslite/wslite/host/text"
)

// YAML on a terminal shows no character that steers it or that nobody sees, and
// means the same.
func TestYAMLHidesNothing(t *testing.T) {
	const doc = `{"a\u202eb":["x\u200by","z\u00ad","plain","- \u2028\n# \udb40\udc41","\u001b[2J\u0085\u007f\ufeff","\"\\\u202e\"","ü\u202e😀","\u200b",
		"a very long line \u200b that an encoder may want to fold somewhere, because it is longer than eighty columns, and then some more words"]}`
	var b bytes.Buffer
	if err := YAML(&b, []byte(doc)); err != nil {
		t.Fatal(err)
	}
	if text.Hidden(b.Bytes()) {
		t.Errorf("hidden characters: %q", b.String())
	}
	var in, out map[string]any
	if err := json.Unmarshal([]byte(doc), &in); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b.Bytes(), &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%v\n%q\n%q\n%s", err, in, out, b.String())
	}
}
