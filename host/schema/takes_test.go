package schema

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/sdk/abi"
)

const takesSchema = `{"type":"object","additionalProperties":false,"required":["title"],"properties":{
	"title":{"type":"string","minLength":1,"description":"What it is. And more."},
	"tags":{"type":"array","items":{"type":"string"}},
	"rows":{"type":"array","items":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"}]}}},
	"id":{"type":"string","pattern":"^[a-z]+$","description":"An id from list_things. Not a name."},
	"letter":{"enum":["a","b","c","d","e","f","g","h","i","j","k","l","m","n"]},
	"operations":{"type":"array","items":{"oneOf":[
		{"type":"object","additionalProperties":false,"required":["action"],"properties":{"action":{"const":"star"},
			"params":{"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"type":"string"},"confirm":{"type":"boolean"}}}}},
		{"type":"object","additionalProperties":false,"required":["action"],"properties":{"action":{"const":"trash"},"params":{"type":"object","additionalProperties":false,"properties":{}}}}]}},
	"secret":{"type":"string"},"confirm":{"type":"boolean"}}}`

// TestTakes: of each mistake what the message leaves open is told, and no more.
func TestTakes(t *testing.T) {
	const all = `It takes title (needed): text of at least 1 character ("What it is"); tags: a list, each text; rows: a list, each a list, each text or a number; ` +
		`id: text made of a-z; letter: one of 14 words, such as a; operations: a list, each an object with action, params.`
	s, err := Compile(abi.Raw(takesSchema))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string][]string{
		`{}`:                                {all},
		`{"title":"x","name":"y"}`:          {all},
		`{"name":"y"}`:                      {all}, // once
		`{"title":"x","letter":"z"}`:        {"letter is one of a, b, c, d, e, f, g, h, i, j, k, l, m, n."},
		`{"title":"x","tags":"a,b"}`:        {"tags is a list, each text."},
		`{"title":"x","rows":[1]}`:          {"rows.0 is a list, each text or a number."},
		`{"title":"x","id":"My Thing"}`:     {`id: "An id from list_things".`},
		`{"title":"x","operations":"star"}`: {"operations is a list, each an object with action, params."},
		`{"title":"x","operations":[{"action":"star","params":{"id":"a"}},{"action":"star","params":{"key":1}}]}`: {"operations.1.params (star) takes id (needed): text."},
		`{"title":"x","operations":[{"action":"trash","params":{"key":1}}]}`:                                      {"operations.0.params (trash) takes nothing."},
		`{"title":1}`: nil, // the message says it
	} {
		v, err := ParseJSON([]byte(args))
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Check(v.(map[string]any))
		if err == nil {
			t.Fatalf("%s is taken", args)
		}
		if got := Takes(err, "secret"); !cmp.Equal(got, want) {
			t.Errorf("%s:\n%q\nwant\n%q", args, got, want)
		}
	}
	if got := Takes(errors.New("x")); got != nil {
		t.Errorf("another error: %q", got)
	}
}

// TestMistakesOfPlace: what was put one level too deep, a tool's name for an
// action, and text that was to be JSON are told as such.
func TestMistakesOfPlace(t *testing.T) {
	s, err := Compile(abi.Raw(takesSchema))
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		`{"params":{"title":"x"}}`:                                         "params is no argument here (what is in it belongs here itself, without params)",
		`{"title":"x","params":{"title":"x","no":1}}`:                      "params is no argument here (known: ",
		`{"title":"x","params":{}}`:                                        "params is no argument here (known: ",
		`{"title":"x","operations":[{"action":"mail_star"}]}`:              "(did you mean star?)",
		`{"title":"x","operations":[{"action":"mail_stra"}]}`:              "(did you mean star?)",
		`{"title":"x","tags":"[\"a\",b]"}`:                                 `(text that is no JSON: line 1, column 6: this is no JSON value)`,
		`{"title":"x","operations":[{"action":"star","params":"{id:1}"}]}`: `operations.0.params (star) must be an object, not "{id:1}" (text that is no JSON: line 1, column 2`,
	} {
		v, err := ParseJSON([]byte(args))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = s.Check(v.(map[string]any)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
