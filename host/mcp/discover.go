package mcp

import (
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The names of the tools that are the host's own. No plugin can have them: a
// service of that name is reserved.
const (
	SearchTools  = "search_tools"
	DescribeTool = "describe_tool"
	CallTool     = "call_tool"
)

// discovery answers the tools that are the host's own.
type discovery struct {
	o       Options
	tools_  []Tool
	callers map[string]caller
}

// own is one of them.
type own struct {
	*sdk.Tool
	handler sdk.ToolHandler
}

func newDiscovery(o Options, tools []Tool, callers map[string]caller) (*discovery, error) {
	return &discovery{o: o, tools_: tools, callers: callers}, nil
}

// tools are those that are shown: all three where nothing else is, else the one
// that gives what the short list leaves out.
func (d *discovery) tools() []own { return nil }

var _ = context.Background
var _ = json.RawMessage(nil)
