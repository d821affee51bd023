package confirm

import (
	"maps"
	"slices"
	"strconv"

	"github.com/wslite/wslite/host/risk"
)

// item is one gated part: the call itself, or one operation of a batch.
type item struct {
	// index is the operation's place, "2" or in a nested batch "2.0"; empty
	// for a single call.
	index     string
	action    string
	class     risk.Class
	confirmed bool
	// target gives the object that confirm belongs into.
	target func() map[string]any
}

// walked is a call taken apart.
type walked struct {
	// params is a copy: every object that confirm may be put into or taken
	// out of is the copy's own.
	params map[string]any
	items  []item
}

func walk(r Request) walked {
	w := walked{params: maps.Clone(r.Params)}
	if w.params == nil {
		w.params = map[string]any{}
	}
	keep := r.KeepConfirm || r.Raw
	if !keep {
		delete(w.params, param)
	}
	// A service without a batch has none just because a plugin says so: what
	// it calls batch is an unknown action then, gated as a whole.
	_, known := r.Tables.Row(r.Service, r.Action)
	if r.Action == risk.Batch && (known || r.Raw) {
		w.operations(r, w.params, "", keep)
		if !r.Ask || len(w.items) > 0 {
			return w
		}
	}
	if gated(r.Class) || r.Ask {
		w.items = []item{{action: r.Action, class: r.Class, confirmed: w.params[param] == true,
			target: func() map[string]any { return w.params }}}
	}
	return w
}

// dropAsked takes confirm out of a call that was asked about for the policy's
// sake: no service knows a confirm for an action that is not gated.
func (w *walked) dropAsked() {
	for _, it := range w.items {
		if !gated(it.class) {
			delete(it.target(), param)
		}
	}
}

// operations walks the operations of a batch whose parameters are the walk's
// own. In a nested batch each operation is gated like any other, and a confirm
// found there never counts: no caller has reason to write one so deep.
func (w *walked) operations(r Request, batch map[string]any, prefix string, keep bool) {
	list, ok := batch["operations"].([]any)
	if !ok {
		return
	}
	list = slices.Clone(list)
	batch["operations"] = list
	for op := range risk.Operations(batch) {
		entry := maps.Clone(list[op.Index].(map[string]any))
		list[op.Index] = entry
		params := op.Params
		if params != nil {
			params = maps.Clone(params)
			entry["params"] = params
			if !keep {
				delete(params, param)
			}
		}
		index := prefix + strconv.Itoa(op.Index)
		if op.Action == risk.Batch {
			if params != nil {
				delete(params, param)
				w.operations(r, params, index+".", false)
			}
			continue
		}
		class := w.class(r, op.Action, params)
		if !gated(class) {
			continue
		}
		w.items = append(w.items, item{index: index, action: op.Action, class: class,
			confirmed: params[param] == true,
			target: func() map[string]any {
				// A null or a text where the parameters belong gives way:
				// without an object there is no place for the yes.
				if params == nil {
					params = map[string]any{}
					entry["params"] = params
				}
				return params
			}})
	}
}

func (w *walked) class(r Request, action string, params map[string]any) risk.Class {
	if r.Raw {
		return r.Tables.ResolveRaw(r.Service, action, params)
	}
	return r.Tables.Resolve(r.Service, action, params)
}

// gated fails closed: only a read and a write pass unasked, whatever else the
// class may say.
func gated(c risk.Class) bool { return c != risk.Read && c != risk.Write }
