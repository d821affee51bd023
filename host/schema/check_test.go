package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

const sample = `{"type":"object","additionalProperties":false,"required":["id"],"properties":{
	"id":{"type":"string","pattern":"^[a-zA-Z0-9_-]+$","description":"the thing"},
	"count":{"type":"integer","minimum":1,"maximum":100,"default":20},
	"ratio":{"type":"number","exclusiveMinimum":0},
	"status":{"enum":["needsAction","completed"]},
	"due":{"type":"string","format":"iso-date-time"},
	"label":{"type":"string","minLength":1,"maxLength":4},
	"to":{"type":"string","format":"email-list"},
	"link":{"type":"string","format":"https-url"},
	"done":{"type":"boolean"},
	"rows":{"type":"array","maxItems":3,"items":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"null"}]}}},
	"ref":{"anyOf":[{"type":"string","minLength":1},{"type":"integer","minimum":0}]},
	"tags":{"type":"array","uniqueItems":true,"minItems":1,"items":{"type":"string","enum":["red","green"]}},
	"start":{"type":"object","additionalProperties":false,"required":["day"],"properties":{"day":{"type":"string","format":"iso-date-time"},"zone":{"type":"string","default":"UTC"}}},
	"apiToken":{"type":"string","maxLength":3},
	"note":{"type":["string","null"]},
	"confirm":{"type":"boolean"}}}`

const batch = `{"type":"object","additionalProperties":false,"required":["operations"],"properties":{
	"operations":{"type":"array","minItems":1,"maxItems":3,"items":{"oneOf":[
		{"type":"object","additionalProperties":false,"required":["action"],"properties":{"action":{"type":"string","const":"list"},
			"params":{"type":"object","default":{},"additionalProperties":false,"properties":{"max":{"type":"integer","default":50}}}}},
		{"type":"object","additionalProperties":false,"required":["action"],"properties":{"action":{"type":"string","const":"update"},
			"params":{"type":"object","default":{},"additionalProperties":false,"required":["id"],"properties":{
				"id":{"type":"string"},"due":{"type":"string","format":"iso-date-time"},"confirm":{"type":"boolean"}}}}},
		{"type":"object","additionalProperties":false,"required":["action"],"properties":{"action":{"type":"string","const":"plain"},
			"params":{"type":"object","additionalProperties":false,"required":["id"],"properties":{"id":{"type":"string"},"link":{"type":"string","format":"https-url"}}}}}]}}}}`

