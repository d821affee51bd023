package rest

import (
	"context"
	"fmt"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

const (
	// maxOperations is how many operations a batch may have: the proxies' own
	// limit.
	maxOperations = 20
	// batchData is how many bytes of data a batch's answer may hold in all:
	// the proxies' limit for an answer. Beyond it an operation still tells
	// whether it succeeded, without its data.
	batchData = 1_000_000
	// maxWeight is where the proxies' rate budget stops counting.
	maxWeight = 100
)

// batch runs the operations in order, each with its own plan, its own row in
// the risk tables and its own share of the limits. A failure does not stop the
// ones behind it, except where going on would not be safe: after a change
// whose outcome nobody knows (a later operation may build on it), after a
// plugin broke a rule, and when the caller gave up. What did not run says so. A
// guard's no ends the batch with the guard's error.
func (b *Backend) batch(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	ops, err := operations(c)
	if err != nil {
		return nil, err
	}
	if err := stopped(ctx, ""); err != nil {
		return nil, err
	}
	r := report{left: batchData}
	for i, op := range ops {
		call, bad := b.operation(c, op)
		if bad == nil {
			call.Files = filesOf(c, i)
			r.weight += b.weight(call)
		}
		if r.stop == "" {
			if err := stopped(ctx, ""); err != nil {
				r.stop = "the batch was interrupted"
			}
		}
		switch {
		case r.stop != "":
			r.failed(i, op, fault.Interrupted, "not run: "+r.stop)
		case bad != nil:
			r.failed(i, op, bad.code, bad.message)
		default:
			p := newProgress(call, i)
			res, err := settle(b.run(ctx, p))
			r.note(p)
			if h := heldOf(err); h != nil {
				return nil, noted(h.err, r.done())
			}
			r.add(i, op, res, err)
		}
		c.Tell(i+1, len(ops))
	}
	return r.response(), nil
}

// operations reads the list.
func operations(c backend.Call) ([]any, error) {
	ops, ok := c.Params["operations"].([]any)
	switch {
	case !ok || len(ops) == 0:
		return nil, fault.New(fault.BadRequest, "%s batch: operations must be a list of 1 to %d operations", c.Service, maxOperations).WithField("operations")
	case len(ops) > maxOperations:
		return nil, fault.New(fault.LimitExceeded, "%s batch: %d operations; at most %d are run", c.Service, len(ops), maxOperations).
			WithField("operations").WithHint("split the batch")
	}
	return ops, nil
}

// operation makes the call of one entry, or says why it can't run. It reads an
// entry as the gate did (risk.Operations): what the gate did not see as an
// operation does not run.
func (b *Backend) operation(c backend.Call, entry any) (backend.Call, *refusal) {
	op, ok := entry.(map[string]any)
	if !ok {
		return backend.Call{}, &refusal{code: fault.BadRequest, message: "the operation is not an object"}
	}
	action, ok := op["action"].(string)
	if !ok || action == "" {
		return backend.Call{}, &refusal{code: fault.BadRequest, message: "the operation names no action"}
	}
	params := map[string]any{}
	if p, given := op["params"]; given {
		if params, ok = p.(map[string]any); !ok {
			return backend.Call{}, &refusal{code: fault.BadRequest, message: "params is not an object"}
		}
	}
	_, known := b.o.Risk.Row(c.Service, action)
	if !known || action == risk.Batch {
		return backend.Call{}, &refusal{code: fault.BatchNotAllowed, message: "the action " + show(action) + " can't stand in a batch"}
	}
	return backend.Call{
		Service: c.Service, Action: action, Class: string(b.o.Risk.Resolve(c.Service, action, params)),
		Params: params, Clock: c.Clock, Planner: c.Planner, Blobs: c.Blobs, ToFile: c.ToFile,
		Guard: c.Guard, WantReached: c.WantReached,
	}, nil
}

// filesOf are the files of one operation: another's are not its business.
func filesOf(c backend.Call, operation int) []backend.File {
	var own []backend.File
	for _, f := range c.Files {
		if f.Operation == operation {
			own = append(own, f)
		}
	}
	return own
}

func (b *Backend) weight(c backend.Call) int {
	row, _ := b.o.Risk.Row(c.Service, c.Action)
	return row.Weight
}

func inOperation(i int, err error) error {
	f := fault.Of(err)
	if f == nil {
		return err
	}
	again := *f
	again.Message = fmt.Sprintf("operation %d: %s", i, f.Message)
	again.Field = fmt.Sprintf("operations.%d", i)
	return &again
}
