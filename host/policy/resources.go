package policy

import (
	"maps"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/risk"
)

// resources compares what the parameters name with the operator's lists.
func (c *check) resources(op operation) {
	if len(c.policy.Allow) == 0 {
		return
	}
	if !op.known {
		for _, kind := range slices.Sorted(maps.Keys(c.policy.Allow)) {
			c.refuse(RuleResources, op.place, "allow."+kind, "", "it restricts %s, and no table says what this action touches", kind)
		}
		return
	}
	for _, res := range op.row.Allow {
		if list, ok := c.policy.Allow[res.Kind]; ok {
			c.resource(op.place, res, list, op.params[res.Param])
		}
	}
}

// resource compares one parameter: a text, or a list of texts. The whole text
// must stand in the list; nothing is split or folded, and an alias such as
// @default passes only where the list names it, unless the host knows what it
// stands for.
func (c *check) resource(place string, res risk.Resource, list []string, v any) {
	refuse := func(format string, args ...any) {
		c.refuse(RuleResources, place, "allow."+res.Kind, "", format, args...)
	}
	values, ok := words(v)
	switch {
	case !ok:
		refuse("%s must be text to be compared with the allowed %s", res.Param, res.Kind)
		return
	case len(values) == 0 && res.Default != "":
		values = []string{res.Default}
	case len(values) == 0 && res.Required:
		refuse("%s is missing, and only some %s are allowed", res.Param, res.Kind)
	}
	for _, value := range values {
		if !slices.ContainsFunc(list, func(entry string) bool { return entry == value || c.sameThing(res.Kind, entry, value) }) {
			refuse("%s %s is not among the allowed %s", res.Param, quote(value), res.Kind)
		}
	}
}

// sameThing says that the host knows two names of one thing: an account's own
// calendar is called primary, default, or by the account's address. What other
// aliases stand for (root, @default) only the service knows.
func (c *check) sameThing(kind, a, b string) bool {
	if kind != "calendars" {
		return false
	}
	own := func(s string) bool {
		return s == "primary" || s == "default" ||
			strings.Contains(c.in.Account, "@") && address.Same(s) == address.Same(c.in.Account)
	}
	return own(a) && own(b)
}

// words reads a parameter that holds one text or a list of texts. Absent, null
// and "" hold none. ok is false for anything else.
func words(v any) (list []string, ok bool) {
	switch v := v.(type) {
	case nil:
		return nil, true
	case string:
		if v == "" {
			return nil, true
		}
		return []string{v}, true
	case []any:
		for _, entry := range v {
			s, ok := entry.(string)
			if !ok {
				return nil, false
			}
			list = append(list, s)
		}
		return list, true
	}
	return nil, false
}
