package invoke

import (
	"context"
	"slices"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/internal/crash"
)

// DraftRun asks for a stored draft to run.
type DraftRun struct {
	// Draft is the draft as it was read.
	Draft *draft.Draft
	// Render, Blobs, Progress and Heard are as in Request.
	Render   bool
	Blobs    *blob.Store
	Progress func(backend.Progress)
	Heard    func(guest.Line)
}

// RunDraft runs an approved draft, once: its stored parameters, with the clock
// of its making, so that what leaves is what was agreed to. The order of what is
// asked is that of W115: identity, state, approval, policy again, files again,
// claim, draft taken, effect.
//
// The error is a *fault.Error: besides Run's, DRAFT_REFUSED, DRAFT_STALE,
// DRAFT_DIGEST, DRAFT_EXPIRED, IDENTITY_MISMATCH.
func (p *Pipeline) RunDraft(ctx context.Context, r DraftRun) (*Result, error) {
	d := r.Draft
	m := &prepared{
		Request: Request{Blobs: r.Blobs, Render: r.Render, Progress: r.Progress, Heard: r.Heard}, args: d.Payload.Args, begun: p.now(), running: d,
		clock: d.Payload.Clock,
		res:   &Result{Service: d.Payload.Service, Proxied: p.Proxied, Draft: d},
	}
	if p.Records == nil {
		return m.res, noRecords()
	}
	drafts, err := p.Records.Drafts(ctx)
	if err != nil {
		return m.res, err
	}
	claims, err := p.Records.Claims(ctx)
	if err != nil {
		return m.res, err
	}
	if done, err := p.already(ctx, m, drafts, claims); done || err != nil {
		return m.res, p.refusedDraft(ctx, m, err)
	}
	run, err := p.resume(ctx, m, drafts, claims)
	if m.inv != nil {
		defer m.inv.End()
	}
	if run == nil || err != nil {
		return m.res, p.refusedDraft(ctx, m, err)
	}
	if err := run(); err != nil || m.res.Duplicate {
		return m.res, err
	}
	return m.res, p.finish(ctx, m)
}

// policyRevision names the policy that an approval has to be of.
func (p *Pipeline) policyRevision() string {
	if p.PolicyRevision != nil {
		return p.PolicyRevision()
	}
	return p.Policy.Revision()
}

// refusedDraft logs why a draft did not run.
func (p *Pipeline) refusedDraft(ctx context.Context, m *prepared, err error) error {
	if err != nil {
		// A draft that is refused before its tool was looked at is told as it was stored.
		if res, d := m.res, m.running.Payload; res.Tool == "" {
			res.Tool, res.Action, res.Class = d.Tool, d.Action, d.Class
		}
		p.logRefusal(ctx, m, err)
	}
	return err
}

// already answers for a draft that has run, or whose run died: the claim knows
// what became of it, and the draft follows.
func (p *Pipeline) already(ctx context.Context, m *prepared, drafts *draft.Drafts, claims *idempotency.Claims) (bool, error) {
	d := m.running
	if d.Owner != p.Records.Owner || d.State != draft.Executing && d.State != draft.Executed && d.State != draft.Unknown {
		return false, nil // what these are told is drafts.Check's
	}
	m.res.Tool, m.res.Action, m.res.Class = d.Payload.Tool, d.Payload.Action, d.Payload.Class
	key := draft.Key(d.ID, d.Revision)
	claim, found, err := claims.Look(ctx, d.Owner, key)
	if err != nil {
		return false, err
	}
	if d.State == draft.Executed {
		// The claim may be gone, as old ones are; the draft still knows.
		return true, p.duplicate(ctx, m, &idempotency.Summary{Key: key, Draft: d.ID, Resource: d.Resource, Completed: d.Updated})
	}
	to, code := draft.Unknown, string(fault.OutcomeUnknown)
	switch {
	case !found || claim.Status == store.InProgress:
		return false, nil
	case claim.Status == store.Completed, claim.Code == idempotency.CodeHappened: // the latter by an operator's word
		to, code = draft.Executed, ""
	case claim.Status == store.FailedTerminal:
		to, code = draft.Failed, claim.Code
	case claim.Status == store.FailedRetryable:
		to, code = draft.Pending, claim.Code
	}
	if m.running, err = drafts.Settle(ctx, d.ID, to, claim.Resource, code); err != nil {
		return false, err
	}
	m.res.Draft = m.running
	if to != draft.Executed {
		return false, nil
	}
	return true, p.duplicate(ctx, m, &idempotency.Summary{Key: key, Draft: d.ID, Resource: claim.Resource, Completed: claim.Updated})
}

