package main

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

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
	input, err := json.Marshal(abi.PlanInput{Action: action, Params: abi.Raw(params), Clock: plugintest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	text, err := tasks().Call(abi.ExportPlan, input)
	if err != nil {
		t.Fatal(err)
	}
	var out abi.PlanOutput
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
