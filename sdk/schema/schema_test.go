package schema

import (
	"testing"

	"github.com/wslite/wslite/sdk/value"
)

func TestSchemas(t *testing.T) {
	for _, c := range []struct {
		got  Schema
		want string
	}{
		{String().Length(1, 256).Pattern("^[a-z]+$"), `{"type":"string","minLength":1,"maxLength":256,"pattern":"^[a-z]+$"}`},
		{String().Length(0, -1).Format(Email), `{"type":"string","format":"email"}`},
		{String().Length(0, 0), `{"type":"string","maxLength":0}`},
		{Integer().Range(1, 100).Default(value.Int(100)), `{"type":"integer","minimum":1,"maximum":100,"default":100}`},
		{Number().Describe("How far."), `{"type":"number","description":"How far."}`},
		{Boolean(), `{"type":"boolean"}`},
		{Enum("a", "b"), `{"type":"string","enum":["a","b"]}`},
		{Array(Const("x")).Items(1, 2), `{"type":"array","items":{"type":"string","const":"x"},"minItems":1,"maxItems":2}`},
		{AnyOf(String(), Null(), String().Length(0, 0)), `{"type":["string","null"],"anyOf":[{"type":"string"},{"type":"null"},{"type":"string","maxLength":0}]}`},
		{OneOf(Object(), Object()), `{"type":"object","oneOf":[{"type":"object","properties":{},"additionalProperties":false},{"type":"object","properties":{},"additionalProperties":false}]}`},
		{Object(Required("id", String()), Optional("n", Integer())),
			`{"type":"object","properties":{"id":{"type":"string"},"n":{"type":"integer"}},"required":["id"],"additionalProperties":false}`},
	} {
		if got := string(c.got.Raw()); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestRefiningLeavesTheOriginalAlone(t *testing.T) {
	id := String().Length(1, 9)
	a, b := id.Describe("A."), id.Describe("B.")
	if string(a.Raw()) == string(b.Raw()) || string(id.Raw()) != `{"type":"string","minLength":1,"maxLength":9}` {
		t.Errorf("%s, %s, %s", id.Raw(), a.Raw(), b.Raw())
	}
}
