// Package guest is the typed client of the plugin ABI, and the one gate for
// everything that comes out of a guest.
//
// It owns the encoding of inputs and the closed decoding of outputs: UTF-8,
// no key twice, no key unknown or misspelt, every type right, exactly one of
// the alternatives, names made of the characters that names have, texts
// cleaned of what a reader can't see. It never decides what a plugin may do
// (host/invoke and the backends do) and starts no instance (host/sandbox does).
//
// Malformed output is PLUGIN_FAULT, too much of it PLUGIN_LIMIT. Start reading at Transform, then decode.go.
package guest

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// Caller runs one export of an instance; a sandbox invocation does. Its errors
// pass through.
type Caller interface {
	Call(ctx context.Context, export string, input []byte) ([]byte, error)
}

// Catalog asks a module what it offers. A catalog of another ABI is
// PLUGIN_REFUSED with both numbers.
func Catalog(ctx context.Context, c Caller) (*abi.Catalog, error) {
	out, err := c.Call(ctx, abi.ExportCatalog, nil)
	if err != nil {
		return nil, err
	}
	return DecodeCatalog(out)
}

// Transform asks for the action and params of a tool call. The output is
// either an action with params, or an error alone.
func Transform(ctx context.Context, c Caller, in abi.TransformInput) (*abi.TransformOutput, error) {
	out, err := call(ctx, c, abi.ExportTransform, in)
	if err != nil {
		return nil, err
	}
	return DecodeTransform(out)
}

// Plan runs one step of a plan. The output is exactly one of requests, a
// result, an error.
func Plan(ctx context.Context, c Caller, in abi.PlanInput) (*abi.PlanOutput, error) {
	out, err := call(ctx, c, abi.ExportPlan, in)
	if err != nil {
		return nil, err
	}
	return DecodePlan(out)
}

// Render asks for text for a person; "" leaves the showing to the host. The items
// are shown after it.
func Render(ctx context.Context, c Caller, in abi.RenderInput) (string, []Item, error) {
	out, err := call(ctx, c, abi.ExportRender, in)
	if err != nil {
		return "", nil, err
	}
	service, _, _ := strings.Cut(in.Tool, "_") // see host/catalog: a tool's name begins so
	return DecodeRender(service, out)
}

func call(ctx context.Context, c Caller, export string, in any) ([]byte, error) {
	var raw bytes.Buffer
	e := json.NewEncoder(&raw)
	e.SetEscapeHTML(false) // six bytes for each angle bracket, in an input with a limit
	if err := e.Encode(in); err != nil {
		return nil, fault.Wrap(err, fault.Client, "the input of a plugin's %s can't be written as JSON", export)
	}
	return c.Call(ctx, export, bytes.TrimSuffix(raw.Bytes(), []byte("\n")))
}
