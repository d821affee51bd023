// Package actions is the table that a plugin of many tools grows around: one
// [Row] per action, with what a schema can't state.
//
// It owns the way from a tool's arguments to an action with its params, for
// single tools and for the batch tool alike, so that a batch is checked like
// the calls it is made of. It never changes params of itself: what a check
// allows is sent as it was given, or as the check has rewritten it. Start at
// [Table]; a plugin's Transform and Plan are the
// methods of these names, its batch's text is [RenderBatch].
package actions

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// Batch is the action of every batch tool. The host runs its operations one by
// one, so it has no row and is never planned.
const Batch = "batch"

// Row is one action: all that the plugin knows about it beside its tool's
// schema and text.
type Row struct {
	// Name is the action, Tool the tool that runs it.
	Name, Tool string
	// Required are the params that must hold something: they must be there,
	// must not be null and, where they are text, not blank. Leave out those of
	// which an empty text means something.
	Required []string
	// RestOnly are the params that an Apps Script proxy does not know.
	RestOnly []string
	// Files are the params that hold paths of local files; each stands in
	// RestOnly too.
	Files []string
	// Alone keeps the action out of batches.
	Alone bool
	// Keyed says that Plan honours idempotencyKey: a repeat with the same key
	// does nothing twice. Where it does not, the caller is warned.
	Keyed bool
	// Check refuses or warns about what a schema can't state, and may bring
	// params into the one form that proxies and plans read; may be nil. It runs
	// once per call and per operation, and only where Required holds.
	Check func(*Params)
	// Plan runs the action over REST, as [plugin.Plugin] says; nil where it
	// runs over a proxy only.
	Plan func(*plugin.Step) (*plugin.Next, error)
}

// Table is the actions of one service.
type Table struct {
	Service string
	Rows    []Row
	// Batch is the name of the batch tool; "" is none.
	Batch string
	// MaxOperations is how many operations one batch may hold.
	MaxOperations int
	// IDs are the params, of whatever action, that a plan puts into the path of
	// a request. What can't be one segment of a path is refused as the caller's
	// mistake; the host would take it for an attack of the plugin.
	IDs []string
	// Choose names the action of a call where a tool has several; nil, or the
	// answer "", is the first row of the tool.
	Choose func(tool string, args value.Value) string
}

// Row finds an action.
func (t *Table) Row(action string) (*Row, bool) {
	for i := range t.Rows {
		if t.Rows[i].Name == action {
			return &t.Rows[i], true
		}
	}
	return nil, false
}

// Of finds the action of a tool, the first one where it has several.
func (t *Table) Of(tool string) (*Row, bool) {
	for i := range t.Rows {
		if t.Rows[i].Tool == tool {
			return &t.Rows[i], true
		}
	}
	return nil, false
}

// Transform is a plugin's Transform: it chooses the action, runs its checks
// and passes the arguments on. Proxies and plans read the same params.
func (t *Table) Transform(c *plugin.Call) (*plugin.Choice, error) {
	if c.Tool == t.Batch && t.Batch != "" {
		return t.batch(c)
	}
	row, err := t.choose(c)
	if err != nil {
		return nil, err
	}
	p := Params{Value: c.Args, Rest: c.Rest, KeyKept: c.KeyKept}
	if err := p.run(t, row); err != nil {
		return nil, err
	}
	return &plugin.Choice{Action: row.Name, Params: p.Value, Warnings: p.warnings, ProxyWarnings: p.proxyWarnings}, nil
}

func (t *Table) choose(c *plugin.Call) (*Row, error) {
	if t.Choose != nil {
		if action := t.Choose(c.Tool, c.Args); action != "" {
			if row, ok := t.Row(action); ok && row.Tool == c.Tool {
				return row, nil
			}
			return nil, fault("the action " + action + " was chosen, which is none of the tool " + c.Tool)
		}
	}
	row, ok := t.Of(c.Tool)
	if !ok {
		return nil, plugin.Fail(plugin.BadRequest, "There is no tool "+c.Tool+" in "+t.Service+".")
	}
	return row, nil
}

// Plan is a plugin's Plan: one step of the action's own.
func (t *Table) Plan(s *plugin.Step) (*plugin.Next, error) {
	row, ok := t.Row(s.Action)
	if !ok || row.Plan == nil {
		return nil, plugin.Fail(plugin.NotSupported, "The action "+s.Action+" of "+t.Service+" has no plan: it runs over a proxy only.")
	}
	return row.Plan(s)
}

// fault is an error of the plugin, which is no refusal.
type fault string

func (f fault) Error() string { return string(f) }
