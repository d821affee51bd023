package invoke

import (
	"context"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/internal/crash"
)

// mutate runs a call that changes something, at most once for its key:
//
//	look at the key -> policy and a person's yes -> claim -> audit "attempt"
//	-> backend, each change guarded -> claim ended -> audit "outcome"
//
// A key that was used before answers before anybody is asked. Where the front end
// asks by itself (ShowGated), it stops before the yes.
func (p *Pipeline) mutate(ctx context.Context, m *prepared) error {
	if p.Records == nil {
		return noRecords()
	}
	claims, err := p.Records.Claims(ctx)
	if err != nil {
		return err
	}
	req, err := p.claimOf(m)
	if err != nil {
		return err
	}
	if m.Key != "" {
		if err := idempotency.CheckKey(m.Key); err != nil {
			return err
		}
		done, err := claims.Peek(ctx, req)
		if err != nil {
			p.logRefusal(ctx, m, err)
			return err
		}
		if done != nil {
			return p.duplicate(ctx, m, done)
		}
	}
	if p.asks(m) {
		return p.show(ctx, m)
	}
	if err := p.gate(ctx, m); err != nil {
		return err
	}
	return p.execute(ctx, m, claims, req)
}

// claimOf is the claim that a call needs.
func (p *Pipeline) claimOf(m *prepared) (idempotency.Request, error) {
	req := idempotency.Request{
		Owner: p.Records.Owner, Key: m.Key, Operation: m.res.Service + "." + m.res.Action,
		Tool: m.res.Tool, Class: string(m.res.Class), Actor: p.Records.Actor(), Caps: takes(m.res.Decision, m.begun),
	}
	for _, f := range m.files {
		req.Moves += f.blob.Size()
	}
	if d := m.running; d != nil {
		req.Key, req.Draft, req.Digest = draft.Key(d.ID, d.Revision), d.ID, d.Digest
		return req, nil
	}
	if m.Key == "" {
		req.Key = idempotency.FreshKey()
	}
	var err error
	req.Digest, err = digestOf(m, m.Key != "")
	return req, err
}

// duplicate answers a call that was done before with what is known of it.
func (p *Pipeline) duplicate(ctx context.Context, m *prepared, s *idempotency.Summary) error {
	data := map[string]any{"status": "duplicate", "completedAt": s.Completed.UTC().Format(rfc3339Millis)}
	if s.Draft != "" {
		data["draftId"] = s.Draft
	}
	if s.Resource != "" {
		data["resourceId"] = s.Resource
	}
	m.res.Response, m.res.Duplicate = &envelope.Response{Success: true, Data: data}, true
	m.res.Claim = idempotency.KeyID(p.Records.Owner, s.Key)
	r := p.record(m, audit.Outcome)
	r.Status = "duplicate"
	p.note(ctx, m.res, r)
	return nil
}

const rfc3339Millis = "2006-01-02T15:04:05.000Z07:00"

// execute claims the call, sends it and records what became of it.
func (p *Pipeline) execute(ctx context.Context, m *prepared, claims *idempotency.Claims, req idempotency.Request) error {
	held, done, err := claims.Begin(ctx, req)
	if err != nil {
		p.logRefusal(ctx, m, err)
		return err
	}
	if done != nil {
		return p.duplicate(ctx, m, done)
	}
	crash.Point("claimed")
	m.res.Claim = idempotency.KeyID(p.Records.Owner, held.Key())
	g := &guard{p: p, m: m, held: held}
	err = p.send(ctx, m, held, g)
	return p.settle(ctx, m, held, g, err)
}

// send writes the attempt into the audit log and lets the backend run.
func (p *Pipeline) send(ctx context.Context, m *prepared, held *idempotency.Held, g *guard) error {
	attempt := p.record(m, audit.Attempt)
	attempt.Attempt = held.Attempt()
	if err := p.write(ctx, attempt); err != nil {
		return err
	}
	crash.Point("audited")
	call := p.call(m)
	call.Guard = g.before
	var err error
	m.res.Response, err = p.Backend.Do(ctx, call)
	return err
}

// settle ends the claim by what became of the call, and logs it. What the records
// could not take is a warning: the call's own result stands.
func (p *Pipeline) settle(ctx context.Context, m *prepared, held *idempotency.Held, g *guard, err error) error {
	end, done := lasting(ctx)
	defer done()
	verdict := idempotency.Judge(m.res.Response, err, g.effects, g.refused)
	if e := held.End(end, verdict); e != nil {
		m.res.Warnings = append(m.res.Warnings, e.Error())
	}
	crash.Point("completed")
	if m.ended != nil {
		m.ended(end, verdict)
	}
	r := p.record(m, audit.Outcome)
	r.Attempt, r.Routes, r.SentBytes = held.Attempt(), g.routes, g.sent
	p.closeRecord(&r, m, err)
	p.note(ctx, m.res, r)
	crash.Point("logged")
	return err
}

// guard stands before each request that may change something.
type guard struct {
	p    *Pipeline
	m    *prepared
	held *idempotency.Held
	// effects counts those that were let out; refused says that one was not.
	effects int
	refused bool
	routes  []string
	sent    int64
}

// before judges one request right before it leaves: whom it reaches, and whether
// it is what was agreed to, where somebody was shown it.
func (g *guard) before(ctx context.Context, e backend.Effect) error {
	err := g.judge(ctx, e)
	if err != nil {
		g.refused = true
		return err
	}
	g.effects++
	g.sent += e.Size
	if e.Route != "" {
		g.routes = append(g.routes, e.Route)
	}
	return nil
}

func (g *guard) judge(ctx context.Context, e backend.Effect) error {
	if !g.p.Proxied { // what a proxy will do was judged by the parameters
		if err := g.p.Policy.Reaches(g.p.operationInput(g.m, e.Operation), e.Reached, e.ReachedKnown); err != nil {
			return err
		}
	}
	if d := g.m.agreement(); d != nil {
		if err := agreed(d, e); err != nil {
			return err
		}
		if err := g.p.agreedReach(d, e); err != nil {
			return err
		}
	}
	return g.held.Live(ctx) // last: what comes before it may have taken its time
}

// agreed compares a request with the one that the draft showed in its place. Of
// an operation's requests those of its first step with a change could be shown,
// and no other comes with them; what follows depends on the answers.
func agreed(d *draft.Draft, e backend.Effect) error {
	var shown []draft.Effect
	for _, was := range d.Payload.Effects {
		if was.Operation == e.Operation {
			shown = append(shown, was)
		}
	}
	switch {
	case len(shown) == 0 && len(d.Payload.Effects) > 0:
		return stale(d, "a request would go out now for an operation that had nothing to change")
	case e.Nth >= len(shown):
		return nil
	case e.Together > 0 && e.Together != len(shown):
		return stale(d, "other requests would go out together now than those that were agreed to")
	}
	sum, err := e.Digest()
	if err != nil {
		return err
	}
	if sum != shown[e.Nth].Digest {
		return stale(d, "another request would go out now than the one that was agreed to")
	}
	return nil
}

// stale is the error for what was agreed to and is not so any more. What was shown
// without being stored has no id.
func stale(d *draft.Draft, why string) error {
	if d.ID == "" {
		return notAsShown(why)
	}
	return fault.New(fault.DraftStale, "draft %s is stale: %s; it is not sent", d.ID, why).
		WithHint("wslite drafts edit %s --refresh makes it anew; then look at it again", d.ID)
}
