//go:build mcpconformance

package mcpfixture

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// withArguments is the prompt whose arguments are completed.
const withArguments = "test_prompt_with_arguments"

func addPrompts(s *sdk.Server) {
	s.AddPrompt(&sdk.Prompt{Name: "test_simple_prompt", Description: "A prompt without arguments"},
		func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			return messages(&sdk.TextContent{Text: "This is a simple prompt for testing."}), nil
		})
	s.AddPrompt(&sdk.Prompt{Name: withArguments, Description: "A prompt that shows its arguments", Arguments: []*sdk.PromptArgument{
		{Name: "arg1", Description: "The first argument", Required: true}, {Name: "arg2", Description: "The second argument", Required: true},
	}}, func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		given, err := argumentsOf(req, "arg1", "arg2")
		if err != nil {
			return nil, err
		}
		return messages(&sdk.TextContent{Text: fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", given[0], given[1])}), nil
	})
	s.AddPrompt(&sdk.Prompt{Name: "test_prompt_with_embedded_resource", Description: "A prompt that holds a resource", Arguments: []*sdk.PromptArgument{
		{Name: "resourceUri", Description: "The resource's address", Required: true},
	}}, func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		given, err := argumentsOf(req, "resourceUri")
		if err != nil {
			return nil, err
		}
		return messages(
			&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: given[0], MIMEType: "text/plain", Text: "Embedded resource content for testing."}},
			&sdk.TextContent{Text: "Please process the embedded resource above."},
		), nil
	})
	s.AddPrompt(&sdk.Prompt{Name: "test_prompt_with_image", Description: "A prompt that holds a picture"},
		func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			return messages(&sdk.ImageContent{Data: dot, MIMEType: "image/png"}, &sdk.TextContent{Text: "Please analyze the image above."}), nil
		})
	s.AddPrompt(&sdk.Prompt{Name: "test_input_required_result_prompt", Description: "A prompt that asks a human first"}, promptWithInput)
}

// promptWithInput asks what it is to hold, and then holds it.
func promptWithInput(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	if given, ok := accepted(req.Params.InputResponses, "user_context", "context"); ok {
		return messages(&sdk.TextContent{Text: "Context: " + given}), nil
	}
	return &sdk.GetPromptResult{InputRequests: sdk.InputRequestMap{
		"user_context": form("What context should the prompt use?", "context", "string"),
	}}, nil
}

func messages(contents ...sdk.Content) *sdk.GetPromptResult {
	out := &sdk.GetPromptResult{}
	for _, c := range contents {
		out.Messages = append(out.Messages, &sdk.PromptMessage{Role: "user", Content: c})
	}
	return out
}

// argumentsOf gives a prompt's arguments, all of which are needed.
func argumentsOf(req *sdk.GetPromptRequest, names ...string) (values []string, err error) {
	for _, name := range names {
		v, ok := req.Params.Arguments[name]
		if !ok {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "the prompt needs the argument " + name}
		}
		values = append(values, v)
	}
	return values, nil
}

// completing proposes values for the arguments of one prompt, and leaves all
// others to the handler that it stands before.
func completing(next func(context.Context, *sdk.CompleteRequest) (*sdk.CompleteResult, error)) func(context.Context, *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	return func(ctx context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
		if ref := req.Params.Ref; ref == nil || ref.Type != "ref/prompt" || ref.Name != withArguments {
			return next(ctx, req)
		}
		out := &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{Values: []string{}}}
		for _, v := range []string{"paris", "park", "party", "test"} {
			if strings.HasPrefix(v, req.Params.Argument.Value) {
				out.Completion.Values = append(out.Completion.Values, v)
			}
		}
		out.Completion.Total = len(out.Completion.Values)
		return out, nil
	}
}

// form asks a human for one value.
func form(message, name, kind string) *sdk.ElicitParams {
	return &sdk.ElicitParams{Mode: "form", Message: message, RequestedSchema: json.RawMessage(fmt.Sprintf(
		`{"type":"object","properties":{%q:{"type":%q}},"required":[%q]}`, name, kind, name))}
}
