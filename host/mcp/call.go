package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
)

// metaKey is the member of a request's _meta that holds an idempotency key. A
// key among the arguments is the model's own and does not count (W122).
const metaKey = "idempotencyKey"

// caller serves one tool.
type caller struct {
	o    Options
	tool *catalog.Tool
	// classes are those that the tool's calls may have. Without any it is taken
	// for a tool that needs a person's yes.
	classes []risk.Class
	// schema gives the tool's input schema, compiled at the first call.
	schema func() (*schema.Schema, error)
	// hidden are arguments that the lists do not show, since a call with one fails.
	hidden []string
}

// newCaller serves a tool.
func newCaller(o Options, t Tool) caller {
	c := caller{o: o, tool: t.Tool, classes: t.Classes, schema: sync.OnceValues(func() (*schema.Schema, error) {
		return schema.Compile(t.Input)
	})}
	if len(o.UploadRoots) == 0 {
		c.hidden = append(c.hidden, t.FileArgs...)
	}
	if t.Proxied {
		c.hidden = append(c.hidden, t.RestOnly...)
	}
	return c
}

// call takes one tools/call through the pipeline. What goes wrong is the
// answer's content, so that the model sees it and can mend it.
func (c caller) call(ctx context.Context, req *sdk.CallToolRequest) (out *sdk.CallToolResult, err error) {
	defer c.survive(&out)
	args, err := arguments(req.Params.Arguments)
	if err != nil {
		return failure(err), nil
	}
	args, notes, err := c.loosened(args)
	if err != nil {
		return failure(err), nil
	}
	key, err := keyOf(req.Params.Meta)
	if err != nil {
		return failure(err), nil
	}
	p, err := c.o.Pipeline(ctx, c.tool.Service)
	if err != nil {
		return failure(err), nil
	}
	far := progressOf(ctx, req.Session, req.Params)
	put := c.o.shelves.forCall(req.Session, c.o.blobOptions(far))
	defer put.close()
	r := invoke.Request{
		Tool: c.tool, Args: args, Key: key, Render: true, Blobs: put.blobs, Progress: far.step, Link: put.link,
		Heard: hears(ctx, req.Session, c.tool.Service),
	}
	res, wants, err := c.run(ctx, req, p, r)
	if c.wantsFile(res, err) && put.shelf != nil {
		r.AsFile = true
		res, wants, err = c.run(ctx, req, p, r)
	}
	switch {
	case err != nil:
		return failure(err, c.hidden...), nil
	case wants != nil:
		return wants, nil
	}
	res, said := put.encoded(c.tool, res)
	return c.answerWith(res, append(notes, said...), put), nil
}

// loosened reads the arguments as sloppy clients write them. Where a person has
// to agree nothing but their spelling is read: what would be done is never
// guessed.
func (c caller) loosened(args map[string]any) (map[string]any, []string, error) {
	s, err := c.schema()
	if err != nil {
		return nil, nil, err
	}
	read := s.Respell
	if c.ungated() {
		read = s.Loosen
	}
	args, how := read(args)
	if len(how) > maxNotes {
		how = append(how[:maxNotes], fmt.Sprintf("and %d more", len(how)-maxNotes))
	}
	for i := range how {
		how[i] = "Read otherwise than written: " + how[i]
	}
	return args, how, nil
}

// keyOf is the call's idempotency key; "" is none. One that is there and is no
// text is refused: whoever sends it counts on its being kept.
func keyOf(meta sdk.Meta) (string, error) {
	v, there := meta[metaKey]
	if !there || v == nil {
		return "", nil
	}
	if key, ok := v.(string); ok && key != "" {
		return key, nil
	}
	return "", fault.New(fault.Usage, "%s in _meta must be a text that is not empty; nothing was done", metaKey).
		WithHint("take a short name, such as order-4711 or a UUID, or leave it out")
}

// maxNotes is how many notes on arguments stand below an answer.
const maxNotes = 8

// ungated says that none of the tool's calls needs a yes by its class.
func (c caller) ungated() bool {
	return len(c.classes) > 0 && !slices.ContainsFunc(c.classes, func(class risk.Class) bool {
		return class != risk.Read && class != risk.Write
	})
}

// wantsFile says that a read was refused which may do better with the file's
// bytes: the tool would show text, and this may be none.
func (c caller) wantsFile(res *invoke.Result, err error) bool {
	if res == nil || res.Class != risk.Read || c.tool.Output == nil || !c.tool.Output.Content {
		return false
	}
	code := fault.CodeOf(err)
	if r := res.Response; err == nil {
		if r == nil || r.Success || r.Error == nil {
			return false
		}
		code = fault.Code(r.Error.Code)
	}
	return code == fault.Usage || code == fault.BadRequest || code == fault.NotSupported
}

// survive makes an answer of a panic, so that one call takes no other with it.
// Where the tool changes things nobody knows how far it came.
func (c caller) survive(out **sdk.CallToolResult) {
	fell := recover()
	if fell == nil {
		return
	}
	c.o.warn("a call fell over a fault of wslite's own", "tool", c.tool.Name, "kind", fmt.Sprintf("%T", fell))
	f := fault.New(fault.Client, "wslite met a fault of its own while it ran %s; other calls go on", c.tool.Name)
	if len(c.classes) == 0 || slices.ContainsFunc(c.classes, func(class risk.Class) bool { return class != risk.Read }) {
		f = fault.New(fault.OutcomeUnknown, "wslite met a fault of its own while it ran %s: it may have happened", c.tool.Name).
			WithHint("look at the service before you repeat it")
	}
	*out = failure(f)
}

// survivor keeps a panic in any other handler from ending the server.
func survivor(o Options) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (res sdk.Result, err error) {
			defer func() {
				if fell := recover(); fell != nil {
					o.warn("a request fell over a fault of wslite's own", "method", method, "kind", fmt.Sprintf("%T", fell))
					res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "wslite met a fault of its own; other requests go on"}
				}
			}()
			return next(ctx, method, req)
		}
	}
}

// warn logs what a person who runs the server should know. It never gets what
// stands in a call.
func (o Options) warn(message string, args ...any) {
	if o.Logger != nil {
		o.Logger.Warn(message, args...)
	}
}

// blobOptions are those of a call's bytes.
func (o Options) blobOptions(far *progress) blob.Options {
	return blob.Options{NoFiles: true, Roots: o.UploadRoots, Progress: far.transfer}
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
