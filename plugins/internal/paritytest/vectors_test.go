package paritytest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

func TestVectorsThatBind(t *testing.T) {
	for _, c := range []struct {
		vector string
		want   bool
	}{
		{`{"expected":{"action":"a","params":{}}}`, true},
		{`{"expected":{"action":"a","params":{}},"quirk":"q"}`, false},
		{`{"expected":{"rejected":"schema","keys":["x"]}}`, false},
		{`{"expected":{"isError":true}}`, false},
	} {
		var v vector
		if err := json.Unmarshal([]byte(c.vector), &v); err != nil {
			t.Fatal(err)
		}
		if v.target() != c.want {
			t.Errorf("%s: %t", c.vector, v.target())
		}
	}
}

// A plugin that changes what it sends, refuses it or takes another action is
// found, and so is one that is said to and does not.
func TestVectorsAreCompared(t *testing.T) {
	right, _ := peerPlugin(t, "tasks")
	v := vector{ID: "x"}
	v.Input.Tool, v.Input.Arguments = "tasks_list_tasklists", json.RawMessage(`{"pageToken":"p"}`)
	v.Expected.Action, v.Expected.Params = "tasklistsList", json.RawMessage(`{"pageToken":"p","maxResults":100}`)
	with := func(change func(*plugin.Choice) error) plugin.Plugin {
		p := right
		p.Transform = func(c *plugin.Call) (*plugin.Choice, error) {
			choice, err := right.Transform(c)
			if err == nil {
				err = change(choice)
			}
			return choice, err
		}
		return p
	}
	for _, c := range []struct {
		name     string
		p        plugin.Plugin
		deviates bool
		want     string
	}{
		{"right", right, false, ""},
		{"right but said to deviate", right, true, "and agrees"},
		{"more", with(func(c *plugin.Choice) error { c.Params.Set("x", value.Int(1)); return nil }), false, `"x":1`},
		{"less", with(func(c *plugin.Choice) error { c.Params.Set("maxResults", value.Value{}); return nil }), false, `got  <nil> tasklistsList {"pageToken":"p"}`},
		{"said to send less", with(func(c *plugin.Choice) error { c.Params.Set("maxResults", value.Value{}); return nil }), true, ""},
		{"another action", with(func(c *plugin.Choice) error { c.Action = "tasksList"; return nil }), false, "got  <nil> tasksList"},
		{"refused", with(func(*plugin.Choice) error { return plugin.Invalid("pageToken", "No.") }), false, "Message:No."},
	} {
		got := v.run(t, c.p, toolSchemas(t, c.p), c.deviates)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	v.Input.Tool = "tasks_gone"
	if got := v.run(t, right, toolSchemas(t, right), false); got != "there is no tool tasks_gone" {
		t.Error(got)
	}
}

func TestFillArgs(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"n":{"type":"integer","default":3},
		"s":{"type":"string"},
		"link":{"type":"string","format":"https-url"},
		"nested":{"type":"object","properties":{"d":{"type":"boolean","default":false}}},
		"rows":{"type":"array","items":{"type":"object","properties":{"d":{"type":"string","default":"x"}}}},
		"either":{"type":["string","object"],"anyOf":[{"type":"string"},{"type":"object","properties":{"d":{"default":1}}}]},
		"operations":{"type":"array","items":{"type":"object","oneOf":[
			{"type":"object","properties":{"action":{"const":"a"},"params":{"default":{},"type":"object","properties":{"p":{"default":1}}}}},
			{"type":"object","properties":{"action":{"const":"b"},"params":{"default":{},"type":"object","properties":{"p":{"default":2}}}}}]}}
	}}`
	for args, want := range map[string]string{
		`{}`:              `{"n":3}`,
		`{"n":null}`:      `{"n":null}`,
		`{"n":5,"z":1}`:   `{"n":5,"z":1}`,
		`{"nested":{}}`:   `{"n":3,"nested":{"d":false}}`,
		`{"rows":[{},7]}`: `{"n":3,"rows":[{"d":"x"},7]}`,
		`{"either":"e"}`:  `{"n":3,"either":"e"}`,
		`{"either":{}}`:   `{"n":3,"either":{"d":1}}`,
		`{"s":" s ","link":" https://a.example\n"}`:                         `{"n":3,"s":" s ","link":"https://a.example"}`,
		`{"operations":[{"action":"b"},{"action":"a"}]}`:                    `{"n":3,"operations":[{"action":"b","params":{"p":2}},{"action":"a","params":{"p":1}}]}`,
		`{"operations":[{"action":"b","params":{"p":9}},{"action":"c"},7]}`: `{"n":3,"operations":[{"action":"b","params":{"p":9}},{"action":"c"},7]}`,
		`{"n":12345678901234567890}`:                                        `{"n":12345678901234567890}`,
	} {
		got := fillArgs(t, decode(t, []byte(schema)), json.RawMessage(args))
		if !equalJSON(t, got, []byte(want)) {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}
