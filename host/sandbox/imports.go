package sandbox

import (
	"context"

	extism "github.com/extism/go-sdk"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/sandbox/internal/wasi"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

const wasiModule = "wasi_snapshot_preview1"

// hostFunc is a function that a guest may call. params holds i for an i32 and
// l for an i64, result one of them or nothing.
type hostFunc struct {
	params, result string
	call           func(in *instance, stack []uint64)
}

// logLevel is what get_log_level answers: 2 is "info" in Extism's numbering.
const logLevel = 2

// memoryFuncs is what a guest may call to get its input and to give its
// output. The signatures are Extism's (host.go of its Go SDK, v1.7.1), the
// work is package kernel's.
var memoryFuncs = map[string]hostFunc{
	"alloc": {"l", "l", func(in *instance, s []uint64) {
		at, err := in.kernel.Alloc(s[0])
		in.must(err)
		s[0] = at
	}},
	"free":          {"l", "", func(in *instance, s []uint64) { in.kernel.Free(s[0]) }},
	"length":        {"l", "l", func(in *instance, s []uint64) { s[0] = in.kernel.Length(s[0]) }},
	"length_unsafe": {"l", "l", func(in *instance, s []uint64) { s[0] = in.kernel.Length(s[0]) }},
	"load_u8": {"l", "i", func(in *instance, s []uint64) {
		v, err := in.kernel.Load8(s[0])
		in.must(err)
		s[0] = uint64(v)
	}},
	"load_u64": {"l", "l", func(in *instance, s []uint64) {
		v, err := in.kernel.Load64(s[0])
		in.must(err)
		s[0] = v
	}},
	"store_u8":       {"li", "", func(in *instance, s []uint64) { in.must(in.kernel.Store8(s[0], byte(s[1]))) }},
	"store_u64":      {"ll", "", func(in *instance, s []uint64) { in.must(in.kernel.Store64(s[0], s[1])) }},
	"input_length":   {"", "l", func(in *instance, s []uint64) { _, s[0] = in.kernel.Input() }},
	"input_offset":   {"", "l", func(in *instance, s []uint64) { s[0], _ = in.kernel.Input() }},
	"input_load_u8":  {"l", "i", func(in *instance, s []uint64) { s[0] = uint64(in.kernel.InputLoad8(s[0])) }},
	"input_load_u64": {"l", "l", func(in *instance, s []uint64) { s[0] = in.kernel.InputLoad64(s[0]) }},
	"output_set":     {"ll", "", func(in *instance, s []uint64) { in.must(in.kernel.SetOutput(s[0], s[1])) }},
	"error_set":      {"l", "", func(in *instance, s []uint64) { in.kernel.SetError(s[0]) }},
	"log_trace":      {"l", "", logBlock(guest.LevelTrace)},
	"log_debug":      {"l", "", logBlock(guest.LevelDebug)},
	"log_info":       {"l", "", logBlock(guest.LevelInfo)},
	"log_warn":       {"l", "", logBlock(guest.LevelWarn)},
	"log_error":      {"l", "", logBlock(guest.LevelError)},
	"get_log_level":  {"", "i", func(_ *instance, s []uint64) { s[0] = logLevel }},
}

// logBlock notes a message and frees it, as Extism does.
func logBlock(level string) func(*instance, []uint64) {
	return func(in *instance, s []uint64) {
		in.must(in.log.line(level, in.kernel.Text(s[0])))
		in.kernel.Free(s[0])
	}
}

// yield is where a guest asks for more fuel.
var yield = hostFunc{"", "l", func(in *instance, s []uint64) { s[0] = uint64(in.refuel()) }}

// wasiFunc makes a host function of a WASI call.
func wasiFunc(e wasi.Entry) hostFunc {
	f := hostFunc{params: e.Params, result: "i"}
	f.call = func(in *instance, s []uint64) {
		s[0] = uint64(e.Call(&in.system, in.mem, s))
	}
	if e.NoResult {
		f.result = ""
		f.call = func(in *instance, s []uint64) { e.Call(&in.system, in.mem, s) }
	}
	return f
}

// resolve gives the functions that a module imports, and no other. They exist
// once per module and find their instance in the context of the call.
func resolve(imports []importName) ([]extism.HostFunction, error) {
	calls := wasi.Funcs()
	var out []extism.HostFunction
	yields := false
	seen := map[importName]bool{}
	for _, i := range imports {
		var f hostFunc
		var ok bool
		switch i.module {
		case ourModule:
			f, ok = memoryFuncs[i.name]
		case wasiModule:
			var e wasi.Entry
			if e, ok = calls[i.name]; ok {
				f = wasiFunc(e)
			}
		case wasm.YieldModule:
			f, ok = yield, i.name == wasm.YieldName
			yields = yields || ok
		}
		if !ok {
			return nil, fault.New(fault.PluginRefused, "it imports %q from %q, which no plugin may", i.name, i.module)
		}
		if !seen[i] {
			seen[i] = true
			out = append(out, f.bind(i))
		}
	}
	if !yields {
		return nil, fault.New(fault.PluginRefused, "it is not metered")
	}
	return out, nil
}

func (f hostFunc) bind(i importName) extism.HostFunction {
	h := extism.NewHostFunctionWithStack(i.name, func(ctx context.Context, _ *extism.CurrentPlugin, stack []uint64) {
		f.call(instanceOf(ctx), stack)
	}, valueTypes(f.params), valueTypes(f.result))
	h.SetNamespace(i.module)
	return h
}

func valueTypes(s string) []extism.ValueType {
	out := make([]extism.ValueType, 0, len(s))
	for _, c := range s {
		if c == 'l' {
			out = append(out, extism.ValueTypeI64)
		} else {
			out = append(out, extism.ValueTypeI32)
		}
	}
	return out
}
