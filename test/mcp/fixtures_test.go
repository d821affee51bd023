//go:build unix

//lint:file-ignore SA1019 logging is being retired from the protocol, and the suite asks for it

package mcp

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// An era of the protocol, with the server that the suite wants for it.
type era struct {
	version string
	flags   []string
	// between says that a server asks its client while a call waits.
	between bool
}

var eras = map[string]era{
	"sessions":  {version: "2025-11-25", between: true},
	"stateless": {version: "2026-07-28", flags: []string{"--stateless"}},
}

// TestFixtures calls whatever the suite's scenarios call, in both eras, so that a
// scenario that fails is wslite's fault and not a fixture's.
func TestFixtures(t *testing.T) {
	w := newWorld(t, withFixtures(t))
	w.addPlugins(t)
	for name, e := range eras {
		t.Run(name, func(t *testing.T) {
			url := w.serve(t, e.flags...)
			open := func(t *testing.T) *client { return connect(t, url, e.version) }
			t.Run("contents", func(t *testing.T) { contents(t, open(t), e) })
			t.Run("input", func(t *testing.T) { input(t, open(t)) })
			t.Run("resources", func(t *testing.T) { resources(t, open(t)) })
			t.Run("prompts", func(t *testing.T) { prompts(t, open(t)) })
			t.Run("told", func(t *testing.T) { told(t, open(t), e) })
			t.Run("between", func(t *testing.T) { between(t, open(t), e) })
			t.Run("needs", func(t *testing.T) { needs(t, url, e) })
		})
	}
}

// contents: what the suite's plugins say, as Wasm behind the pipeline.
func contents(t *testing.T, c *client, e era) {
	const name = "test_"
	if got, res := c.call(name+"simple_text", nil); res.IsError || !strings.Contains(got, "This is a simple text response for testing.") {
		t.Errorf("text: %q", got)
	}
	if got, res := c.call(name+"error_handling", nil); !res.IsError || !strings.Contains(got, "This tool intentionally returns an error for testing") {
		t.Errorf("an error: %v %q", res.IsError, got)
	}
	for tool, want := range map[string][]string{
		"image_content": {"image image/png"}, "audio_content": {"audio audio/wav"},
		"embedded_resource":      {"resource test://embedded-resource"},
		"multiple_content_types": {"image image/png", "resource test://mixed-content-resource"},
	} {
		_, res := c.call(name+tool, nil)
		if got := kinds(res); res.IsError || !slices.Equal(got, want) {
			t.Errorf("%s: %q", tool, got)
		}
	}
	p := &sdk.CallToolParams{Name: name + "tool_with_progress"}
	p.SetProgressToken("far")
	far := c.until("progress " + strings.Repeat("|", 100))
	if res, err := c.CallTool(t.Context(), p); err != nil || res.IsError {
		t.Errorf("progress: %v %v", res, err)
	}
	select {
	case <-far:
	case <-time.After(time.Minute):
		t.Errorf("progress: %q", c.heard)
	}
	for tool, err := range c.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if tool.Name != "json_schema_2020_12_tool" {
			continue
		}
		raw, err := json.Marshal(tool.InputSchema)
		if err != nil || !strings.Contains(string(raw), `"$defs"`) || !strings.Contains(string(raw), `"$ref"`) {
			t.Errorf("a schema with definitions: %s %v", raw, err)
		}
		return
	}
	t.Error("the tool with definitions in its schema is not listed")
}

// kinds are the contents of an answer that are no text.
func kinds(res *sdk.CallToolResult) (all []string) {
	for _, c := range res.Content {
		switch c := c.(type) {
		case *sdk.ImageContent:
			all = append(all, "image "+c.MIMEType)
		case *sdk.AudioContent:
			all = append(all, "audio "+c.MIMEType)
		case *sdk.EmbeddedResource:
			all = append(all, "resource "+c.Resource.URI)
		}
	}
	return all
}

