package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// describe answers describe_tool: what the full list would show, and what no list
// does.
func (d *discovery) describe(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args, err := loosely(req, describeInput)
	if err != nil {
		return failure(err), nil
	}
	name := args["name"].(string)
	at, offered := slices.BinarySearchFunc(d.offered, name, func(t Tool, name string) int { return strings.Compare(t.Name, name) })
	if !offered {
		return failure(d.unknown(name)), nil
	}
	t := d.offered[at]
	full, err := described(t.withFiles(d.o), d.o.Mode)
	if err != nil {
		return failure(err), nil
	}
	data := map[string]any{
		"name": t.Name, "service": t.Service, "title": t.Title, "description": t.Description,
		"classes": classWords(t), "asksAPerson": asks(t), "inputSchema": full.InputSchema, "annotations": full.Annotations,
		"outputSchema": outputSchema(t),
	}
	lines := []string{
		fmt.Sprintf("%s: %s", t.Name, text.Line(t.Title)), text.Clean(t.Description),
		"Class: " + strings.Join(classWords(t), " or ") + ". " + d.agreement(t),
	}
	if t.IsBatchTool {
		// All parameters of all actions would be longer than any answer: each stands
		// with the tool of its own.
		actions := d.actions(t)
		data["actions"], data["inputSchema"] = actions, short(full, t)
		lines = append(lines, "Actions, each with the arguments of its tool as params:")
		for _, a := range t.Operations {
			lines = append(lines, fmt.Sprintf("  %s: %s", a, actions[a]))
		}
	}
	raw, err := compact(data["inputSchema"])
	if err != nil {
		return failure(err), nil
	}
	lines = append(lines, "Arguments, as JSON Schema: "+text.Clean(string(raw)))
	if examples := d.examples(t.Tool); len(examples) > 0 {
		data["examples"] = examples
		for _, e := range examples {
			lines = append(lines, "Example: "+text.Clean(string(e)))
		}
	}
	return told(strings.Join(lines, "\n"), data), nil
}

// short is the schema of a batch tool with its actions' names alone.
func short(full *sdk.Tool, t Tool) any {
	small, err := newShortener().shorten(full, t)
	if err != nil {
		return full.InputSchema
	}
	return small.InputSchema
}

// actions tells for each action of a batch which tool does it alone.
func (d *discovery) actions(batch Tool) map[string]string {
	out := map[string]string{}
	for _, t := range d.offered {
		if t.Service != batch.Service || t.IsBatchTool {
			continue
		}
		for _, action := range t.Actions {
			if slices.Contains(batch.Operations, action) {
				out[action] = t.Name
			}
		}
	}
	return out
}

// examples are arguments that the catalog's examples stand for.
func (d *discovery) examples(t *catalog.Tool) []json.RawMessage {
	if d.o.Examples == nil {
		return nil
	}
	var out []json.RawMessage
	for _, args := range d.o.Examples(t) {
		if raw, err := compact(args); err == nil {
			out = append(out, raw)
		}
	}
	return out
}

func classWords(t Tool) []string {
	var words []string
	for _, c := range t.Classes {
		words = append(words, string(c))
	}
	return words
}

// asks says when a person is asked, by the classes: always, sometimes or never.
func asks(t Tool) string {
	gated := 0
	for _, c := range t.Classes {
		if risk.NeedsConfirm(c) || c == risk.Admin {
			gated++
		}
	}
	switch gated {
	case 0:
		return "never"
	case len(t.Classes):
		return "always"
	}
	return "sometimes"
}

// agreement tells how a person agrees to the tool's calls.
func (d *discovery) agreement(t Tool) string {
	when := asks(t)
	switch {
	case when == "never":
		return "Nobody is asked, unless the operator's policy says so."
	case d.o.Mode == Argument:
		return "It " + when + " needs confirm = true, once your user has agreed."
	case d.o.Mode == Draft:
		return "It " + when + " waits as a draft until your user approves it."
	}
	return "Your user is " + when + " asked before it runs."
}
