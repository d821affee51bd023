//go:build mcpconformance

//lint:file-ignore SA1019 sampling is being retired from the protocol, and the suite asks for it

package mcpfixture

import (
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// asking are the tools that ask the client while a call waits, as the protocol
// had it until 2025-11-25.
func asking() []Tool {
	return []Tool{
		tool("test_sampling", "Asks the client's model.",
			`{"type":"object","properties":{"prompt":{"type":"string","description":"What the model is asked"}},"required":["prompt"],"additionalProperties":false}`, sample),
		tool("test_elicitation", "Asks the client's human.",
			`{"type":"object","properties":{"message":{"type":"string","description":"What the human reads"}},"required":["message"],"additionalProperties":false}`, elicit),
		tool("test_elicitation_sep1034_defaults", "Asks with a value in each field.", noArguments, elicitForm("Test of preset values", presets)),
		tool("test_elicitation_sep1330_enums", "Asks with all kinds of choices.", noArguments, elicitForm("Test of choices", choices)),
	}
}

func sample(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	var args struct {
		Prompt string `json:"prompt"`
	}
	if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
		return failed("the arguments can't be read: %v", err), nil
	}
	res, err := req.Session.CreateMessage(ctx, &sdk.CreateMessageParams{
		Messages:  []*sdk.SamplingMessage{{Role: "user", Content: &sdk.TextContent{Text: args.Prompt}}},
		MaxTokens: 100,
	})
	if err != nil {
		return failed("the client gave no answer of its model: %v", err), nil
	}
	text, ok := res.Content.(*sdk.TextContent)
	if !ok {
		return failed("the client's model answered with %T", res.Content), nil
	}
	return said("LLM response: %s", text.Text), nil
}

func elicit(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	var args struct {
		Message string `json:"message"`
	}
	if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
		return failed("the arguments can't be read: %v", err), nil
	}
	return elicitForm(args.Message, person)(ctx, req)
}

// elicitForm answers with what the human put into a form.
func elicitForm(message, form string) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		res, err := req.Session.Elicit(ctx, &sdk.ElicitParams{Message: message, RequestedSchema: json.RawMessage(form)})
		if err != nil {
			return failed("the client gave no answer of its human: %v", err), nil
		}
		return said("Elicitation completed: action=%s, content=%s", res.Action, object(res.Content)), nil
	}
}

// The forms. Source: the suite's scenarios of the same names.
const (
	person = `{"type":"object","properties":{
		"username":{"type":"string","description":"User's response"},
		"email":{"type":"string","description":"User's email address"}},
		"required":["username","email"]}`

	presets = `{"type":"object","properties":{
		"name":{"type":"string","description":"Name","default":"John Doe"},
		"age":{"type":"integer","description":"Age","default":30},
		"score":{"type":"number","description":"Score","default":95.5},
		"status":{"type":"string","description":"Status","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","description":"Whether it was checked","default":true}}}`

	choices = `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[
			{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"anyOf":[
			{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`
)
