package schema

import (
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

func sites() []abi.Tool {
	return []abi.Tool{
		{Name: "x_create", Action: "create", BatchEligible: true, Input: Object(Required("title", String())).Raw()},
		{Name: "x_list", Action: "list", Actions: []string{"list", "listTop"}, BatchEligible: true,
			Input: Object(Required("siteId", String()), Optional("under", String())).Raw()},
		{Name: "x_read", Action: "read", BatchEligible: true, Input: Object(Optional("siteId", String())).Raw()},
		{Name: "x_move", Action: "move", BatchEligible: true, Input: Object(Required("siteId", String()), Required("to", String())).Raw()},
	}
}

const open = `{"type":"object","properties":{"action":{"type":"string","const":"`

// form is the form of an operation with these params.
func form(action, params string) string {
	return open + action + `"},"params":{"type":"object","properties":` + params + `,"additionalProperties":false,"default":{}}},` +
		`"required":["action"],"additionalProperties":false}`
}

func operations(forms string) string {
	return `{"type":"array","items":{"type":"object","oneOf":[` + forms + `]},"minItems":1,"maxItems":9}`
}

func TestOperationsHaveAFormPerAction(t *testing.T) {
	tools := sites()[1:2]
	const params = `{"siteId":{"type":"string"},"under":{"type":"string"}},"required":["siteId"]`
	want := operations(form("list", params) + "," + form("listTop", params))
	if got := string(Operations(tools, 9).Raw()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What the batch says once is in no operation, and an action that can do
// without it has no place in the batch.
func TestOperationsWithoutAnArgument(t *testing.T) {
	want := operations(
		form("list", `{"under":{"type":"string"}}`) + "," +
			form("listTop", `{}`) + "," +
			form("move", `{"to":{"type":"string"}},"required":["to"]`))
	tools := sites()
	got := string(Operations(tools, 9, Omit{Key: "siteId"}, Omit{Action: "listTop", Key: "under"}).Raw())
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for i, tool := range sites() {
		if string(tools[i].Input) != string(tool.Input) {
			t.Errorf("the schema of %s was changed: %s", tool.Name, tools[i].Input)
		}
	}
	// A required argument of one action alone.
	got = string(Operations(tools[3:], 9, Omit{Action: "move", Key: "to"}).Raw())
	if want := operations(form("move", `{"siteId":{"type":"string"}},"required":["siteId"]`)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		got  Schema
		want string
	}{
		{Number().Min(0), `{"type":"number","minimum":0}`},
		{Number().Above(0).Max(2000), `{"type":"number","exclusiveMinimum":0,"maximum":2000}`},
		{Array(String()).Items(0, 50), `{"type":"array","items":{"type":"string"},"maxItems":50}`},
		{Array(String()).Items(2, -1), `{"type":"array","items":{"type":"string"},"minItems":2}`},
	} {
		if string(c.got.Raw()) != c.want {
			t.Errorf("%s, want %s", c.got.Raw(), c.want)
		}
	}
	if name := Required("siteId", String()).Name(); name != "siteId" {
		t.Error(name)
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