func compiled(t testing.TB, src string) *Schema {
	t.Helper()
	s, err := Compile(abi.Raw(src))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func args(t testing.TB, src string) map[string]any {
	t.Helper()
	v, err := ParseJSON([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return v.(map[string]any)
}

func TestCheckFillsDefaults(t *testing.T) {
	cases := []struct{ schema, in, want string }{
		{sample, `{"id":"a"}`, `{"id":"a","count":20}`},
		{sample, `{"id":"a","count":5.0}`, `{"id":"a","count":5}`},
		{sample, `{"id":"a","start":{"day":"2031-05-04"}}`, `{"id":"a","count":20,"start":{"day":"2031-05-04","zone":"UTC"}}`},
		{sample, `{"id":"a","link":" https://e.com/x "}`, `{"id":"a","count":20,"link":"https://e.com/x"}`},
		{sample, `{"id":"a","confirm":true,"note":null}`, `{"id":"a","count":20,"confirm":true,"note":null}`},
		{sample, `{"id":"a","rows":[["x",1,null],[]],"tags":["red"]}`, `{"id":"a","count":20,"rows":[["x",1,null],[]],"tags":["red"]}`},
		{batch, `{"operations":[{"action":"list"}]}`, `{"operations":[{"action":"list","params":{"max":50}}]}`},
		{batch, `{"operations":[{"action":"list","params":{}}]}`, `{"operations":[{"action":"list","params":{"max":50}}]}`},
		{batch, `{"operations":[{"action":"list","params":{"max":0}}]}`, `{"operations":[{"action":"list","params":{"max":0}}]}`},
		{batch, `{"operations":[{"action":"plain","params":{"id":"x","link":" https://e.com"}}]}`, `{"operations":[{"action":"plain","params":{"id":"x","link":"https://e.com"}}]}`},
	}
	for _, c := range cases {
		s := compiled(t, c.schema)
		in := args(t, c.in)
		got, err := s.Check(in)
		if err != nil || !cmp.Equal(got, args(t, c.want)) {
			t.Errorf("%s: %v, %v", c.in, got, err)
			continue
		}
		if !cmp.Equal(in, args(t, c.in)) {
			t.Errorf("%s: Check changed its argument", c.in)
		}
		if again, err := s.Check(got); err != nil || !cmp.Equal(again, got) {
			t.Errorf("%s: checked again: %v, %v", c.in, again, err)
		}
	}
}

// The whole message is pinned: it is what a person works with.
func TestCheckMessages(t *testing.T) {
	cases := []struct{ schema, in, field, want string }{
		{sample, `{}`, "id", `id is missing`},
		{sample, `{"id":"a/b"}`, "id", `id must be text made of a-z A-Z 0-9 _ -, not "a/b"`},
		{sample, `{"id":""}`, "id", `id must be text made of a-z A-Z 0-9 _ -, not empty text`},
		{sample, `{"id":5}`, "id", `id must be text made of a-z A-Z 0-9 _ -, not 5`},
		{sample, `{"id":null}`, "id", `id must be text made of a-z A-Z 0-9 _ -, not null`},
		{sample, `{"id":"a","count":0}`, "count", `count must be a whole number from 1 to 100, not 0`},
		{sample, `{"id":"a","count":1.5}`, "count", `count must be a whole number from 1 to 100, not 1.5`},
		{sample, `{"id":"a","count":"7"}`, "count", `count must be a whole number from 1 to 100, not "7"`},
		{sample, `{"id":"a","count":9007199254740993}`, "count", `count must be a whole number from 1 to 100, not 9007199254740993`},
		{sample, `{"id":"a","ratio":0}`, "ratio", `ratio must be a number above 0, not 0`},
		{sample, `{"id":"a","status":"complete"}`, "status", `status must be one of needsAction, completed, not "complete" (did you mean completed?)`},
		{sample, `{"id":"a","status":"NEEDSACTION"}`, "status", `status must be one of needsAction, completed, not "NEEDSACTION" (did you mean needsAction?)`},
		{sample, `{"id":"a","status":7}`, "status", `status must be one of needsAction, completed, not 7`},
		{sample, `{"id":"a","due":"2031-02-30"}`, "due", `due must be a date or date-time such as 2031-05-04 or 2031-05-04T09:00:00Z, not "2031-02-30"`},
		{sample, `{"id":"a","label":"😀😀😀"}`, "label", `label must be text of 1 to 4 characters, not 6 (an emoji counts as 2)`},
		{sample, `{"id":"a","label":""}`, "label", `label must be text of 1 to 4 characters, not 0`},
		{sample, `{"id":"a","to":"x"}`, "to", `to must be e-mail addresses with commas between them, without names, not "x"`},
		{sample, `{"id":"a","done":"yes"}`, "done", `done must be true or false, not "yes"`},
		{sample, `{"id":"a","rows":{}}`, "rows", `rows must be a list of at most 3 items, not an object`},
		{sample, `{"id":"a","rows":[[],[],[],[]]}`, "rows", `rows must be a list of at most 3 items, not 4`},
		{sample, `{"id":"a","rows":[[1],[1,{}]]}`, "rows.1.1", `rows.1.1 must be text or a number or null, not an object`},
		{sample, `{"id":"a","ref":true}`, "ref", `ref must be text of at least 1 character or a whole number from 0 on, not true`},
		{sample, `{"id":"a","ref":-1}`, "ref", `ref must be a whole number from 0 on, not -1`},
		{sample, `{"id":"a","ref":""}`, "ref", `ref must be text of at least 1 character, not 0`},
		{sample, `{"id":"a","tags":["red","red"]}`, "tags", `tags holds the same item twice (0 and 1)`},
		{sample, `{"id":"a","tags":["red","geen"]}`, "tags.1", `tags.1 must be one of red, green, not "geen" (did you mean green?)`},
		{sample, `{"id":"a","start":{"day":"x"}}`, "start.day", `start.day must be a date or date-time such as 2031-05-04 or 2031-05-04T09:00:00Z, not "x"`},
		{sample, `{"id":"a","start":{"zone":"x"}}`, "start.day", `start.day is missing`},
		{sample, `{"id":"a","zone":"UTC"}`, "zone", `zone is no argument here (it belongs inside start)`},
		{sample, `{"id":"a","counts":1}`, "counts", `counts is no argument here (did you mean count?)`},
		{sample, `{"id":"a","toString":1}`, "toString", `toString is no argument here (known: id, count, ratio, status, due, label, to, link, done, rows, ref, tags and 3 more)`},
		{sample, `{"id":"a","start":{"day":"2031-05-04","x":1}}`, "start.x", `start.x is no argument here (known: day, zone)`},
		{sample, `{"id":"a","apiToken":"very secret"}`, "apiToken", `apiToken must be text of at most 3 characters, not 11`},
		{sample, `{"id":"a","apiToken":5123}`, "apiToken", `apiToken must be text of at most 3 characters, not the value given`},
		{sample, `{"id":"a","note":7}`, "note", `note must be text or null, not 7`},
		{sample, `{"count":0,"bogus":1,"due":"x","another":2}`, "id",
			`5 arguments are wrong: id is missing; count must be a whole number from 1 to 100, not 0; due must be a date or date-time such as 2031-05-04 or 2031-05-04T09:00:00Z, not "x"; another is no argument here`},
		{batch, `{}`, "operations", `operations is missing`},
		{batch, `{"operations":[]}`, "operations", `operations must be a list of 1 to 3 items, not 0`},
		{batch, `{"operations":"x"}`, "operations", `operations must be a list of 1 to 3 items, not "x"`},
		{batch, `{"operations":[null]}`, "operations.0", `operations.0 must be an object with action, not null`},
		{batch, `{"operations":[{"params":{}}]}`, "operations.0.action", `operations.0.action is missing`},
		{batch, `{"operations":[{"action":"updat"}]}`, "operations.0.action", `operations.0.action must be one of list, update, plain, not "updat" (did you mean update?)`},
		{batch, `{"operations":[{"action":7}]}`, "operations.0.action", `operations.0.action must be one of list, update, plain, not 7`},
		{batch, `{"operations":[{"action":"list"},{"action":"update"}]}`, "operations.1.params.id", `operations.1.params.id (update) is missing`},
		{batch, `{"operations":[{"action":"plain"}]}`, "operations.0.params.id", `operations.0.params.id (plain) is missing`},
		{batch, `{"operations":[{"action":"list"},{"action":"list"},{"action":"update","params":{"id":"x","due":"soon"}}]}`, "operations.2.params.due",
			`operations.2.params.due (update) must be a date or date-time such as 2031-05-04 or 2031-05-04T09:00:00Z, not "soon"`},
		{batch, `{"operations":[{"action":"update","id":"x"}]}`, "operations.0.params.id",
			`2 arguments are wrong: operations.0.params.id (update) is missing; operations.0.id (update) is no argument here (it belongs inside params)`},
		{batch, `{"operations":[{"action":"list","params":null}]}`, "operations.0.params", `operations.0.params (list) must be an object, not null`},
		{batch, `{"operations":[{"action":"list","params":{"max":"x"}},{"action":"nope"}]}`, "operations.0.params.max",
			`2 arguments are wrong: operations.0.params.max (list) must be a whole number, not "x"; operations.1.action must be one of list, update, plain, not "nope"`},
	}
	for _, c := range cases {
		for range 5 { // the order must not depend on map order
			_, err := compiled(t, c.schema).Check(args(t, c.in))
			if err == nil {
				t.Errorf("%s: accepted", c.in)
				break
			}
			e := fault.Of(err)
			if !strings.HasPrefix(e.Message, c.want) || len(Problems(err)) == 1 && e.Message != c.want {
				t.Errorf("%s:\n got %s\nwant %s", c.in, e.Message, c.want)
				break
			}
			if e.Field != c.field || e.Code != fault.Usage || fault.ExitOf(err) != 4 {
				t.Errorf("%s: field %q, code %s", c.in, e.Field, e.Code)
				break
			}
		}
	}
}

func TestMessagesAreSafeAndShort(t *testing.T) {
	s := compiled(t, sample)
	hostile := "\x1b[31m\u202e" + strings.Repeat("long ", 5000)
	for _, in := range []map[string]any{
		{"id": hostile}, {"id": "a", "due": hostile}, {"id": "a", "status": hostile}, {"id": "a", hostile: 1},
		{"id": "a", "start": map[string]any{hostile: hostile}}, {"id": "a", "apiToken": "tiny secret value"},
	} {
		_, err := s.Check(in)
		if err == nil {
			t.Fatalf("%.20q was accepted", in)
		}
		msg := err.Error() + fault.Of(err).Field
		if strings.ContainsAny(msg, "\x1b\u202e") || strings.Contains(msg, "tiny secret") || len(msg) > 600 {
			t.Errorf("unfit message of %d bytes: %.200q", len(msg), msg)
		}
	}
	many := map[string]any{"id": "a"}
	for i := range 50 {
		many[fmt.Sprintf("x%02d", i)] = 1
	}
	_, err := s.Check(many)
	if !strings.Contains(err.Error(), "and 42 more") || len(Problems(err)) != 50 {
		t.Errorf("%v", err)
	}
}

func TestCheckTakesGoValues(t *testing.T) {
	s := compiled(t, sample)
	got, err := s.Check(map[string]any{"id": "a", "count": 7, "ratio": 0.5})
	if err != nil || got["count"] != json.Number("7") || got["ratio"] != json.Number("0.5") {
		t.Errorf("%v %v", got, err)
	}
	if got, err := s.Check(map[string]any{"id": "a", "count": int64(1)}); err != nil || got["count"] != json.Number("1") {
		t.Errorf("%v %v", got, err)
	}
	deep := any("x")
	for range 200 {
		deep = []any{deep}
	}
	for name, v := range map[string]any{"NaN": math.NaN(), "infinity": math.Inf(1), "a struct": struct{}{}, "bytes": []byte("x"),
		"bad number": json.Number("1x"), "huge number": json.Number("1e999999999"), "deep": deep, "no UTF-8": "a\xff"} {
		if _, err := s.Check(map[string]any{"id": "a", "ref": v}); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Check(nil); fault.Of(err).Field != "id" {
		t.Errorf("nil arguments: %v", err)
	}
}

func TestCheckIsSafeForManyGoroutines(t *testing.T) {
	s := compiled(t, batch)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if _, err := s.Check(args(t, `{"operations":[{"action":"list"},{"action":"plain","params":{"id":"x"}}]}`)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestCompileRefuses(t *testing.T) {
	wrap := func(props string) string {
		return `{"type":"object","additionalProperties":false,"properties":` + props + `}`
	}
	cases := []struct{ name, in, want string }{
		{"no JSON", `{`, "no JSON"},
		{"key twice", `{"type":"object","type":"object"}`, "stands twice"},
		{"no object", `[]`, "an object is wanted"},
		{"open object", `{"type":"object","properties":{}}`, "additionalProperties"},
		{"another type", `{"type":"array","additionalProperties":false}`, `"type": "object"`},
		{"$ref", wrap(`{"a":{"$ref":"#/$defs/x"}}`), `at /properties/a: $ref names the definition "x", and $defs has none`},
		{"$schema", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","additionalProperties":false}`, `at /$schema: only https://json-schema.org/draft/2020-12/schema is understood`},
		{"$id", `{"$id":"x","type":"object","additionalProperties":false}`, `"$id" is not allowed`},
		{"misspelt rule", wrap(`{"a":{"type":"string","maxLenght":5}}`), `"maxLenght" is unknown`},
		{"keyword of another draft", wrap(`{"a":{"type":"array","additionalItems":false}}`), `"additionalItems" is unknown`},
		{"unknown format", wrap(`{"a":{"type":"string","format":"uri"}}`), `format "uri" is unknown`},
		{"unknown type", wrap(`{"a":{"type":"text"}}`), `"text" is no type`},
		{"bad count", wrap(`{"a":{"type":"string","maxLength":-1}}`), "a whole number from 0"},
		{"bad bound", wrap(`{"a":{"type":"number","minimum":"1"}}`), "a number is wanted"},
		{"step of nothing", wrap(`{"a":{"type":"number","multipleOf":0}}`), "a number above 0"},
		{"no type", wrap(`{"a":{"type":[]}}`), "at least one type"},
		{"required without property", `{"type":"object","additionalProperties":false,"required":["x"]}`, `"x" is required and is no property`},
		{"anyOf at the top", `{"type":"object","additionalProperties":false,"anyOf":[{"required":[]}]}`, "anyOf and oneOf are not allowed at the top"},
		{"escape sequence in a name", wrap("{\"a\\u001b[31m\":{}}"), "can't be the name"},
	}
	for _, c := range cases {
		_, err := Compile(abi.Raw(c.in))
		if err == nil || !strings.Contains(err.Error(), c.want) || fault.CodeOf(err) != fault.PluginRefused || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	_, err := Compile(abi.Raw(wrap(`{"a":{"$ref":"x"},"b":{"format":"y"}}`)))
	if !strings.Contains(err.Error(), "/a") || !strings.Contains(err.Error(), "/b") {
		t.Errorf("not every mistake is named: %v", err)
	}
}

// A choice inside an alternative is left to the library, which checks it all.
func TestChoiceInsideAnyOf(t *testing.T) {
	s := compiled(t, `{"type":"object","additionalProperties":false,"properties":{"x":{"anyOf":[{"type":"string"},{"type":"array","items":{"oneOf":[
		{"type":"object","additionalProperties":false,"required":["kind"],"properties":{"kind":{"const":"a"},"n":{"type":"integer"}}},
		{"type":"object","additionalProperties":false,"required":["kind"],"properties":{"kind":{"const":"b"}}}]}}]}}}`)
	if _, err := s.Check(args(t, `{"x":[{"kind":"a","n":1},{"kind":"b"}]}`)); err != nil {
		t.Error(err)
	}
	if _, err := s.Check(args(t, `{"x":[{"kind":"a","n":"1"}]}`)); err == nil {
		t.Error("a wrong element passed")
	}
}

// What stands beside a oneOf counts as well as the branch.
func TestChoiceWithMoreBesideIt(t *testing.T) {
	s := compiled(t, `{"type":"object","additionalProperties":false,"properties":{"x":{"type":"array","items":{"type":"object","minProperties":2,"oneOf":[
		{"type":"object","required":["kind"],"properties":{"kind":{"const":"a"},"n":{"type":"integer"}}},
		{"type":"object","required":["kind"],"properties":{"kind":{"const":"b"}}}]}}}}`)
	if _, err := s.Check(args(t, `{"x":[{"kind":"a","n":1}]}`)); err != nil {
		t.Error(err)
	}
	if _, err := s.Check(args(t, `{"x":[{"kind":"a"}]}`)); err == nil {
		t.Error("an element that is too small passed")
	}
}

func TestProblemsOfAnotherError(t *testing.T) {
	if Problems(errors.New("x")) != nil || Problems(nil) != nil {
		t.Error("only errors of this package have problems")
	}
}

// A text that has none of several forms has a wrong form; where one alternative
// fails for another reason, none of them fits.
func TestOneOfSeveralForms(t *testing.T) {
	s := compiled(t, `{"type":"object","additionalProperties":false,"properties":{
		"day":{"anyOf":[{"type":"string","pattern":"^\\d{4}/\\d\\d/\\d\\d$"},{"type":"string","pattern":"^\\d{4}-\\d\\d-\\d\\d$"}]},
		"name":{"anyOf":[{"type":"string","pattern":"^a"},{"type":"string","minLength":9}]}}}`)
	for _, c := range []struct {
		args map[string]any
		rule Rule
	}{
		{map[string]any{"day": "soon"}, RulePattern},
		{map[string]any{"day": json.Number("1")}, RuleChoice},
		{map[string]any{"name": "b"}, RuleChoice},
	} {
		_, err := s.Check(c.args)
		if found := Problems(err); len(found) != 1 || found[0].Rule != c.rule {
			t.Errorf("%v: %v, want one problem of the rule %s", c.args, err, c.rule)
		}
	}
	for _, day := range []string{"2031/05/04", "2031-05-04"} {
		if _, err := s.Check(map[string]any{"day": day}); err != nil {
			t.Errorf("%s: %v", day, err)
		}
	}
}
