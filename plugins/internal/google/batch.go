package google

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/text"
)

// MaxOperations is how many operations one batch may hold: the proxies' limit.
const MaxOperations = 20

// Batch is what the batch tools differ in.
type Batch struct {
	// What completes "Runs up to 20 actions on ...": "tasks and task lists".
	What string
	// When says in a sentence or two when to choose the batch.
	When string
	// Confirm completes "Operations that ... need confirmation": "delete or
	// clear".
	Confirm string
	// Outer are the arguments that the batch has once for all of its
	// operations. Their params lack them, and an action that does not require
	// all of them can't be in the batch: its row is Alone.
	Outer []schema.Field
	// Omit takes arguments out of single operations.
	Omit []schema.Omit
	// Examples are command lines.
	Examples []string
}

// BatchTool makes the batch tool of a table out of the service's other tools.
func BatchTool(t *actions.Table, tools []abi.Tool, b Batch) abi.Tool {
	omit := append([]schema.Omit{}, b.Omit...)
	fields := append([]schema.Field{}, b.Outer...)
	for _, f := range b.Outer {
		omit = append(omit, schema.Omit{Key: f.Name()})
	}
	fields = append(fields, schema.Required("operations", schema.Operations(tools, int64(t.MaxOperations), omit...).
		Describe("What to do, in order: each operation names an action and has that action's parameters. A batch can't hold a batch.")))
	return abi.Tool{
		Name:  t.Batch,
		Title: "Run several actions",
		Description: "Runs up to " + text.Int(t.MaxOperations) + " actions on " + b.What + " in one call, in the order given. " + b.When +
			" It is not a transaction: an operation that fails does not undo the earlier ones, and the later ones still run. " +
			"Returns one result per operation and how many succeeded. " +
			"Operations that " + b.Confirm + " need confirmation, each one of them.",
		Action:      actions.Batch,
		Actions:     []string{actions.Batch},
		Input:       schema.Object(fields...).Raw(),
		Group:       "batch",
		IsBatchTool: true,
		CLI:         &abi.CLI{ParamsJSONOnly: true},
		Output:      &abi.Output{Kind: "text"},
		Examples:    b.Examples,
	}
}

// Insert gives the tools with one more at the index: where a service's tools
// are in the order of their names, the batch stands among them.
func Insert(tools []abi.Tool, at int, t abi.Tool) []abi.Tool {
	all := append([]abi.Tool{}, tools[:at]...)
	return append(append(all, t), tools[at:]...)
}
