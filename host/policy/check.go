package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/risk"
)

// check collects what stands against one call.
type check struct {
	policy Policy
	in     Input
	// external is the word in force for the front end.
	external string
	d        Decision
	// classes are those of the single actions, in order.
	classes []risk.Class
}

// operation is the call itself, or one operation of a batch.
type operation struct {
	// place is for people, field the prefix of its parameters; both are empty
	// for the call itself.
	place, field string
	action       string
	class        risk.Class
	params       map[string]any
	tools        []string
	row          risk.Row
	known        bool // a table has the row
}

// reaches says that people hear of it, or get something, when it runs.
func (op operation) reaches() bool { return op.class == risk.Send || op.class == risk.Share }

// one judges the call itself or one operation. A raw call counts as a read where
// no table knows its action; a policy can't rely on that, so here such an action
// is what it is elsewhere: destructive.
func (c *check) one(op operation) {
	op.row, op.known = c.in.Risk.Row(c.in.Service, op.action)
	if !op.known {
		op.class = c.in.Risk.Resolve(c.in.Service, op.action, op.params)
	}
	c.class(op)
	c.tools(op)
	c.resources(op)
	c.people(op)
	c.audience(op)
	if op.action != risk.Batch || !op.known { // of a batch the operations count
		c.classes = append(c.classes, op.class)
	}
}

func (c *check) operations(params map[string]any, prefix string) {
	for entry := range risk.Operations(params) {
		at := fmt.Sprintf("%s%d", prefix, entry.Index)
		op := operation{
			place: fmt.Sprintf("operation %s (%s)", at, quote(entry.Action)), field: "operations." + at + ".",
			action: entry.Action, class: c.in.Risk.Resolve(c.in.Service, entry.Action, entry.Params), params: entry.Params,
		}
		if c.in.ToolsOf != nil {
			op.tools = c.in.ToolsOf(c.in.Service, entry.Action)
		}
		c.one(op)
		if entry.Action == risk.Batch {
			c.operations(entry.Params, at+".")
		}
	}
}

// refuse adds a reason once. key is the key's name below [policy], with the value
// behind a blank where it is one of a list; line is what would have to stand there.
func (c *check) refuse(rule, place, key, line, format string, args ...any) {
	r := Reason{Rule: rule, Place: place, Text: fmt.Sprintf(format, args...), Line: line}
	if key != "" {
		r.Key = c.policy.key(key)
		r.Base = line != "" && c.policy.BaseToo[key]
	}
	if !slices.Contains(c.d.Reasons, r) {
		c.d.Reasons = append(c.d.Reasons, r)
	}
}

func (c *check) note(place, format string, args ...any) {
	n := Reason{Place: place, Text: fmt.Sprintf(format, args...)}.String()
	if !slices.Contains(c.d.Notes, n) {
		c.d.Notes = append(c.d.Notes, n)
	}
}

// sound refuses a policy with words that mean nothing. The configuration is
// checked when it is read; here it would otherwise silently restrict nothing.
func (c *check) sound() {
	p := c.policy
	for _, list := range []struct {
		key   string
		names []string
	}{
		{"allow_classes", p.AllowClasses}, {"deny_classes", p.DenyClasses}, {"second_person", p.SecondPerson},
		{"draft_only", p.DraftOnly}, {"daily", slices.Sorted(maps.Keys(p.Daily))}, {"quiet_classes", p.quietClasses()},
	} {
		for _, name := range list.names {
			if !slices.Contains(risk.ClassNames(), name) {
				c.refuse(RulePolicy, "", list.key, "", "it names the class %s, which does not exist", quote(name))
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(p.Allow)) {
		if !slices.Contains(Kinds(), kind) {
			c.refuse(RulePolicy, "", "allow."+kind, "", "it has a list of %s; there are %s", quote(kind), strings.Join(Kinds(), ", "))
		}
	}
	for _, w := range []struct {
		key, word string
		known     []string
	}{
		{"external", p.External, []string{"", ExternalAllow, ExternalConfirm, ExternalDeny}},
		{"public_sharing", p.PublicSharing, []string{"", PublicAllow, PublicDeny}},
	} {
		if !slices.Contains(w.known, w.word) {
			c.refuse(RulePolicy, "", w.key, "", "its %s is %s; it can be %s", w.key, quote(w.word), strings.Join(w.known[1:], ", "))
		}
	}
	for _, q := range p.Quiet {
		if !q.sound() {
			c.refuse(RulePolicy, "", "quiet_hours", "", "its quiet hours are no span of a day")
		}
	}
}

// class judges a class.
func (c *check) class(op operation) {
	p, name := c.policy, string(op.class)
	if p.ReadOnly && op.class != risk.Read {
		c.refuse(RuleReadOnly, op.place, "read_only", "read_only = false", "it is read-only, and the class is %s", name)
	}
	if p.AllowClasses != nil && op.class != risk.Admin && !slices.Contains(p.AllowClasses, name) {
		c.refuse(RuleAllowClasses, op.place, "allow_classes", "", "the class %s is not among the allowed ones", name)
	}
	if slices.Contains(p.DenyClasses, name) {
		c.refuse(RuleDenyClasses, op.place, "deny_classes "+name, "", "the class %s is denied", name)
	}
}

// quote shows a text from the call: quoted, so that it can't steer a terminal
// or pass for our own words, and cut.
func quote(s string) string { return fmt.Sprintf("%.60q", s) }
