package sandbox

import (
	"context"
	"runtime"

	extism "github.com/extism/go-sdk"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/sandbox/internal/modcache"
	"github.com/wslite/wslite/host/sandbox/wasm"
)

// compiled is a module that can be instantiated.
type compiled struct {
	plugin *extism.CompiledPlugin
	native wazero.CompilationCache
	state  []string // exports of the globals that a reset sets back
}

// close gives the native code back. No instance may be left.
func (c *compiled) close() {
	_ = c.plugin.Close(context.Background())
	_ = c.native.Close(context.Background())
}

// compile makes a module ready, from the cache if it is there. A cache that
// fails is passed by: its entry is removed and the module compiled anew; if
// that fails as well, without a cache.
func (s *Sandbox) compile(ctx context.Context, src Source) (*compiled, error) {
	l, err := link(src.Wasm)
	if err != nil {
		return nil, about(err, src.Name, "loading")
	}
	funcs, err := resolve(l.imports)
	if err != nil {
		return nil, about(err, src.Name, "loading")
	}
	state, err := wasm.StateGlobals(src.Wasm)
	if err != nil {
		return nil, about(err, src.Name, "loading")
	}
	module := mergeData(l.wasm)
	build := func(native wazero.CompilationCache) (*compiled, error) {
		p, err := s.build(ctx, module, funcs, native)
		if err != nil {
			_ = native.Close(context.Background())
			if ctx.Err() != nil {
				return nil, interrupted(ctx, src.Name)
			}
			return nil, fault.Wrap(err, fault.PluginRefused, "the module of %s can't be compiled: %s", src.Name, reason(err.Error()))
		}
		return &compiled{p, native, state}, nil
	}
	entry, ok := s.cache.Entry(src.Digest)
	hit := ok && entry.Valid()
	if !hit {
		s.cfg.Preparing(src.Name)
	}
	if ok {
		c, err := s.compileInto(ctx, entry, hit, src.Name, build)
		if err == nil || ctx.Err() != nil {
			return c, err
		}
	}
	c, err := build(wazero.NewCompilationCache())
	if err == nil && ok {
		s.cfg.Warn("a plugin is prepared anew each time: its native code can't be stored")
	}
	return c, err
}

// compileInto compiles with the cache. Where a hit fails, the entry was
// damaged in a way that only wazero could see.
func (s *Sandbox) compileInto(ctx context.Context, e *modcache.Entry, hit bool, name string,
	build func(wazero.CompilationCache) (*compiled, error),
) (*compiled, error) {
	native, err := wazero.NewCompilationCacheWithDir(e.Path())
	if err != nil {
		return nil, err
	}
	c, err := build(native)
	if err != nil && hit && ctx.Err() == nil {
		e.Discard("wazero can't read its native code")
		s.cfg.Preparing(name)
		return s.compileInto(ctx, e, false, name, build)
	}
	if err == nil && !hit {
		e.Seal()
	}
	return c, err
}

// build compiles with Extism's SDK. WASI is ours, so Extism's is left off:
// with it the variable EXTISM_ENABLE_WASI_OUTPUT would send a guest's output
// to our standard output. Timeouts and CloseOnContextDone are off, since the
// fuel does their work at a small part of the cost.
func (s *Sandbox) build(ctx context.Context, module []byte, funcs []extism.HostFunction, native wazero.CompilationCache) (*extism.CompiledPlugin, error) {
	cfg := wazero.NewRuntimeConfig()
	if s.interpret {
		cfg = wazero.NewRuntimeConfigInterpreter()
	}
	cfg = cfg.WithCompilationCache(native).
		WithDebugInfoEnabled(false).
		WithCoreFeatures(api.CoreFeaturesV2.SetEnabled(api.CoreFeatureSIMD, false))
	// With a single worker wazero does not look at the context.
	ctx = experimental.WithCompilationWorkers(withHook(ctx), max(2, runtime.GOMAXPROCS(0)))
	return extism.NewCompiledPlugin(ctx, extism.Manifest{
		Wasm: []extism.Wasm{extism.WasmData{Data: module}},
		// A block without the caps for HTTP and variables means 0 bytes,
		// which is what a guest gets: it can import neither.
		Memory: &extism.ManifestMemory{MaxPages: uint32(s.cfg.Limits.GuestMemory >> 16)},
	}, extism.PluginConfig{RuntimeConfig: cfg}, funcs)
}
