package schema

import (
	"testing"

	"github.com/wslite/wslite/sdk/abi"
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

func TestOperationsHoldEligibleToolsOnly(t *testing.T) {
	tools := []abi.Tool{
		{Name: "x_get", Action: "get", BatchEligible: true, Input: Object(Required("id", String())).Raw()},
		{Name: "x_admin", Action: "admin", Input: Object().Raw()},
	}
	const want = `{"type":"array","items":{"type":"object","oneOf":[{"type":"object","properties":{` +
		`"action":{"type":"string","const":"get"},` +
		`"params":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false,"default":{}}` +
		`},"required":["action"],"additionalProperties":false}]},"minItems":1,"maxItems":20}`
	if got := string(Operations(tools, 20).Raw()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestOperationsPanicOnBrokenInput(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a tool whose input is no JSON was accepted")
		}
	}()
	Operations([]abi.Tool{{Name: "x", BatchEligible: true, Input: abi.Raw("{")}}, 1)
}
