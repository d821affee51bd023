//go:build mcpconformance

package mcpfixture

import (
	"context"
	"encoding/json"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tool is a tool of the suite with what answers its calls.
type Tool struct {
	*sdk.Tool
	Handler sdk.ToolHandler
}

// Options adds to a server's options what it needs for the fixtures: that clients
// may watch a resource, and the completion of a prompt's arguments.
func Options(o *sdk.ServerOptions) {
	o.SubscribeHandler = func(context.Context, *sdk.SubscribeRequest) error { return nil } // the SDK keeps who watches what
	o.UnsubscribeHandler = func(context.Context, *sdk.UnsubscribeRequest) error { return nil }
	o.CompletionHandler = completing(o.CompletionHandler)
}

// keptBytes is how much of what was sent is kept for clients that come back.
const keptBytes = 1 << 20

// HTTP lets clients come back for what a closed stream did not bring them, which
// test_reconnection is about. It changes nothing where the server does that itself.
func HTTP(o *sdk.StreamableHTTPOptions) {
	if o.EventStore != nil || o.Stateless {
		return
	}
	kept := sdk.NewMemoryEventStore(nil)
	kept.SetMaxBytes(keptBytes)
	o.EventStore = kept
}

// Add registers the resources and the prompts.
func Add(s *sdk.Server) {
	addResources(s)
	addPrompts(s)
}

// Tools are the tools; those that change what a server has change that of s.
func Tools(s *sdk.Server) []Tool {
	keeper := newSealer()
	return concat(asking(), streams(), changes(s), inputs(keeper))
}

func concat(lists ...[]Tool) (all []Tool) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// noArguments is the schema of a tool without any.
const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`

func tool(name, description, schema string, h sdk.ToolHandler) Tool {
	return Tool{&sdk.Tool{Name: name, Description: description, InputSchema: json.RawMessage(schema)}, h}
}

// said is an answer of one text.
func said(format string, args ...any) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: fmt.Sprintf(format, args...)}}}
}

// failed is an answer that says what went wrong.
func failed(format string, args ...any) *sdk.CallToolResult {
	out := said(format, args...)
	out.IsError = true
	return out
}

// object writes JSON for an answer.
func object(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}
