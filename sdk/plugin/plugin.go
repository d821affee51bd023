// Package plugin is what a plugin's code is written against: its four
// functions, what they get and what they give back.
//
// A plugin is a [Plugin] value. Nothing is registered and nothing runs at
// start-up: the module's exports hand the value to [Run], tests call
// [Plugin.Call] natively. All four functions are pure: the input holds the
// clock, the zone and a nonce, and the same input must give the same output.
//
// The package owns the coding of ABI version 1 and nothing else. It links
// neither encoding/json nor fmt; see the README of sdk for what a package adds
// to a module.
package plugin

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// Plugin is one service's tool logic. Catalog and Transform must be set. Plan
// may be nil for a service that only proxies can run; Render may be nil where
// the host's own ways of showing data do.
//
// An error that a function returns should be an *[Error]; it becomes the
// call's failure. Any other error is a fault of the plugin and is reported as
// one.
type Plugin struct {
	// Catalog tells what tools there are.
	Catalog func() abi.Catalog
	// Transform turns a tool's arguments into an action and its params. It
	// checks what a schema can't state.
	Transform func(*Call) (*Choice, error)
	// Plan is one step of an action over REST: it asks for requests, or
	// ends the action with a result.
	Plan func(*Step) (*Next, error)
	// Render turns a successful answer into text for a person; "" leaves it
	// to the host.
	Render func(*Answer) (string, error)
}

// Call is the input of Transform. The arguments satisfy the tool's schema, and
// the defaults are filled in.
type Call struct {
	Tool  string
	Args  value.Value
	Clock abi.Clock
	// Rest says that Plan gets the Params; without it a proxy does.
	Rest bool
	// KeyKept says that the host keeps the call's idempotency key itself.
	KeyKept bool
}

// Choice is the output of Transform.
type Choice struct {
	// Action is one of the tool's Actions.
	Action string
	// Params is an object.
	Params value.Value
	// Warnings are sentences for the user, shown with the result.
	Warnings []string
	// ProxyWarnings are shown only where an Apps Script proxy runs the action:
	// they tell what it does otherwise than was asked.
	ProxyWarnings []string
}

// Answer is the input of Render.
type Answer struct {
	Tool  string
	Args  value.Value
	Clock abi.Clock
	// Data, Pagination and Warnings are the parts of the successful answer,
	// absent where it lacks them. Results are a batch's results where some of
	// them are failures; otherwise they are in Data.
	Data, Results, Pagination, Warnings value.Value

	items []value.Value // only a plugin that shows something links what makes them
}

// ShowText shows a text of its own after the text that Render gives.
//
//go:noinline
func (a *Answer) ShowText(text string) { a.show(abi.Item{Type: abi.ItemText, Text: text}) }

// ShowImage shows a picture; data is in base64 (the standard alphabet, padded).
// See [abi.Item] for the types that there are.
//
//go:noinline
func (a *Answer) ShowImage(mimeType, data string) {
	a.show(abi.Item{Type: abi.ItemImage, MimeType: mimeType, Data: data})
}

// ShowAudio lets a sound be heard; data is in base64.
//
//go:noinline
func (a *Answer) ShowAudio(mimeType, data string) {
	a.show(abi.Item{Type: abi.ItemAudio, MimeType: mimeType, Data: data})
}

// ShowResource embeds a text under a URI in the scheme of the plugin's service, as
// notes://note/n1.
//
//go:noinline
func (a *Answer) ShowResource(uri, mimeType, text string) {
	a.show(abi.Item{Type: abi.ItemResource, URI: uri, MimeType: mimeType, Text: text})
}

// ShowBytes embeds what is no text; data is in base64.
//
//go:noinline
func (a *Answer) ShowBytes(uri, mimeType, data string) {
	a.show(abi.Item{Type: abi.ItemResource, URI: uri, MimeType: mimeType, Data: data})
}

func (a *Answer) show(item abi.Item) {
	a.items = append(a.items, value.Object(
		value.M("type", value.String(item.Type)),
		value.M("text", text(item.Text)),
		value.M("data", text(item.Data)),
		value.M("mimeType", text(item.MimeType)),
		value.M("uri", text(item.URI)),
	))
}

// Error is a refusal: a stable code, a sentence that says what is wrong and
// what to do, and the argument at fault.
type Error struct {
	Code    string
	Message string
	// Field is the argument with dots and indexes ("operations.0.params.due").
	Field string
}

// The host's codes that a plugin may use.
const (
	BadRequest       = "BAD_REQUEST"
	BatchNotAllowed  = "BATCH_ACTION_NOT_ALLOWED"
	LimitExceeded    = "LIMIT_EXCEEDED"
	NotFound         = "NOT_FOUND"
	Conflict         = "CONFLICT"
	ActionNotAllowed = "ACTION_NOT_ALLOWED"
	NotSupported     = "NOT_SUPPORTED"
	Upstream         = "UPSTREAM_ERROR"
	Malformed        = "MALFORMED_RESPONSE"
)

// Fail makes an [Error].
//
//go:noinline
func Fail(code, message string) *Error { return &Error{Code: code, Message: message} }

// Invalid is a BAD_REQUEST about one argument.
//
//go:noinline
func Invalid(field, message string) *Error {
	return &Error{Code: BadRequest, Message: message, Field: field}
}

func (e *Error) Error() string { return e.Message }
