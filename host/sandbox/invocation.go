package sandbox

import (
	"context"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// Invocation is the use of a module for one tool call: transform, the steps
// of plan, render. It owns an instance, which every Call finds in the state
// after initialisation: nothing is left from the call before, be it of this
// invocation or of another. So a result depends on the export, the input and
// the clock alone.
//
// One goroutine uses an Invocation. If a second one calls it meanwhile it
// gets an error, and the instance never meets both.
type Invocation struct {
	m    *Module
	now  time.Time
	seed [32]byte

	mu    sync.Mutex
	ended bool
	in    *instance // nil after a call that cost it
	dirty bool      // a call has run on in
	fuel  int64
	log   []string
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
	if err := i.ready(ctx); err != nil {
		return nil, err
	}
	in := i.in
	in.system.Reset(i.now, i.seed)
	i.dirty = true
	out, err := in.run(ctx, export, input, i.m.limits.Fuel(len(input)))
	i.fuel += min(in.meter.used(), in.meter.budget)
	i.log = append(i.log, in.log.take()...)
	if err == nil && !utf8.Valid(out) {
		err = fault.New(fault.PluginFault, "its answer is not UTF-8")
	}
	if err != nil {
		i.drop()
		if ctx.Err() != nil {
			return nil, interrupted(ctx, i.m.name)
		}
		return nil, about(err, i.m.name, export)
	}
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

// ready makes i.in an instance in the state of the snapshot.
func (i *Invocation) ready(ctx context.Context) error {
	i.settle()
	if i.in != nil {
		return nil
	}
	in, err := i.m.get(ctx)
	i.in = in
	return err
}

// settle resets an instance that was used; one that grew is given up.
func (i *Invocation) settle() {
	if i.in == nil || !i.dirty {
		return
	}
	if !i.m.snap.fits(i.in) {
		i.drop()
		return
	}
	i.m.snap.restore(i.in)
	i.dirty = false
}

// drop gives up the instance.
func (i *Invocation) drop() {
	i.in.close()
	i.m.put(nil)
	i.in, i.dirty = nil, false
}

// FuelUsed is the fuel that all calls used together. The same calls use the
// same fuel on any machine.
func (i *Invocation) FuelUsed() int64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fuel
}

// Log gives what the guest logged and printed, line by line, without control
// characters.
func (i *Invocation) Log() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return append([]string(nil), i.log...)
}

// End hands the instance back, reset, or gives it up. A call that runs is
// waited for. Only the first End counts.
func (i *Invocation) End() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ended {
		return
	}
	i.ended = true
	i.settle()
	if i.in != nil {
		i.m.put(i.in)
		i.in = nil
	}
	<-i.m.slots
}