// input: tools that ask by their answer. A client of the older era is asked by
// the SDK in between; it asks but once.
func input(t *testing.T, c *client) {
	c.answer = map[string]any{"name": "Ana", "color": "green", "ok": true, "context": "a trip"}
	for tool, want := range map[string]string{
		"elicitation":     "Hello, Ana!",
		"sampling":        "The model answered: model says: What is the capital of France?",
		"list_roots":      "The client's roots: file:///somewhere",
		"request_state":   "state-ok",
		"tampered_state":  "state-ok",
		"multiple_inputs": "model says: Write a short greeting, Ana: 1 roots",
		"capabilities":    "The client answered what it was asked.",
	} {
		if got, _ := c.call("test_input_required_result_"+tool, nil); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", tool, got)
		}
	}
	if c.InitializeResult().ProtocolVersion >= "2026" {
		if got, _ := c.call("test_input_required_result_multi_round", nil); got != "Ana likes green" {
			t.Errorf("two rounds: %q", got)
		}
	}
	p, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "test_input_required_result_prompt"})
	if err != nil || p.Messages[0].Content.(*sdk.TextContent).Text != "Context: a trip" {
		t.Errorf("a prompt that asks: %v %v", p, err)
	}
	_, err = c.CallTool(t.Context(), &sdk.CallToolParams{Name: "test_input_required_result_tampered_state", RequestState: "Y29uZmlybQ.x"})
	if refused := (*jsonrpc.Error)(nil); !errors.As(err, &refused) || refused.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("a state of somebody else: %v", err)
	}
}

func resources(t *testing.T, c *client) {
	read := func(uri string) *sdk.ResourceContents {
		t.Helper()
		res, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || len(res.Contents) != 1 || res.Contents[0].URI != uri {
			t.Fatalf("%s: %v %v", uri, res, err)
		}
		return res.Contents[0]
	}
	var listed []string
	for r, err := range c.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, r.URI)
	}
	for _, uri := range []string{"test://static-text", "test://static-binary", "test://watched-resource"} {
		if !slices.Contains(listed, uri) {
			t.Errorf("%s is not among %v", uri, listed)
		}
	}
	if got := read("test://static-text"); got.MIMEType != "text/plain" || got.Text == "" {
		t.Errorf("text: %+v", got)
	}
	if got := read("test://static-binary"); got.MIMEType != "image/png" || !strings.HasPrefix(string(got.Blob), "\x89PNG") {
		t.Errorf("picture: %+v", got)
	}
	var made struct{ ID, Data string }
	if err := json.Unmarshal([]byte(read("test://template/a%22b/data").Text), &made); err != nil || made.ID != "a%22b" {
		t.Errorf("template: %+v %v", made, err)
	}
	if _, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "test://template/7/other"}); err == nil {
		t.Error("an address that there is not was read")
	}
}

func prompts(t *testing.T, c *client) {
	get := func(name string, args map[string]string) []*sdk.PromptMessage {
		t.Helper()
		res, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: name, Arguments: args})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return res.Messages
	}
	if got := get("test_simple_prompt", nil); len(got) != 1 {
		t.Errorf("simple: %v", got)
	}
	words := get("test_prompt_with_arguments", map[string]string{"arg1": "hello", "arg2": "world"})[0].Content.(*sdk.TextContent).Text
	if words != "Prompt with arguments: arg1='hello', arg2='world'" {
		t.Errorf("arguments: %q", words)
	}
	held := get("test_prompt_with_embedded_resource", map[string]string{"resourceUri": "test://x"})
	if r, ok := held[0].Content.(*sdk.EmbeddedResource); !ok || r.Resource.URI != "test://x" {
		t.Errorf("resource: %v", held[0].Content)
	}
	if picture, ok := get("test_prompt_with_image", nil)[0].Content.(*sdk.ImageContent); !ok || picture.MIMEType != "image/png" {
		t.Errorf("picture: %v", picture)
	}
	if _, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "test_prompt_with_arguments"}); err == nil {
		t.Error("a prompt came without its arguments")
	}
	for ref, want := range map[string]int{"test_prompt_with_arguments": 2, "inbox_triage": 0} {
		res, err := c.Complete(t.Context(), &sdk.CompleteParams{
			Ref: &sdk.CompleteReference{Type: "ref/prompt", Name: ref}, Argument: sdk.CompleteParamsArgument{Name: "arg1", Value: "par"},
		})
		if err != nil || len(res.Completion.Values) < want || want == 0 && len(res.Completion.Values) != 0 {
			t.Errorf("completion of %s: %+v %v", ref, res, err)
		}
	}
}

