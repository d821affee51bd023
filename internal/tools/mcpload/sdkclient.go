package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stock is the client of the Go SDK. It costs more than the thin ones, as a
// client that people use does.
type stock struct{ session *mcp.ClientSession }

func newStock(t mcp.Transport) (client, error) {
	s, err := mcp.NewClient(&mcp.Implementation{Name: "mcpload", Version: "1"}, nil).Connect(context.Background(), t, nil)
	if err != nil {
		return nil, err
	}
	return &stock{s}, nil
}

func (c *stock) close() error { return c.session.Close() }

// request calls a tool: what the SDK's client is measured with.
func (c *stock) request(method, params string) ([]byte, error) {
	if method != "tools/call" {
		return nil, errors.New("the SDK's client is measured with calls alone")
	}
	var p struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal([]byte(params), &p); err != nil {
		return nil, err
	}
	res, err := c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: p.Name, Arguments: p.Arguments})
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return []byte(`"isError":true`), nil
	}
	for _, part := range res.Content {
		if t, ok := part.(*mcp.TextContent); ok {
			return []byte(t.Text), nil
		}
	}
	return nil, errors.New("an answer without text")
}
