package mcp

import (
	"bytes"
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/schema"
)

// metaKey is the member of a request's _meta that holds an idempotency key. A
// key among the arguments is the model's own and does not count (W122).
const metaKey = "idempotencyKey"

// caller serves one tool.
type caller struct {
	o    Options
	tool *catalog.Tool
}

// call takes one tools/call through the pipeline. What goes wrong is the
// answer's content, so that the model sees it and can mend it.
func (c caller) call(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args, err := arguments(req.Params.Arguments)
	if err != nil {
		return failure(err), nil
	}
	key, _ := req.Params.Meta[metaKey].(string)
	p, err := c.o.Pipeline(ctx, c.tool.Service)
	if err != nil {
		return failure(err), nil
	}
	far := progressOf(ctx, req.Session, req.Params)
	blobs := blob.New(blob.Options{NoFiles: true, Progress: far.transfer})
	defer blobs.Close()
	r := invoke.Request{Tool: c.tool, Args: args, Key: key, Render: true, Blobs: blobs, Progress: far.step}
	res, wants, err := c.run(ctx, req, p, r)
	switch {
	case err != nil:
		return failure(err), nil
	case wants != nil:
		return wants, nil
	}
	return c.answer(res), nil
}

// arguments reads the call's arguments without losing digits. Absent ones are
// none.
func arguments(raw json.RawMessage) (map[string]any, error) {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
		return map[string]any{}, nil
	}
	v, err := schema.ParseJSON(raw)
	if err != nil {
		return nil, fault.New(fault.Usage, "the arguments are no JSON: %v", err)
	}
	args, ok := v.(map[string]any)
	if !ok {
		return nil, fault.New(fault.Usage, "the arguments must be a JSON object")
	}
	return args, nil
}
