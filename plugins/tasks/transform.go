package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// transform passes arguments on as they are: proxies and the REST plans read
// the same params. It refuses what can't be right whatever runs the action.
func transform(c *plugin.Call) (*plugin.Choice, error) {
	if c.Tool == "tasks_batch" {
		return transformBatch(c)
	}
	row, ok := actionOf(c.Tool)
	if !ok {
		return nil, plugin.Fail(plugin.BadRequest, "There is no tool "+c.Tool+" in tasks.")
	}
	p := params{Value: c.Args}
	p.run(row)
	if p.err != nil {
		return nil, p.err
	}
	return &plugin.Choice{Action: row.name, Params: c.Args, Warnings: p.warnings}, nil
}

// transformBatch checks every operation as the single tool would, before any
// of them runs: a mistake in the last one must not be found out after the
// first ones have been done.
func transformBatch(c *plugin.Call) (*plugin.Choice, error) {
	operations := c.Args.Get("operations").Items()
	switch {
	case len(operations) == 0:
		return nil, plugin.Invalid("operations", "operations must hold at least one operation.")
	case len(operations) > maxOperations:
		return nil, &plugin.Error{Code: plugin.LimitExceeded, Field: "operations",
			Message: "A batch may hold 20 operations and this one holds " + text.Int(len(operations)) + ". Send several batches."}
	}
	var warnings []string
	checked := make([]value.Value, len(operations))
	for i, op := range operations {
		at := "operations." + text.Int(i)
		name := op.Get("action").Text()
		row, ok := actionNamed(name)
		if !ok {
			return nil, &plugin.Error{Code: plugin.BatchNotAllowed, Field: at + ".action",
				Message: "A batch of tasks can't hold the action " + name + "."}
		}
		p := params{Value: op.Get("params"), at: at + ".params."}
		if !p.Exists() {
			p.Value = value.Object()
			op.Set("params", p.Value)
		}
		p.run(row)
		if p.err != nil {
			return nil, p.err
		}
		for _, w := range p.warnings {
			warnings = append(warnings, "Operation "+text.Int(i)+": "+w)
		}
		checked[i] = op
	}
	args := c.Args
	args.Set("operations", value.Array(checked...))
	return &plugin.Choice{Action: batchAction, Params: args, Warnings: warnings}, nil
}
