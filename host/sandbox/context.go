package sandbox

import (
	"context"

	extism "github.com/extism/go-sdk"
)

type instanceKey struct{}

// callContext carries the instance to the host functions, under our key and
// under the one where Extism's SDK looks for its part of it. A value for each
// would cost a walk per host call.
type callContext struct {
	context.Context
	in *instance
}

const pluginKey = extism.PluginCtxKey("plugin")

func (c callContext) Value(key any) any {
	switch key {
	case instanceKey{}:
		return c.in
	case pluginKey:
		return c.in.plugin
	}
	return c.Context.Value(key)
}

// instanceOf finds the instance that a host function was called by. All calls
// into a guest are made with a callContext.
func instanceOf(ctx context.Context) *instance {
	return ctx.Value(instanceKey{}).(*instance)
}
