package actions

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// batch checks every operation as the single tool would, before any of them
// runs: a mistake in the last one must not be found out after the first ones
// have been done.
func (t *Table) batch(c *plugin.Call) (*plugin.Choice, error) {
	operations := c.Args.Get("operations").Items()
	switch {
	case len(operations) == 0:
		return nil, plugin.Invalid("operations", "operations must hold at least one operation.")
	case len(operations) > t.MaxOperations:
		return nil, &plugin.Error{Code: plugin.LimitExceeded, Field: "operations",
			Message: "A batch may hold " + text.Count(t.MaxOperations, "operation", "operations") +
				" and this one holds " + text.Int(len(operations)) + ". Send several batches."}
	}
	args := c.Args
	outer := args.Without("operations")
	choice := &plugin.Choice{Action: Batch}
	checked := make([]value.Value, len(operations))
	for i, op := range operations {
		at := "operations." + text.Int(i)
		name := op.Get("action").Text()
		row, ok := t.Row(name)
		if !ok || row.Alone {
			return nil, &plugin.Error{Code: plugin.BatchNotAllowed, Field: at + ".action",
				Message: "A batch of " + t.Service + " can't hold the action " + name + "."}
		}
		p := Params{Value: op.Get("params"), Outer: outer, Rest: c.Rest, at: at + ".params."}
		if !p.Exists() {
			p.Value = value.Object()
		}
		if err := p.run(t, row); err != nil {
			return nil, err
		}
		choice.Warnings = appendOf(choice.Warnings, i, p.warnings)
		choice.ProxyWarnings = appendOf(choice.ProxyWarnings, i, p.proxyWarnings)
		op.Set("params", p.Value)
		checked[i] = op
	}
	args.Set("operations", value.Array(checked...))
	choice.Params = args
	return choice, nil
}

// appendOf adds the warnings of an operation, each with its number.
//
//go:noinline
func appendOf(all []string, operation int, warnings []string) []string {
	for _, w := range warnings {
		all = append(all, "Operation "+text.Int(operation)+": "+w)
	}
	return all
}
