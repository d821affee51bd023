package risk

import "slices"

// Resolve gives the class of a call. It fails closed: an action that no table
// knows is destructive, in a batch as well.
func (t *Tables) Resolve(service, action string, params map[string]any) Class {
	return t.resolve(service, action, params, Destructive)
}

// ResolveRaw gives the class by the peer's rule, in which an unknown action is
// a read. It is for raw calls alone: the only way to send an action that has
// no row, open only where the operator set WSLITE_ALLOW_RAW=1, to a proxy that
// holds every action against its own table again. With Resolve there, a raw
// call would take the destructive token for reads.
func (t *Tables) ResolveRaw(service, action string, params map[string]any) Class {
	return t.resolve(service, action, params, Read)
}

func (t *Tables) resolve(service, action string, params map[string]any, unknown Class) Class {
	row, ok := t.Row(service, action)
	switch {
	case action == Batch && (ok || unknown == Read):
		return t.batch(service, params, unknown)
	case !ok:
		return unknown
	}
	if r, ok := rules()[row.Dynamic]; ok && r.when(params) {
		return r.raise
	}
	return row.Class
}

// batch gives the class of a batch: the highest of its operations; two
// different gated classes together make it admin, since no class token covers
// both.
//
// A batch inside a batch counts with its own class, and as destructive where
// it is admin. The peer loses it there, so that a mixed batch could pass as a
// write.
func (t *Tables) batch(service string, params map[string]any, unknown Class) Class {
	highest := Read
	var gated []Class
	for op := range Operations(params) {
		c := t.resolve(service, op.Action, op.Params, unknown)
		if c == Admin {
			c = Destructive
		}
		if NeedsConfirm(c) && !slices.Contains(gated, c) {
			gated = append(gated, c)
		}
		if rank(c) > rank(highest) {
			highest = c
		}
	}
	if len(gated) > 1 {
		return Admin
	}
	return highest
}
