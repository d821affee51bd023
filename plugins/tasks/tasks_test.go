package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(tasks()), os.DirFS("testdata/cases"))
}

func mustParse(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// planJSON is the first step of an action.
func planJSON(t *testing.T, action, params string) abi.PlanOutput {
	t.Helper()
	return paritytest.Plan(t, tasks(), action, json.RawMessage(params))
}
