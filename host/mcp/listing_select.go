package mcp

import (
	"slices"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
)

// Selection says which tools a server offers. An empty field passes all. It is
// no guard: whoever serves a selection holds the calls to it by the policy.
type Selection struct {
	// Services are names of services.
	Services []string
	// Tools are patterns of tool names, with * for any run of characters.
	Tools []string
	// Classes are those that a call may have; a tool is offered where one of its
	// calls can have one of them.
	Classes []risk.Class
	// Policy is the operator's: what it refuses whatever the arguments is not
	// offered. The zero value refuses nothing so.
	Policy policy.Policy
}

// Select gives the tools of a catalog that a server offers, in the catalog's
// order. A batch tool is offered where one of its operations is, and has their
// classes.
func Select(x *catalog.Index, tables *risk.Tables, s Selection) []Tool {
	var out []Tool
	for _, t := range x.Tools() {
		if len(s.Services) > 0 && !slices.Contains(s.Services, t.Service) || !s.named(t) {
			continue
		}
		offered := Tool{Tool: t, Classes: classesOf(tables, t)}
		if t.IsBatchTool {
			offered.Classes, offered.Operations = s.operations(x.Service(t.Service), t, tables)
		}
		if s.classed(offered.Classes) {
			out = append(out, offered)
		}
	}
	return out
}

// operations are the actions that may stand in a service's batch, and their
// classes.
func (s Selection) operations(service *catalog.Service, batch *catalog.Tool, tables *risk.Tables) (classes []risk.Class, actions []string) {
	takes, listed := operationsOf(batch)
	for _, t := range service.Tools {
		own := classesOf(tables, t)
		if !t.BatchEligible || !s.named(t) || !s.classed(own) {
			continue
		}
		for _, action := range t.Actions {
			if listed && !slices.Contains(takes, action) {
				continue // the batch holds to one document, and this makes another
			}
			classes, actions = append(classes, own...), append(actions, action)
		}
	}
	classes = slices.DeleteFunc(classes, func(c risk.Class) bool { return !s.class(c) })
	return distinct(classes), actions
}

// named says whether a tool of this name may be offered.
func (s Selection) named(t *catalog.Tool) bool {
	p := s.Policy
	return (len(s.Tools) == 0 || policy.MatchesAny(s.Tools, t.Name)) &&
		(p.AllowTools == nil || policy.MatchesAny(p.AllowTools, t.Name)) && !policy.MatchesAny(p.DenyTools, t.Name)
}

// classed says whether one of a tool's classes may be offered.
func (s Selection) classed(own []risk.Class) bool { return slices.ContainsFunc(own, s.class) }

func (s Selection) class(c risk.Class) bool {
	p := s.Policy
	return (len(s.Classes) == 0 || slices.Contains(s.Classes, c)) && (!p.ReadOnly || c == risk.Read) &&
		(p.AllowClasses == nil || slices.Contains(p.AllowClasses, string(c))) && !slices.Contains(p.DenyClasses, string(c))
}

// classesOf are the classes that a tool's calls may have.
func classesOf(tables *risk.Tables, t *catalog.Tool) []risk.Class {
	var out []risk.Class
	for _, action := range t.Actions {
		row, known := tables.Row(t.Service, action)
		if !known || row.Class == "" {
			row.Class = risk.Destructive
		}
		out = append(out, row.Class)
		if row.Dynamic != "" {
			out = append(out, risk.Send)
		}
	}
	return distinct(out)
}

// distinct gives each class once, the mildest first.
func distinct(classes []risk.Class) []risk.Class {
	return slices.DeleteFunc(risk.Classes(), func(c risk.Class) bool { return !slices.Contains(classes, c) })
}
