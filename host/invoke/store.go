package invoke

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// store keeps a call as a draft: what exactly it would do, learned without
// changing anything. The policy is asked now and again when it runs, the person
// only then.
func (p *Pipeline) store(ctx context.Context, m *prepared) error {
	if !p.changes(m.res) {
		return fault.New(fault.Usage, "%s changes nothing, so there is nothing to agree to", m.res.Tool).
			WithHint("leave --draft out")
	}
	if err := p.mayStore(ctx, m); err != nil {
		return err
	}
	payload, err := p.payload(ctx, m)
	if err != nil {
		return err
	}
	drafts, err := p.Records.Drafts(ctx)
	if err != nil {
		return err
	}
	// What can't be logged is not stored: the log would not tell where the draft
	// came from.
	if err := p.write(ctx, p.draftRecord(m, "storing")); err != nil {
		return err
	}
	k := p.Records
	m.res.Draft, err = drafts.Create(ctx, draft.NewDraft{Owner: k.Owner, Author: k.Actor(), FrontEnd: k.FrontEnd, Payload: payload})
	if err != nil {
		return err
	}
	p.note(ctx, m.res, p.draftRecord(m, "stored"))
	return nil
}

// mayStore says whether a call may become a draft.
func (p *Pipeline) mayStore(ctx context.Context, m *prepared) error {
	if p.Records == nil {
		return noRecords()
	}
	if err := p.Policy.Refusal(m.res.Decision, p.policyInput(m)); err != nil {
		p.logRefusal(ctx, m, err)
		return err
	}
	return p.Records.Nobody // what is nobody's could never run
}

func (p *Pipeline) draftRecord(m *prepared, status string) audit.Record {
	r := p.record(m, audit.DraftEvent)
	r.Status = status
	return r
}

// EditDraft replaces the arguments of a draft: everything that follows from them
// is made anew, and the approval is gone. args nil keeps them and looks at the
// world again.
func (p *Pipeline) EditDraft(ctx context.Context, d *draft.Draft, args map[string]any, blobs *blob.Store) (*draft.Draft, *Result, error) {
	t := p.Catalog.Tool(d.Payload.Tool)
	if t == nil {
		return nil, &Result{}, fault.New(fault.DraftRefused, "the tool %s of draft %s does not exist any more", d.Payload.Tool, d.ID)
	}
	if args == nil {
		args = d.Payload.Args
	}
	m, err := p.prepare(ctx, Request{Tool: t, Args: args, Store: true, Blobs: blobs})
	if m.inv != nil {
		defer m.inv.End()
	}
	if err != nil {
		return nil, m.res, err
	}
	if err := p.mayStore(ctx, m); err != nil {
		return nil, m.res, err
	}
	if p.Records.Owner != d.Owner {
		return nil, m.res, fault.New(fault.IdentityMismatch, "draft %s belongs to another account", d.ID)
	}
	payload, err := p.payload(ctx, m)
	if err != nil {
		return nil, m.res, err
	}
	drafts, err := p.Records.Drafts(ctx)
	if err != nil {
		return nil, m.res, err
	}
	m.res.Draft = d
	if err := p.write(ctx, p.draftRecord(m, "editing")); err != nil {
		return nil, m.res, err
	}
	m.res.Draft, err = drafts.Edit(ctx, d.ID, d.Revision, payload, p.Records.Actor())
	if err != nil {
		return nil, m.res, err
	}
	p.note(ctx, m.res, p.draftRecord(m, "edited"))
	return m.res.Draft, m.res, nil
}

// bare is a call as a draft holds it, without what is learned by asking the
// service.
func (p *Pipeline) bare(m *prepared) (draft.Payload, error) {
	res := m.res
	out := draft.Payload{
		Service: res.Service, Tool: res.Tool, Action: res.Action, Class: res.Class,
		Args: m.args, Params: res.Params, Clock: m.clock, Warnings: slices.Clone(res.Warnings), Backend: p.Backend.Name(),
	}
	if k := p.Records; k != nil {
		out.Profile, out.Local, out.Account, out.Bearer = k.Profile, k.Local, k.Account, k.Bearer
	}
	for _, f := range m.files {
		sum, err := f.blob.SHA256()
		if err != nil {
			return out, err
		}
		path, err := filepath.Abs(f.path)
		if err != nil {
			return out, fault.Wrap(err, fault.Client, "the path of %s can't be made absolute", f.Arg)
		}
		out.Files = append(out.Files, draft.File{Arg: f.Arg, Operation: f.Operation, Path: path, Name: f.blob.Name(), Size: f.blob.Size(), SHA256: sum})
	}
	return out, nil
}

