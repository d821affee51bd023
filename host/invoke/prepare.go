package invoke

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

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
	args, confirms, err := p.checkArgs(r)
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
	if m.inv, err = p.begin(ctx, t.Service, m.clock, r.Heard); err != nil {
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

// checkArgs validates the arguments and takes confirm out of them: a plugin
// never sees it, so it can neither add nor drop one.
func (p *Pipeline) checkArgs(r Request) (map[string]any, confirmations, error) {
	s, err := p.Schemas.Of(r.Tool.Name, r.Tool.Input)
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
