package rest

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// progress is what one run of a plan used up and did.
type progress struct {
	call backend.Call
	// operation is the call's index in a batch; effects counts the requests that
	// were shown as ones that may change something.
	operation, effects int
	requests           int64
	// changes lists the routes that changed something, in order; doubtful those
	// whose service failed at it, so that it may have.
	changes, doubtful []string
	// once are the routes asked for that an action may use a single time.
	once   map[string]bool
	budget *budget

	mu sync.Mutex
	// texts are the parts that mails showed as text of theirs, and that the service
	// keeps apart for their length: message and part.
	texts map[[2]string]bool
	// blobs are the names that the plan was given: those of its files and, with
	// true, of what it saved itself. It knows no other, not even those of another
	// operation of its batch.
	blobs map[string]bool
}

func newProgress(c backend.Call, operation int) *progress {
	p := &progress{call: c, operation: operation, blobs: map[string]bool{}, texts: map[[2]string]bool{}, once: map[string]bool{}}
	for _, f := range c.Files {
		p.blobs[f.Blob] = false
	}
	return p
}

// give lets the plan use what it saved.
func (p *progress) give(blob string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blobs[blob] = true
}

func (p *progress) mayUse(blob string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, given := p.blobs[blob]
	return given
}

// showText lets the plan read a part of a mail as text.
func (p *progress) showText(mail, part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.texts[[2]string{mail, part}] = true
}

// mayRead says whether a decoded text is one of a mail that the plan has seen,
// and not a file that somebody attached to it.
func (p *progress) mayRead(mail, part string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.texts[[2]string{mail, part}]
}

// hasSaved says whether every content in a result is one that the plan saved.
func (p *progress) hasSaved(data any) bool {
	switch x := data.(type) {
	case []any:
		for _, item := range x {
			if !p.hasSaved(item) {
				return false
			}
		}
	case map[string]any:
		if of := object(x[contentKey]); of != nil && len(x) == 1 {
			name, _ := of["name"].(string)
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.blobs[name]
		}
		for _, member := range x {
			if !p.hasSaved(member) {
				return false
			}
		}
	}
	return true
}

// contentKey marks an abi.Content.
const contentKey = "$blob"

// run drives a plan to its result. The error is a *fault.Error, a *refusal or a
// *held; the last says nothing of what was changed before it.
func (b *Backend) run(ctx context.Context, p *progress) (*envelope.Response, error) {
	ctx, p.budget = newBudget(ctx, b.o.CallTimeout)
	defer p.budget.stop()
	res, err := b.steps(ctx, p.call, p)
	if err != nil {
		return nil, p.annotate(err)
	}
	return res, nil
}

func (b *Backend) steps(ctx context.Context, c backend.Call, p *progress) (*envelope.Response, error) {
	in, err := firstInput(c)
	if err != nil {
		return nil, err
	}
	for range b.o.Limits.PlanSteps {
		asking := ctx
		if len(p.changes) > 0 {
			// The change is made; whoever gives up now should still hear what
			// became of it. The plan can't send more: sending looks at ctx.
			asking = context.WithoutCancel(ctx)
		}
		out, err := b.step(asking, c, in)
		if err != nil {
			return nil, err
		}
		if out.Result != nil {
			return p.result(out.Result)
		}
		reqs, err := b.prepareAll(c, out.Requests, p)
		if err != nil {
			return nil, err
		}
		in.State = out.State
		if in.Responses, err = b.exchange(ctx, reqs, p); err != nil {
			return nil, err
		}
	}
	return nil, fault.New(fault.PluginLimit, "%s %s: the plan did not finish in %d steps", c.Service, c.Action, b.o.Limits.PlanSteps)
}

// firstInput gives the plan the parameters without confirm: the yes is the
// host's own business.
func firstInput(c backend.Call) (abi.PlanInput, error) {
	visible := maps.Clone(c.Params)
	delete(visible, "confirm")
	params, err := encode(visible)
	if err != nil {
		return abi.PlanInput{}, fault.Wrap(err, fault.BadRequest, "%s %s: the parameters can't be written as JSON", c.Service, c.Action)
	}
	in := abi.PlanInput{Action: c.Action, Params: params, Clock: c.Clock, ToFile: c.ToFile}
	for _, f := range c.Files {
		in.Files = append(in.Files, f.File)
	}
	return in, nil
}

