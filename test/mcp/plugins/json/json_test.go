package main

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/plugintest"
)

func TestArgumentsComeBack(t *testing.T) {
	given := json.RawMessage(`{"name":"Ana","address":{"city":"Rome"}}`)
	plugintest.Suite{
		Transform: []plugintest.Transform{{Name: "choice", Tool: "json_schema_2020_12_tool", Args: given, Action: action, Params: given}},
		Plan:      []plugintest.Plan{{Name: "answer", Action: action, Params: given, Data: given}},
	}.Run(t, plugintest.Native(suite()))
}
