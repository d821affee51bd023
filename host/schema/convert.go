package schema

import (
	"errors"
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/wslite/wslite/host/text"
)

// convert turns the library's findings into problems. at is the place that
// the first known tokens of the finding's location lead to.
func (c *checker) convert(e *jsonschema.ValidationError, at location, known int) {
	for _, token := range e.InstanceLocation[min(known, len(e.InstanceLocation)):] {
		at = at.step(token)
	}
	known = len(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group:
		for _, cause := range e.Causes {
			// The location of a group's causes is spelled out from the top.
			c.convert(cause, at, known)
		}
	case *kind.Required:
		for _, key := range k.Missing {
			c.addKey(at, key, RuleMissing, "is missing")
		}
	case *kind.AdditionalProperties:
		for _, key := range k.Properties {
			c.unknown(at, key)
		}
	case *kind.AnyOf:
		c.alternatives(e, at, at.node.anyOf, known)
	case *kind.OneOf:
		c.alternatives(e, at, at.node.oneOf, known)
	case *kind.Format:
		if errors.Is(k.Err, errLength) {
			c.addWrong(at, RuleLength)
		} else {
			c.addWrong(at, RuleFormat)
		}
	case *kind.UniqueItems:
		c.add(at, RuleLength, fmt.Sprintf("holds the same item twice (%d and %d)", k.Duplicates[0], k.Duplicates[1]))
	default:
		c.addWrong(at, ruleOf(e.ErrorKind))
	}
}

func ruleOf(k jsonschema.ErrorKind) Rule {
	switch k.(type) {
	case *kind.Enum, *kind.Const:
		return RuleEnum
	case *kind.Minimum, *kind.Maximum, *kind.ExclusiveMinimum, *kind.ExclusiveMaximum, *kind.MultipleOf:
		return RuleRange
	case *kind.MinItems, *kind.MaxItems, *kind.MinProperties, *kind.MaxProperties:
		return RuleLength
	case *kind.Pattern:
		return RulePattern
	}
	return RuleType
}

// alternatives reports the findings of the one alternative that the value's
// type fits, since that is what was meant; else that none fits.
func (c *checker) alternatives(e *jsonschema.ValidationError, at location, nodes []*node, known int) {
	fit := slices.IndexFunc(nodes, func(n *node) bool { return n.allows(typeOf(at.value)) })
	if fit >= 0 && len(e.Causes) == len(nodes) &&
		!slices.ContainsFunc(nodes[fit+1:], func(n *node) bool { return n.allows(typeOf(at.value)) }) {
		at.node = nodes[fit]
		c.convert(e.Causes[fit], at, known)
		return
	}
	c.addWrong(at, commonRule(e, at, nodes))
}

// commonRule is RulePattern where the value has the form of none of the
// alternatives of its type, so that a text with a wrong form is told as one; else
// that none of the alternatives fits.
func commonRule(e *jsonschema.ValidationError, at location, nodes []*node) Rule {
	if len(e.Causes) != len(nodes) {
		return RuleChoice
	}
	rule := RuleChoice
	for i, n := range nodes {
		if !n.allows(typeOf(at.value)) {
			continue
		}
		cause := e.Causes[i]
		for len(cause.Causes) == 1 {
			cause = cause.Causes[0]
		}
		if len(cause.Causes) > 0 || ruleOf(cause.ErrorKind) != RulePattern {
			return RuleChoice
		}
		rule = RulePattern
	}
	return rule
}

// unknown reports a key that the schema doesn't have: with the key that was
// probably meant, or the place where it belongs.
func (c *checker) unknown(at location, key string) {
	within, _ := at.value.(map[string]any)
	if wrapped(at.node, within[key]) {
		c.addKey(at, key, RuleUnknown, "is no argument here (what is in it belongs here itself, without "+text.Cut(text.Line(key), 60)+")")
		return
	}
	c.addKey(at, key, RuleUnknown, "is no argument here"+advice(at.node, key))
}

// wrapped says that a value holds nothing but arguments of the node: somebody put
// them one level too deep.
func wrapped(n *node, v any) bool {
	m, _ := v.(map[string]any)
	if n == nil {
		return false
	}
	for key := range m {
		if n.child(key) == nil {
			return false
		}
	}
	return len(m) > 0
}
