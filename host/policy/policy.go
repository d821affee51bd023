// Package policy holds a call against what the operator allows: classes,
// tools, resources and recipients, or reads alone.
//
// It owns the rules and their reasons. It never asks anybody (host/confirm
// does) and never changes a call; what it can't judge it refuses. Start
// reading at Policy.Check.
package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// Policy is what a profile allows. The zero value allows everything. Of the
// lists that allow, nil means no restriction; a list without entries allows
// nothing.
type Policy struct {
	// ReadOnly allows the class read alone.
	ReadOnly bool
	// AllowClasses are the only classes allowed; DenyClasses are refused
	// even so. A batch that mixes gated classes is of class admin besides,
	// which only DenyClasses looks at.
	AllowClasses, DenyClasses []string
	// AllowTools are patterns of tool names, with * for any run of
	// characters; DenyTools are refused even so. An operation of a batch
	// counts as the tools that run its action on its own.
	AllowTools, DenyTools []string
	// ForbidAdminToken keeps the admin token from being used. The backend
	// enforces it; Check does not look at it.
	ForbidAdminToken bool
	// Allow holds, by kind (see Kinds), the only resources that a call may
	// name.
	Allow map[string][]string
}

// The kinds of Allow beside those of the tables.
const (
	// KindRecipients lists whole mail addresses, KindDomains the part
	// behind the @. An address passes if either list has it.
	KindRecipients = "recipients"
	KindDomains    = "domains"
)

// Kinds are the kinds that Policy.Allow knows, sorted.
func Kinds() []string {
	kinds := append(risk.Kinds(), KindRecipients, KindDomains)
	slices.Sort(kinds)
	return kinds
}

// Input is one call.
type Input struct {
	// Tool is empty for a raw call, which no tool pattern can judge.
	Service, Tool, Action string
	Class                 risk.Class
	Params                map[string]any
	Risk                  *risk.Tables
	// ToolsOf names the tools that run an action on its own. It is asked
	// for operations of a batch; without it a policy with tool patterns
	// refuses batches.
	ToolsOf func(service, action string) []string
}

// Check tells whether the policy allows the call, each operation of a batch by
// itself. The error is ACTION_NOT_ALLOWED and gives every reason.
func (p Policy) Check(in Input) error {
	c := &check{policy: p, in: in}
	c.sound()
	c.classOf("", in.Action, in.Class, in.Params)
	c.tools("", toolNames(in))
	c.resources("", in.Action, in.Params)
	if in.Action == risk.Batch {
		c.operations(in.Params, "")
	}
	if len(c.reasons) == 0 {
		return nil
	}
	name := in.Tool
	if name == "" {
		name = in.Service + " " + in.Action
	}
	return fault.New(fault.ActionNotAllowed, "the policy forbids %s: %s", quote(name), strings.Join(c.reasons, "; ")).
		WithHint("wslite config show prints the policy in force")
}

func toolNames(in Input) []string {
	if in.Tool == "" {
		return nil
	}
	return []string{in.Tool}
}

// check collects the reasons against one call.
type check struct {
	policy  Policy
	in      Input
	reasons []string
}

func (c *check) refuse(place, format string, args ...any) {
	reason := place + fmt.Sprintf(format, args...)
	if !slices.Contains(c.reasons, reason) {
		c.reasons = append(c.reasons, reason)
	}
}

// sound refuses a policy with words that mean nothing. The configuration is
// checked when it is read; here it would otherwise silently restrict nothing.
func (c *check) sound() {
	for _, list := range [][]string{c.policy.AllowClasses, c.policy.DenyClasses} {
		for _, name := range list {
			if !slices.Contains(risk.ClassNames(), name) {
				c.refuse("", "it names the class %s, which does not exist", quote(name))
			}
		}
	}
	for kind := range c.policy.Allow {
		if !slices.Contains(Kinds(), kind) {
			c.refuse("", "it has a list of %s; there are %s", quote(kind), strings.Join(Kinds(), ", "))
		}
	}
}

func (c *check) operations(params map[string]any, prefix string) {
	for op := range risk.Operations(params) {
		place := fmt.Sprintf("operation %s%d (%s): ", prefix, op.Index, quote(op.Action))
		c.classOf(place, op.Action, c.in.Risk.Resolve(c.in.Service, op.Action, op.Params), op.Params)
		var tools []string
		if c.in.ToolsOf != nil {
			tools = c.in.ToolsOf(c.in.Service, op.Action)
		}
		c.tools(place, tools)
		c.resources(place, op.Action, op.Params)
		if op.Action == risk.Batch {
			c.operations(op.Params, fmt.Sprintf("%s%d.", prefix, op.Index))
		}
	}
}

// classOf judges a class. A raw call counts as a read where no table knows its
// action; a policy that restricts classes can't rely on that, so here such an
// action is what it is elsewhere: destructive.
func (c *check) classOf(place, action string, class risk.Class, params map[string]any) {
	if _, known := c.in.Risk.Row(c.in.Service, action); !known {
		class = c.in.Risk.Resolve(c.in.Service, action, params)
	}
	p := c.policy
	name := string(class)
	if p.ReadOnly && class != risk.Read {
		c.refuse(place, "it is read-only, and the class is %s", name)
	}
	if p.AllowClasses != nil && class != risk.Admin && !slices.Contains(p.AllowClasses, name) {
		c.refuse(place, "the class %s is not among the allowed ones", name)
	}
	if slices.Contains(p.DenyClasses, name) {
		c.refuse(place, "the class %s is denied", name)
	}
}
