// Package google is what the plugins of Google's services share: the shape of
// their tools, and the arguments that mean the same in several of them with
// what is checked about these.
//
// It holds no tool and no rule of one service. Start at [Tool] and [Batch];
// the checks are the functions on *actions.Params.
package google

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/schema"
)

// Tool fills in what all tools but the batch have in common; the caller changes
// the rest. The action must be a row of the table; a tool with several actions
// names the first one.
func Tool(t *actions.Table, action, group, title, description string, input ...schema.Field) abi.Tool {
	row, ok := t.Row(action)
	if !ok {
		panic("google: " + t.Service + " has no action " + action)
	}
	var all []string
	for _, r := range t.Rows {
		if r.Tool == row.Tool {
			all = append(all, r.Name)
		}
	}
	return abi.Tool{
		Name:          row.Tool,
		Title:         title,
		Description:   description,
		Action:        action,
		Actions:       all,
		Input:         schema.Object(input...).Raw(),
		Group:         group,
		BatchEligible: true,
		RestOnly:      row.RestOnly,
		FileArgs:      row.Files,
		Output:        &abi.Output{Kind: "text"},
	}
}

// Words makes plain words on the command line fill these arguments, in order.
//
//go:noinline
func Words(t abi.Tool, keys ...string) abi.Tool {
	if len(keys) == 0 {
		return t
	}
	if t.CLI == nil {
		t.CLI = &abi.CLI{}
	}
	t.CLI.Positionals = keys
	return t
}
