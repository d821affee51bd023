package sandbox

import (
	"context"
	"slices"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/wslite/wslite/host/sandbox/wasm"
)

// Extism's SDK hides the wazero module of an instance, which holds the fuel
// and the state that is reset. Each instrumented module exports a function
// that does nothing; a listener on it, and on it alone, is handed the module
// when it is called.

// withHook makes compiling attach the listener.
func withHook(ctx context.Context) context.Context {
	return experimental.WithFunctionListenerFactory(ctx, experimental.FunctionListenerFactoryFunc(listenToHook))
}

// listenToHook keeps no state: wazero shares the listeners of a module that
// it finds compiled already. The instance is found through the context.
func listenToHook(def api.FunctionDefinition) experimental.FunctionListener {
	if !slices.Contains(def.ExportNames(), wasm.HookExport) {
		return nil
	}
	return experimental.FunctionListenerFunc(
		func(ctx context.Context, mod api.Module, _ api.FunctionDefinition, _ []uint64, _ experimental.StackIterator) {
			instanceOf(ctx).mod = mod
		})
}
