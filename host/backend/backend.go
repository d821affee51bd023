// Package backend defines where an action runs. Implementations live in the
// packages below it; the pipeline (host/invoke) knows only this interface.
package backend

import (
	"context"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/sdk/abi"
)

// Planner runs one step of a plugin's plan in the sandbox. host/invoke gives
// it to a call; the REST backends drive it.
type Planner interface {
	Plan(ctx context.Context, in abi.PlanInput) (*abi.PlanOutput, error)
}

// Call is one action that passed the gate. Nothing in it is checked again
// but by effect confinement.
type Call struct {
	Service string
	Tool    string // empty for raw calls
	Action  string
	// Class is the resolved risk class.
	Class string
	// Params is the object to send, confirm included where it was given.
	// Numbers are json.Number.
	Params map[string]any
	Clock  abi.Clock
	// Planner runs the plugin's plan; nil for raw calls. Only the backends
	// that need REST requests use it.
	Planner Planner
	// Blobs holds the bytes that the call sends and what comes back; nil where
	// it can do neither.
	Blobs *blob.Store
	// Files are the local files that the call names, already opened in Blobs. In
	// a batch, Arg is the place in the operation's own params, and Operation its
	// index.
	Files []File
	// ToFile says that the bytes of the result go to a file.
	ToFile bool
	// Guard, where set, is asked before each request that may change something
	// leaves for the first time: not again for a retry, and not for a read. An
	// error from it ends the call, and nothing of that request is sent; Do
	// returns it as it is. Preview never asks it.
	Guard func(ctx context.Context, e Effect) error
	// WantReached says that Guard has to know whom a request reaches. Where the
	// request itself does not tell (a stored draft is sent by its id, an event's
	// guests are told of a change), the backend reads it from the service first.
	WantReached bool
	// Progress, where set, hears how far the call is. It is called by the
	// goroutine that runs the call, and must not keep it waiting.
	Progress func(Progress)
}

// Progress is how far a call is: Done of Total requests, or of a batch's
// operations, or of what the plugin counts; Total is 0 where it is not known.
type Progress struct {
	Done, Total int
	// Plugin says that the plugin tells this, in units of its own; Message are its
	// words, cleaned, and may be "".
	Plugin  bool
	Message string
}

// Tell says how far the call is.
func (c Call) Tell(done, total int) {
	if c.Progress != nil {
		c.Progress(Progress{Done: done, Total: total})
	}
}

// Told passes on what the plugin tells; nil is nothing.
func (c Call) Told(p *abi.Progress) {
	if c.Progress != nil && p != nil {
		c.Progress(Progress{Done: p.Done, Total: p.Total, Plugin: true, Message: p.Message})
	}
}

// Effect is a request that may change something, as Guard sees it.
type Effect struct {
	// Operation is the index in a batch; 0 for a single action. Nth counts the
	// effects of the operation, from 0.
	Operation, Nth int
	// Together counts the effects of its step of the plan, itself included: they
	// were all asked for before the answer to any. 0 where there are no steps.
	Together int
	// Route is the route's id; "" where a proxy gets the call as it is.
	Route string
	// Digest gives the digest (host/canon) of what would be sent: route, method,
	// URL, body and content, files by the hash of their bytes. It leaves out
	// what does not change the effect: tokens, preconditions, how the bytes are
	// carried. Where WantReached had a stored thing read that the request sends
	// by its id alone, the version of that thing is in it.
	Digest func() (string, error)
	// Reached are the addresses that it reaches, in the form of
	// host/address.Same. ReachedKnown is false where that can't be told: a
	// request of a kind that reaches people, and not whom.
	Reached      []string
	ReachedKnown bool
	// Size is how many bytes of body and content it carries.
	Size int64
}

// File is a file of a call.
type File struct {
	// Operation is the index in a batch; 0 for a single action.
	Operation int
	abi.File
}

// Planned is one request as it would leave, for --dry-run.
type Planned struct {
	Route  string `json:"route"`
	Method string `json:"method"`
	URL    string `json:"url"`
	Body   any    `json:"body,omitempty"`
	// Media is the content that goes with it.
	Media *PlannedMedia `json:"media,omitempty"`
	// Note is a sentence for people where the request is not the one that would
	// change something, or does not show all that it does; front ends print it.
	Note string `json:"note,omitempty"`

	// Effect is what Guard would see of the request; nil where it changes
	// nothing. It is for the host and never printed.
	Effect *Effect `json:"-"`
}

// PlannedMedia is content as it would be uploaded. Files stand in it by name:
// a dry run shows no file's content.
type PlannedMedia struct {
	MimeType string `json:"mimeType"`
	Size     int64  `json:"size"`
	// Text is the content, with a line "[file NAME, N bytes]" in the place of
	// each file's bytes.
	Text string `json:"text,omitempty"`
}

// Backend runs actions.
//
// Do sends the call and gives the checked answer. A failure that the service
// reported is a Response with Success false and no Go error; everything else
// that goes wrong is a *fault.Error. Do honours ctx and sends nothing after
// it is done. It never logs or returns a token.
//
// Preview tells what Do would send first, and changes nothing. Where the first
// requests of a plan only read, it sends those, to learn and show the first that
// would change something; where it can't (nobody is signed in, no network), it
// shows the reads. A backend whose request is the call itself (a proxy) returns
// no requests.
//
// Warm may open the connection ahead of Do, in the background; it sends no
// request.
type Backend interface {
	Name() string
	Do(ctx context.Context, c Call) (*envelope.Response, error)
	Preview(ctx context.Context, c Call) ([]Planned, error)
	Warm(ctx context.Context, service string)
}