// told: what the server tells beside its answers.
func told(t *testing.T, c *client, e era) {
	wait := func(what, tool string) {
		t.Helper()
		heard := c.until(what)
		if _, res := c.call(tool, nil); res.IsError {
			t.Fatalf("%s: %s", tool, textOf(res))
		}
		select {
		case <-heard:
		case <-time.After(time.Minute):
			t.Errorf("%s: not told, but %q", what, c.heard)
		}
	}
	p := &sdk.CallToolParams{Name: "test_streaming_elicitation"}
	p.SetProgressToken("p")
	far := c.until("progress ||")
	if res, err := c.CallTool(t.Context(), p); err != nil || res.IsError {
		t.Errorf("progress: %v %v", res, err)
	}
	select {
	case <-far:
	case <-time.After(time.Minute):
		t.Errorf("no progress, but %q", c.heard)
	}
	// The client reads in the list which argument goes into a header.
	if _, err := c.ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := c.call("test_custom_headers", map[string]any{"region": "ä b", "level": 3}); got != "region=ä b" {
		t.Errorf("an argument that stands in a header: %q", got)
	}
	if !e.between {
		return
	}
	// Where a server has sessions it tells what changed without being asked.
	wait("tools changed", "test_trigger_tool_change")
	wait("prompts changed", "test_trigger_prompt_change")
	if err := c.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "test://watched-resource"}); err != nil {
		t.Fatal(err)
	}
	wait("updated test://watched-resource", "test_trigger_resource_update")
	if err := c.Unsubscribe(t.Context(), &sdk.UnsubscribeParams{URI: "test://watched-resource"}); err != nil {
		t.Fatal(err)
	}
	if err := c.SetLoggingLevel(t.Context(), &sdk.SetLoggingLevelParams{Level: "info"}); err != nil {
		t.Fatal(err)
	}
	wait("log test: test_logging_tool runs", "test_logging_tool")
}

// between: tools that ask while their call waits. Where the protocol no longer
// has that, they say so.
func between(t *testing.T, c *client, e era) {
	c.answer = map[string]any{"username": "ana", "email": "ana@corp.example"}
	for tool, want := range map[string]string{
		"test_sampling":    "LLM response: model says: hello",
		"test_elicitation": `Elicitation completed: action=accept, content={"email":"ana@corp.example","username":"ana"}`,
	} {
		got, res := c.call(tool, map[string]any{"prompt": "hello", "message": "Who are you?"})
		if e.between && (res.IsError || got != want) || !e.between && !res.IsError {
			t.Errorf("%s: %v %q", tool, res.IsError, got)
		}
	}
	if !e.between {
		return
	}
	c.answer = map[string]any{}
	c.call("test_elicitation_sep1034_defaults", nil)
	c.call("test_elicitation_sep1330_enums", nil)
	if len(c.forms) != 3 {
		t.Fatalf("%d forms", len(c.forms))
	}
	for i, field := range []string{"username", "verified", "titledMulti"} {
		if raw, err := json.Marshal(c.forms[i].RequestedSchema); err != nil || !strings.Contains(string(raw), `"`+field+`"`) {
			t.Errorf("form %d: %s %v", i, raw, err)
		}
	}
	if got, res := c.call("test_reconnection", nil); res.IsError {
		t.Errorf("a call whose stream is closed: %q", got)
	}
}

// needs: a client that can't do what a tool wants.
func needs(t *testing.T, url string, e era) {
	plain, err := sdk.NewClient(&sdk.Implementation{Name: "plain", Version: "1"}, nil).
		Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url}, &sdk.ClientSessionOptions{ProtocolVersion: e.version})
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	_, err = plain.CallTool(t.Context(), &sdk.CallToolParams{Name: "test_missing_capability"})
	if refused := (*jsonrpc.Error)(nil); !errors.As(err, &refused) || refused.Code != sdk.CodeMissingRequiredClientCapabilities || !strings.Contains(string(refused.Data), `"sampling"`) {
		t.Errorf("a client without a model: %v", err)
	}
	if got, _ := connect(t, url, e.version).call("test_missing_capability", nil); got != "The client has a model." {
		t.Errorf("a client with a model: %q", got)
	}
	if res, err := plain.CallTool(t.Context(), &sdk.CallToolParams{Name: "test_elicitation", Arguments: map[string]any{"message": "?"}}); err != nil || !res.IsError {
		t.Errorf("a client without a human: %v %v", res, err)
	}
}
