package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const loose = `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
	"name":{"type":"string"},
	"max":{"type":"integer","minimum":1},
	"ratio":{"type":"number"},
	"spam":{"type":"boolean"},
	"notify":{"type":"boolean","default":true},
	"due":{"type":["string","null"]},
	"note":{"type":"string"},
	"to":{"type":"array","items":{"type":"string"}},
	"ids":{"type":"array","items":{"type":"integer"}},
	"rows":{"type":"array","items":{"type":"array","items":{"type":["string","number"]}}},
	"color":{"type":"object","additionalProperties":false,"properties":{"red":{"type":"number"},"label":{"type":"string"}}},
	"either":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},
	"map":{"type":"object","additionalProperties":{"type":"integer"}},
	"confirm":{"type":"boolean"}}}`

func loosened(t *testing.T, respell bool, args string) (string, []string) {
	t.Helper()
	s, err := Compile([]byte(loose))
	if err != nil {
		t.Fatal(err)
	}
	v, err := ParseJSON([]byte(args))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := json.Marshal(v)
	read := s.Loosen
	if respell {
		read = s.Respell
	}
	out, notes := read(v.(map[string]any))
	if after, _ := json.Marshal(v); string(after) != string(before) {
		t.Errorf("the arguments were changed: %s", after)
	}
	raw, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw), notes
}

// What is read as something else, and what never is. strict is what stands in a
// call that somebody has to agree to; "" is the same.
func TestLoosen(t *testing.T) {
	for _, c := range []struct{ name, in, want, strict string }{
		{"B79 numbers", `{"max":"10","ratio":" 1.5e1 "}`, `{"max":10,"ratio":15}`, ""},
		{"B79 true and false", `{"notify":"True","spam":"false"}`, `{"notify":true,"spam":false}`, ""},
		{"B79 a fraction for a whole number", `{"max":"10.5"}`, `{"max":"10.5"}`, ""},
		{"B79 no number", `{"max":"abc","ratio":"0x10"}`, `{"max":"abc","ratio":"0x10"}`, ""},
		{"other words for yes", `{"spam":"yes"}`, `{"spam":"yes"}`, ""},
		{"a number for true", `{"spam":1}`, `{"spam":1}`, ""},
		{"B80 a list as text", `{"to":"[\"a@x.org\",\"b@x.org\"]"}`, `{"to":["a@x.org","b@x.org"]}`, ""},
		{"B80 a table as text", `{"rows":"[[\"Task\",1]]"}`, `{"rows":[["Task",1]]}`, ""},
		{"B80 text for a text", `{"name":"[1,2]","note":"10"}`, `{"name":"[1,2]","note":"10"}`, ""},
		{"B80 text where text or a list is taken", `{"either":"[\"a\"]"}`, `{"either":"[\"a\"]"}`, ""},
		{"an object as text", `{"color":"{\"red\":\"0.5\",\"label\":\"1\"}"}`, `{"color":{"label":"1","red":0.5}}`, ""},
		{"a list of the wrong kind as text", `{"to":"{\"a\":1}"}`, `{"to":"{\"a\":1}"}`, ""},
		{"no JSON", `{"to":"[a","color":"{x"}`, `{"color":"{x","to":"[a"}`, ""},
		{"one for a list", `{"ids":7,"to":"a@x.org"}`, `{"ids":[7],"to":["a@x.org"]}`, `{"ids":7,"to":"a@x.org"}`},
		{"perhaps several for a list", `{"to":"a@x.org, b@x.org"}`, `{"to":"a@x.org, b@x.org"}`, ""},
		{"the wrong one for a list", `{"ids":"x"}`, `{"ids":"x"}`, ""},
		{"a row or a column", `{"rows":["Task",1]}`, `{"rows":["Task",1]}`, ""},
		{"null for absent", `{"max":null,"to":null}`, `{}`, ""},
		{"null where a default waits", `{"notify":null}`, `{}`, `{"notify":null}`},
		{"null that means something", `{"due":null}`, `{"due":null}`, ""},
		{"null for what is needed", `{"name":null}`, `{"name":null}`, ""},
		{"inside", `{"color":{"label":null,"red":"1"},"ids":["1","x"],"map":{"a":"2"}}`, `{"color":{"red":1},"ids":[1,"x"],"map":{"a":2}}`, ""},
		{"a yes", `{"confirm":"true"}`, `{"confirm":"true"}`, ""},
		{"an unknown key", `{"maximum":"10"}`, `{"maximum":"10"}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, notes := loosened(t, false, c.in)
			if got != c.want || (len(notes) > 0) != (got != canonicalOf(t, c.in)) {
				t.Errorf("%s\nwant %s\n%q", got, c.want, notes)
			}
			want := c.want
			if c.strict != "" {
				want = c.strict
			}
			if got, _ := loosened(t, true, c.in); got != want {
				t.Errorf("with a yes needed: %s\nwant %s", got, want)
			}
		})
	}
}

func canonicalOf(t *testing.T, doc string) string {
	v, err := ParseJSON([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := json.Marshal(v)
	return string(raw)
}

// The notes name places and no values.
func TestLoosenTells(t *testing.T) {
	_, notes := loosened(t, false, `{"map":{"b":"2"},"to":"secret@x.org","max":"10"}`)
	want := []string{"max: text was read as a number", "to: the single value was read as a list of one", "map.b: text was read as a number"}
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Error(diff)
	}
}

// B79: what can't be read is refused with name, wanted type and value.
func TestB79RefusalsAreTold(t *testing.T) {
	s, err := Compile([]byte(loose))
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"10.5", "abc"} {
		args, _ := s.Loosen(map[string]any{"name": "x", "max": value})
		_, err := s.Check(args)
		if err == nil || !strings.Contains(err.Error(), "max must be a whole number") || !strings.Contains(err.Error(), value) {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// Whatever comes in, reading it once is enough, and what the schema takes stays
// as it is.
func FuzzLoosen(f *testing.F) {
	for _, seed := range []string{`{"max":"1"}`, `{"to":"[\"a\"]"}`, `{"ids":"[\"1\",null]"}`, `{"rows":"[\"[1]\"]"}`, `{"color":"{\"red\":null}"}`} {
		f.Add(seed)
	}
	s, err := Compile([]byte(loose))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		v, err := ParseJSON([]byte(doc))
		args, ok := v.(map[string]any)
		if err != nil || !ok {
			return
		}
		once, _ := s.Loosen(args)
		twice, notes := s.Loosen(once)
		if diff := cmp.Diff(once, twice); diff != "" {
			t.Errorf("reading it again changes it (%q): %s", notes, diff)
		}
		if checked, err := s.Check(args); err == nil {
			if again, err := s.Check(once); err != nil || !cmp.Equal(checked, again) {
				t.Errorf("good arguments became others: %v %v", again, err)
			}
		}
	})
}
