// Package policy holds a call against what the operator allows: classes,
// tools, resources, recipients, public sharing, counts and times, or reads
// alone.
//
// It owns the rules and their reasons. It never asks anybody (host/confirm
// does), never counts (host/store does), reads no clock, and never changes a
// call; what it can't judge it refuses. Start reading at Policy.Decide.
package policy

import (
	"slices"
	"time"

	"github.com/wslite/wslite/host/risk"
)

// Policy is what a profile allows. The zero value allows everything but public
// sharing, and what an agent sends to somebody external. Of the lists that allow, nil means
// no restriction; a list without entries allows nothing.
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
	// enforces it; Decide does not look at it.
	ForbidAdminToken bool
	// Allow holds, by kind (see Kinds), the only resources that a call may
	// name. Addresses in its lists of recipients and domains are not external
	// either, unless ListedExternal says that the lists only restrict.
	Allow          map[string][]string
	ListedExternal bool

	// InternalDomains are the domains whose addresses are not external, each as
	// "corp.example". A domain below one of them is another.
	InternalDomains []string
	// External says what becomes of a call that reaches somebody external:
	// ExternalAllow, ExternalConfirm or ExternalDeny. "" is ExternalConfirm on the command line
	// and ExternalDeny for every other front end.
	External string
	// PublicSharing is PublicAllow or PublicDeny; "" is PublicDeny.
	PublicSharing string
	// Daily are, by class, how many actions a day has; 0 is none, a class that
	// is not in it has no cap.
	Daily map[string]int
	// Quiet are the hours in which some classes do not run. Each holds.
	Quiet []Quiet
	// SecondPerson are the classes that run only as a draft which somebody else
	// than its author approved, DraftOnly those that run only as an approved
	// draft.
	SecondPerson, DraftOnly []string

	// File is the configuration file, for hints; Keys are the full names of the
	// keys that are set, by their name below [policy], as "external":
	// "profile.agent.policy.external". Neither changes a decision.
	File string
	Keys map[string]string
	// BaseToo has the keys of a profile that can't be loosened alone, by their
	// name below [policy]: the line has to stand there, too.
	BaseToo map[string]bool `json:"-"`
}

// The words of Policy.External and Policy.PublicSharing.
const (
	ExternalAllow   = "allow"
	ExternalConfirm = "confirm"
	ExternalDeny    = "deny"
	PublicAllow     = "allow"
	PublicDeny      = "deny"
)

// The front ends, as Input.FrontEnd has them.
const (
	CLI = "cli"
	MCP = "mcp"
)

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

	// FrontEnd is CLI or MCP. "" counts as CLI; any other word gets the
	// defaults of MCP, which are the stricter ones.
	FrontEnd string
	// Now is the time in the user's zone. Quiet hours are refused without it.
	Now time.Time
	// Account is the account's own mail address where it is known for certain,
	// else "".
	Account string
	// Proxied says that a proxy runs the call, so that nobody learns whom it
	// reaches beyond what the parameters name. Elsewhere Policy.Reaches judges
	// what a request really reaches before it leaves.
	Proxied bool
	// Stored says that the call is being stored as a draft, Approved that an
	// approved draft runs, DryRun that it is only shown. Rules about the time
	// and the way of running hold only for a call that would run.
	Stored, Approved, DryRun bool
}

// Decide judges a call, each operation of a batch by itself. It is pure: the
// same policy and input give the same decision, and neither is changed.
func (p Policy) Decide(in Input) Decision {
	c := &check{policy: p, in: in, external: p.ExternalFor(in.FrontEnd)}
	c.sound()
	c.one(operation{action: in.Action, class: in.Class, params: in.Params, tools: toolNames(in)})
	if in.Action == risk.Batch {
		c.operations(in.Params, "")
	}
	c.running()
	c.caps()
	c.d.Allowed = len(c.d.Reasons) == 0
	return c.d
}

// Check is Decide as an error; see Refusal.
func (p Policy) Check(in Input) error { return p.Refusal(p.Decide(in), in) }

// ExternalFor is the word of External that is in force for a front end.
func (p Policy) ExternalFor(frontEnd string) string {
	switch {
	case p.External != "":
		return p.External
	case frontEnd == CLI || frontEnd == "":
		return ExternalConfirm
	}
	return ExternalDeny
}

func toolNames(in Input) []string {
	if in.Tool == "" {
		return nil
	}
	return []string{in.Tool}
}
