package policy

import (
	"slices"
	"strings"
)

// tools judges tool names: one denied name is enough to refuse, one allowed
// name is needed. Without a name nothing can be judged, so patterns refuse.
func (c *check) tools(op operation) {
	p, names := c.policy, op.tools
	key := "deny_tools"
	if p.AllowTools != nil {
		key = "allow_tools"
	}
	switch {
	case p.AllowTools == nil && len(p.DenyTools) == 0:
		return
	case len(names) == 0:
		c.refuse(key, op.place, key, "", "it restricts tools, and no tool runs this action on its own")
		return
	}
	for _, name := range names {
		for _, pattern := range p.DenyTools {
			if matches(pattern, name) {
				c.refuse(RuleDenyTools, op.place, "deny_tools "+pattern, "", "the tool %s is denied", quote(name))
				break
			}
		}
	}
	allowed := func(name string) bool { return MatchesAny(p.AllowTools, name) }
	if p.AllowTools != nil && !slices.ContainsFunc(names, allowed) {
		c.refuse(RuleAllowTools, op.place, "allow_tools", "", "the tool %s is not among the allowed ones", quote(names[0]))
	}
}

// MatchesAny says whether a whole name fits one of the patterns, in which * stands
// for any run of characters, and nothing else is special.
func MatchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

// matches compares a whole name with a pattern in which * stands for any run
// of characters, and nothing else is special.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	rest := name[len(first) : len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return true
}
