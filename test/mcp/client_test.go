//go:build unix

//lint:file-ignore SA1019 sampling, roots and logging are being retired from the protocol, and the suite asks for them

package mcp

import (
	"context"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// client is Go's own client with a human and a model who answer at once.
type client struct {
	t *testing.T
	*sdk.ClientSession
	answer map[string]any // what the human puts into forms

	mu     sync.Mutex
	forms  []*sdk.ElicitParams
	heard  []string // what the server told by itself
	wanted map[string]chan struct{}
}

// connect opens a session in one era of the protocol.
func connect(t *testing.T, url, version string) *client {
	t.Helper()
	c := &client{t: t, answer: map[string]any{}, wanted: map[string]chan struct{}{}}
	sdkClient := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ElicitationHandler: func(_ context.Context, req *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.forms = append(c.forms, req.Params)
			return &sdk.ElicitResult{Action: "accept", Content: c.answer}, nil
		},
		CreateMessageHandler: func(_ context.Context, req *sdk.CreateMessageRequest) (*sdk.CreateMessageResult, error) {
			asked := req.Params.Messages[0].Content.(*sdk.TextContent).Text
			return &sdk.CreateMessageResult{Model: "test", Role: "assistant", Content: &sdk.TextContent{Text: "model says: " + asked}}, nil
		},
		ToolListChangedHandler:   func(context.Context, *sdk.ToolListChangedRequest) { c.hear("tools changed") },
		PromptListChangedHandler: func(context.Context, *sdk.PromptListChangedRequest) { c.hear("prompts changed") },
		ResourceUpdatedHandler:   func(_ context.Context, r *sdk.ResourceUpdatedNotificationRequest) { c.hear("updated " + r.Params.URI) },
		LoggingMessageHandler: func(_ context.Context, r *sdk.LoggingMessageRequest) {
			if said, ok := r.Params.Data.(string); ok {
				c.hear("log " + r.Params.Logger + ": " + said)
			}
		},
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			c.hear("progress " + strings.Repeat("|", int(r.Params.Progress)))
		},
	})
	sdkClient.AddRoots(&sdk.Root{URI: "file:///somewhere", Name: "somewhere"})
	s, err := sdkClient.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url}, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.InitializeResult().ProtocolVersion; got != version {
		t.Fatalf("the protocol is that of %s, not of %s", got, version)
	}
	t.Cleanup(func() { _ = s.Close() })
	c.ClientSession = s
	return c
}

func (c *client) hear(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard = append(c.heard, what)
	if ch := c.wanted[what]; ch != nil {
		close(ch)
		delete(c.wanted, what)
	}
}

// until gives what is closed once the server tells something after this moment.
func (c *client) until(what string) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch := make(chan struct{})
	c.wanted[what] = ch
	return ch
}

// call calls a tool without arguments, or with those given, and gives its texts.
func (c *client) call(name string, args map[string]any) (text string, res *sdk.CallToolResult) {
	c.t.Helper()
	res, err := c.CallTool(c.t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	return textOf(res), res
}

func textOf(res *sdk.CallToolResult) string {
	var texts []string
	for _, content := range res.Content {
		if t, ok := content.(*sdk.TextContent); ok {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "\n")
}
