package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
	"github.com/wslite/wslite/sdk/value"
)

// withPeersPattern puts the peer's pattern of ranges for ours and counts.
func withPeersPattern(input abi.Raw, n int) (abi.Raw, int) {
	ours, err := json.Marshal(rangePattern)
	if err != nil {
		panic(err)
	}
	peers := []byte(`"` + peersPattern + `"`)
	return bytes.ReplaceAll(input, ours, peers), n + bytes.Count(input, ours)
}

type property struct{ name, description string }

// properties are a tool's arguments with their texts.
func properties(t *testing.T, tool abi.Tool) (all []property) {
	t.Helper()
	var schema struct {
		Properties map[string]struct{ Description string }
	}
	if err := json.Unmarshal(tool.Input, &schema); err != nil {
		t.Fatal(err)
	}
	for name, p := range schema.Properties {
		all = append(all, property{name, p.Description})
	}
	return all
}

// refused runs a call that transform must refuse.
func refused(t *testing.T, tool, args, code, field, message string) {
	t.Helper()
	plugintest.Transform{Tool: tool, Args: json.RawMessage(args),
		Error: &plugintest.Failure{Code: code, Field: field, Message: message}}.Run(t, plugintest.Native(sheets()))
}

// sends runs a call that transform must allow, and compares what is sent. Warnings
// that speak of a proxy must be for proxies alone.
func sends(t *testing.T, tool, args, action, params string, warnings ...string) {
	t.Helper()
	c := plugintest.Transform{Tool: tool, Args: json.RawMessage(args), Action: action, Params: json.RawMessage(params)}
	for _, w := range warnings {
		if strings.Contains(w, "proxy") {
			c.ProxyWarnings = append(c.ProxyWarnings, w)
		} else {
			c.Warnings = append(c.Warnings, w)
		}
	}
	c.Run(t, plugintest.Native(sheets()))
}

// shows compares what a person reads.
func shows(t *testing.T, tool, data, want string) {
	t.Helper()
	if got := paritytest.Render(t, sheets(), tool, nil, json.RawMessage(data), nil); got != want {
		t.Errorf("%s shows\n%s\nwant\n%s", tool, got, want)
	}
}

func mustParse(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
