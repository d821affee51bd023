package appsscript

import (
	"maps"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/risk"
)

// effect is what the guard sees of a call: the call itself is the request, and
// what the script makes of it nobody here knows. size is in bytes, without the
// token.
func effect(c backend.Call, size int64) backend.Effect {
	return backend.Effect{
		Digest: func() (string, error) {
			return backend.Digest(map[string]any{"service": c.Service, "action": c.Action}, "params", unconfirmed(c.Params, c.Action == risk.Batch))
		},
		// No proxy tells whom an action reaches. That a call is of a class that
		// reaches nobody is all that can be known, and of an action without a
		// class not even that.
		ReachedKnown: !risk.ReachesPeople(risk.Class(c.Class)) && c.Class != string(risk.Read),
		Size:         size,
	}
}

// unconfirmed leaves confirm out, in a batch also that of each operation: the
// same call has one digest before somebody said yes and after.
func unconfirmed(params map[string]any, batch bool) map[string]any {
	out := maps.Clone(params)
	if out == nil {
		return map[string]any{}
	}
	delete(out, "confirm")
	list, isList := out["operations"].([]any)
	if !batch || !isList {
		return out
	}
	operations := make([]any, len(list))
	for i, entry := range list {
		operations[i] = entry
		operation, _ := entry.(map[string]any)
		inner, hasParams := operation["params"].(map[string]any)
		if !hasParams {
			continue
		}
		again := maps.Clone(operation)
		again["params"] = unconfirmed(inner, true)
		operations[i] = again
	}
	out["operations"] = operations
	return out
}
