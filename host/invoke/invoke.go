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
// reading at Pipeline.Run; mutate.go has the part between a yes and an answer,
// store.go and rundraft.go what is stored and run later.
package invoke

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/idempotency"
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
	// Progress, where set, hears how far a call is: done of total requests, or of
	// a batch's operations. total is 0 where nobody knows it.
	Progress func(done, total int)
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
	// Text is the plugin's text for people; empty where it has none.
	Text string
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

// storeGated makes a call that would be asked about one that is stored; where a
// person can be asked, only one that the policy runs as a draft and not
// otherwise.
func (p *Pipeline) storeGated(m *prepared) {
	only := m.res.Decision.DraftOnly && (m.StoreGated || m.ShowGated)
	if !m.Store && p.changes(m.res) && (only || m.StoreGated && confirm.Needed(p.question(m))) {
		m.Store = true
		m.res.Decision = p.Policy.Decide(p.policyInput(m))
	}
}

// question is a call as the gate sees it.
func (p *Pipeline) question(m *prepared) confirm.Request {
	res, asks := m.res, m.Prompter
	if m.Agreed != nil {
		asks = shownYes{}
	}
	return confirm.Request{
		Tables: p.Risk, Service: res.Service, Action: res.Action, Class: res.Class, Params: res.Params,
		Yes: m.Yes || m.DryRun, Prompter: asks, KeepConfirm: m.KeepConfirm,
		Raw: m.raw, Approved: m.running != nil, Ask: res.Decision.Confirm,
	}
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

// prepared is a call that is ready for its decision.
type prepared struct {
	Request
	args  map[string]any
	files []openFile
	clock abi.Clock
	inv   Invocation // nil for a raw call, and where the module did not load
	res   *Result
	begun time.Time
	raw   bool
	// running is the draft that runs; nil for every other call.
	running *draft.Draft
	// showing says that a preview is made for somebody to agree to.
	showing bool
	// ended hears how the claim of the call ended; may be nil.
	ended func(context.Context, idempotency.Verdict)
}

// prepare does what comes before the decision, and makes it. On an error the
// result holds what was known by then. Whoever calls it ends m.inv.
func (p *Pipeline) prepare(ctx context.Context, r Request) (*prepared, error) {
	t := r.Tool
	m := &prepared{Request: r, clock: p.Clock(), begun: p.now(),
		res: &Result{Tool: t.Name, Service: t.Service, Proxied: p.Proxied}}
	if r.Agreed != nil {
		m.clock = r.Agreed.Clock
	}
	args, confirms, err := checkArgs(r)
	if err != nil {
		return m, err
	}
	m.args = args
	if p.Proxied {
		if err := p.refuseRestOnly(t, args, ""); err != nil {
			return m, err
		}
	}
	if err := p.checkOutput(t, args, r.Blobs); err != nil {
		return m, err
	}
	if m.files, err = p.openFiles(t, args, r.Blobs); err != nil {
		return m, err
	}
	if m.inv, err = p.Modules.Begin(ctx, t.Service, m.clock); err != nil {
		return m, err
	}
	if err := p.transform(ctx, m); err != nil {
		return m, err
	}
	confirms.restore(m.res.Params)
	if err := p.keepRecipients(t.Service, m.res.Action, args, m.res.Params); err != nil {
		return m, err
	}
	if err := keepFiles(m.files, args, m.res.Params); err != nil {
		return m, err
	}
	m.res.Class = p.Risk.Resolve(m.res.Service, m.res.Action, m.res.Params)
	if r.Agreed != nil {
		if err := p.asShown(m); err != nil {
			return m, err
		}
	}
	m.res.Decision = p.Policy.Decide(p.policyInput(m))
	return m, nil
}

// policyInput is what the policy judges.
func (p *Pipeline) policyInput(m *prepared) policy.Input {
	in := policy.Input{
		Service: m.res.Service, Tool: m.res.Tool, Action: m.res.Action, Class: m.res.Class, Params: m.res.Params,
		Risk: p.Risk, ToolsOf: p.toolsOf, Stored: m.Store, Approved: m.running != nil, DryRun: m.DryRun, Proxied: p.Proxied, Now: m.begun,
	}
	if r := p.Records; r != nil {
		in.FrontEnd, in.Account = r.FrontEnd, r.Address
	}
	return in
}

// call is what goes to the backend.
func (p *Pipeline) call(m *prepared) backend.Call {
	c := backend.Call{
		Service: m.res.Service, Tool: m.res.Tool, Action: m.res.Action, Class: string(m.res.Class),
		Params: m.res.Params, Clock: m.clock, Blobs: m.Blobs, ToFile: m.AsFile || m.Blobs != nil && m.Blobs.ToFile(),
		WantReached: p.wantReached(m), Progress: m.Progress,
	}
	var fuel int64
	if m.inv != nil {
		c.Planner, fuel = planner{m.inv}, m.inv.FuelUsed()
	}
	for _, f := range m.files {
		c.Files = append(c.Files, f.File)
	}
	if p.Trace != nil {
		p.Trace(Step{m.res.Tool, m.res.Service, m.res.Action, m.res.Class, p.Backend.Name(), fuel})
	}
	return c
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

// finish makes of the backend's answer what the caller gets: text for people,
// and content in its place or in a file.
func (p *Pipeline) finish(ctx context.Context, m *prepared) error {
	r, res := m.Request, m.res
	if !res.Response.Success {
		return nil
	}
	var c contents
	if !p.Proxied { // a proxy's answer holds no names of ours
		var err error
		c, err = markContents(r, m.clock.Nonce, append([]any{res.Response.Data}, res.Response.Results...)...)
		if err != nil {
			return err
		}
	}
	if len(c.places) > 0 && r.Blobs.ToFile() {
		var err error
		res.Saved, err = c.save()
		return err
	}
	if r.Render {
		p.render(ctx, m)
	}
	text, laidOut, err := c.fill(res.Text)
	if !laidOut && err == nil {
		res.Warnings = append(res.Warnings, "the plugin's text would repeat content beyond any use; it was left out")
	}
	res.Text = text
	return err
}

// checkArgs validates the arguments and takes confirm out of them: a plugin
// never sees it, so it can neither add nor drop one.
func checkArgs(r Request) (map[string]any, confirmations, error) {
	s, err := schema.Compile(r.Tool.Input)
	if err != nil {
		return nil, confirmations{}, err
	}
	args, err := s.Check(r.Args)
	if err != nil {
		return nil, confirmations{}, err
	}
	c := takeConfirms(args, r.Tool.IsBatchTool)
	if !r.KeepConfirm {
		c = confirmations{}
	}
	return args, c, nil
}

// transform lets the plugin choose the action and shape the parameters, and
// checks that it chose one of the tool's own.
func (p *Pipeline) transform(ctx context.Context, m *prepared) error {
	t, res := m.Tool, m.res
	raw, err := json.Marshal(m.args)
	if err != nil {
		return fault.Wrap(err, fault.Client, "the arguments of %s can't be written as JSON", t.Name)
	}
	out, err := guest.Transform(ctx, m.inv, abi.TransformInput{Tool: t.Name, Args: raw, Clock: m.clock, Rest: !p.Proxied, KeyKept: m.Key != ""})
	if err != nil {
		return err
	}
	if out.Error != nil {
		return refusal(out.Error)
	}
	if !slices.Contains(t.Actions, out.Action) {
		return fault.New(fault.PluginViolation,
			"the plugin of %s answered tool %s with the action %q, which is not one of the tool's own", t.Service, t.Name, out.Action)
	}
	res.Action, res.Warnings = out.Action, out.Warnings
	if p.Proxied {
		res.Warnings = append(res.Warnings, out.ProxyWarnings...)
	}
	if m.WantAction != "" && m.WantAction != out.Action {
		return fault.New(fault.Usage, "with these parameters the tool %s runs the action %s, not %s",
			t.Name, out.Action, m.WantAction).WithHint("change the parameters, or call %s", out.Action)
	}
	res.Params, err = decodeObject(out.Params)
	if err != nil {
		return fault.Wrap(err, fault.PluginFault, "the plugin of %s gave parameters for %s that are no JSON object", t.Service, t.Name)
	}
	// What the plugin says about confirm does not count.
	takeConfirms(res.Params, t.IsBatchTool || res.Action == risk.Batch)
	if err := p.Risk.Legible(t.Service, res.Action, res.Params); err != nil {
		return fault.New(fault.PluginViolation,
			"the plugin of %s gave parameters for %s whose class can't be told: %v", t.Service, res.Action, err)
	}
	return nil
}

// toolsOf names the tools behind an action, for policies on tools that look
// into a batch.
func (p *Pipeline) toolsOf(service, action string) []string {
	var names []string
	for _, t := range p.Catalog.ByAction(service, action) {
		names = append(names, t.Name)
	}
	return names
}

// gate enforces the policy's decision and asks for the yes. Batch operations are
// looked at one by one inside each step. A refusal is logged.
func (p *Pipeline) gate(ctx context.Context, m *prepared) error {
	err := p.gated(ctx, m)
	if err != nil {
		p.logRefusal(ctx, m, err)
	}
	return err
}

func (p *Pipeline) gated(ctx context.Context, m *prepared) error {
	res := m.res
	if err := p.Policy.Refusal(res.Decision, p.policyInput(m)); err != nil {
		return err
	}
	req := p.question(m)
	if m.DryRun {
		req.Prompter = nil
	}
	res.NeedsConfirm = confirm.Needed(req)
	params, source, err := confirm.Gate(ctx, req)
	if err != nil {
		return err
	}
	res.Params, res.ConfirmSource = params, source
	return nil
}

// render asks the plugin for text. A failure costs only the text: the result
// stands, and the front end shows the data instead.
func (p *Pipeline) render(ctx context.Context, m *prepared) {
	rawArgs, err := json.Marshal(m.args)
	if err != nil {
		return
	}
	rawResp, err := json.Marshal(m.res.Response.Object())
	if err != nil {
		return
	}
	text, err := guest.Render(ctx, m.inv, abi.RenderInput{Tool: m.res.Tool, Args: rawArgs, Clock: m.clock, Response: rawResp})
	if err != nil {
		m.res.Warnings = append(m.res.Warnings, "the plugin could not render the result: "+err.Error())
		return
	}
	m.res.Text = text
}

// refusal turns a plugin's refusal into an error. Its argument checks count as
// usage errors, like those of the schema: both say that the input is wrong and
// nothing was sent.
func refusal(e *abi.Error) error {
	code := fault.Code(e.Code)
	if code == fault.BadRequest || code == fault.LimitExceeded {
		code = fault.Usage
	}
	if _, known := fault.Lookup(code); !known || !pluginMayRefuse(code) {
		code = fault.PluginFault
	}
	return fault.New(code, "%s", e.Message).WithField(e.Field)
}

// pluginMayRefuse keeps a plugin from claiming what only the host can know,
// as that a person has to confirm or that an outcome is unknown.
func pluginMayRefuse(c fault.Code) bool {
	switch c {
	case fault.Usage, fault.NotFound, fault.Conflict, fault.NotSupported, fault.ActionNotAllowed:
		return true
	}
	return false
}

// planner runs plan steps on the call's own instance.
type planner struct{ inv Invocation }

func (p planner) Plan(ctx context.Context, in abi.PlanInput) (*abi.PlanOutput, error) {
	return guest.Plan(ctx, p.inv, in)
}