// payload gathers what a draft holds.
func (p *Pipeline) payload(ctx context.Context, m *prepared) (draft.Payload, error) {
	res := m.res
	out, err := p.bare(m)
	if err != nil {
		return out, err
	}
	planned, err := p.Backend.Preview(ctx, p.call(m))
	if err != nil {
		return out, err
	}
	if err := p.judgePlanned(m, planned); err != nil {
		p.logRefusal(ctx, m, err)
		return out, err
	}
	reached, err := effects(planned, &out)
	if err != nil {
		return out, err
	}
	if len(out.Effects) == 0 && !p.Proxied {
		return out, nothingToAgree(planned)
	}
	p.recipients(m, reached, &out)
	hidden := slices.ContainsFunc(out.Effects, func(e draft.Effect) bool { return e.Hidden })
	if hidden || p.Proxied && len(out.Recipients) == 0 && risk.ReachesPeople(res.Class) {
		out.Warnings = append(out.Warnings, "it reaches people, and it can't be told whom")
	}
	out.Changes = p.inWords(m)
	out.Warnings = append(out.Warnings, res.Decision.Notes...)
	return out, nil
}

// effects keeps the requests that would change something, and gives whom they
// would reach.
func effects(planned []backend.Planned, out *draft.Payload) ([]string, error) {
	var reached []string
	for _, r := range planned {
		if r.Effect == nil {
			continue
		}
		sum, err := r.Effect.Digest()
		if err != nil {
			return nil, err
		}
		out.Effects = append(out.Effects, draft.Effect{
			Operation: r.Effect.Operation, Digest: sum, Hidden: !r.Effect.ReachedKnown, Request: r,
		})
		reached = append(reached, r.Effect.Reached...)
	}
	return reached, nil
}

// nothingToAgree is the error for a draft without an effect: nothing to change,
// or it could not be learned what.
func nothingToAgree(planned []backend.Planned) error {
	for _, r := range planned {
		if r.Note != "" {
			return fault.New(fault.DraftRefused, "there is nothing to agree to, and nothing was done. %s", r.Note)
		}
	}
	return fault.New(fault.DraftRefused, "there is nothing to agree to: the action would change nothing")
}

// recipients joins those that the arguments name with those that the requests
// really reach.
func (p *Pipeline) recipients(m *prepared, reached []string, out *draft.Payload) {
	seen := map[string]bool{}
	add := func(address string, external bool) {
		if !seen[address] {
			seen[address] = true
			out.Recipients = append(out.Recipients, draft.Recipient{Address: address, External: external})
		}
	}
	for _, r := range m.res.Decision.Recipients {
		add(r.Address, r.External)
	}
	in := p.policyInput(m)
	for _, address := range reached {
		add(address, p.Policy.IsExternal(in, address))
	}
}

// inWords says what will change, in a line for the call or one for each
// operation of a batch. It holds no text of the call: those stand beside it.
func (p *Pipeline) inWords(m *prepared) []string {
	if m.res.Action != risk.Batch {
		return []string{fmt.Sprintf("%s (%s)", title(p, m.res.Service, m.res.Action, m.Tool.Title), m.res.Class)}
	}
	var lines []string
	for op := range risk.Operations(m.res.Params) {
		class := p.Risk.Resolve(m.res.Service, op.Action, op.Params)
		lines = append(lines, fmt.Sprintf("%d. %s (%s)", op.Index+1, title(p, m.res.Service, op.Action, op.Action), class))
	}
	return lines
}

// title is the title of the tool that runs an action on its own.
func title(p *Pipeline, service, action, fallback string) string {
	if tools := p.Catalog.ByAction(service, action); len(tools) == 1 && tools[0].Title != "" {
		return tools[0].Title
	}
	if fallback == "" {
		return action
	}
	return fallback
}

// withoutConfirm is a copy of parameters that can be compared.
func withoutConfirm(params map[string]any) map[string]any {
	out := maps.Clone(params)
	delete(out, "confirm")
	return out
}
