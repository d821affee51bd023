package main

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

var nothing, done = json.RawMessage(`{}`), json.RawMessage(`{"done":true}`)

func TestContents(t *testing.T) {
	picture := abi.Item{Type: "image", MimeType: "image/png", Data: png}
	var s plugintest.Suite
	for action, shows := range map[string]struct {
		text  string
		items []abi.Item
	}{
		simpleText: {"This is a simple text response for testing.", nil},
		image:      {"A picture:", []abi.Item{picture}},
		audio:      {"A sound:", []abi.Item{{Type: "audio", MimeType: "audio/wav", Data: wav}}},
		embedded: {"A resource:", []abi.Item{
			{Type: "resource", URI: "test://embedded-resource", MimeType: "text/plain", Text: "This is an embedded resource content."},
		}},
		mixed: {"Multiple content types test:", []abi.Item{
			picture, {Type: "resource", URI: "test://mixed-content-resource", MimeType: "application/json", Text: `{"test":"data","value":123}`},
		}},
		withLogging: {"Logged.", nil},
	} {
		s.Transform = append(s.Transform, plugintest.Transform{Name: action, Tool: prefix + action, Args: nothing, Action: action, Params: nothing})
		s.Plan = append(s.Plan, plugintest.Plan{Name: action, Action: action, Params: nothing, Data: done})
		s.Render = append(s.Render, plugintest.Render{
			Name: action, Tool: prefix + action, Response: json.RawMessage(`{"data":{"done":true}}`), Text: shows.text, Content: shows.items,
		})
	}
	s.Run(t, plugintest.Native(suite()))
}

func TestProgressAndFailure(t *testing.T) {
	plugintest.Suite{Plan: []plugintest.Plan{
		{Name: "progress", Action: withProgress, Params: nothing, Data: done, Progress: []abi.Progress{
			{Done: 0, Total: 100, Message: "begun"}, {Done: 50, Total: 100, Message: "half of it"}, {Done: 100, Total: 100, Message: "all of it"},
		}},
		{Name: "failure", Action: failure, Params: nothing, Error: &plugintest.Failure{Code: "BAD_REQUEST", Message: "intentionally returns an error"}},
	}}.Run(t, plugintest.Native(suite()))
}
