package sandbox

import (
	"context"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/sdk/abi"
)

// Invocation is the use of a module for one tool call: transform, the steps
// of plan, render. Each Call gets an instance in the state after initialisation
// and gives it back: nothing is left from the call before, be it of this
// invocation or of another. So a result depends on the export, the input and
// the clock alone, and an invocation that waits for a service holds nothing that
// another one needs.
//
// One goroutine uses an Invocation. If a second one calls it meanwhile it
// gets an error, and no instance meets both.
type Invocation struct {
	m    *Module
	now  time.Time
	seed [32]byte

	mu    sync.Mutex
	ended bool
	fuel  int64
	log   []guest.Line
}

// Call runs an export with an input, both as JSON, and gives its output.
//
// Size and UTF-8 are checked here; what the output says is for package guest.
// The errors are LIMIT_EXCEEDED for an input that is too large,
// PLUGIN_OUT_OF_FUEL, PLUGIN_LIMIT, PLUGIN_FAULT for a trap, an exit or an
// error that the plugin reports, and INTERRUPTED if ctx was done: the guest
// is stopped within a few milliseconds.
func (i *Invocation) Call(ctx context.Context, export string, input []byte) ([]byte, error) {
	if !i.mu.TryLock() {
		return nil, fault.New(fault.Client, "the plugin %s is called twice at once in one invocation", i.m.name)
	}
	defer i.mu.Unlock()
	if i.ended {
		return nil, fault.New(fault.Client, "the plugin %s is called after its invocation has ended", i.m.name)
	}
	if err := i.checkInput(export, input); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, interrupted(ctx, i.m.name)
	}
	in, err := i.m.get(ctx)
	if err != nil {
		return nil, err
	}
	in.system.Reset(i.now, i.seed)
	out, err := in.run(ctx, export, input, i.m.limits.Fuel(len(input)))
	i.fuel += min(in.meter.used(), in.meter.budget)
	i.log = append(i.log, in.log.take()...)
	if err == nil && !utf8.Valid(out) {
		err = fault.New(fault.PluginFault, "its answer is not UTF-8")
	}
	if err != nil {
		i.m.discard(in)
		if ctx.Err() != nil {
			return nil, interrupted(ctx, i.m.name)
		}
		return nil, about(err, i.m.name, export)
	}
	i.m.reset(in)
	return out, nil
}

func (i *Invocation) checkInput(export string, input []byte) error {
	most := i.m.limits.Input
	if export == abi.ExportPlan {
		most = i.m.limits.PlanInput
	}
	if int64(len(input)) > most {
		return fault.New(fault.LimitExceeded, "the input of %s for %s has %d bytes, the limit is %d", export, i.m.name, len(input), most).
			WithHint("send less at once")
	}
	if !utf8.Valid(input) {
		return fault.New(fault.Client, "the input of %s for %s is not UTF-8", export, i.m.name)
	}
	return nil
}

// FuelUsed is the fuel that all calls used together. The same calls use the
// same fuel on any machine.
func (i *Invocation) FuelUsed() int64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fuel
}

// Log gives what the guest logged and printed, line by line, in all calls so far.
func (i *Invocation) Log() []guest.Line {
	i.mu.Lock()
	defer i.mu.Unlock()
	return append([]guest.Line(nil), i.log...)
}

// End ends the invocation. A call that runs is waited for. Only the first End
// counts.
func (i *Invocation) End() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ended {
		return
	}
	i.ended = true
	i.m.leave()
}
