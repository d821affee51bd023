// Package invoke is the pipeline: the one function through which every tool
// call goes, whoever asks for it (a command, a batch, an agent, a draft).
//
//	check arguments -> open files -> transform (sandbox) -> class -> policy ->
//	  a read:     backend -> render (sandbox) -> content
//	  a mutation: confirm -> claim -> audit -> backend (guarded) -> claim ended -> audit -> render -> content
//	  stored:     what would be sent -> draft
//
// It owns the order of these steps and nothing else: each step lives in a
// package of its own. It never prints and never reads the environment. Start
// reading at Pipeline.Run; prepare.go has what comes before a decision, gate.go the
// decision, mutate.go the part between a yes and an answer,
// store.go and rundraft.go what is stored and run later.
package invoke

import (
	"context"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/sdk/abi"
)

// Invocation is one use of a plugin instance: its calls share an instance and
// leave nothing behind for the next.
type Invocation interface {
	guest.Caller
	FuelUsed() int64
	End()
}

// Modules gives a plugin instance for a service. Starting one may load and
// compile the module, so the pipeline asks only when it needs it.
type Modules interface {
	Begin(ctx context.Context, service string, clock abi.Clock) (Invocation, error)
}

// Pipeline holds what the steps need. Its fields are set once and read only,
// so Run may be called by many goroutines at once.
type Pipeline struct {
	Catalog *catalog.Index
	Modules Modules
	Risk    *risk.Tables
	Policy  policy.Policy
	// PolicyRevision, where set, names the policy that approvals are bound to, in
	// the place of Policy's own: a server that offers less than the policy allows
	// holds its calls to that by rules in Policy that are no change of it.
	PolicyRevision func() string
	Backend        backend.Backend
	// Proxied says that the backend hands the parameters to a proxy as they
	// are, instead of running the plugin's plan. What the plugin warns of about
	// proxies is shown then, and arguments that they do not know are refused.
	Proxied bool
	// Clock gives the time, zone and nonce of one call.
	Clock func() abi.Clock
	// Now is the time in the user's zone; nil takes the system's.
	Now func() time.Time
	// Records keeps what is begun, stored and logged. Without it the pipeline
	// runs reads and shows dry runs, and refuses everything else.
	Records *Records
	// Trace, where set, hears what is about to be sent (--verbose). It gets
	// no parameter values.
	Trace func(Step)
	// Schemas keeps the compiled schemas of the tools that were called; nil
	// compiles that of each call.
	Schemas *schema.Cache
}

// Step is what Trace hears.
type Step struct {
	Tool, Service, Action string
	Class                 risk.Class
	Backend               string
	Fuel                  int64
}

// Request is one tool call.
type Request struct {
	Tool *catalog.Tool
	// Args are the tool's arguments as JSON values. Run checks them against
	// the tool's schema, whoever checked them before.
	Args map[string]any
	// KeepConfirm lets confirm in Args count (an agent in argument mode). On
	// the command line it never does: a person says yes with --yes or at the
	// prompt.
	KeepConfirm bool
	// Yes answers the gate; Prompter asks a person; both may be absent.
	Yes      bool
	Prompter confirm.Prompter
	// WantAction, where set, is the action that the caller named: if the tool
	// resolves to another one the call is refused rather than redirected.
	WantAction string
	// DryRun stops before anything is sent.
	DryRun bool
	// Store keeps the call as a draft instead of running it. A read can't be
	// stored.
	Store bool
	// StoreGated keeps the call as a draft where it would be asked about: nobody
	// can be asked, and the caller may wait.
	StoreGated bool
	// ShowGated stops the call where it would be asked about, and gives what a
	// person has to see before a yes as Result.Shown. A class that the policy
	// runs only as a draft is stored.
	ShowGated bool
	// Agreed is what a person was shown of this very call, and said yes to. The
	// call runs with the clock of that moment, and is DRAFT_STALE where anything
	// would leave that was not shown.
	Agreed *draft.Payload
	// Progress, where set, hears how far a call is.
	Progress func(backend.Progress)
	// Heard, where set, gets each line that the plugin logs, cleaned, as it comes:
	// it is for whoever made the call, and for nobody else.
	Heard func(guest.Line)
	// Key is the idempotency key of a call that changes something; "" takes a
	// fresh one.
	Key string
	// Render asks for the plugin's text for people.
	Render bool
	// Blobs opens the files that the arguments name and keeps what comes back;
	// the front end closes it. Without it such arguments are refused, and a
	// result can hold no content.
	Blobs *blob.Store
	// Link, where set, may take a content out of the answer: what it gives stands
	// in the answer as "resource" in the content's place. nil leaves the content
	// where it is.
	Link func(Content) map[string]any
	// AsFile asks for the bytes of a file as they are, as for one that is saved,
	// where the tool would refuse to show them as text.
	AsFile bool
}

