// Package plugintest runs a plugin's cases: natively, without a host, and the
// same cases through Wasm.
//
// A case is data (see [Suite]): what goes into transform, plan or render and
// what must come out. A plan's case scripts the service as well: each exchange
// is one request that the plan must make and the answer that it gets. A
// request that no exchange expects fails the test, and so does an exchange
// that no request used. Whatever calls the plugin satisfies [Caller]; [Native]
// does for a plugin's own package, and any sandbox can.
//
// Beyond the case itself each call is checked against the ABI: the output is
// decoded strictly, a plan gives exactly one of requests, result and error or
// goes on with progress,
// the same input gives the same bytes twice, and a plan sees no field of an
// answer but those that its request keeps. Start reading at [Suite.Run].
package plugintest

import (
	"context"
	"encoding/json"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
)

// Caller runs one export of a plugin on its input.
type Caller interface {
	Call(ctx context.Context, export string, input []byte) ([]byte, error)
}

// Native calls a plugin's functions in this process.
func Native(p plugin.Plugin) Caller { return native{p} }

type native struct{ plugin plugin.Plugin }

func (n native) Call(_ context.Context, export string, input []byte) ([]byte, error) {
	return n.plugin.Call(export, input)
}

// Clock is the clock that cases run by unless they state another.
func Clock() abi.Clock {
	return abi.Clock{
		Now:      "2031-05-04T08:30:00.000000000Z",
		TimeZone: "Europe/Berlin",
		Nonce:    "00112233445566778899aabbccddeeff",
	}
}

// Suite is a plugin's cases. As JSON they are the members of one object, each
// with the names below.
type Suite struct {
	Transform []Transform `json:"transform,omitempty"`
	Plan      []Plan      `json:"plan,omitempty"`
	Render    []Render    `json:"render,omitempty"`
}

// Transform is one case of the export transform. Either Action and Params or
// Error must come out.
type Transform struct {
	Name          string          `json:"name"`
	Tool          string          `json:"tool"`
	Args          json.RawMessage `json:"args"`
	Clock         *abi.Clock      `json:"clock,omitempty"`
	Rest          bool            `json:"rest,omitempty"`
	Action        string          `json:"action,omitempty"`
	Params        json.RawMessage `json:"params,omitempty"`
	Warnings      []string        `json:"warnings,omitempty"`
	ProxyWarnings []string        `json:"proxyWarnings,omitempty"`
	Error         *Failure        `json:"error,omitempty"`
}

// Plan is one case of the export plan, from the first step to the end. The
// end is Data (with Pagination and Warnings) or Error.
type Plan struct {
	Name   string          `json:"name"`
	Action string          `json:"action"`
	Params json.RawMessage `json:"params"`
	Clock  *abi.Clock      `json:"clock,omitempty"`
	// Files and ToFile are the host's to tell; see abi.PlanInput.
	Files  []abi.File `json:"files,omitempty"`
	ToFile bool       `json:"toFile,omitempty"`
	// Steps holds the exchanges of each step; their order within a step does
	// not count.
	Steps [][]Exchange `json:"steps,omitempty"`
	// Progress is what the steps tell, in order; without it anything may be told.
	Progress   []abi.Progress  `json:"progress,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Pagination *abi.Pagination `json:"pagination,omitempty"`
	Warnings   []string        `json:"warnings,omitempty"`
	Error      *Failure        `json:"error,omitempty"`
}

// Exchange is one expected request and its answer. A request's keep, maxText
// and tolerate are compared where the case states them; everything else must
// be as written.
type Exchange struct {
	Request abi.Request `json:"request"`
	// Status is 200 where it is not given.
	Status int `json:"status,omitempty"`
	// Body is the service's whole answer; the plan sees what it keeps.
	// Where the request decodes text, the case writes the answer as decoded.
	Body json.RawMessage `json:"body,omitempty"`
	// Reason is the service's word for a failure, as a tolerated one tells it.
	Reason string `json:"reason,omitempty"`
	// Blob is what the host saved, for a request that saves.
	Blob *abi.Blob `json:"blob,omitempty"`
}

// Render is one case of the export render.
type Render struct {
	Name     string          `json:"name"`
	Tool     string          `json:"tool"`
	Args     json.RawMessage `json:"args,omitempty"`
	Clock    *abi.Clock      `json:"clock,omitempty"`
	Response json.RawMessage `json:"response"`
	Text     string          `json:"text"`
	// Content is what stands after the text.
	Content []abi.Item `json:"content,omitempty"`
}

// Failure is an expected refusal. Code and Field must agree; the message must
// hold Message.
type Failure struct {
	Code    string `json:"code"`
	Field   string `json:"field,omitempty"`
	Message string `json:"message,omitempty"`
}
