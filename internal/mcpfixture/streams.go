//go:build mcpconformance

//lint:file-ignore SA1019 logging and sampling are being retired from the protocol, and the suite asks for them

package mcpfixture

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// comeBack is when a client may ask again for the answer of a call whose
	// stream was closed.
	comeBack = 10 * time.Millisecond
	// away is how long the answer is held back after that, so that it can't leave
	// by the stream that closes.
	away = 100 * time.Millisecond
)

// streams are tools about what stands beside an answer on its stream, and about
// its request's headers.
func streams() []Tool {
	return []Tool{
		tool("test_reconnection", "Closes the call's stream before it answers.", noArguments, reconnect),
		tool("test_streaming_elicitation", "Says how far it is, and asks nobody.", noArguments, stream),
		tool("test_logging_tool", "Logs a message.", noArguments, logging),
		tool("test_missing_capability", "Needs a client with a model.", noArguments, needsModel),
		tool("test_custom_headers", "Has an argument that stands in a header, too.",
			`{"type":"object","properties":{`+
				`"region":{"type":"string","description":"Where","x-mcp-header":"Region"},`+
				`"level":{"type":"integer","description":"In no header"}},"additionalProperties":false}`, region),
	}
}

func reconnect(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if req.Extra == nil || req.Extra.CloseSSEStream == nil {
		return failed("this transport has no stream of a call that could be closed"), nil
	}
	req.Extra.CloseSSEStream(sdk.CloseSSEStreamArgs{RetryAfter: comeBack})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(away):
	}
	return said("The stream was closed, and this came over the one after it."), nil
}

func stream(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if token := req.Params.GetProgressToken(); token != nil {
		for i := range 3 {
			if err := req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(i), Total: 2}); err != nil {
				return failed("the client hears nothing: %v", err), nil
			}
		}
	}
	return said("Nobody was asked."), nil
}

func logging(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if err := req.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "info", Logger: "test", Data: "test_logging_tool runs"}); err != nil {
		return failed("the message was not sent: %v", err), nil
	}
	return said("A message was logged, for whoever wants to hear it."), nil
}

func needsModel(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if c := req.ClientCapabilities(); c != nil && c.Sampling != nil {
		return said("The client has a model."), nil
	}
	data, err := json.Marshal(sdk.MissingRequiredClientCapabilityData{RequiredCapabilities: &sdk.ClientCapabilities{Sampling: &sdk.SamplingCapabilities{}}})
	if err != nil {
		return nil, err
	}
	return nil, &jsonrpc.Error{Code: sdk.CodeMissingRequiredClientCapabilities, Message: "this tool needs a client with a model (sampling)", Data: data}
}

func region(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	var args struct {
		Region string `json:"region"`
	}
	if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
		return failed("the arguments can't be read: %v", err), nil
	}
	return said("region=%s", args.Region), nil
}

// changes are tools that change what a server has, so that its clients are told.
func changes(s *sdk.Server) []Tool {
	var touched Tool
	touched = tool("test_trigger_tool_change", "Registers a tool anew.", noArguments, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		s.AddTool(touched.Tool, touched.Handler)
		return said("The list of tools changed."), nil
	})
	return []Tool{
		touched,
		tool("test_trigger_prompt_change", "Registers the prompts anew.", noArguments, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			addPrompts(s)
			return said("The list of prompts changed."), nil
		}),
		tool("test_trigger_resource_update", "Tells whoever watches it that a resource changed.", noArguments, func(ctx context.Context, _ *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			if err := s.ResourceUpdated(ctx, &sdk.ResourceUpdatedNotificationParams{URI: watched}); err != nil {
				return failed("nobody was told: %v", err), nil
			}
			return said("Whoever watches it was told."), nil
		}),
	}
}