// Result is what became of a call. On an error Run still returns the fields
// that were known by then, so that a front end can say which action failed.
type Result struct {
	Tool, Service, Action string
	Class                 risk.Class
	// Params is what was (or, in a dry run, would be) sent, confirm included.
	Params map[string]any
	// NeedsConfirm says that a gate stands before the action; ConfirmSource
	// tells how it was passed ("" in a dry run that nobody confirmed).
	NeedsConfirm  bool
	ConfirmSource string
	// Response is nil in a dry run and after a failure before the backend
	// answered.
	Response *envelope.Response
	// Requests is filled in a dry run by backends that send REST requests.
	Requests []backend.Planned
	// Text is the plugin's text for people; empty where it has none. Items stand
	// after it.
	Text  string
	Items []guest.Item
	// Proxied says that a proxy ran the action, which knows none of the tool's
	// RestOnly arguments.
	Proxied bool
	// Saved tells which files the result's content went to.
	Saved []Saved
	// Warnings come from the tool itself, and from records that could not be
	// written; those of the response stay there.
	Warnings []string

	// Decision is what the policy said.
	Decision policy.Decision
	// Draft is the draft that the call was stored as, or that ran.
	Draft *draft.Draft
	// Shown is what a person has to agree to before the call goes on (ShowGated).
	Shown *draft.Payload
	// Duplicate says that the call had been done before, by this key or this
	// draft: nothing was sent now, and Response holds what is known of it.
	Duplicate bool
	// Claim is the short id of the call's claim; "" where none was made.
	Claim string
}

// Run takes one call through the pipeline.
//
// The error is a *fault.Error: USAGE for arguments, CONFIRMATION_REQUIRED,
// ACTION_NOT_ALLOWED, a PLUGIN_ code, IDEMPOTENCY_ codes, STORE_UNAVAILABLE,
// AUDIT_UNAVAILABLE, or what the backend met. A failure that the service
// reported is no error: Response.Success is false.
func (p *Pipeline) Run(ctx context.Context, r Request) (*Result, error) {
	// The connection opens while the module loads.
	if !r.DryRun && !r.Store {
		p.Backend.Warm(ctx, r.Tool.Service)
	}
	m, err := p.prepare(ctx, r)
	if m.inv != nil {
		defer m.inv.End()
	}
	if err != nil {
		return m.res, err
	}
	p.storeGated(m)
	switch {
	case m.Store:
		return m.res, p.store(ctx, m)
	case r.DryRun:
		return m.res, p.dryRun(ctx, m)
	case !p.changes(m.res):
		return m.res, p.read(ctx, m)
	}
	if err := p.mutate(ctx, m); err != nil || m.res.Duplicate || m.res.Shown != nil {
		return m.res, err
	}
	return m.res, p.finish(ctx, m)
}

// Decide takes a call as far as the policy's decision and sends nothing.
func (p *Pipeline) Decide(ctx context.Context, r Request) (*Result, policy.Decision, error) {
	m, err := p.prepare(ctx, r)
	if m.inv != nil {
		m.inv.End()
	}
	return m.res, m.res.Decision, err
}

// changes says whether a call may change something. A raw call of an action that
// no table knows counts, whatever class it got.
func (p *Pipeline) changes(res *Result) bool {
	return p.Risk.Resolve(res.Service, res.Action, res.Params) != risk.Read
}

// read runs a call that changes nothing: it needs no claim and leaves no record,
// unless it is refused or the operator wants reads logged.
func (p *Pipeline) read(ctx context.Context, m *prepared) error {
	if err := p.gate(ctx, m); err != nil {
		return err
	}
	var err error
	m.res.Response, err = p.Backend.Do(ctx, p.call(m))
	p.logRead(ctx, m, err)
	if err != nil || m.raw {
		return err
	}
	return p.finish(ctx, m)
}

// dryRun shows what would be sent, with confirm as it would be, and asks nobody.
func (p *Pipeline) dryRun(ctx context.Context, m *prepared) error {
	err := p.gate(ctx, m)
	if err != nil {
		return err
	}
	if !m.Yes && m.res.ConfirmSource == confirm.SourceYes {
		m.res.ConfirmSource = "" // nobody said yes yet
	}
	m.res.Requests, err = p.Backend.Preview(ctx, p.call(m))
	if err == nil {
		err = p.judgePlanned(m, m.res.Requests)
	}
	if p.changes(m.res) {
		p.logDryRun(ctx, m, err)
	}
	return err
}
