package plugintest_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// A plugin's test: every case in testdata, natively. A runner that goes
// through Wasm takes the place of Native and leaves the rest as it is.
func Example() {
	notes := plugin.Plugin{ /* the plugin under test */ }
	_ = func(t *testing.T) {
		plugintest.Run(t, plugintest.Native(notes), os.DirFS("testdata"))
	}
}

// One case in code: the plan must send this request, and the answer must
// become this data.
func ExamplePlan() {
	notes := plugin.Plugin{Plan: func(s *plugin.Step) (*plugin.Next, error) {
		if s.Name == "" {
			return s.Ask("got", plugin.To("notes.notes.get").Path("noteId", "n1").Keep("id")), nil
		}
		return plugin.Done(value.Object(value.M("note", s.Responses[0].Body))), nil
	}}
	_ = func(t *testing.T) {
		plugintest.Plan{
			Action: "get",
			Params: json.RawMessage(`{"noteId":"n1"}`),
			Steps: [][]plugintest.Exchange{{{
				Request: abi.Request{Route: "notes.notes.get", Path: map[string]string{"noteId": "n1"}},
				Body:    json.RawMessage(`{"id":"n1","text":"not kept"}`),
			}}},
			Data: json.RawMessage(`{"note":{"id":"n1"}}`),
		}.Run(t, plugintest.Native(notes))
	}
}
