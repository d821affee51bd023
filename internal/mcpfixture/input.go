//go:build mcpconformance

//lint:file-ignore SA1019 sampling and roots are being retired from the protocol, and the suite asks for them

package mcpfixture

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// inputs are the tools that ask by answering a call, as the protocol has it since
// 2026-07-28: the client calls again with what it was asked for.
func inputs(k *sealer) []Tool {
	const name = "test_input_required_result_"
	return []Tool{
		tool(name+"elicitation", "Asks for a name.", noArguments, askName),
		tool(name+"sampling", "Asks a model.", noArguments, askModel),
		tool(name+"list_roots", "Asks for the client's roots.", noArguments, askRoots),
		tool(name+"request_state", "Asks, with a state that comes back.", noArguments, k.askWithState),
		tool(name+"tampered_state", "Asks, and takes no other state than its own.", noArguments, k.askWithState),
		tool(name+"multiple_inputs", "Asks for three things at once.", noArguments, k.askMuch),
		tool(name+"multi_round", "Asks twice, one after the other.", noArguments, k.askTwice),
		tool(name+"capabilities", "Asks for what the client can answer.", noArguments, askWhatItCan),
	}
}

func askName(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if name, ok := accepted(req.Params.InputResponses, "user_name", "name"); ok {
		return said("Hello, %s!", name), nil
	}
	return wanted("", sdk.InputRequestMap{"user_name": form("What is your name?", "name", "string")}), nil
}

func askModel(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if text, ok := sampled(req.Params.InputResponses, "capital_question"); ok {
		return said("The model answered: %s", text), nil
	}
	return wanted("", sdk.InputRequestMap{"capital_question": toModel("What is the capital of France?")}), nil
}

func askRoots(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if roots, ok := rooted(req.Params.InputResponses, "client_roots"); ok {
		return said("The client's roots: %s", strings.Join(roots, ", ")), nil
	}
	return wanted("", sdk.InputRequestMap{"client_roots": &sdk.ListRootsParams{}}), nil
}

// askWithState wants its own state back.
func (k *sealer) askWithState(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	const waits = "confirm"
	if s := req.Params.RequestState; s != "" {
		if state, ok := k.open(s); !ok || state != waits {
			return nil, notOurs()
		}
		if _, ok := acceptedForm(req.Params.InputResponses, "confirm"); ok {
			return said("state-ok: the state came back as it was, and the human agreed"), nil
		}
	}
	return wanted(k.seal(waits), sdk.InputRequestMap{"confirm": form("Please confirm", "ok", "boolean")}), nil
}

func (k *sealer) askMuch(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	const waits = "three"
	if s := req.Params.RequestState; s != "" {
		if state, ok := k.open(s); !ok || state != waits {
			return nil, notOurs()
		}
	}
	got := req.Params.InputResponses
	name, named := accepted(got, "user_name", "name")
	text, answered := sampled(got, "greeting")
	roots, listed := rooted(got, "client_roots")
	if named && answered && listed {
		return said("%s, %s: %d roots", text, name, len(roots)), nil
	}
	return wanted(k.seal(waits), sdk.InputRequestMap{
		"user_name":    form("What is your name?", "name", "string"),
		"greeting":     toModel("Write a short greeting"),
		"client_roots": &sdk.ListRootsParams{},
	}), nil
}

// askTwice keeps in the state what it has heard so far.
func (k *sealer) askTwice(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	first := wanted(k.seal("1"), sdk.InputRequestMap{"step1": form("Step 1: What is your name?", "name", "string")})
	if req.Params.RequestState == "" {
		return first, nil
	}
	state, ok := k.open(req.Params.RequestState)
	round, name, _ := strings.Cut(state, " ")
	switch {
	case !ok:
		return nil, notOurs()
	case round == "1":
		if name, ok = accepted(req.Params.InputResponses, "step1", "name"); !ok {
			return first, nil
		}
	default:
		if color, ok := accepted(req.Params.InputResponses, "step2", "color"); ok {
			return said("%s likes %s", name, color), nil
		}
	}
	return wanted(k.seal("2 "+name), sdk.InputRequestMap{"step2": form("Step 2: What is your favorite color?", "color", "string")}), nil
}

// askWhatItCan asks a client for nothing that it did not say it can answer.
func askWhatItCan(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if len(req.Params.InputResponses) > 0 {
		return said("The client answered what it was asked."), nil
	}
	can, asks := req.ClientCapabilities(), sdk.InputRequestMap{}
	if can != nil && can.Elicitation != nil {
		asks["user_name"] = form("What is your name?", "name", "string")
	}
	if can != nil && can.Sampling != nil {
		asks["greeting"] = toModel("Write a short greeting")
	}
	if can != nil && can.RootsV2 != nil {
		asks["client_roots"] = &sdk.ListRootsParams{}
	}
	if len(asks) == 0 {
		return said("The client can be asked for nothing."), nil
	}
	return wanted("", asks), nil
}

func wanted(state string, asks sdk.InputRequestMap) *sdk.CallToolResult {
	return &sdk.CallToolResult{InputRequests: asks, RequestState: state}
}

func toModel(words string) *sdk.CreateMessageParams {
	return &sdk.CreateMessageParams{Messages: []*sdk.SamplingMessage{{Role: "user", Content: &sdk.TextContent{Text: words}}}, MaxTokens: 100}
}

func notOurs() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "this requestState is none that the tool gave out"}
}

// acceptedForm gives what a human put into a form and sent.
func acceptedForm(got sdk.InputResponseMap, key string) (map[string]any, bool) {
	res, ok := got[key].(*sdk.ElicitResult)
	if !ok || res == nil || res.Action != "accept" {
		return nil, false
	}
	return res.Content, true
}

// accepted gives one text of it.
func accepted(got sdk.InputResponseMap, key, field string) (string, bool) {
	content, _ := acceptedForm(got, key)
	v, ok := content[field].(string)
	return v, ok && v != ""
}

// sampled gives the text of a model's answer.
func sampled(got sdk.InputResponseMap, key string) (string, bool) {
	res, ok := got[key].(*sdk.CreateMessageWithToolsResult)
	if !ok || res == nil {
		return "", false
	}
	for _, c := range res.Content {
		if t, ok := c.(*sdk.TextContent); ok {
			return t.Text, true
		}
	}
	return "", false
}

// rooted gives the addresses of a client's roots.
func rooted(got sdk.InputResponseMap, key string) (uris []string, ok bool) {
	res, ok := got[key].(*sdk.ListRootsResult)
	if !ok || res == nil {
		return nil, false
	}
	for _, r := range res.Roots {
		uris = append(uris, r.URI)
	}
	return uris, true
}
