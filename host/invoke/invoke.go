// Package invoke is the pipeline: the one function through which every tool
// call goes, whoever asks for it (a command, a batch, an agent).
//
//	check arguments -> open files -> transform (sandbox) -> class -> policy -> confirm -> backend -> render (sandbox) -> content
//
// It owns the order of these steps and nothing else: each step lives in a
// package of its own. It never prints and never reads the environment. Start
// reading at Pipeline.Run.
package invoke

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
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
	Backend backend.Backend
	// Proxied says that the backend hands the parameters to a proxy as they
	// are, instead of running the plugin's plan. What the plugin warns of about
	// proxies is shown then, and arguments that they do not know are refused.
	Proxied bool
	// Clock gives the time, zone and nonce of one call.
	Clock func() abi.Clock
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
	// Render asks for the plugin's text for people.
	Render bool
	// Blobs opens the files that the arguments name and keeps what comes back;
	// the front end closes it. Without it such arguments are refused, and a
	// result can hold no content.
	Blobs *blob.Store
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
	// Warnings come from the tool itself; those of the response stay there.
	Warnings []string
}

// Run takes one call through the pipeline.
//
// The error is a *fault.Error: USAGE for arguments, CONFIRMATION_REQUIRED,
// ACTION_NOT_ALLOWED, a PLUGIN_ code, or what the backend met. A failure that
// the service reported is no error: Response.Success is false.
func (p *Pipeline) Run(ctx context.Context, r Request) (*Result, error) {
	t := r.Tool
	res := &Result{Tool: t.Name, Service: t.Service, Proxied: p.Proxied}

	// The connection opens while the module loads.
	if !r.DryRun {
		p.Backend.Warm(ctx, t.Service)
	}

	args, confirms, err := checkArgs(r)
	if err != nil {
		return res, err
	}
	if p.Proxied {
		if err := p.refuseRestOnly(t, args, ""); err != nil {
			return res, err
		}
	}

	if err := p.checkOutput(t, args, r.Blobs); err != nil {
		return res, err
	}
	files, err := p.openFiles(t, args, r.Blobs)
	if err != nil {
		return res, err
	}

	clock := p.Clock()
	inv, err := p.Modules.Begin(ctx, t.Service, clock)
	if err != nil {
		return res, err
	}
	defer inv.End()

	if err := p.transform(ctx, inv, r, args, clock, res); err != nil {
		return res, err
	}
	confirms.restore(res.Params)
	if err := p.keepRecipients(t.Service, res.Action, args, res.Params); err != nil {
		return res, err
	}
	if err := keepFiles(files, args, res.Params); err != nil {
		return res, err
	}

	if err := p.gate(ctx, r, res); err != nil {
		return res, err
	}

	call := backend.Call{
		Service: t.Service, Tool: t.Name, Action: res.Action, Class: string(res.Class),
		Params: res.Params, Clock: clock, Planner: planner{inv},
		Blobs: r.Blobs, Files: files, ToFile: r.Blobs != nil && r.Blobs.ToFile(),
	}
	if p.Trace != nil {
		p.Trace(Step{t.Name, t.Service, res.Action, res.Class, p.Backend.Name(), inv.FuelUsed()})
	}
	if r.DryRun {
		res.Requests, err = p.Backend.Preview(ctx, call)
		return res, err
	}
	res.Response, err = p.Backend.Do(ctx, call)
	if err != nil {
		return res, err
	}
	return res, p.finish(ctx, inv, r, args, clock, res)
}

// finish makes of the backend's answer what the caller gets: text for people,
// and content in its place or in a file.
func (p *Pipeline) finish(ctx context.Context, inv Invocation, r Request, args map[string]any, clock abi.Clock, res *Result) error {
	if !res.Response.Success {
		return nil
	}
	var c contents
	if !p.Proxied { // a proxy's answer holds no names of ours
		var err error
		c, err = markContents(r.Blobs, clock.Nonce, append([]any{res.Response.Data}, res.Response.Results...)...)
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
		p.render(ctx, inv, args, clock, res)
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
func (p *Pipeline) transform(ctx context.Context, inv Invocation, r Request, args map[string]any, clock abi.Clock, res *Result) error {
	t := r.Tool
	raw, err := json.Marshal(args)
	if err != nil {
		return fault.Wrap(err, fault.Client, "the arguments of %s can't be written as JSON", t.Name)
	}
	out, err := guest.Transform(ctx, inv, abi.TransformInput{Tool: t.Name, Args: raw, Clock: clock, Rest: !p.Proxied})
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
	if r.WantAction != "" && r.WantAction != out.Action {
		return fault.New(fault.Usage, "with these parameters the tool %s runs the action %s, not %s",
			t.Name, out.Action, r.WantAction).WithHint("change the parameters, or call %s", out.Action)
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

// gate resolves the class and asks policy and the person. Batch operations
// are looked at one by one inside each step.
func (p *Pipeline) gate(ctx context.Context, r Request, res *Result) error {
	res.Class = p.Risk.Resolve(res.Service, res.Action, res.Params)
	if err := p.Policy.Check(policy.Input{
		Service: res.Service, Tool: res.Tool, Action: res.Action, Class: res.Class, Params: res.Params,
		Risk: p.Risk, ToolsOf: p.toolsOf,
	}); err != nil {
		return err
	}
	req := confirm.Request{
		Tables: p.Risk, Service: res.Service, Action: res.Action, Class: res.Class,
		Params: res.Params, Yes: r.Yes, Prompter: r.Prompter, KeepConfirm: r.KeepConfirm,
	}
	res.NeedsConfirm = confirm.Needed(req)
	if r.DryRun {
		// A dry run shows confirm as it would be sent, and asks nobody.
		req.Yes, req.Prompter = true, nil
	}
	params, source, err := confirm.Gate(ctx, req)
	if err != nil {
		return err
	}
	res.Params = params
	if r.DryRun && !r.Yes && source == confirm.SourceYes {
		source = "" // nobody said yes yet
	}
	res.ConfirmSource = source
	return nil
}

// render asks the plugin for text. A failure costs only the text: the result
// stands, and the front end shows the data instead.
func (p *Pipeline) render(ctx context.Context, inv Invocation, args map[string]any, clock abi.Clock, res *Result) {
	rawArgs, err := json.Marshal(args)
	if err != nil {
		return
	}
	rawResp, err := json.Marshal(res.Response.Object())
	if err != nil {
		return
	}
	text, err := guest.Render(ctx, inv, abi.RenderInput{Tool: res.Tool, Args: rawArgs, Clock: clock, Response: rawResp})
	if err != nil {
		res.Warnings = append(res.Warnings, "the plugin could not render the result: "+err.Error())
		return
	}
	res.Text = text
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