// resume checks a draft again and gives the function that runs it.
func (p *Pipeline) resume(ctx context.Context, m *prepared, drafts *draft.Drafts, claims *idempotency.Claims) (func() error, error) {
	d := m.running
	// The policy is asked before its revision is compared, so that a policy that
	// forbids the draft says so in its own words.
	revision := ""
	if d.Approval != nil {
		revision = d.Approval.PolicyRevision
	}
	if err := drafts.Check(ctx, d, p.Records.Owner, revision); err != nil {
		return nil, err
	}
	if d.Payload.Bearer != p.Records.Bearer {
		return nil, fault.New(fault.IdentityMismatch, "draft %s was stored with another token of the environment, and nobody can tell whether both are of one account", d.ID).
			WithHint("wslite drafts edit %s --refresh makes it anew for this one; wslite auth login gives an account that is known", d.ID)
	}
	if err := p.restore(m); err != nil {
		return nil, err
	}
	if err := p.Policy.Refusal(m.res.Decision, p.policyInput(m)); err != nil {
		return nil, err
	}
	if m.res.Decision.SecondPerson && d.SecondPerson(d.Approval.Approver) != nil {
		return nil, fault.New(fault.DraftStale, "draft %s needs the yes of a second person, and the one it has is of somebody who stored or edited it", d.ID)
	}
	if err := drafts.Check(ctx, d, p.Records.Owner, p.policyRevision()); err != nil {
		return nil, err
	}
	if err := p.reopen(m); err != nil {
		return nil, err
	}
	var err error
	if m.inv, err = p.begin(ctx, d.Payload.Service, m.clock, m.Heard); err != nil {
		return nil, err
	}
	if err := p.gated(ctx, m); err != nil {
		return nil, err
	}
	req, err := p.claimOf(m)
	if err != nil {
		return nil, err
	}
	return func() error { return p.executeDraft(ctx, m, drafts, claims, req) }, nil
}

// restore brings the stored call back, and checks it by today's catalog and
// tables.
func (p *Pipeline) restore(m *prepared) error {
	d := m.running
	t := p.Catalog.Tool(d.Payload.Tool)
	if t == nil || t.Service != d.Payload.Service || !slices.Contains(t.Actions, d.Payload.Action) {
		return stale(d, "its tool is not what it was")
	}
	m.Tool = t
	m.res.Tool, m.res.Action, m.res.Params = t.Name, d.Payload.Action, withoutConfirm(d.Payload.Params)
	if err := checkAgain(t, d); err != nil {
		return err
	}
	if err := p.Risk.Legible(t.Service, m.res.Action, m.res.Params); err != nil {
		return stale(d, "its class can't be told")
	}
	m.res.Class = p.Risk.Resolve(t.Service, m.res.Action, m.res.Params)
	if m.res.Class != d.Payload.Class {
		return stale(d, "its class was "+string(d.Payload.Class)+" and is "+string(m.res.Class)+" now")
	}
	if err := p.keepRecipients(t.Service, m.res.Action, m.args, m.res.Params); err != nil {
		return err
	}
	m.res.Decision = p.Policy.Decide(p.policyInput(m))
	return nil
}

func checkAgain(t *catalog.Tool, d *draft.Draft) error {
	s, err := schema.Compile(t.Input)
	if err != nil {
		return err
	}
	if _, err := s.Check(d.Payload.Args); err != nil {
		return stale(d, "its tool does not take these arguments any more")
	}
	return nil
}

// reopen opens the draft's files again and compares their bytes.
func (p *Pipeline) reopen(m *prepared) error {
	d := m.running
	for _, was := range d.Payload.Files {
		if m.Blobs == nil {
			return fault.New(fault.NotSupported, "draft %s sends a local file, which this way of running can't read", d.ID)
		}
		b, err := m.Blobs.OpenFile(was.Path)
		if err != nil {
			return err
		}
		sum, err := b.SHA256()
		if err != nil {
			return err
		}
		if sum != was.SHA256 {
			return fault.New(fault.DraftDigest, "the file %q is not the one that was agreed to: its bytes have changed", was.Name).
				WithHint("wslite drafts edit %s --refresh takes the file as it is now; then it needs a new yes", d.ID)
		}
		file := b.File(was.Arg)
		file.Name = was.Name
		m.files = append(m.files, openFile{backend.File{Operation: was.Operation, File: file}, was.Path, b})
	}
	return nil
}

// executeDraft claims the draft's run, takes the draft, and sends.
func (p *Pipeline) executeDraft(ctx context.Context, m *prepared, drafts *draft.Drafts, claims *idempotency.Claims, req idempotency.Request) error {
	d := m.running
	held, done, err := claims.Begin(ctx, req)
	if err != nil {
		p.logRefusal(ctx, m, err)
		return err
	}
	if done != nil {
		if m.res.Draft, err = drafts.Settle(ctx, d.ID, draft.Executed, done.Resource, ""); err != nil {
			return err
		}
		return p.duplicate(ctx, m, done)
	}
	crash.Point("claimed")
	m.res.Claim = idempotency.KeyID(p.Records.Owner, held.Key())
	run, err := drafts.Start(ctx, d)
	if err != nil {
		if e := held.Fail(ctx, string(fault.DraftStale), true); e != nil {
			m.res.Warnings = append(m.res.Warnings, "the claim of this run could not be given back: "+e.Error())
		}
		p.logRefusal(ctx, m, err)
		return err
	}
	crash.Point("started")
	m.ended = func(ctx context.Context, v idempotency.Verdict) {
		if e := follow(ctx, run, v); e != nil {
			m.res.Warnings = append(m.res.Warnings, "the draft's new state could not be recorded; its claim has it: "+e.Error())
		}
	}
	g := &guard{p: p, m: m, held: held}
	err = p.send(ctx, m, held, g)
	return p.settle(ctx, m, held, g, err)
}

// follow gives the draft the state that its claim has got.
func follow(ctx context.Context, run *draft.Run, v idempotency.Verdict) error {
	switch v.Status {
	case store.Completed:
		return run.Done(ctx, v.Resource)
	case store.Unknown:
		return run.Lost(ctx, v.Code)
	}
	return run.Failed(ctx, v.Code, v.Status == store.FailedRetryable)
}
