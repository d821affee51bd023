package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/sdk/abi"
)

const leniency = `{"type":"object","properties":{
	"max":{"type":"integer","minimum":1,"maximum":100},"spam":{"type":"boolean"},
	"to":{"type":"array","items":{"type":"string"}},"values":{"type":"array","items":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"}]}}},
	"text":{"type":"string"}},"additionalProperties":false}`

// lenient coerces and checks, as for a client that is sloppy about types.
func lenient(t *testing.T, args string) (map[string]any, error) {
	t.Helper()
	s, err := Compile(abi.Raw(leniency))
	if err != nil {
		t.Fatal(err)
	}
	v, err := ParseJSON([]byte(args))
	if err != nil {
		t.Fatal(err)
	}
	return s.Check(s.Coerce(v.(map[string]any)))
}

// B79: numbers and booleans that arrive as text are taken where they are plain,
// and refused by name where they are not.
func TestB79NumbersAndBooleansAsText(t *testing.T) {
	got, err := lenient(t, `{"max":"10","spam":"false"}`)
	if want := (map[string]any{"max": json.Number("10"), "spam": false}); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	for args, name := range map[string]string{`{"max":"10.5"}`: "max", `{"max":"abc"}`: "max", `{"spam":"perhaps"}`: "spam"} {
		if _, err := lenient(t, args); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// B80: lists that arrive as JSON text are parsed for lists only; text stays.
func TestB80ListsAsText(t *testing.T) {
	got, err := lenient(t, `{"to":"[\"a@example.org\",\"b@example.org\"]","values":"[[\"Task\",1]]","text":"[1,2]"}`)
	want := map[string]any{
		"to": []any{"a@example.org", "b@example.org"}, "values": []any{[]any{"Task", json.Number("1")}}, "text": "[1,2]",
	}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
}

// B69: an argument that is set to nothing counts as absent only where the
// client meant that; an unknown one never does.
func TestB69UnknownIsRefusedByName(t *testing.T) {
	if _, err := lenient(t, `{"foo":1}`); err == nil || !strings.Contains(err.Error(), "foo") {
		t.Errorf("%v", err)
	}
}