// step asks the plan once and checks the form of its answer: exactly one of
// requests, result and error.
func (b *Backend) step(ctx context.Context, c backend.Call, in abi.PlanInput) (*abi.PlanOutput, error) {
	if err := stopped(ctx, ""); err != nil {
		return nil, err
	}
	if n := inputSize(in); n > b.o.Limits.PlanInput {
		return nil, fault.New(fault.LimitExceeded, "%s %s: the plan's input would have more than %d bytes", c.Service, c.Action, b.o.Limits.PlanInput).
			WithHint("ask for fewer items")
	}
	out, err := c.Planner.Plan(ctx, in)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, stopped(ctx, "")
	case err != nil && fault.Of(err) != nil:
		return nil, err
	case err != nil:
		return nil, fault.Wrap(err, fault.PluginFault, "%s %s: the plan failed", c.Service, c.Action)
	case out == nil:
		return nil, fault.New(fault.PluginFault, "%s %s: the plan gave no answer", c.Service, c.Action)
	}
	forms := 0
	for _, is := range []bool{len(out.Requests) > 0, out.Result != nil, out.Error != nil} {
		if is {
			forms++
		}
	}
	if forms != 1 {
		return nil, fault.New(fault.PluginFault, "%s %s: the plan must give exactly one of requests, result and error", c.Service, c.Action)
	}
	if out.Error != nil {
		return nil, planRefusal(out.Error)
	}
	return out, nil
}

// inputSize is the size of a step's input, without the few bytes of its frame.
func inputSize(in abi.PlanInput) int64 {
	n := len(in.Params) + len(in.State)
	for _, r := range in.Responses {
		n += len(r.Body)
	}
	return int64(n)
}

// annotate adds to an error what the plan had changed before it.
func (p *progress) annotate(err error) error {
	note := p.done()
	if note == "" || heldOf(err) != nil {
		return err
	}
	var r *refusal
	if errors.As(err, &r) {
		again := *r
		again.message += note
		again.changed = true
		return &again
	}
	if f := fault.Of(err); f != nil {
		again := *f
		again.Message += note
		again.Change = fault.ChangeMade
		if f.Code == fault.PluginViolation { // "nothing was sent" holds for the last step only
			again.Hint = "nothing of this step was sent"
		}
		return &again
	}
	return err
}

// done says what was changed so far, as the end of a message; "" for nothing.
func (p *progress) done() string {
	if len(p.changes) == 0 {
		return ""
	}
	return "; already carried out: " + strings.Join(p.changes, ", ")
}

// settle turns what the service refused into an answer; other errors stay.
func settle(res *envelope.Response, err error) (*envelope.Response, error) {
	var r *refusal
	if errors.As(err, &r) {
		return &envelope.Response{Error: &envelope.Error{Code: string(r.code), Message: r.message, Change: r.change()}}, nil
	}
	return res, err
}

// result turns a plan's result into the answer.
func (p *progress) result(r *abi.Result) (*envelope.Response, error) {
	res := &envelope.Response{Success: true, Warnings: r.Warnings}
	if len(r.Data) > 0 {
		v, err := decode(r.Data)
		if err != nil {
			return nil, fault.Wrap(err, fault.PluginFault, "the plan's result is not JSON")
		}
		res.Data = v
	}
	if !p.hasSaved(res.Data) {
		return nil, fault.New(fault.PluginViolation, "the plan's result names content that the plan has not saved")
	}
	if hidesFailure(res.Data) {
		return nil, fault.New(fault.PluginFault, "the plan calls a result that holds failures a success")
	}
	if page := r.Pagination; page != nil {
		more := page.HasMore
		res.Pagination = &envelope.Pagination{HasMore: &more}
		if page.NextPageToken != "" {
			token := page.NextPageToken
			res.Pagination.NextPageToken = &token
		}
	}
	return res, nil
}

// hidesFailure is the rule that proxies' answers are held to as well: a
// failure in data.results belongs into a partial answer.
func hidesFailure(data any) bool {
	m, _ := data.(map[string]any)
	list, _ := m["results"].([]any)
	for _, item := range list {
		if entry, ok := item.(map[string]any); ok && entry["success"] == false {
			return true
		}
	}
	return false
}
