package sandbox

import (
	"context"
	"errors"

	extism "github.com/extism/go-sdk"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox/internal/kernel"
	"github.com/wslite/wslite/host/sandbox/internal/linear"
	"github.com/wslite/wslite/host/sandbox/internal/wasi"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

// instance is one running copy of a module. One goroutine at a time may use
// it; that an Invocation owns it sees to that.
type instance struct {
	plugin   *extism.Plugin
	mod      api.Module
	mem      api.Memory
	memories *linear.Memories
	state    []api.MutableGlobal
	exports  map[string]api.Function

	kernel *kernel.Kernel
	system wasi.System
	log    logbook
	meter  meter

	shared *linear.Shared // nil where its memory is its own

	ctx context.Context // of the call that runs
	// cause is why we stopped the guest. It, not the text of an error,
	// decides what a failure is.
	cause error
}

// errStopped is what the host panics with to end a guest; wazero turns the
// panic into the error of the call.
var errStopped = errors.New("stopped by the host")

// start makes an instance whose initialisation has not run.
func start(ctx context.Context, c *compiled, l limits.Limits) (*instance, error) {
	in := &instance{
		memories: &linear.Memories{},
		exports:  map[string]api.Function{},
		kernel:   kernel.New(kernel.Limits{Memory: l.KernelMemory, Output: l.Output}),
		log:      logbook{most: l.Log},
	}
	in.system.Print = func(p []byte) { in.must(in.log.print(p)) }
	in.system.Exit = func(code uint32) {
		in.stop(fault.New(fault.PluginFault, "it ended itself with exit code %d instead of returning", code))
	}
	p, err := c.plugin.Instance(experimental.WithMemoryAllocator(ctx, in.memories),
		extism.PluginInstanceConfig{ModuleConfig: wazero.NewModuleConfig()})
	if err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "it can't be started: %s", reason(err.Error()))
	}
	in.plugin = p
	if err := in.attach(ctx, c.state); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

// attach gets hold of what the instrumentation exports.
func (in *instance) attach(ctx context.Context, state []string) error {
	if _, _, err := in.plugin.CallWithContext(callContext{ctx, in}, wasm.HookExport, nil); err != nil || in.mod == nil {
		return fault.Wrap(err, fault.PluginRefused, "it is not instrumented")
	}
	in.mem = in.mod.Memory()
	for _, name := range append([]string{wasm.FuelExport}, state...) {
		g, ok := in.mod.ExportedGlobal(name).(api.MutableGlobal)
		if !ok {
			return fault.New(fault.PluginRefused, "it is not instrumented: it exports no global %s", name)
		}
		in.state = append(in.state, g)
	}
	in.meter.fuel, in.state = in.state[0], in.state[1:]
	return nil
}

// run calls an export that takes nothing and gives nothing or a code, 0 for
// success. On an error the instance must not be used again.
func (in *instance) run(ctx context.Context, export string, input []byte, fuel int64) ([]byte, error) {
	f, err := in.export(export)
	if err != nil {
		return nil, err
	}
	in.log.reset()
	if err := in.kernel.Reset(input); err != nil {
		return nil, err
	}
	in.ctx, in.cause = ctx, nil
	in.meter.start(fuel)
	stack := []uint64{0}
	err = f.CallWithStack(callContext{ctx, in}, stack)
	switch {
	case in.cause != nil:
		return nil, in.cause
	case err != nil:
		return nil, fault.Wrap(err, fault.PluginFault, "it trapped: %s", reason(err.Error()))
	case in.meter.spent():
		return nil, in.outOfFuel()
	}
	if msg, set := in.kernel.Error(); set {
		return nil, fault.New(fault.PluginFault, "it says: %s", reason(msg))
	}
	if code := uint32(stack[0]); code != 0 {
		return nil, fault.New(fault.PluginFault, "it returned the code %d", code)
	}
	return in.kernel.Output()
}

// export finds a function of the kind that can be called.
func (in *instance) export(name string) (api.Function, error) {
	if f := in.exports[name]; f != nil {
		return f, nil
	}
	f := in.mod.ExportedFunction(name)
	if f == nil {
		return nil, fault.New(fault.PluginFault, "it has no export %q", name)
	}
	def := f.Definition()
	if results := def.ResultTypes(); len(def.ParamTypes()) > 0 || len(results) > 1 || len(results) == 1 && results[0] != api.ValueTypeI32 {
		return nil, fault.New(fault.PluginFault, "its export %q is not a function without parameters that gives an i32", name)
	}
	in.exports[name] = f
	return f, nil
}

// refuel answers a guest that used up its slice.
func (in *instance) refuel() int64 {
	if in.ctx.Err() != nil {
		in.stop(in.ctx.Err())
	}
	n, ok := in.meter.more()
	if !ok {
		in.stop(in.outOfFuel())
	}
	return n
}

func (in *instance) outOfFuel() error {
	return fault.New(fault.PluginOutOfFuel, "it computed for too long: it used up its %d units of fuel", in.meter.budget)
}

// stop ends the guest. It is called by host functions only and does not
// return.
func (in *instance) stop(cause error) {
	if in.cause == nil {
		in.cause = cause
	}
	panic(errStopped)
}

// must ends the guest if err is not nil.
func (in *instance) must(err error) {
	if err != nil {
		in.stop(err)
	}
}

// close gives the instance's memory back.
func (in *instance) close() {
	_ = in.plugin.CloseWithContext(context.Background()) // closing can't fail: the guest has no files
}
