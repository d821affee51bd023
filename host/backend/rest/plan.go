package rest

import (
	"context"
	"errors"
	"maps"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

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
		c.Told(out.Progress)
		in.State = out.State
		if len(out.Requests) == 0 { // a step that computed, and wants to go on
			in.Responses = nil
			continue
		}
		reqs, err := b.prepareAll(c, out.Requests, p)
		if err != nil {
			return nil, err
		}
		if in.Responses, err = b.exchange(ctx, reqs, p); err != nil {
			return nil, err
		}
		c.Tell(int(p.requests), 0)
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
	computed := len(out.Requests) == 0 && out.Progress != nil && len(out.State) > 0
	for _, is := range []bool{len(out.Requests) > 0, out.Result != nil, out.Error != nil, computed} {
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
