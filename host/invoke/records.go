package invoke

import (
	"context"
	"encoding/json"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/store"
)

// Records is what a pipeline keeps of the calls that change something. The
// functions open what they give at their first use, so that a read pays for
// none of it.
type Records struct {
	Claims func(context.Context) (*idempotency.Claims, error)
	Drafts func(context.Context) (*draft.Drafts, error)
	Audit  func() (Auditor, error)
	// Owner says whose data a call of the pipeline's backend touches.
	Owner store.Owner
	// Nobody says why nobody is known whose data it would be: nobody is signed in,
	// or no proxy is set. Nothing can be stored for nobody; a call that runs says
	// the same by itself.
	Nobody error
	// Address is the account's own mail address, and Account the name that
	// people give it; "" where they are not known.
	Address, Account string
	// Bearer is a digest of the token where nobody has said whose it is: a draft
	// runs with the token that it was stored with, as another may be somebody
	// else's. "" where the account is known.
	Bearer string
	// Actor is who calls. It is asked when something is recorded: the system may
	// have to ask a directory server.
	Actor func() string
	// FrontEnd is by what ("cli", "mcp").
	FrontEnd string
	// Profile and Local say how the pipeline was configured, so that a draft can
	// be run the same way.
	Profile string
	Local   bool
	// LogReads wants reads in the audit log, too.
	LogReads bool
}

// Auditor takes records of what was tried; *audit.Log is one.
type Auditor interface {
	Append(ctx context.Context, r audit.Record) error
}

// recordTime bounds the writing of a record for a call that was given up: what
// became of it is worth a moment.
const recordTime = 10 * time.Second

// lasting gives a context for writing records, which outlives the call's own.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), recordTime)
}

// now is the time in the user's zone. It comes with the clock of calls.
func (p *Pipeline) now() time.Time {
	if p.Now != nil {
		return p.Now()
	}
	return time.Now()
}

// record begins the audit record of a call.
func (p *Pipeline) record(m *prepared, event string) audit.Record {
	res := m.res
	r := audit.Record{
		Time: p.now(), Event: event, Service: res.Service, Tool: res.Tool, Action: res.Action, Class: string(res.Class),
		Backend: p.Backend.Name(), Confirm: res.ConfirmSource, Claim: res.Claim,
	}
	switch {
	case res.Decision.Allowed:
		r.Decision = "allow"
	case len(res.Decision.Reasons) > 0: // else nothing was decided
		r.Decision = "deny"
	}
	for _, reason := range res.Decision.Reasons {
		r.Reasons = append(r.Reasons, reason.Rule)
	}
	if k := p.Records; k != nil {
		r.Tenant, r.Account, r.Actor, r.FrontEnd, r.Profile = k.Owner.Tenant, k.Owner.Account, k.Actor(), k.FrontEnd, k.Profile
	}
	if d := res.Draft; d != nil {
		r.Draft, r.Revision, r.Digest = d.ID, d.Revision, d.Digest
	} else {
		r.Digest, _ = digestOf(m, false)
	}
	return r
}

// write appends a record that must be there before anything is sent.
func (p *Pipeline) write(ctx context.Context, r audit.Record) error {
	if p.Records == nil {
		return noRecords()
	}
	log, err := p.Records.Audit()
	if err != nil {
		return err
	}
	return log.Append(ctx, r)
}

// note appends a record of what has happened, or was refused. It changes nothing
// any more, so that a failure is only told.
func (p *Pipeline) note(ctx context.Context, res *Result, r audit.Record) {
	if p.Records == nil {
		return
	}
	ctx, done := lasting(ctx)
	defer done()
	if err := p.write(ctx, r); err != nil {
		res.Warnings = append(res.Warnings, "the audit log has no record of this: "+err.Error())
	}
}

func (p *Pipeline) logRefusal(ctx context.Context, m *prepared, err error) {
	r := p.record(m, audit.Refused)
	r.Code, r.Status = string(fault.CodeOf(err)), "refused"
	p.note(ctx, m.res, r)
}

func (p *Pipeline) logDryRun(ctx context.Context, m *prepared, err error) {
	r := p.record(m, audit.DryRun)
	r.Status = statusOf(err)
	if err != nil {
		r.Code = string(fault.CodeOf(err))
	}
	p.note(ctx, m.res, r)
}

func (p *Pipeline) logRead(ctx context.Context, m *prepared, err error) {
	if p.Records == nil || !p.Records.LogReads {
		return
	}
	r := p.record(m, audit.Read)
	p.closeRecord(&r, m, err)
	p.note(ctx, m.res, r)
}

// closeRecord adds to a record what became of the call.
func (p *Pipeline) closeRecord(r *audit.Record, m *prepared, err error) {
	r.Status, r.DurationMS = statusOf(err), p.now().Sub(m.begun).Milliseconds()
	switch res := m.res.Response; {
	case err != nil:
		r.Code = string(fault.CodeOf(err))
	case res == nil:
	case !res.Success:
		r.Status, r.Code = "failed", res.Error.Code
	case res.Partial:
		r.Status = "partial"
	}
	if m.res.Response != nil {
		if raw, err := json.Marshal(m.res.Response.Object()); err == nil {
			r.AnswerBytes = int64(len(raw))
		}
	}
}

func statusOf(err error) string {
	switch {
	case err == nil:
		return "ok"
	case fault.CodeOf(err) == fault.OutcomeUnknown:
		return "unknown"
	}
	return "failed"
}

func noRecords() error {
	return fault.New(fault.StoreUnavailable, "there is no place to record what is begun, so nothing that changes anything is sent").
		WithHint("set HOME, or WSLITE_STATE_DIR to a directory of your own")
}

// digestOf is what an idempotency key is bound to: the tool and the arguments as
// they were given. What the plugin makes of them is left out, since it may hold
// the time of the call: the same command a minute later is the same call. The
// bytes of files count only where bytes is set, since they must be read for it.
func digestOf(m *prepared, bytes bool) (string, error) {
	payload := map[string]any{"service": m.res.Service, "tool": m.res.Tool, "args": m.args}
	if m.raw {
		payload["action"] = m.res.Action
	}
	if bytes && len(m.files) > 0 {
		files, err := filesForDigest(m.files)
		if err != nil {
			return "", err
		}
		payload["files"] = files
	}
	return canon.Digest(payload)
}

func filesForDigest(files []openFile) ([]any, error) {
	var list []any
	for _, f := range files {
		sum, err := f.blob.SHA256()
		if err != nil {
			return nil, err
		}
		list = append(list, map[string]any{"operation": f.Operation, "arg": f.Arg, "sha256": sum})
	}
	return list, nil
}

// takes gives the counts that a call takes from, on the user's day.
func takes(d policy.Decision, now time.Time) []store.Cap {
	var caps []store.Cap
	for _, c := range d.Caps {
		caps = append(caps, store.Cap{Name: c.Name, Day: now.Format(time.DateOnly), Amount: c.Amount, Limit: c.Limit})
	}
	return caps
}
