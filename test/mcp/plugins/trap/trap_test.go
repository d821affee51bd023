package main

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// What is tame is an ordinary tool.
func TestTame(t *testing.T) {
	word := json.RawMessage(`{"word":"x"}`)
	plugintest.Suite{
		Transform: []plugintest.Transform{{Name: "choice", Tool: "trap_tame", Args: word, Action: "tame", Params: word}},
		Plan:      []plugintest.Plan{{Name: "answer", Action: "tame", Params: word, Data: word}},
		Render:    []plugintest.Render{{Name: "text", Tool: "trap_tame", Response: json.RawMessage(`{"data":{"word":"x"}}`), Text: "x\n"}},
	}.Run(t, plugintest.Native(trap()))
}

// What panics does so natively, too; the tools that never end are for a sandbox
// alone.
func TestPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it went on")
		}
	}()
	trap().Call(abi.ExportTransform, []byte(`{"tool":"trap_panic","args":{"word":"x"},"clock":{"now":"2031-05-04T08:30:00Z","timeZone":"UTC","nonce":"00112233445566778899aabbccddeeff"}}`))
}
